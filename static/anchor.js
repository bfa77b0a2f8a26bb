// For browsers that know no scroll anchoring (Safari): what is in sight stays under the finger, whatever comes or goes
// above it, unless the page itself scrolled meanwhile.
"use strict";
{
  let before;
  const inSight = () => Array.from(document.querySelectorAll(".side :not(.sr)"), (element) => [element, element.getBoundingClientRect()])
    .filter(([, { top, height }]) => height && top >= 0 && top < innerHeight);
  document.addEventListener("htmx:before:swap", ({ defaultPrevented }) => {
    if (!defaultPrevented) before ??= { scrolled: scrollY, seen: scrollY > 0 ? inSight() : [] };
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
