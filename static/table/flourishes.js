// Flourishes: what is new on the page and worth a look (data-flourish says which it is, or else its text does) gets the
// class "flourish", and with it a motion of its game's style. It lasts 600 ms at most, nothing waits for it, and any tap
// ends it.
"use strict";
{
  const all = () => new Map(Array.from(page.table.querySelectorAll("[data-flourish]"), (one) => [
    `${one.closest("[id]").id} ${one.dataset.flourish || one.textContent}`, one,
  ]));
  const end = (one) => one.classList.remove("flourish");
  page.aroundSwap(all, (before) => {
    for (const [which, one] of all()) {
      if (before.has(which)) continue;
      one.classList.add("flourish");
      if (!one.getAnimations({ subtree: true }).length) end(one); // it is not in sight, or no motion is wanted
    }
  });
  // One that is put out of sight meanwhile is over, too: it would begin anew when it comes back.
  for (const over of ["animationend", "animationcancel"]) document.addEventListener(over, ({ target }) => end(target));
  document.addEventListener("pointerdown", () => document.querySelectorAll(".flourish").forEach(end), true);
}
