// The stage: what this phone shows of it, the ring or what the field's action is about; and the question before a turn
// ends, which is asked once a turn.
"use strict";
{
  const askedAbout = new Set();
  /** Whether this phone acts for the seat to move: it holds it, holds none, or was told to play for it. Where that
      seat has no phone of its own (data-alone), every phone does. */
  const acts = ({ for: seat, alone }) => {
    const { seats = "", playsFor } = table.dataset;
    return seat === undefined || alone !== undefined || seats === "" || playsFor === seat || seats.split(" ").includes(seat);
  };
  // Of several seats of this phone, one line tells: of the one to move, else of the first.
  const setMine = (mover) => {
    const { seats = "" } = table.dataset;
    const mine = Array.from(document.querySelectorAll(".mine")).filter((one) => seats.split(" ").includes(one.dataset.for));
    const told = mine.find((one) => one.dataset.for === mover) ?? mine[0];
    for (const one of mine) one.hidden = one !== told;
  };
  const setStage = () => {
    const where = document.getElementById("where");
    setMine((where ?? document.querySelector(".chips .turn"))?.dataset.for);
    if (!where) return;
    const { stage } = where.dataset;
    table.dataset.stage = stage === "over" || acts(where.dataset) ? stage : "ring";
    if (stage !== "sale") table.removeAttribute("data-singly");
    // The ring that was asked for goes when the stage has something else to show.
    if (table.dataset.ringFor !== where.dataset.turn + stage) delete table.dataset.ringFor;
  };
  document.addEventListener("click", ({ target }) => {
    const opens = target.closest?.("[data-opens]");
    if (opens) document.getElementById(opens.dataset.opens).showPopover();
    if (target.closest?.("[data-shows-ring]")) {
      const { turn, stage } = document.getElementById("where").dataset;
      if (table.dataset.ringFor) delete table.dataset.ringFor;
      else table.dataset.ringFor = turn + stage;
    }
    const singly = target.closest?.("[data-by-one]");
    if (singly) {
      singly.setAttribute("aria-pressed", String(table.toggleAttribute("data-singly")));
    }
    setTimeout(setStage); // a tap may have unfolded another seat's buttons
  });
  // Who was asked once this turn, and taps again, means it.
  document.addEventListener("click", (event) => {
    const ending = event.target.closest?.("[data-asks-once]");
    if (!ending) return;
    const { asksOnce } = ending.dataset;
    if (!askedAbout.has(asksOnce)) askedAbout.add(asksOnce);
    else {
      event.preventDefault();
      document.querySelector("#end-asks [name=move]")?.click();
    }
  }, true);
  // A move that no button on the page enters is sent by the form of all others.
  const enterMove = (move) => {
    const form = document.getElementById("act");
    const button = Object.assign(document.createElement("button"), { name: "move", value: move, hidden: true });
    form.append(button);
    form.requestSubmit(button);
    setTimeout(() => button.remove());
  };
  // A Noctis card played before the turn's card was drawn: that is drawn first, and the card is played once it is shown.
  let waiting; // the card's move, until then
  const mayDraw = () => document.querySelector('.thumb [value*=\'"kind":"draw"\']');
  const playCard = (button) => {
    const move = button.value;
    if (!button.hasAttribute("data-draws") || !mayDraw()) return enterMove(move);
    const { seat } = JSON.parse(move);
    waiting = { move, turn: document.getElementById("where").dataset.turn };
    enterMove(JSON.stringify({ kind: "draw", seat, from: "deck" }));
  };
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const button = event.target.closest?.("button");
    if (button) waiting = undefined; // whoever taps on, means that
    if (button?.hasAttribute("data-draws")) {
      event.preventDefault();
      playCard(button);
    }
    // A Golem is laid on the ring by tapping a field of the board itself.
    if (button?.hasAttribute("data-lays")) {
      for (const sheet of document.querySelectorAll(":popover-open")) sheet.hidePopover();
      table.toggleAttribute("data-laying", true);
      return;
    }
    if (!table.hasAttribute("data-laying")) return;
    table.removeAttribute("data-laying");
    const field = /field-(\d)/.exec(event.target.closest?.(".board .field")?.outerHTML)?.[1];
    const lays = document.querySelector(`.by-field[data-field="${field}"]`);
    if (!lays) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    playCard(lays);
  }, true);
  document.addEventListener("htmx:after:swap", () => {
    if (!waiting || mayDraw()) return;
    const { move, turn } = waiting;
    waiting = undefined;
    if (turn === document.getElementById("where")?.dataset.turn) enterMove(move);
  });
  // What somebody else did is taken back only once that was said.
  document.addEventListener("click", (event) => {
    const { acted } = event.target.closest?.("#undo")?.dataset ?? {};
    const { seats = "" } = table.dataset;
    const asks = document.getElementById("undo-asks");
    if (acted === undefined || !asks || seats === "" || acted.split(" ").some((seat) => seats.split(" ").includes(seat))) return;
    event.preventDefault();
    asks.showPopover();
  });
  // What asked goes with the answer: else it would offer the turn before under the same finger.
  for (const [form, sheet] of [["undoing", "#undo-asks"], ["turning", "#log"]]) {
    document.getElementById(form)?.addEventListener("submit", () => {
      document.querySelector(`${sheet}:popover-open`)?.hidePopover();
    });
  }
  document.addEventListener("htmx:after:swap", setStage);
  setStage();
}
