// Taps: what was on the screen when the finger came down is what was meant, and a button that changed under the finger
// takes no tap.
"use strict";
const CHANGED_MS = 300;
let tapped; // the button that was tapped last
let tappedIn; // and the sheet it stood in
let closedAt = -Infinity; // when a sheet closed by itself: what lies beneath is under the finger

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { sourceElement: form, request: { body } } = ctx;
  if (body.has("seq")) body.set("seq", seqShown());
  ctx.at = performance.now();
  ctx.sheet = form.id === "act" ? tappedIn : !table.contains(form) && form.closest(".sheet");
});
{
  const changedAt = new WeakMap();
  const observer = new MutationObserver((records) => {
    const changed = [];
    for (const record of records) {
      // What is unfolded appears under the finger that unfolded it.
      for (const node of record.type === "attributes" ? [record.target] : record.addedNodes) {
        if (node.nodeType === Node.ELEMENT_NODE) changed.push(node, ...node.querySelectorAll("button"));
      }
    }
    const note = () => {
      for (const button of changed) changedAt.set(button, performance.now());
    };
    note();
    requestAnimationFrame(() => setTimeout(note)); // on a slow phone it is seen only then
  });
  const attributeFilter = ["open", "value", "data-plays-for"];
  observer.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true, attributeFilter });

  const whoseIsFolded = () => document.querySelector(".thumb .unfolds")?.dataset.for;
  let foldedFor = whoseIsFolded();
  let foldedAt = -Infinity;

  // A tap beside an open sheet puts it away, and does nothing else.
  let beside = false;
  document.addEventListener("pointerdown", ({ target }) => {
    const open = document.querySelector(":popover-open"); // hidden while a refusal is said above it
    beside = Boolean(open?.getClientRects().length) && !target.closest(":popover-open");
  }, true);

  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (beside && event.detail) {
      document.querySelector(":popover-open")?.hidePopover(); // iOS before 18.3 leaves it open
      return swallow(event);
    }
    const unfolds = target.closest?.(".unfolds");
    if (unfolds) {
      event.preventDefault();
      // Whose turn it is just changed under the finger, which meant to end the turn before.
      if (event.timeStamp - foldedAt < CHANGED_MS) return event.stopPropagation();
      table.dataset.playsFor = unfolds.dataset.for;
      unfolds.closest(":popover-open")?.hidePopover();
      document.querySelector(".thumb .folded :enabled")?.focus({ preventScroll: true });
      return;
    }
    // The board of somebody whose own phone is there is tapped for him only once that is unfolded.
    const folded = Array.from(document.querySelectorAll(".thumb .unfolds")).find((link) => link.getClientRects().length);
    // What only tells what it is (data-tells) is tapped at any time.
    if (folded && target.closest?.(".hero :is(button, .part)") && !target.closest("[data-tells]")) {
      swallow(event);
      if (whatIs(target)) tellWhat(nameOf(whatIs(target)));
      else folded.focus({ focusVisible: true, preventScroll: true });
      return;
    }
    const button = target.closest?.("button");
    if (!button) return;
    if (!notice.contains(button)) tapped = button;
    tappedIn = button.closest(":popover-open");
    const justChanged = event.timeStamp - Math.max(closedAt, changedAt.get(button) ?? closedAt) < CHANGED_MS;
    const resting = document.body.classList.contains("resting") && button.type === "submit";
    if (justChanged || resting) swallow(event);
  }, true);
  // What was unfolded for one turn is folded again at the next.
  document.addEventListener("htmx:after:swap", () => {
    if (foldedFor !== (foldedFor = whoseIsFolded())) foldedAt = performance.now();
    const { playsFor } = table.dataset;
    if (playsFor && !document.querySelector(`.thumb .unfolds[data-for="${playsFor}"]`)) delete table.dataset.playsFor;
  });
  // Return on a choice enters nothing: which of the form's buttons would it mean?
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches?.("[type=radio], [type=checkbox]")) event.preventDefault();
  });
}
