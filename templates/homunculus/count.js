// How homunculi are counted up while the server is out of reach (static/desks.js).
"use strict";
counting.by.homunculus = (players, book) => {
  const { sum, placed, firsts, steps } = counting;
  const places = Object.keys(book.points);
  const finishers = players.filter((player) => player.finished);
  const unfinished = finishers.find((player) => !places.every((place) => player.parts?.[place]));
  if (unfinished) return { refusal: { code: "not_finished", player: unfinished.name } };
  if (finishers.length > 1) return { refusal: { code: "two_finishers" } };
  const scores = players.map((player) => {
    const up = places.filter((place) => player.parts?.[place]?.face_up);
    const kinds = up.map((place) => player.parts[place].kind);
    const score = {
      name: player.name,
      parts: sum(up.map((place) => book.points[place])),
      uniform: new Set(kinds).size === 1 ? up.length : 0,
      favourite: kinds.filter((kind) => kind === player.favourite).length,
      finish: player.finished ? book.finish : 0,
    };
    return { ...score, total: score.parts + score.uniform + score.favourite + score.finish, face_up: up.length };
  });
  const tallies = scores.map((score, seat) => (
    { total: score.total, face_up: score.face_up, ingredients: players[seat].ingredients }
  ));
  const ranking = placed(tallies.map((tally) => Object.values(book.compared).map((field) => tally[field])))
    .map((row) => ({ ...row, ...tallies[row.seat] }));
  const winners = firsts(ranking);
  const by = winners.length > 1 ? "draw" : steps(ranking, book.compared).at(-1).by;
  return { scores, ranking, winners, decided_by: by };
};
