// For browsers that know no scroll anchoring (Safari): what is in sight stays under the finger, whatever comes or goes
// above it.
"use strict";
{
  let inSight;
  document.addEventListener("htmx:before:swap", () => {
    inSight ??= scrollY > 0 && Array.from(document.querySelectorAll(".side :not(.sr)"), (element) => [element, element.getBoundingClientRect()])
      .filter(([, { top, height }]) => height && top >= 0 && top < innerHeight);
  });
  document.addEventListener("htmx:after:swap", () => {
    const [element, before] = inSight && inSight.find(([{ isConnected }]) => isConnected) || [];
    if (element?.getClientRects().length) scrollBy({ top: element.getBoundingClientRect().top - before.top, behavior: "instant" });
    inSight = undefined;
  });
}
