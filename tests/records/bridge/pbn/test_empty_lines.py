"""Empty lines in PBN that do not end a game, as programs and hand-made files leave them."""

from __future__ import annotations

from protocol.v1.bridge import Call
from server.records.bridge.pbn import loads
from tests.records.bridge.pbn.games import DEAL, cards, game, only

PASSES = (Call.PASS,) * 4


def test_an_auction_and_a_play_below_an_empty_line_belong_to_the_game() -> None:
    record = only(
        game(Board="1", Contract="4S", Declarer="S")
        + '\n[Auction "S"]\n4S Pass Pass Pass\n\n[Play "W"]\nH2 H8 S7 H5\n'
    )
    assert len(record.calls) == 4
    assert record.cards == cards("H2 H8 S7 H5")


def test_calls_and_cards_may_stand_below_an_empty_line() -> None:
    text = (
        game(Contract="4S", Declarer="S")
        + '[Auction "S"]\n\n4S Pass\n\nPass Pass\n\n[Play "W"]\n\nH2 H8 S7 H5\n'
    )
    first, second = loads(f"{text}\n{text}")
    assert first.calls == second.calls
    assert len(first.calls) == 4
    assert first.cards == second.cards == cards("H2 H8 S7 H5")
    assert not first.comments


def test_text_between_two_games_is_no_row_of_the_one_before() -> None:
    first, second = loads(
        game(Board="1") + '[Auction "N"]\nPass Pass Pass Pass\n\nA fine board\n\n' + game(Board="2")
    )
    assert tuple(each.call for each in first.calls) == PASSES
    assert [comment.text for comment in second.comments] == ["A fine board"]


def test_tags_ahead_of_the_first_game_belong_to_it() -> None:
    (record,) = loads(f'[Event "Cup"]\n[Site "Hall"]\n\n[Board "1"]\n[Deal "{DEAL}"]\n')
    assert record.info == {"Event": "Cup", "Site": "Hall"}


def test_tags_that_repeat_ahead_of_each_game_belong_to_the_one_behind() -> None:
    text = "".join(f'[Event "Cup {place}"]\n\n[Board "{place}"]\n[Deal "{DEAL}"]\n\n' for place in (1, 2))
    assert [record.info for record in loads(text)] == [{"Event": "Cup 1"}, {"Event": "Cup 2"}]


def test_a_table_of_total_scores_at_the_end_is_kept_with_the_last_game() -> None:
    text = game(Event="Cup", Board="1") + '\n[Event "Cup"]\n[TotalScoreTable "Rank\\\\2R;Name"]\n 1 "A B"\n'
    (record,) = loads(text)
    assert "TotalScoreTable" in record.info


def test_lines_that_end_in_two_carriage_returns_are_single_lines() -> None:
    text = game(Board="1") + '[Auction "N"]\nPass Pass\nPass Pass\n'
    assert only(text.replace("\n", "\r\r\n")) == only(text)
