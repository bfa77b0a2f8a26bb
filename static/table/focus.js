// Keyboard focus stays where it was when an update replaces parts of the page.
"use strict";
/** Where a keyboard goes on when what it was at is gone: the thumb's first button, or the board. */
page.nextFocus = () => {
  const inSight = (what) => Array.from(document.querySelectorAll(what)).find((one) => one.getClientRects().length);
  return inSight(".thumb .btn") ?? inSight("button.legal, .thumb :enabled");
};
/** Whether the game is over, as it is shown. */
page.isOver = () => Boolean(page.table.querySelector("[data-over]"));
{
  let over = page.isOver();
  const before = () => ({ focused: document.activeElement, byKeyboard: document.activeElement.matches(":focus-visible") });
  page.aroundSwap(before, ({ focused, byKeyboard }) => {
    if (focused.id === "redo" && focused.hidden) document.getElementById("undo").focus();
    // A browser lets go of what is hidden or disabled at its next frame only.
    const here = document.activeElement;
    if (focused !== document.body && (here === document.body || here.disabled || !here.getClientRects().length)) {
      const to = page.nextFocus();
      // The thumb's buttons are in sight, but in what scrolling keeps free for them.
      to?.focus({ preventScroll: !byKeyboard || page.thumb.contains(to) });
    }
    // Who has won is shown where everybody looks, wherever they had scrolled to.
    if (!over && page.isOver()) scrollTo(0, 0);
    over = page.isOver();
  });
}
