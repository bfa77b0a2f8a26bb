// Homunculus on the table's page: which homunculus is shown, what a tap on a place opens, ingredients tapped one by one,
// and a tail that aims. All of it can be entered without this script too (sheets.html, "by hand").
"use strict";
if (document.querySelector(".lab")) {
  const lab = document.querySelector(".lab");
  const acting = () => document.getElementById("acting").dataset;
  const ownSeats = () => (page.table.dataset.seats ?? "").split(" ").filter(Boolean);
  const aimingNote = document.querySelector(".aiming");

  // --- which homunculus: the phone's own, else that of the player to move (the host's phone also shows that of a player
  // who has no phone); another as long as it is looked at
  let looked; // the seat whose homunculus was asked for, until the turn passes
  let turn = acting().turn;
  const usual = () => {
    const { turn: toMove, won, phoneless } = acting();
    if (won !== undefined) return won;
    if (page.table.dataset.playsFor !== undefined) return page.table.dataset.playsFor;
    const own = ownSeats();
    if (phoneless !== undefined && page.table.dataset.host !== undefined) return toMove;
    return own.length && !own.includes(toMove) ? own[0] : own.length === 1 ? own[0] : toMove;
  };
  const showBoard = () => {
    const seat = looked ?? usual() ?? "0";
    for (const board of lab.children) board.hidden = board.dataset.board !== seat;
    for (const button of document.querySelectorAll("[data-shows]")) {
      button.setAttribute("aria-pressed", String(button.dataset.shows === seat));
    }
    for (const glance of document.querySelectorAll("[data-looks]")) glance.hidden = glance.dataset.looks === seat;
  };

  /** Whether this phone enters for `seat` now: the one to move, which it holds, or no phone does, or it was told to play for. */
  const enters = (seat) => {
    const own = ownSeats();
    const { for: toMove, phoneless } = acting();
    return seat === toMove
      && (!own.length || own.includes(seat) || phoneless !== undefined || page.table.dataset.playsFor === seat);
  };

  // --- the tail: the next tap on a tile is what it hits
  let aims = false;
  const hasTiles = (board) => Boolean(board.querySelector(".part:not(.vacant)"));
  const aim = (on) => {
    if (aims === on) return;
    aims = on;
    aimingNote.hidden = !on;
    lab.classList.toggle("aims", on);
    page.table.classList.toggle("aiming-tail", on);
    // It mostly hits somebody else: the first who has anything to hit is shown.
    const others = Array.from(lab.children).filter((board) => board.dataset.board !== acting().for && hasTiles(board));
    looked = on ? others[0]?.dataset.board : undefined;
    showBoard();
  };
  const strike = (seat, part) => {
    const form = document.getElementById("striking");
    form.elements.seat.value = acting().for;
    form.elements.target.value = seat;
    form.elements.hits.value = part;
    aim(false);
    form.requestSubmit();
  };

  // --- the sheet of a place
  const sheet = document.getElementById("place");
  const power = (part) => part.replace(/^(left|right)_/, "");
  const each = (selector, change) => sheet.querySelectorAll(selector).forEach(change);
  const openPlace = (seat, part, button) => {
    const { armless, legless } = acting();
    const acts = enters(seat);
    const vacant = button.classList.contains("vacant");
    const down = button.classList.contains("face-down");
    document.getElementById("place-title").textContent = button.textContent.trim();
    const waits = document.getElementById("place-waits");
    waits.hidden = acts || !ownSeats().includes(seat) || !acting().turn;
    waits.textContent = document.querySelector("#thumb .prompt > span:last-child b")?.innerText ?? "";
    const shows = {
      ".for-vacant": acts && vacant, ".for-laid": !vacant, ".for-down": acts && down, ".for-up": acts && !vacant && !down,
    };
    for (const [selector, shown] of Object.entries(shows)) each(selector, (one) => { one.hidden = !shown; });
    each("[data-power]", (one) => {
      one.hidden = !one.dataset.power.split(" ").includes(power(part)) || (one.matches(".for-laid") && vacant);
    });
    each("form", (form) => {
      form.reset();
      form.elements.seat.value = seat;
      if (form.elements.part) form.elements.part.value = part;
    });
    each("[name=target]", (target) => {
      target.hidden = target.value === seat;
      target.classList.toggle("barred", power(part) === "arm" && armless.split(" ").includes(target.value));
    });
    each("[data-power=leg].btn", (leg) => leg.classList.toggle("barred", legless !== undefined));
    each("[data-counting]", clear);
    each("details", (fold) => { fold.open = false; });
    showTileless(sheet);
    showEnd(acts && vacant);
    sheet.showPopover();
  };
  // Whoever has no tile reads so at once, not after having tapped what it costs or gives.
  const showTileless = (opened) => {
    for (const one of opened.querySelectorAll("[data-tileless]")) one.hidden = acting().tileless === undefined;
  };
  // A tile on the last empty place wins or loses the game: what one would have stands on each kind, what the others have
  // beside it.
  const showEnd = (lays) => {
    const totals = lays && JSON.parse(acting().last ?? "null");
    document.getElementById("place-ends").hidden = !totals;
    each(".makes", (one) => { one.hidden = !totals; });
    if (!totals) return;
    const chips = Array.from(document.querySelectorAll(".chips > .player")).filter((chip) => chip.dataset.for !== acting().for);
    const told = (chip) => `${chip.querySelector(".player-name").textContent} ${chip.querySelector(".points").textContent}`;
    document.getElementById("place-others").textContent = `· ${chips.map(told).join(" · ")}`;
    document.getElementById("place-untold").textContent = acting().untold ?? ""; // may still change who wins
    each(".makes", (one) => { one.textContent = totals[one.closest("button").value]; });
    const chosen = sheet.querySelector("#laying :checked");
    const range = chosen ? [totals[chosen.value]] : [...new Set(Object.values(totals))].sort((one, other) => one - other);
    document.getElementById("place-total").textContent = range.length > 1 ? `${range[0]}–${range.at(-1)}` : range[0];
  };

  // --- ingredients, one a tap
  const stock = () => JSON.parse(document.getElementById(`mine-${acting().for}`)?.dataset.stock ?? "{}");
  const inputs = (counting) => [...counting.querySelectorAll("input")];
  const total = (counting) => inputs(counting).reduce((sum, input) => sum + Number(input.value), 0);
  const showCounts = (counting) => {
    const have = counting.dataset.counting === "pay" && stock();
    for (const input of inputs(counting)) {
      const chip = input.previousElementSibling;
      const left = have ? (have[chip.dataset.adds] ?? 0) - Number(input.value) : undefined;
      chip.querySelector(".have").textContent = have ? ` ${Math.max(0, left)}` : "";
      chip.querySelector(".times").textContent = Number(input.value) || "";
      chip.classList.toggle("none", have ? left <= 0 : false);
      chip.classList.toggle("over", have ? left < 0 : false);
    }
    const chosen = total(counting);
    const form = counting.closest("form");
    for (const button of form.querySelectorAll("[data-needs-counts]")) {
      button.disabled = chosen === 0 || (button.dataset.needsCounts && chosen !== Number(button.dataset.needsCounts));
    }
    // Where nothing may be named too, the button for that stands in the place of the other.
    const none = form.querySelector("[data-needs-none]");
    if (none) {
      none.hidden = chosen > 0;
      form.querySelector("[data-needs-counts]").hidden = chosen === 0;
    }
    counting.querySelector("[data-clears]").hidden = chosen === 0;
  };
  function clear(counting) {
    const have = counting.dataset.counting === "pay" && stock();
    for (const input of inputs(counting)) {
      input.value = 0;
      const chip = input.previousElementSibling;
      chip.classList.toggle("lacks", have ? !have[chip.dataset.adds] : false);
    }
    showCounts(counting);
  }
  const add = (chip) => {
    const counting = chip.closest("[data-counting]");
    const input = chip.nextElementSibling;
    const most = Number(counting.dataset.most ?? Infinity);
    if (total(counting) < most) input.value = Number(input.value) + 1;
    input.dispatchEvent(new Event("input", { bubbles: true })); // the sheet is in use
    showCounts(counting);
  };
  // What such a tile cost before is what it costs.
  sheet.addEventListener("change", ({ target }) => {
    if (target.name === "kind_of") showEnd(true);
    const counting = sheet.querySelector("[data-counting=pay]");
    if (target.name !== "kind_of" || !counting) return;
    const prices = JSON.parse(sheet.dataset.prices ?? "{}");
    const price = prices[`tile ${target.form.elements.part.value} ${target.value}`];
    if (!price) return;
    for (const input of inputs(counting)) input.value = price[input.previousElementSibling.dataset.adds] ?? 0;
    showCounts(counting);
  });

  // --- taking ingredients: the favourite is asked once before it matters
  const extract = document.getElementById("extract");
  let later = false;
  const openExtract = () => {
    const { for: actor } = acting();
    const known = Boolean(document.getElementById(`mine-${actor}`)?.dataset.favourite);
    extract.querySelector(".if-no-favourite").hidden = known || later;
    extract.querySelector(".if-favourite").hidden = !known && !later;
    extract.querySelector(".has-favourite").hidden = !known;
    // What another board names is nobody else's favourite.
    for (const kind of extract.querySelectorAll("[name=kind_of]")) {
      kind.disabled = Boolean(document.querySelector(`.owner:not(#owner-${actor}) .favourite .kind-${kind.value}`));
    }
    for (const form of extract.querySelectorAll("form")) form.elements.seat.value = actor;
    showTileless(extract);
    extract.querySelectorAll("[data-counting]").forEach(clear);
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("button");
    if (!button) return;
    const { adds, looks, shows = looks, place, aims: aiming, aimsNoMore, later: postponed, clears } = button.dataset;
    if (adds !== undefined) add(button);
    else if (clears !== undefined) clear(button.closest("[data-counting]"));
    else if (shows !== undefined) {
      looked = !aims && shows === (looked ?? usual()) ? undefined : shows;
      showBoard();
    } else if (place !== undefined) {
      const seat = button.closest("[data-board]").dataset.board;
      if (aims && !button.classList.contains("vacant") && !(seat === acting().for && place === "tail")) strike(seat, place);
      else openPlace(seat, place, button);
    } else if (aiming !== undefined) {
      sheet.hidePopover();
      aim(true);
    } else if (aimsNoMore !== undefined) aim(false);
    else if (postponed !== undefined) {
      later = true;
      openExtract();
    } else setTimeout(showBoard); // what was unfolded for another seat
  });
  extract?.addEventListener("beforetoggle", ({ newState }) => newState === "open" && openExtract());

  const swapped = () => {
    if (turn !== (turn = acting().turn)) {
      looked = undefined;
      aim(false);
    }
    // The favourite was asked for and told: the sheet goes on to what is taken.
    if (extract?.matches(page.OPEN) && !extract.querySelector(".if-no-favourite").hidden) openExtract();
    showBoard();
  };
  document.addEventListener("htmx:after:swap", swapped);
  showBoard();
}
