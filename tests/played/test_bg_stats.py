"""The link to BG Stats, field by field."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import msgspec

from referee.pages.played.bg_stats import LONGEST_ADDRESS, address, document, person_id, play_id
from referee.store.rows import Play, PlayPlayer

PLAY = Play(
    id=3,
    code="K7QF2M",
    game="alchemicus",
    options={},
    started="2026-03-01T20:00:00.000Z",
    ended="2026-03-01T23:50:07.123Z",
    minutes=95,
    players=(PlayPlayer("Ada", 1, 21, True), PlayPlayer("Żółć", 2, 14, False)),
    decided_by="fame",
)


def test_every_field_that_bg_stats_asks_for() -> None:
    assert document(PLAY, "Alchemicus", "Noctis", "by candlelight") == {
        "sourceName": "The Referee at the Table",
        "sourcePlayId": play_id(PLAY),
        "playDate": "2026-03-01 23:50:07",
        "durationMin": 95,
        "board": "Noctis",
        "comments": "by candlelight",
        "game": {"name": "Alchemicus", "sourceGameId": "alchemicus", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": "Ada",
                "sourcePlayerId": person_id("ada"),
                "startPlayer": True,
                "winner": True,
                "rank": 1,
                "score": 21,
            },
            {
                "name": "Żółć",
                "sourcePlayerId": person_id("żółć"),
                "startPlayer": False,
                "winner": False,
                "rank": 2,
                "score": 14,
            },
        ],
    }


def test_the_address_holds_the_document() -> None:
    link = address(PLAY, "Alchemicus", "Noctis")
    assert link is not None
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    data = parse_qs(urlsplit(link).query)["data"][0]
    assert msgspec.json.decode(data) == document(PLAY, "Alchemicus", "Noctis")


def test_nothing_of_the_tables_code_goes_to_another_company() -> None:
    link = address(PLAY, "Alchemicus", "Noctis")
    assert link is not None
    assert "K7QF2M" not in link
    other = msgspec.structs.replace(PLAY, code="HJKMNP")
    assert play_id(other) == play_id(PLAY)  # not even hashed: a code of six letters is soon tried out
    later = msgspec.structs.replace(PLAY, ended="2026-03-01T23:59:00.000Z", minutes=104)  # ended anew after an undo
    assert play_id(later) == play_id(PLAY)
    for differs in ({"started": "2026-03-01T20:00:00.001Z"}, {"game": "homunculus"}, {"players": PLAY.players[:1]}):
        assert play_id(msgspec.structs.replace(PLAY, **differs)) != play_id(PLAY)


def test_no_link_while_a_tie_break_is_open() -> None:
    assert address(msgspec.structs.replace(PLAY, decided_by=None), "Alchemicus", "") is None


def test_five_names_of_forty_letters_and_a_long_note_stay_short_enough() -> None:
    players = tuple(PlayPlayer("ż" * 39 + str(seat), seat + 1, 10, seat == 0) for seat in range(5))
    link = address(msgspec.structs.replace(PLAY, players=players, note="ł" * 200), "Alchemicus", "ó" * 40)
    assert link is not None
    assert len(link) < LONGEST_ADDRESS


def test_a_game_without_points_says_so_and_a_count_has_no_first_player() -> None:
    bare = tuple(msgspec.structs.replace(player, score=None) for player in PLAY.players)
    told = document(msgspec.structs.replace(PLAY, players=bare, code=None, counted=True, id=7), "Alchemicus", "")
    assert told["game"]["noPoints"] is True
    assert told["sourcePlayId"] == "counted-7"
    assert [player["startPlayer"] for player in told["players"]] == [False, False]
    assert all("score" not in player for player in told["players"])
