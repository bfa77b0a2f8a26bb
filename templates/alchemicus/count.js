// Who has won Alchemicus, as it is found while the server is out of reach (static/desks.js).
"use strict";
counting.by.alchemicus = (players, book) => {
  const { placed, firsts } = counting;
  const most = Math.max(...players.map((player) => player.fame));
  const tied = players.flatMap((player, seat) => (player.fame === most ? [seat] : []));
  const untold = tied.length > 1 ? tied.filter((seat) => players[seat].prices == null) : [];
  const settled = untold.length === 0;
  const ranking = placed(players.map(({ fame, prices }) => [fame, settled && fame === most ? prices ?? 0 : 0]))
    .map(({ seat, place }) => ({ seat, place, fame: players[seat].fame, prices: players[seat].prices ?? null }));
  const winners = settled ? firsts(ranking) : [];
  let by = tied.length === 1 ? book.criteria[0] : winners.length === 1 ? book.criteria[1] : "draw";
  if (!settled) by = null;
  return { ranking, winners, decided_by: by, needs: untold.map((seat) => ({ seat, what: "prices_total" })) };
};
