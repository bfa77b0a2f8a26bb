// The desks: an answer comes into the page it was asked on, and a count is made here while the server is out of
// reach. What is counted by stands in the page (#offline), written there from the referee's own tables; the script
// holds no number of its own.
"use strict";
(() => {
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

  // --- places: `worths` are lists of numbers by seat, compared one after the other; 1, 1, 3
  const compare = (one, other) => {
    const at = one.findIndex((number, index) => number !== other[index]);
    return at < 0 ? 0 : other[at] - one[at];
  };
  const placed = (worths) => worths
    .map((worth, seat) => ({ seat, place: 1 + worths.filter((other) => compare(worth, other) > 0).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
  const firsts = (ranking) => ranking.filter((row) => row.place === 1).map((row) => row.seat);

  // --- how the winner was found: `compared` is what is compared, in this order, and the field of a line that holds it
  const steps = (ranking, compared) => {
    const made = [];
    let tied = ranking;
    for (const [by, field] of Object.entries(compared)) {
      const numbers = tied.map((line) => line[field]);
      made.push({ by, numbers });
      if (numbers.includes(null)) break;
      tied = tied.filter((line) => line[field] === Math.max(...numbers));
      if (tied.length === 1) break;
    }
    return made;
  };

  // --- the desks of each game (templates/<game>/count.js): players as the form tells them and the book's numbers -> what
  // the server would answer, a refusal, or the field that is malformed
  globalThis.counting = { sum, placed, firsts, steps, by: {}, tied: {} };

  // --- the form, read as the server reads it: "players.0.parts.head:json"
  const read = (form) => {
    const fields = {};
    for (const [name, text] of new FormData(form)) {
      if (!text.trim()) continue;
      const path = name.split(".");
      const [last, how] = path.pop().split(":");
      let inner = fields;
      for (const key of path) inner = inner[key] ??= {};
      if (how === "json") inner[last] = JSON.parse(text);
      else if (last === "name") inner[last] = text.trim();
      else if (["true", "false"].includes(text)) inner[last] = text === "true";
      else inner[last] = Number.isFinite(Number(text)) ? Number(text) : text;
    }
    // Who was given no name is called as the field suggests.
    return Object.entries(fields.players ?? {}).map(([seat, player]) => (
      { name: form.elements[`players.${seat}.name`]?.placeholder, ...player }
    ));
  };

  // --- what is said of it
  // A name that runs from right to left turns nothing around it (Unicode UAX 9).
  const isolated = (text) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);
  const filled = (sentence, facts) => sentence.replace(/%\((\w+)\)[sd]/g, (_all, key) => isolated(facts[key] ?? ""));
  const make = (tag, kind, text) => {
    const element = document.createElement(tag);
    element.className = kind;
    element.textContent = text;
    return element;
  };
  const refused = (refusal, offline) => {
    const { message, url } = offline.refusals[refusal.code];
    const box = make("div", "refusal", "");
    const facts = { player: refusal.player, colour: offline.names[refusal.colour] };
    box.append(make("p", "", filled(message, facts)));
    if (url) {
      const link = make("a", "btn small", offline.words.rule);
      link.href = url;
      box.append(link);
    }
    return box;
  };
  const counted = (answer, names, offline) => {
    const box = make("section", "party stack", "");
    const winners = answer.winners.map((seat) => names[seat]).join(" · ");
    if (winners) box.append(make("h2", "", winners));
    const decided = answer.needs?.length ? "needs" : answer.decided_by;
    for (const { by, numbers } of steps(answer.ranking, offline.book.compared ?? {})) {
      if (offline.says[by]) box.append(make("p", "", filled(offline.says[by], { numbers: numbers.join(" : ") })));
    }
    const list = (answer.needs ?? []).map(({ seat }) => names[seat]).join(", ");
    if (offline.says[decided] && !offline.book.compared?.[decided]) box.append(make("p", "", filled(offline.says[decided], { list })));
    const rows = make("ol", "players", "");
    for (const row of answer.ranking) {
      const line = make("li", row.place === 1 ? "player turn" : "player", "");
      const name = make("span", "player-name", names[row.seat]);
      name.translate = false;
      if (offline.says.line) {
        name.append(document.createElement("br"), make("span", "hint", filled(offline.says.line, answer.scores[row.seat])));
      }
      line.append(make("b", "place-no", `${row.place}.`), name, make("b", "num", String(row[offline.total])));
      rows.append(line);
    }
    box.append(rows);
    return box;
  };
  const show = (element) => {
    document.getElementById("counted")?.remove();
    const place = document.createElement("div");
    place.id = "counted";
    place.className = "stack";
    place.tabIndex = -1;
    place.append(element);
    document.querySelector("main h1").after(place);
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
    return place;
  };
  const alone = (form) => {
    const data = document.getElementById("offline");
    const offline = JSON.parse(data.textContent);
    if (!offline.game) return show(make("p", "notice warn", offline.words.unreachable));
    const players = read(form);
    const answer = counting.by[offline.game](players, offline.book);
    if (answer.malformed) {
      const sentence = offline.says[answer.malformed] ?? offline.words.malformed;
      return show(make("p", "notice warn", filled(sentence, { field: answer.malformed })));
    }
    const names = players.map((player) => isolated(player.name));
    const place = show(answer.refusal ? refused(answer.refusal, offline) : counted(answer, names, offline));
    place.append(make("p", "notice", offline.words.here));
    if (answer.refusal) return place;
    const button = make("button", "btn", offline.words.keep);
    button.type = "button";
    button.addEventListener("click", () => {
      if (keepCount({ game: offline.game, desk: offline.desk, question: { players } })) {
        button.replaceWith(make("p", "notice", offline.words.kept));
      }
    }, { once: true });
    place.append(button);
    return place;
  };

  // --- what was asked is still there for somebody who comes back from a rule, or has more or fewer players
  const memory = `desk:${location.pathname}${location.search}`;
  const carried = `desk:${location.pathname}`;
  const latest = `desk-at:${location.pathname}`;
  const asked = () => document.querySelector("main form[method=post]");
  const tableIn = (search) => new URLSearchParams(search).get("from");
  const remember = (form, place = memory) => {
    const names = Array.from(form.elements, (field) => field.name);
    try {
      sessionStorage.setItem(place, JSON.stringify({ names, told: [...new FormData(form)] }));
      sessionStorage.setItem(latest, location.search);
    } catch { /* nothing is kept then */ }
  };
  const recall = () => {
    const form = asked();
    const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    const returned = back || /^\/rules/.test(document.referrer && new URL(document.referrer).pathname);
    // Where a browser cannot go back to the page itself (back.js), a rule leads to the desk with its usual players and way
    // to count: it is asked for again as it was, if that was from the same table.
    const at = sessionStorage.getItem(latest) ?? "";
    const before = sessionStorage.getItem(`${carried}${at}`);
    if (returned && !back && before && at !== location.search && tableIn(at) === tableIn(location.search)) {
      sessionStorage.setItem(carried, before);
      location.replace(`${location.pathname}${at}`);
      return;
    }
    const kept = sessionStorage.getItem(carried) ?? (returned ? sessionStorage.getItem(memory) : null);
    sessionStorage.removeItem(carried);
    if (!kept || !form) return;
    const { names, told: entries } = JSON.parse(kept);
    const told = new Map();
    for (const [name, value] of entries) told.set(name, [...told.get(name) ?? [], value]);
    for (const field of form.elements) {
      if (!names.includes(field.name) || field.type === "hidden") continue;
      const values = told.get(field.name) ?? [];
      if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    }
  };
  if (document.getElementById("offline")) {
    try {
      recall();
    } catch { /* where nothing may be stored, nothing comes back */ }
    document.addEventListener("click", ({ target }) => {
      if (asked() && target.closest?.("a[href*='players=']")) remember(asked(), carried);
    });
  }

  // Who writes 7 after the 0 that stands there means 7.
  document.addEventListener("change", ({ target }) => {
    if (target.type === "number" && target.value) target.value = target.valueAsNumber;
  });

  // --- who played at this phone's last table (static/table/names.js) is suggested, and so many are counted
  const lastNames = () => {
    try {
      return JSON.parse(localStorage.getItem("names")) ?? [];
    } catch {
      return [];
    }
  };
  const suggest = () => {
    const fields = [...document.querySelectorAll(".finalist-name > input")];
    const names = lastNames();
    const many = new URLSearchParams(location.search).get("players");
    const link = document.querySelector(`a[href*="players=${names.length}"]`);
    const untouched = fields.length && !document.querySelector(".party, .refusal, .notice");
    if (names.length && !many && link && untouched && names.length !== fields.length) location.replace(link.href);
    for (const [seat, field] of fields.entries()) field.placeholder = names[seat] ?? field.placeholder;
  };
  const sent = (form, button) => {
    const fields = new URLSearchParams(new FormData(form, button));
    for (const field of form.querySelectorAll(".finalist-name > input")) {
      if (!field.value.trim()) fields.set(field.name, field.placeholder);
    }
    return fields;
  };

  // --- what each player has so far, and who is tied: for these the page asks what breaks the tie
  const soFar = () => {
    const form = asked();
    const data = document.getElementById("offline");
    if (!form || !data) return;
    const { game, book } = JSON.parse(data.textContent);
    if (!counting.by[game]) return;
    const players = read(form);
    const answers = players.map((player) => counting.by[game]([player], book));
    for (const place of form.querySelectorAll("[data-total]")) {
      const total = answers[place.dataset.total]?.scores?.[0].total;
      place.textContent = Number.isFinite(total) ? total : "–";
    }
    const tied = counting.tied[game]?.(players, book) ?? [];
    for (const place of form.querySelectorAll("[data-tie]")) {
      const field = place.querySelector("input");
      const asks = tied.includes(Number(place.dataset.tie));
      if (place.hidden !== asks) continue;
      place.hidden = !asks;
      field.required = asks;
      field.value = asks ? "" : field.defaultValue;
    }
    for (const ties of form.querySelectorAll(".ties")) ties.hidden = !tied.length;
  };
  const start = () => {
    for (const place of document.querySelectorAll("[data-tie]")) place.hidden = true;
    document.dispatchEvent(new Event("desk:shown"));
    suggest();
    soFar();
  };
  document.addEventListener("input", soFar);
  document.addEventListener("DOMContentLoaded", start);

  // --- asking: the server first
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || !document.getElementById("offline")) return;
    if (event.submitter?.hasAttribute("formaction")) return; // leads to another page
    event.preventDefault();
    remember(form);
    let text;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: sent(form, event.submitter),
        headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000),
      });
      if (!fromReferee(answer)) throw new Error("gone");
      text = await answer.text();
    } catch {
      alone(form);
      return;
    }
    const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    document.querySelector("main").replaceWith(document.adoptNode(main));
    start();
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
})();
