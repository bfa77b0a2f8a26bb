// The stage: which of this phone's own lines is shown in the strip, sheets that other things than buttons open, and the
// question before somebody else's move is taken back.
"use strict";
{
  const ownSeats = () => (page.table.dataset.seats ?? "").split(" ").filter(Boolean);
  // Of several seats of this phone, one line tells: of the one to move, else of the first.
  const setMine = () => {
    const mover = document.querySelector(".chips .turn")?.dataset.for;
    const mine = Array.from(document.querySelectorAll(".mine")).filter((one) => ownSeats().includes(one.dataset.for));
    const told = mine.find((one) => one.dataset.for === mover) ?? mine[0];
    for (const one of mine) one.hidden = one !== told;
  };
  document.addEventListener("click", ({ target }) => {
    const opens = target.closest?.("[data-opens]");
    if (opens) document.getElementById(opens.dataset.opens).showPopover();
    setTimeout(setMine); // a tap may have unfolded another seat's buttons
  });
  // What somebody else did is taken back only once that was said.
  document.addEventListener("click", (event) => {
    const { acted } = event.target.closest?.("#undo")?.dataset ?? {};
    const asks = document.getElementById("undo-asks");
    const own = ownSeats();
    if (acted === undefined || !asks || !own.length || acted.split(" ").some((seat) => own.includes(seat))) return;
    event.preventDefault();
    asks.showPopover();
  });
  // What asked goes with the answer: else it would offer the turn before under the same finger.
  for (const [form, sheet] of [["undoing", "#undo-asks"], ["turning", "#log"]]) {
    document.getElementById(form)?.addEventListener("submit", () => {
      document.querySelector(`${sheet}${page.OPEN}`)?.hidePopover();
    });
  }
  document.addEventListener("htmx:after:swap", setMine);
  setMine();
}
