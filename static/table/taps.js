// Taps: what was on the screen when the finger came down is what was meant. A button that changed under the finger takes no
// tap, and shows that it rests; one that stands where it stood and means what it meant takes every tap, also one during
// which its element was replaced.
"use strict";
{
  const CHANGED_MS = 300;
  const REST_MS = 400; // so long a button shows that a tap was not taken
  const SAME_PLACE_PX = 12;
  const KEPT_MS = 5000; // so long it is kept what stood where
  const SWAP_MS = 100; // so long the page's change may begin before a button's
  const CLICK_MS = 80; // so long after the finger was lifted a click may come
  const LONG_PRESS_MS = 500;
  const FINGER_PX = 60; // so far a second tap of a slip is from the first
  let tappedIn; // the sheet of the button that was tapped last

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const { sourceElement: form, request: { body } } = ctx;
    if (body.has("seq")) body.set("seq", page.seqShown());
    ctx.at = performance.now();
    ctx.sheet = form.id === "act" ? tappedIn : !page.table.contains(form) && form.closest(".sheet");
  });

  const changes = new WeakMap(); // button → when its changes began, and when the last of them was seen
  const observer = new MutationObserver((records) => {
    const changed = [];
    for (const record of records) {
      // What is unfolded appears under the finger that unfolded it.
      for (const node of record.type === "attributes" ? [record.target] : record.addedNodes) {
        if (node.nodeType === Node.ELEMENT_NODE) changed.push(node, ...node.querySelectorAll("button"));
      }
    }
    const now = performance.now();
    for (const button of changed) {
      const before = changes.get(button);
      changes.set(button, { since: before && now - before.at < CHANGED_MS ? before.since : now, at: now });
    }
    // On a slow phone it is seen only then.
    requestAnimationFrame(() => setTimeout(() => {
      for (const button of changed) changes.get(button).at = performance.now();
    }));
  });
  const attributeFilter = ["open", "value", "data-plays-for"];
  observer.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true, attributeFilter });

  const whoseIsFolded = () => document.querySelector(".thumb .unfolds")?.dataset.for;
  let foldedFor = whoseIsFolded();
  let foldedAt = -Infinity;

  // A tap beside an open sheet puts it away, and does nothing else.
  let beside = false;
  document.addEventListener("pointerdown", ({ target }) => {
    const open = document.querySelector(page.OPEN); // hidden while a refusal is said above it
    beside = Boolean(open?.getClientRects().length) && !target.closest(page.OPEN);
  }, true);

  let lastAt = [-Infinity, -Infinity]; // where a button was tapped last
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  /** Show that a tap was not taken. */
  const rest = (button) => {
    button.classList.add("untaken");
    setTimeout(() => button.classList.remove("untaken"), REST_MS);
  };

  // What stood where before each change of the page, for as long as a change counts as one under the finger.
  const means = (button) => [
    button.name, button.value, button.getAttribute("form"), button.getAttribute("popovertarget"), button.form?.id, button.textContent,
  ].join();
  const middle = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  let views = [];
  document.addEventListener("htmx:before:swap", () => {
    const at = performance.now();
    const seen = Array.from(document.querySelectorAll(".thumb button, .stage button"), (one) => (one.getClientRects().length ? [means(one), middle(one)] : []));
    views = [...views.filter((view) => at - view.at < KEPT_MS), { at, seen }];
  });
  /** Whether a button is what it was, where it was, through its changes that began at `from`. */
  const isSame = (button, from) => {
    const [x, y] = middle(button);
    const meant = means(button);
    const since = views.filter(({ at }) => at >= from - SWAP_MS);
    return since.length > 0 && since.every(({ seen }) => seen.some(([what, at]) => what === meant
      && Math.hypot(at[0] - x, at[1] - y) < SAME_PLACE_PX));
  };

  // A tap during which its button was replaced comes to no click: what stands there now is tapped if it is the same.
  let down;
  document.addEventListener("pointerdown", ({ target, isPrimary, clientX, clientY }) => {
    const button = isPrimary && target.closest?.("button");
    down = button ? { button, meant: means(button), at: [clientX, clientY], since: performance.now() } : undefined;
  }, true);
  document.addEventListener("pointercancel", () => { down = undefined; }, true);
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const tap = down;
    if (!tap || Math.hypot(clientX - tap.at[0], clientY - tap.at[1]) > SAME_PLACE_PX) return;
    if (performance.now() - tap.since > LONG_PRESS_MS) return;
    setTimeout(() => {
      if (down !== tap || tap.button.isConnected) return;
      down = undefined;
      const now = document.elementFromPoint(...tap.at)?.closest("button");
      if (!now) return;
      if (means(now) === tap.meant) now.click();
      else rest(now);
    }, CLICK_MS);
  }, true);
  document.addEventListener("click", (event) => {
    const { target } = event;
    down = undefined;
    if (beside && event.detail) {
      document.querySelector(page.OPEN)?.hidePopover(); // iOS before 18.3 leaves it open
      return swallow(event);
    }
    const unfolds = target.closest?.(".unfolds");
    if (unfolds) {
      event.preventDefault();
      // Whose turn it is just changed under the finger, which meant to end the turn before.
      if (event.timeStamp - foldedAt < CHANGED_MS) {
        event.stopPropagation();
        return rest(unfolds);
      }
      page.table.dataset.playsFor = unfolds.dataset.for;
      unfolds.closest(page.OPEN)?.hidePopover();
      document.querySelector(".thumb .folded :enabled")?.focus({ preventScroll: true });
      return;
    }
    // The board of somebody whose own phone is there is tapped for them only once that is unfolded.
    const folded = Array.from(document.querySelectorAll(".thumb .unfolds")).find((link) => link.getClientRects().length);
    // What only tells what it is (data-tells) is tapped at any time, and so is where something is put right (data-putting).
    if (folded && !page.table.dataset.putting && target.closest?.(".hero :is(button, .part)") && !target.closest("[data-tells]")) {
      swallow(event);
      if (page.whatIs(target)) page.tellWhat(page.whatIs(target));
      else folded.focus({ focusVisible: true, preventScroll: true });
      return;
    }
    const button = target.closest?.("button");
    if (!button) return;
    if (!page.notice.contains(button)) page.tapped = button;
    tappedIn = button.closest(page.OPEN);
    const again = !event.detail || Math.hypot(event.clientX - lastAt[0], event.clientY - lastAt[1]) < FINGER_PX;
    const covered = event.timeStamp - page.openedAt < CHANGED_MS || (again && event.timeStamp - page.closedAt < CHANGED_MS);
    lastAt = [event.clientX, event.clientY];
    const change = changes.get(button);
    const changed = change && event.timeStamp - change.at < CHANGED_MS && !isSame(button, change.since);
    const resting = document.body.classList.contains("resting") && button.type === "submit";
    if (!covered && !changed && !resting) return;
    swallow(event);
    rest(button);
  }, true);
  // What was unfolded for one turn is folded again at the next.
  document.addEventListener("htmx:after:swap", () => {
    if (foldedFor !== (foldedFor = whoseIsFolded())) foldedAt = performance.now();
    const { playsFor } = page.table.dataset;
    if (playsFor && !document.querySelector(`.thumb .unfolds[data-for="${playsFor}"]`)) delete page.table.dataset.playsFor;
  });
  // A choice that is missing is shown where it is to be made: the browser would say so in its own language, over the choices.
  let missing = []; // what the button that was tapped last lacks
  document.addEventListener("invalid", (event) => {
    const choice = event.target.closest("fieldset:has([type=radio])");
    if (!choice) return;
    event.preventDefault();
    if (!missing.length) {
      setTimeout(() => { missing = []; });
      event.target.focus();
    }
    if (missing.includes(choice)) return;
    missing.push(choice);
    choice.classList.add("missing");
    choice.addEventListener("change", () => choice.classList.remove("missing"), { once: true });
    rest(choice);
  }, true);
  // Return on a choice enters nothing: which of the form's buttons would it mean?
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches?.("[type=radio], [type=checkbox]")) event.preventDefault();
  });
}
