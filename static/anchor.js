// For browsers that know no scroll anchoring (Safari): what is in sight stays under the finger, whatever comes or goes
// above it, unless the page itself scrolled meanwhile.
"use strict";
{
  let before;
  const [board, side] = [".hero", ".side"].map((part) => document.querySelector(part));
  // Who looks at the board keeps the board where it is.
  const reading = () => {
    const { right, bottom } = board.getBoundingClientRect();
    return scrollY > 0 && (bottom < innerHeight / 2 || right <= side.getBoundingClientRect().left);
  };
  const inSight = () => Array.from(side.querySelectorAll(":not(.sr)"), (element) => [element, element.getBoundingClientRect()])
    .filter(([, { top, height }]) => height && top >= 0 && top < innerHeight);
  document.addEventListener("htmx:before:swap", ({ defaultPrevented }) => {
    if (!defaultPrevented) before ??= { scrolled: scrollY, seen: reading() ? inSight() : [] };
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!before) return; // one that was under way at the same time was the first to end
    const { scrolled, seen } = before;
    before = undefined;
    const [element, { top } = {}] = seen.find(([{ isConnected }]) => isConnected) ?? [];
    if (scrollY !== scrolled || !element?.getClientRects().length) return;
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  });
}
