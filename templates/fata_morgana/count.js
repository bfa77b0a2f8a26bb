// How Fata Morgana is scored at the end on the phone: while the server is out of reach, and so far (static/desks.js).
"use strict";
counting.by.fata_morgana = (players, book) => {
  const { sum, placed, firsts } = counting;
  const wished = (objective) => ["three", "two", "one"].map((wish) => objective[wish]);
  for (const { objective } of players) {
    if (!objective) continue;
    if (wished(objective).includes(undefined)) return { malformed: "objective" };
    const twice = wished(objective).find((colour, index, all) => all.indexOf(colour, index + 1) > 0);
    if (twice) return { refusal: { code: "colours_must_differ", colour: twice } };
  }
  const fewest = (worth) => sum(book.rows.slice(0, worth / book.row).map((row) => row.length));
  if (players.some((player) => player.hand_size < fewest(player.objective_points))) return { malformed: "objective_points" };
  const scores = players.map((player) => {
    const { name, points, objective, hand } = player;
    const left = { ...hand };
    const rows = objective ? book.rows.findIndex((row) => {
      for (const wish of row) left[objective[wish]] = (left[objective[wish]] ?? 0) - 1;
      return row.some((wish) => left[objective[wish]] < 0);
    }) : 0;
    const score = {
      name, points,
      objective: player.objective_points ?? book.row * (rows < 0 ? book.rows.length : rows),
      hand: Math.floor((player.hand_size ?? sum(Object.values(hand ?? {}))) / book.ingredients_per_point),
    };
    const total = score.points + score.objective + score.hand;
    return { ...score, total, complete: score.objective === book.row * book.rows.length };
  });
  const ranking = placed(scores.map((score) => [score.total])).map(({ seat, place }) => {
    const { points, objective, hand, total } = scores[seat];
    return { seat, place, points, objective, hand, total };
  });
  const winners = firsts(ranking);
  return { scores, ranking, winners, decided_by: winners.length === 1 ? "points" : "draw" };
};
