// Sheets: one from which a move was entered closes, ready for the next time, unless it is in use again, or the form asked
// only for what the sheet needs to go on (data-goes-on).
"use strict";
{
  const usedAt = new WeakMap();
  /** Note that a sheet is in use: what was entered from it earlier does not close it. */
  page.useSheet = (sheet) => sheet && usedAt.set(sheet, performance.now());
  // A keyboard, or a voice that reads, goes on in the sheet.
  const enterSheet = (sheet) => {
    sheet.tabIndex = -1;
    sheet.focus({ preventScroll: true });
  };
  document.addEventListener("input", ({ target }) => page.useSheet(target.closest(".sheet")));
  document.addEventListener("toggle", ({ target, newState }) => {
    // Of sheets that were opened one from another, a browser gives the focus back from the outermost only.
    if (newState !== "open") return document.querySelector(`${page.OPEN} [popovertarget="${target.id}"]`)?.focus();
    page.useSheet(target);
    if (target.popover) enterSheet(target);
  }, true);
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const { sheet } = ctx;
    if (ctx.response.status !== 200 || !sheet || usedAt.get(sheet) > ctx.at) return;
    for (const form of sheet.querySelectorAll("form")) form.reset();
    if (ctx.sourceElement.closest("[data-goes-on]")) return;
    if (sheet.getClientRects().length) page.closedAt = performance.now();
    if (sheet.matches(page.OPEN)) sheet.hidePopover();
    // The sheet it was opened from has done its part, too.
    if (sheet.dataset.closes) document.getElementById(sheet.dataset.closes)?.hidePopover();
  });

  // Back closes an open sheet before it leaves the table: while one is open, an entry of the history stands for it.
  const isOpen = () => document.querySelector(`.sheet${page.OPEN}`);
  let goingBack = false;
  const push = () => goingBack || history.state?.sheet || history.pushState({ sheet: true }, "");
  const stand = () => isOpen() && push();
  const fall = () => {
    if (goingBack || !history.state?.sheet || isOpen()) return;
    goingBack = true;
    history.back();
  };
  // Before it opens: "toggle" comes after the sheet can be seen, and Back may come first.
  document.addEventListener("beforetoggle", ({ target, newState }) => {
    if (newState === "open" && target.matches(".sheet[popover]")) push();
  }, true);
  document.addEventListener("toggle", ({ target, newState }) => {
    if (!target.matches(".sheet[popover]")) return;
    if (newState !== "open") fall();
    else stand();
  }, true);
  addEventListener("popstate", () => {
    if (goingBack) {
      goingBack = false;
      return stand();
    }
    if (!history.state?.sheet) for (const sheet of document.querySelectorAll(`.sheet${page.OPEN}`)) sheet.hidePopover();
  });
  fall(); // a page that was left with an open sheet

  const turnShown = () => document.querySelector("[data-turn]")?.dataset.turn;
  let turn = turnShown();
  page.aroundSwap(() => document.querySelector(page.OPEN), (open) => {
    // What was chosen for a turn and not entered is gone with it.
    if (turn !== (turn = turnShown())) {
      for (const form of document.querySelectorAll("[data-turn] form")) {
        form.reset();
        form.closest(page.OPEN)?.hidePopover();
      }
    }
    if (open && !open.matches(page.OPEN)) page.closedAt = performance.now();
  });
  // Escape puts away what was said before the sheet below it.
  document.addEventListener("keydown", (event) => {
    const said = event.key === "Escape" && page.notice.querySelector("[data-dismiss]");
    if (!said || document.querySelector(`#rules${page.OPEN}`)) return;
    event.preventDefault();
    said.click();
  });
}
