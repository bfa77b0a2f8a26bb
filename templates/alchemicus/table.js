// Alchemicus on the table's page: the ring or what the field's action is about, the question before a turn ends, Noctis
// cards and a Golem laid on the ring. All of it can be entered without this script too.
"use strict";
if (document.getElementById("where")) {
  const where = () => document.getElementById("where").dataset;

  const shown = (button) => button.getClientRects().length > 0;

  // --- the stage: the ring, or the action of the field
  /** Whether this phone acts for the seat to move: it holds it, holds none, or was told to play for it. Where that
      seat has no phone of its own (data-alone), every phone does. */
  const acts = ({ for: seat, alone }) => {
    const { seats = "", playsFor } = page.table.dataset;
    return seat === undefined || alone !== undefined || seats === "" || playsFor === seat || seats.split(" ").includes(seat);
  };
  const setStage = () => {
    const { stage, turn } = where();
    page.table.dataset.stage = stage === "over" || acts(where()) ? stage : "ring";
    if (stage !== "sale") page.table.removeAttribute("data-singly");
    // The ring that was asked for goes when the stage has something else to show.
    if (page.table.dataset.ringFor !== turn + stage) delete page.table.dataset.ringFor;
    // What sells one by one goes on doing so once its button is drawn anew.
    document.querySelector("[data-by-one]")?.setAttribute("aria-pressed", String(page.table.hasAttribute("data-singly")));
    page.table.toggleAttribute("data-untapped", !Array.from(document.querySelectorAll("#thumb :is(.btn, .icon-btn)")).some(shown));
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-shows-ring]")) {
      const { turn, stage } = where();
      if (page.table.dataset.ringFor) delete page.table.dataset.ringFor;
      else page.table.dataset.ringFor = turn + stage;
    }
    const singly = target.closest?.("[data-by-one]");
    if (singly) singly.setAttribute("aria-pressed", String(page.table.toggleAttribute("data-singly")));
    setTimeout(setStage); // a tap may have unfolded another seat's buttons
  });

  // --- a good on offer: asked in place of whose turn it is, until it was bought, or put away on this phone
  let declined = ""; // the offer that was
  const offer = () => {
    const seats = (page.table.dataset.seats ?? "").split(" ");
    const all = Array.from(document.querySelectorAll(".offered"));
    for (const one of all) {
      const { for: seat, seller, offered } = one.dataset;
      one.hidden = !seats.includes(seat) || seats.includes(seller) || offered === declined;
    }
    if (!all.length) declined = "";
    page.table.toggleAttribute("data-buying", all.some((one) => !one.hidden));
    // Its buttons have a row of their own, where there are any.
    page.table.toggleAttribute("data-offered-here", true);
    const here = Array.from(document.querySelectorAll(".offered-here > button"));
    page.table.toggleAttribute("data-offered-here", here.some(shown));
  };
  document.addEventListener("click", ({ target }) => {
    const asked = target.closest?.("[data-declines]")?.closest(".offered");
    if (!asked) return;
    declined = asked.dataset.offered;
    offer();
  });

  // --- news over the players: a tap puts it away
  const seen = new Set();
  const hideSeen = () => {
    for (const loud of document.querySelectorAll(".news[data-loud]")) loud.hidden = seen.has(loud.dataset.loud);
  };
  document.addEventListener("click", ({ target }) => {
    const news = target.closest?.(".news");
    if (!news) return;
    if (news.dataset.loud) seen.add(news.dataset.loud);
    news.hidden = true;
  });

  // --- the question before a turn ends: the second tap in the same turn ends it
  const askedAbout = new Set();
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

  // --- all prices at once: whichever was told, the next card whose price is not known is picked, before the answer is there
  const pricing = document.getElementById("tells-prices");
  const priced = new Set();
  const pickUnpriced = () => {
    const cards = Array.from(pricing?.querySelectorAll("[name=building]") ?? []);
    const picked = cards.findIndex((card) => card.checked);
    if (picked < 0 || !priced.has(cards[picked].value)) return;
    const next = [...cards.slice(picked), ...cards].find((card) => !("known" in card.dataset || priced.has(card.value)));
    if (next) next.checked = true;
  };
  // The sheet that leads there goes first: it is gone with its price, and would take this one along.
  document.addEventListener("click", (event) => {
    const from = event.target.closest?.("[popovertarget=pricing]")?.closest(page.OPEN);
    if (!from || from.id === "pricing") return;
    event.preventDefault();
    from.hidePopover();
    document.getElementById("pricing").showPopover();
  });
  pricing?.addEventListener("click", ({ target }) => {
    if (!target.closest("[name=price]")) return;
    const picked = pricing.querySelector("[name=building]:checked");
    if (!picked) return;
    priced.add(picked.value);
    setTimeout(pickUnpriced);
  });

  // --- Noctis cards
  // A move that no button on the page enters is sent by the form of all others.
  const enterMove = (move) => {
    const form = document.getElementById("act");
    const button = Object.assign(document.createElement("button"), { name: "move", value: move, hidden: true });
    form.append(button);
    form.requestSubmit(button);
    setTimeout(() => button.remove());
  };
  // A card played before the turn's card was drawn: that is drawn first, and the card is played once it is shown.
  let waiting; // the card's move, until then
  const drawing = () => document.querySelector('.thumb [value*=\'"kind":"draw"\']');
  const playCard = (button) => {
    const move = button.value;
    if (!button.hasAttribute("data-draws") || !drawing()) return enterMove(move);
    const { seat } = JSON.parse(move);
    waiting = { move, turn: where().turn };
    enterMove(JSON.stringify({ kind: "draw", seat, from: "deck" }));
  };
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const button = event.target.closest?.("button");
    if (button) waiting = undefined; // a tap on something else is meant instead
    if (button?.hasAttribute("data-draws")) {
      event.preventDefault();
      playCard(button);
    }
    // A Golem is laid on the ring by tapping a field of the board itself.
    if (button?.hasAttribute("data-lays")) {
      for (const sheet of document.querySelectorAll(page.OPEN)) sheet.hidePopover();
      page.table.toggleAttribute("data-laying", true);
      return;
    }
    if (!page.table.hasAttribute("data-laying")) return;
    page.table.removeAttribute("data-laying");
    const field = event.target.closest?.(".board [data-at]");
    const lays = field && document.querySelector(`.by-field[data-field="${field.dataset.at}"]`);
    if (!lays) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    playCard(lays);
  }, true);

  // --- what is put right by a tap on the board: the button says what, the field or the place where
  const says = document.getElementById("putting");
  let putting; // the move without its place, until that is tapped; what the stage showed before
  const leave = () => {
    putting = undefined;
    says.hidden = true;
    page.table.removeAttribute("data-putting");
    delete page.table.dataset.ringFor;
    setStage();
  };
  document.addEventListener("click", (event) => {
    const puts = event.target.closest?.("[data-puts]");
    if (puts && !event.defaultPrevented) {
      for (const sheet of document.querySelectorAll(page.OPEN)) sheet.hidePopover();
      putting = JSON.parse(puts.dataset.move);
      says.hidden = false;
      says.firstElementChild.textContent = puts.dataset.says;
      page.table.dataset.putting = puts.dataset.puts;
      page.table.dataset.ringFor = where().turn + where().stage;
      return;
    }
    if (!putting || event.defaultPrevented) return;
    const thing = event.target.closest?.(`.board .${page.table.dataset.putting}`);
    if (!thing && !event.target.closest?.(".board, [data-leaves]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (thing) {
      const at = page.nameOf(thing).replace(/^\w+-/, "");
      enterMove(JSON.stringify({ ...putting, ...(thing.matches(".field") ? { field: Number(at) } : { to: at }) }));
    }
    if (thing || event.target.closest("[data-leaves]")) leave();
  }, true);

  // --- a pawn, or the Spirit, that moved glides to where it stands now, round the ring: a copy of it does, and it waits
  const board = document.querySelector(".board");
  const FARTHEST_TURN = 270; // degrees clockwise; what is farther goes back
  /** Where on the board it stands, as an angle in degrees and a reach in hundredths of its width. */
  const placed = (one) => {
    const [all, own] = [board.getBoundingClientRect(), one.getBoundingClientRect()];
    const [x, y] = [own.x + own.width / 2 - all.x - all.width / 2, own.y + own.height / 2 - all.y - all.height / 2];
    return { turn: (Math.atan2(x, -y) * 180) / Math.PI, reach: (100 * Math.hypot(x, y)) / all.width };
  };
  const pawns = () => new Map(!board.getClientRects().length ? [] : Array.from(
    board.querySelectorAll(":is(.field, .place) :is(.pawns .token, .spirit-pawn)"), // none of a copy that still glides
    (one) => [one.className, { one, spot: /s?pos-\d/.exec(one.closest(".field, .place").className)[0], ...placed(one) }],
  ));
  page.aroundSwap(pawns, (before) => {
    for (const [which, { one, spot, turn, reach }] of pawns()) {
      const was = before.get(which);
      if (!was || was.spot === spot || one.classList.contains("arrives")) continue;
      const on = (((turn - was.turn) % 360) + 360) % 360;
      const copy = document.createElement("span");
      copy.className = "glide";
      copy.ariaHidden = "true";
      copy.append(one.cloneNode(true));
      const { style } = copy;
      style.fontSize = getComputedStyle(one).fontSize;
      style.setProperty("--from-turn", `${was.turn}deg`);
      style.setProperty("--to-turn", `${was.turn + (on > FARTHEST_TURN ? on - 360 : on)}deg`);
      style.setProperty("--from-reach", `${-was.reach}cqw`);
      style.setProperty("--to-reach", `${-reach}cqw`);
      board.append(copy);
      one.classList.add("arrives");
      copy.classList.add("flourish"); // as other flourishes it ends with any tap (static/table/flourishes.js)
      const end = () => {
        copy.classList.remove("flourish");
        copy.remove();
        one.classList.remove("arrives");
      };
      const motions = copy.getAnimations().map(({ finished }) => finished);
      if (motions.length) Promise.allSettled(motions).then(end);
      else end();
    }
  });

  document.addEventListener("htmx:after:swap", () => {
    offer(); // first: its buttons count among those that may be tapped
    setStage();
    hideSeen();
    pickUnpriced();
    if (!waiting || drawing()) return;
    const { move, turn } = waiting;
    waiting = undefined;
    if (turn === where().turn) enterMove(move);
  });
  offer();
  setStage();
}
