// Flourishes: what is new on the page and worth a look (data-flourish says which it is, or else its text does) gets the
// class "flourish", and with it a motion of its game's style. What has an amount (data-amount) is new when there is more of
// it: data-more says how much. A flourish lasts 600 ms at most, nothing waits for it, and any tap ends it.
"use strict";
{
  const LONGEST_MS = 1000; // whatever else moves in it, and however slow the phone, it is over then
  const all = () => new Map(Array.from(page.table.querySelectorAll("[data-flourish]"), (one) => [
    `${one.closest("[id]").id} ${one.dataset.flourish || one.textContent}`, { one, amount: Number(one.dataset.amount) },
  ]));
  const end = (one) => {
    one.classList.remove("flourish");
    delete one.dataset.more;
  };
  page.aroundSwap(all, (before) => {
    for (const [which, { one, amount }] of all()) {
      const more = amount - before.get(which)?.amount;
      if (before.has(which) && !(more > 0)) continue;
      if (more) one.dataset.more = more;
      one.classList.add("flourish");
      // Of no motion at all it is over at once: it is not in sight, or no motion is wanted. One that is put out of sight
      // meanwhile is over, too: it would begin anew when it comes back.
      const motions = one.getAnimations({ subtree: true }).map(({ finished }) => finished);
      if (!motions.length) end(one);
      else {
        Promise.allSettled(motions).then(() => end(one));
        setTimeout(end, LONGEST_MS, one);
      }
    }
  });
  document.addEventListener("pointerdown", () => document.querySelectorAll(".flourish").forEach(end), true);
}
