// How homunculi are counted up while the server is out of reach (static/desks.js).
"use strict";
counting.by.homunculus = (players, book) => {
  const { sum, placed, firsts } = counting;
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
    { points: score.total, face_up: score.face_up, ingredients: players[seat].ingredients }
  ));
  const worths = tallies.map((tally) => book.criteria.map((by) => tally[by]));
  const ranking = placed(worths).map((row) => ({
    ...row, total: tallies[row.seat].points, face_up: tallies[row.seat].face_up,
    ingredients: tallies[row.seat].ingredients,
  }));
  const winners = firsts(ranking);
  const told = book.criteria.findIndex((_by, index) => {
    const best = worths[winners[0]];
    return worths.filter((worth) => best.slice(0, index + 1).every((number, at) => worth[at] === number)).length === 1;
  });
  return { scores, ranking, winners, decided_by: book.criteria[told] ?? "draw" };
};
