"""Recorded games of Spades as replays: sound ones hand by hand to their results, others refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.replay import Seek
from server.errors import BadRecord, Refusal
from server.games.registry import GAMES
from server.records.spades import dumps
from server.records.spades.record import GameRecord
from server.records.spades.upload import load
from server.records.uploads import read_upload
from tests.records.spades.games import BLIND, NAMES, game, long_game

REPLAY = GAMES["spades_replay"]
KINDS = ({}, {"players": 2}, {"players": 3}, {"players": 6}, {"jokers": "jjdd"}, BLIND, {"preset": "seed"})


def ends(*records: GameRecord) -> list[Any]:
    """Return the view at the last position of each hand of a file."""
    state: Any = REPLAY.apply(REPLAY.start(REPLAY.options_type()), None, load(dumps(records)))
    found = []
    for board in range(len(state.boards)):
        state = REPLAY.apply(state, 0, Seek(board, REPLAY.length(state, board)))
        found.append(REPLAY.pub(state))
    return found


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_each_hand_leads_to_its_recorded_result(options: dict[str, Any]) -> None:
    record = long_game(3, 3, **options)
    shown = ends(record)
    assert len(shown) == 3
    for pub, hand in zip(shown, record.hands, strict=True):
        assert (pub.hand, pub.dealer, pub.rules) == (hand.hand, hand.dealer, record.rules)
        assert pub.result.sides == hand.sides
        assert tuple(pub.plays.values()) == hand.plays


def test_the_hands_of_several_games_follow_each_other_with_their_players_and_their_table() -> None:
    first, second = long_game(1, 2), replace(game(2, 1), event="", table="t\x1b2")
    (loaded,) = read_upload(dumps([first, second]), "club.json", REPLAY, REPLAY.options_type())
    assert loaded.title == "club.json"
    assert [hand.table for hand in loaded.boards] == ["Club night"] * 2 + ["t 2"]
    assert loaded.boards[0].players == tuple(name or "" for name in NAMES[:4])


def test_a_file_that_begins_later_than_the_first_hand_keeps_its_scores() -> None:
    record = long_game(5, 3)
    later = replace(record, hands=record.hands[1:], hands_missing=(1,))
    shown = load(dumps([later])).boards
    assert shown[0].scores == tuple(side.after for side in record.hands[0].sides)


def test_a_game_against_the_rules_is_refused_with_its_position_in_the_file() -> None:
    record = long_game(1, 2)
    plays = record.hands[1].plays
    wrong = replace(record.hands[1], plays=(plays[1], plays[0], *plays[2:]))
    with pytest.raises(Refusal) as why:
        read_upload(
            dumps([replace(record, hands=(record.hands[0], wrong))]), "", REPLAY, REPLAY.options_type()
        )
    assert why.value.code is Code.INVALID_MESSAGE
    assert "$.hands[1].plays[0]" in str(why.value)


def test_a_file_has_at_most_512_hands() -> None:
    record = long_game(1, 129)
    with pytest.raises(BadRecord, match="expected at most 512 hands in a replay, got more hands"):
        load(dumps([record] * 4))


def test_a_file_of_another_game_is_refused() -> None:
    with pytest.raises(Refusal) as why:
        read_upload("[]", "", REPLAY, REPLAY.options_type())
    assert why.value.code is Code.INVALID_MESSAGE
