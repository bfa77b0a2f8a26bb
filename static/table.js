// The table's page: one key for each tap, no tap on a button that changed under the finger, the newest table only,
// "cut off" within five seconds, the screen kept on while a game runs.
"use strict";
(() => {
  // Where a form was sent before this script was there, the page is its answer: it is the table all the same.
  const address = document.getElementById("act").getAttribute("action").replace("/entries", "");
  if (location.pathname !== address) history.replaceState(null, "", address);
  const table = () => document.getElementById("table");
  const seqHere = () => Number(document.getElementById("latest").dataset.seq);
  const notice = document.getElementById("notice");
  const CHANGED_MS = 300; // so long a button that changed under the finger takes no tap
  // A stream gives a sign every two seconds. Without one the phone asks for itself, then says that it is cut off.
  const LATE_MS = 3000;
  const SILENT_MS = 4200;
  const ANSWER_MS = 10000; // so long it waits for what it asked for
  const LOOK_MS = 250; // so often it looks what is to be done
  const SOON_MS = 300; // so long it waits before it opens a stream that broke off, and from the second time on
  const RETRY_MS = 2000;

  // --- what this phone shows, part by part: it is sent what differs
  const tags = () => Array.from(document.querySelectorAll("[data-part]"), (part) => part.dataset.part);
  const shown = () => tags().join(" ");
  const version = () => `${seqHere()}.${tags().reduce((sum, tag) => (sum + parseInt(tag, 36)) % 2 ** 32, 0).toString(16)}`;

  // --- taps
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const { sourceElement: form, request: { headers, body } } = ctx;
    headers["Referee-Shows"] = shown();
    // What was on the screen when the finger came down is what was meant.
    if (body.has("seq")) body.set("seq", seqHere());
    ctx.at = performance.now();
    ctx.sheet = form.id === "act" ? tappedIn : !table().contains(form) && form.closest(".sheet");
  });

  // The button that was tapped last, and its sheet; where it is gone, a keyboard goes on with the thumb's first, or on the
  // board.
  let tapped;
  let tappedIn;
  const next = () => document.querySelector(".thumb .btn") ?? document.querySelector("button.legal, .thumb :enabled");

  const changedAt = new WeakMap();
  let closedAt = -Infinity; // when a sheet closed by itself: what lies beneath is under the finger
  const seen = new MutationObserver((records) => {
    const changed = [];
    for (const record of records) {
      // What is unfolded lies under the finger that did it.
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
  seen.observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true, attributeFilter: ["open", "value"] });
  // A tap beside an open sheet puts it away, and does nothing else.
  let beside = false;
  document.addEventListener("pointerdown", ({ target }) => {
    const open = document.querySelector(":popover-open"); // hidden while a refusal is said above it
    beside = Boolean(open?.getClientRects().length) && !target.closest(":popover-open");
  }, true);
  const leave = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", (event) => {
    if (beside && event.detail) {
      document.querySelector(":popover-open")?.hidePopover(); // iOS before 18.3 leaves it open
      return leave(event);
    }
    // The board of somebody whose own phone is there is tapped for him only once that is unfolded.
    const folded = document.querySelector(".thumb details:not([open]) > summary");
    if (folded && event.target.closest?.(".hero :is(button, .part)")) {
      leave(event);
      folded.focus({ focusVisible: true, preventScroll: true });
      return;
    }
    if (event.target.closest?.("[data-dismiss]")) {
      event.preventDefault();
      notice.replaceChildren();
      if (refused?.isConnected && !refused.matches(":popover-open")) refused.showPopover();
      (tapped?.isConnected ? tapped : next())?.focus({ preventScroll: true });
      return;
    }
    const button = event.target.closest?.("button");
    if (!button) return;
    if (!notice.contains(button)) tapped = button;
    tappedIn = button.closest(":popover-open");
    const justChanged = event.timeStamp - Math.max(closedAt, changedAt.get(button) ?? closedAt) < CHANGED_MS;
    const resting = document.body.classList.contains("resting") && button.type === "submit";
    if (justChanged || resting) leave(event);
  }, true);

  // --- what is said stands above the thumb's buttons, be they one row or three
  const thumb = document.querySelector(".thumb");
  const above = () =>
    document.documentElement.style.setProperty("--thumb", `${innerHeight - thumb.getBoundingClientRect().top}px`);
  new ResizeObserver(above).observe(thumb);
  addEventListener("scroll", above, { passive: true });

  // --- an answer that was overtaken by a newer one is not shown
  const seqOf = (text) => Number(/data-seq="(\d+)"/.exec(text)?.[1] ?? -1);
  document.addEventListener("htmx:before:swap", (event) => {
    const text = event.detail.ctx?.text;
    if (typeof text !== "string") return;
    const seq = seqOf(text);
    if (seq < 0 || seq >= seqHere()) return;
    event.preventDefault();
    const said = new DOMParser().parseFromString(text, "text/html").getElementById("notice");
    if (said?.firstElementChild) show(said.outerHTML);
  });
  // --- a sheet from which a move was entered closes, ready for the next time, unless it is in use again
  const usedAt = new WeakMap();
  const using = (sheet) => sheet && usedAt.set(sheet, performance.now());
  document.addEventListener("input", ({ target }) => using(target.closest(".sheet")));
  // Who listens, or has a keyboard, goes on in the sheet.
  const enter = (sheet) => {
    sheet.tabIndex = -1;
    sheet.focus({ preventScroll: true });
  };
  document.addEventListener("toggle", ({ target, newState }) => {
    // Of sheets that were opened one from another, a browser gives the focus back from the outermost only.
    if (newState !== "open") return document.querySelector(`:popover-open [popovertarget="${target.id}"]`)?.focus();
    using(target);
    if (target.popover) enter(target);
  }, true);
  let saidAt = -Infinity;
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    // What was said after this was tapped has not been read yet.
    if (ctx.at < saidAt) ctx.text = ctx.text.replace('<div id="notice" hx-swap-oob="innerHTML"></div>', "");
    const { sheet } = ctx;
    if (ctx.response.status !== 200 || !sheet || usedAt.get(sheet) > ctx.at) return;
    if (sheet.getClientRects().length) closedAt = performance.now();
    for (const form of sheet.querySelectorAll("form")) form.reset();
    if (sheet.matches(":popover-open")) sheet.hidePopover();
  });
  // Return on a choice enters nothing: which of the form's buttons would it mean? Escape puts away what was said before the
  // sheet below it, and the sheet of Homunculus' places, which is no popover.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches?.("[type=radio], [type=checkbox]")) event.preventDefault();
    if (event.key === "Tab" && !event.shiftKey && event.target.matches?.(".part > :checked")) {
      event.preventDefault();
      enter(forPlace);
    }
    if (event.key !== "Escape") return;
    const said = notice.querySelector("[data-dismiss]");
    if (said) {
      event.preventDefault();
      said.click();
    } else if (!document.querySelector(":popover-open")) look?.reset();
  });
  // What was chosen for one of Homunculus' places is not meant for the next. Who leaves its sheet goes on at the place.
  const look = document.getElementById("look");
  const forPlace = document.querySelector(".for-place");
  look?.addEventListener("change", () => {
    for (const form of document.querySelectorAll("#play, #take")) form.reset();
    using(forPlace);
  });
  look?.addEventListener("click", ({ target, detail }) => detail && target.checked && enter(forPlace));
  look?.addEventListener("reset", () => look.querySelector(":checked")?.focus());
  // --- what a swap leaves as it was; where the page stands, most browsers see to by themselves
  if (!CSS.supports("overflow-anchor", "auto")) import("/static/anchor.js");
  const turnNow = () => document.querySelector("[data-turn]")?.dataset.turn;
  const isOver = () => Boolean(table().querySelector("[data-over]"));
  let turn = turnNow();
  let over = isOver();
  let said = notice.firstElementChild;
  let refused; // the sheet from which something was refused comes back, as it was left, when the refusal is put away
  let open;
  let focused;
  let byKeyboard;
  document.addEventListener("htmx:before:swap", () => {
    open = document.querySelector(":popover-open");
    focused = document.activeElement;
    byKeyboard = focused.matches(":focus-visible");
  });
  document.addEventListener("htmx:after:swap", () => {
    // What was chosen for a turn and not entered is gone with it.
    if (turn !== (turn = turnNow())) {
      for (const form of document.querySelectorAll("[data-turn] form")) {
        form.reset();
        form.closest(":popover-open")?.hidePopover();
      }
    }
    if (open && !open.matches(":popover-open")) closedAt = performance.now();
    if (said !== (said = notice.firstElementChild)) saidAt = performance.now();
    refused = said ? refused ?? tapped?.closest(":popover-open") ?? document.querySelector(":popover-open") : undefined;
    notice.querySelector(".refusal")?.focus({ preventScroll: true });
    if (focused.id === "redo" && focused.hidden) document.getElementById("undo").focus();
    // A browser lets go of what is hidden or disabled at its next frame only.
    const here = document.activeElement;
    if (focused !== document.body && (here === document.body || here.disabled || !here.getClientRects().length)) {
      const to = next();
      // The thumb's buttons are in sight, but in what scrolling keeps free for them.
      to?.focus({ preventScroll: !byKeyboard || thumb.contains(to) });
    }
    // Who has won is shown where everybody looks, wherever he had scrolled to.
    if (!over && isOver()) scrollTo(0, 0);
    over = isOver();
    keepAwake();
  });

  // --- the connection: a stream that is silent or gone is opened anew, and the phone asks as long as it brings nothing
  let source;
  let heard = performance.now();
  let streamed = heard;
  let asked = heard;
  let asking = false;
  let tries = 0;
  let nextTry = 0;
  const hear = () => {
    heard = performance.now();
    cutOff(false);
  };
  const onStream = () => {
    hear();
    streamed = heard;
    tries = 0;
    nextTry = heard + SILENT_MS;
  };
  const follow = () => {
    source?.close();
    // On a slow way a stream may take long to come.
    nextTry = performance.now() + SILENT_MS * 2 ** Math.min(tries, 2);
    tries += 1;
    source = new EventSource(`${location.pathname}/stream?since=${version()}`);
    source.addEventListener("open", () => document.dispatchEvent(new Event("referee:connected")));
    source.addEventListener("beat", onStream);
    source.addEventListener("message", async ({ data, lastEventId }) => {
      onStream();
      await show(data);
      // The stream sends what changed since it last spoke. When two entries came at once it never spoke of the first,
      // which an answer may have shown here; what the second took back would stay.
      if (lastEventId.startsWith(`${seqHere()}.`) && lastEventId !== version()) refresh();
    });
    source.addEventListener("error", () => {
      source.close();
      // When a server comes back, not all its phones at the same moment.
      nextTry = performance.now() + (tries > 1 ? RETRY_MS : SOON_MS) * (0.7 + 0.6 * Math.random());
      document.dispatchEvent(new Event("referee:lost"));
    });
  };
  // Each waits for those before it: the newest is shown last.
  let showing = Promise.resolve();
  const show = (text) => {
    showing = showing.catch(() => {}).then(() => htmx.swap({ text, target: table(), sourceElement: table(), swap: "none" }));
    return showing;
  };
  const refresh = async () => {
    if (asking) return;
    asking = true;
    asked = performance.now();
    try {
      const answer = await fetch(location.pathname, {
        headers: { "HX-Request": "true", "HX-Request-Type": "partial", "Referee-Shows": shown() },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!answer.ok || !fromReferee(answer)) return;
      const text = await answer.text();
      hear();
      await show(text);
    } catch { /* still cut off */ } finally {
      asking = false;
    }
  };
  setInterval(() => {
    if (document.hidden) return;
    const now = performance.now();
    if (now - heard > SILENT_MS) cutOff(true);
    if (now - streamed > LATE_MS && now - asked > RETRY_MS) refresh();
    if (now >= nextTry) follow();
  }, LOOK_MS);
  // In a pocket a phone follows nothing; its neighbours are told. Out of it, it asks before it listens.
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) {
      source?.close();
      return;
    }
    heard = streamed = performance.now();
    keepAwake();
    await refresh();
    if (!document.hidden) follow();
  });
  if (!document.hidden) follow();
  // A browser may keep the page as it was left; who holds the phone now may be somebody else.
  addEventListener("pageshow", ({ persisted }) => persisted && reloadFromReferee());

  // --- the screen stays on while a game runs, where the browser can
  // One after the other, so that there is one lock, and none once the game is over.
  let awake = Promise.resolve();
  function keepAwake() {
    awake = awake.then((lock) => {
      if (isOver()) return lock?.release();
      return lock && !lock.released ? lock : navigator.wakeLock?.request("screen").catch(() => {});
    });
  }
  keepAwake();
})();
