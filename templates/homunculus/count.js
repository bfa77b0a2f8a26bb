// How homunculi are scored at the end on the phone: while the server is out of reach, and so far (static/desks.js).
"use strict";
(() => {
  const { sum, placed, firsts, steps } = counting;

  // What lies face up, part by part or counted by eye, and what it is worth.
  const scored = ({ name, parts = {}, favourite, counted, finished }, book) => {
    const up = Object.keys(book.points).filter((place) => parts[place]?.face_up);
    const kinds = up.map((place) => parts[place].kind);
    const { small = 0, large = 0, favourites = 0, uniform = false } = counted ?? {};
    const faceUp = counted ? small + large : up.length;
    const score = {
      name,
      parts: counted ? small * book.small + large * book.large : sum(up.map((place) => book.points[place])),
      uniform: (counted ? uniform : new Set(kinds).size === 1) ? faceUp : 0,
      favourite: counted ? favourites : kinds.filter((kind) => kind === favourite).length,
      finish: finished ? book.finish : 0,
    };
    return { ...score, total: score.parts + score.uniform + score.favourite + score.finish, face_up: faceUp };
  };

  const impossible = ({ counted: { small, large, favourites, uniform } }) => {
    if (favourites > small + large) return "favourites";
    if (uniform) return ![0, small + large].includes(favourites) && "uniform";
    return (small + large === 1 || (favourites && favourites === small + large)) && "one_kind";
  };

  counting.by.homunculus = (players, book) => {
    const malformed = players.filter((player) => player.counted).map(impossible).find(Boolean);
    if (malformed) return { malformed };
    const finishers = players.filter((player) => player.finished);
    const places = Object.keys(book.points);
    const unfinished = finishers.find(({ parts, counted }) => !counted && !places.every((place) => parts?.[place]));
    if (unfinished) return { refusal: { code: "not_finished", player: unfinished.name } };
    if (finishers.length > 1) return { refusal: { code: "two_finishers" } };
    const scores = players.map((player) => scored(player, book));
    const tallies = scores.map((score, seat) => (
      { total: score.total, face_up: score.face_up, ingredients: players[seat].ingredients }
    ));
    const ranking = placed(tallies.map((tally) => Object.values(book.compared).map((field) => tally[field])))
      .map((row) => ({ ...row, ...tallies[row.seat] }));
    const winners = firsts(ranking);
    const by = winners.length > 1 ? "draw" : steps(ranking, book.compared).at(-1).by;
    return { scores, ranking, winners, decided_by: by };
  };

  // Who is tied for first before ingredients are looked at, once all is told.
  const told = ({ counted }) => ["small", "large", "favourites"].every((key) => Number.isFinite(counted?.[key]));
  counting.tied.homunculus = (players, book) => {
    if (!players.every(told) && !players.some((player) => player.finished)) return [];
    const { scores } = counting.by.homunculus(players, book);
    if (!scores) return [];
    const first = firsts(placed(scores.map((score) => [score.total, score.face_up])));
    return first.length > 1 ? first : [];
  };
})();
