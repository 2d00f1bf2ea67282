"""Every game of a file is told: another table of a deal, a game without a deal, tags that are passed over."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Contract, Seat, Strain
from server.errors import BadRecord
from server.records.bridge.pbn import boards, dumps, loads
from server.records.bridge.record import BoardRecord, Fault, Read
from tests.records.bridge.pbn.games import DEAL, HANDS, game

FIRST = game(Board="7", Dealer="S", Vulnerable="All", Contract="4S", Declarer="S", Result="10") + "\n"
SECOND = '[West "Zak"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "8"]\n\n'


def warnings(read: Read) -> tuple[str, ...]:
    assert isinstance(read, BoardRecord)
    return read.place.warnings


def error(read: Read) -> str:
    assert isinstance(read, Fault)
    return read.error


def test_a_game_without_board_and_deal_is_another_table_of_the_deal_before() -> None:
    first, second = loads(FIRST + SECOND)
    assert first.hands == second.hands == HANDS
    assert (second.number, second.dealer, second.vulnerable) == (7, first.dealer, first.vulnerable)
    assert (second.contract, second.tricks) == (Contract(3, Strain.NOTRUMP, Seat.NORTH), 8)
    assert second.players == (None, None, None, "Zak")
    assert (second.place.line, first.place.warnings) == (9, ())
    assert second.place.warnings == (
        "line 9: the game has neither [Board] nor [Deal],"
        " so it is read as another table of board 7, dealt on line 1",
    )


def test_a_third_table_has_the_same_deal() -> None:
    read = loads(FIRST + SECOND + SECOND)
    assert [each.number for each in read] == [7, 7, 7]
    assert {each.hands for each in read} == {HANDS}


def test_a_game_that_names_the_board_before_has_its_deal() -> None:
    _, second = loads(FIRST + '[Board "7"]\n' + SECOND)
    assert second.hands == HANDS
    assert "no [Deal], so it is read as another table of board 7" in second.place.warnings[0]


def test_a_table_written_out_whole_warns_of_nothing_when_it_is_read_again() -> None:
    again = loads(dumps(loads(FIRST + SECOND)))
    assert [each.place.warnings for each in again] == [(), ()]
    assert [each.tricks for each in again] == [10, 8]


@pytest.mark.parametrize(
    "orphan", [SECOND, '[Contract "1NT"]\n[Auction "N"]\n1NT AP\n\n', '[Result "8"]\n\n']
)
def test_a_game_without_a_deal_is_told_with_its_line(orphan: str) -> None:
    alone, sound = boards(orphan + FIRST)
    assert error(alone) == "line 1, column 1: expected a game with a deal, got a game without a deal"
    assert isinstance(sound, BoardRecord)


def test_a_game_of_another_board_without_its_deal_gives_none_to_the_games_behind_it() -> None:
    _, other, behind = boards(FIRST + '[Board "8"]\n' + SECOND + SECOND)
    assert [error(each).split(":")[0] for each in (other, behind)] == [
        "line 9, column 1",
        "line 15, column 1",
    ]


def test_a_deal_that_cannot_be_read_is_refused_at_every_table() -> None:
    torn = FIRST.replace(".765.432 ", ".765.43 ")
    read = list(boards(torn + SECOND))
    assert [error(each) for each in read] == [
        "line 1, column 10: expected 13 cards for North in [Deal], got 12"
    ] * 2


def test_what_is_broken_ahead_of_the_first_game_is_told() -> None:
    broken, sound = boards('[Event "Cup"]\n[Site "Ro\n\n' + FIRST)
    assert error(broken).startswith("line 2, column 1: expected a whole tag")
    assert isinstance(sound, BoardRecord)


# Tags without quotes


def test_a_value_without_quotes_is_read_with_a_warning() -> None:
    text = f"[Board 7]\n[Dealer S]\n[Vulnerable  None ]\n[Deal {DEAL}]\n[Event 'Club night']\n"
    (record,) = loads(text)
    assert (record.number, record.dealer, record.hands) == (7, Seat.SOUTH, HANDS)
    assert record.info == {"Event": "Club night"}
    assert (
        record.place.warnings[0]
        == 'line 1: [Board 7] is read as [Board "7"], because a value must be in double quotes'
    )
    assert [each.split(":")[0] for each in record.place.warnings] == [f"line {line}" for line in range(1, 6)]


def test_a_tag_without_a_value_or_cut_off_is_still_refused() -> None:
    for text in ("[Board]\n" + FIRST, "[Deal N:]\n", '[Board "7]\n' + FIRST):
        with pytest.raises(BadRecord, match="expected a whole tag"):
            loads(text)


# Tags that are passed over


def test_a_tag_that_stands_twice_in_a_game_is_told_unless_it_says_the_same() -> None:
    (same,) = loads(game(Event="Cup") + '[Event "Cup"]\n[Site "?"]\n')
    (other,) = loads(game(Event="Cup") + '[Event "League"]\n')
    assert (same.place.warnings, other.info["Event"]) == ((), "Cup")
    assert other.place.warnings == (
        'line 3: [Event "League"] repeats a tag of the same game, of which the first counts (PBN 2.1, 3.4)',
    )


def test_a_tag_apart_from_all_games_is_told() -> None:
    behind = loads(game(Event="Cup") + '\n[Event "League"]\n')[-1]
    assert behind.info["Event"] == "Cup"
    assert behind.place.warnings == (
        'line 4: [Event "League"] belongs to no game, and the game before it has this tag, so it is not read',
    )
    (ahead,) = loads('[Event "League"]\n\n' + game(Event="Cup"))
    assert ahead.place.warnings == ('line 1: [Event "League"] belongs to no game and is not read',)


def test_a_head_that_all_games_inherit_is_no_reason_to_warn() -> None:
    (record,) = loads('[Event "##Cup"]\n\n' + game(Event="#"))
    assert (record.info["Event"], record.place.warnings) == ("Cup", ())


def test_a_value_of_the_game_before_that_has_none_is_told() -> None:
    (record,) = loads(game(Event="#"))
    assert "Event" not in record.info
    assert record.place.warnings[0].startswith('line 2: [Event "#"] stands for the value in the game before')
