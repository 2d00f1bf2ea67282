"""A replay of bridge at a terminal: its position in words, and the commands of its leader."""

from __future__ import annotations

import pytest

from bots.bridge.terminal.drawing import known_hands
from bots.bridge.terminal.replay import place_words, players_words, read_lead
from protocol.v1.bridge import Call, Seat, format_hand
from protocol.v1.bridge.replay import Action, TryCall, TryCard
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek
from tests.bots.terminal.test_leading import at
from tests.games.replay.files import opened, recorded


@pytest.mark.parametrize(
    ("before", "typed", "done"),
    [
        ((), "n", Seek(0, 1)),
        ((Seek(0, 9),), "b", Seek(0, 8)),
        ((Seek(0, 2),), "nt", Seek(0, 6)),
        ((Seek(0, 6),), "nt", Seek(0, 10)),
        ((Seek(0, 8),), "NT", Seek(0, 10)),
        ((Seek(0, 13),), "nt", Seek(0, 14)),
        ((Seek(0, 14),), "nt", Seek(0, 15)),
        ((Seek(0, 12),), "bt", Seek(0, 10)),
        ((Seek(0, 10),), "bt", Seek(0, 6)),
        ((Seek(0, 6),), "bt", Seek(0, 0)),
        ((Seek(0, 4),), "first", Seek(0, 0)),
        ((), "last", Seek(0, 15)),
        ((), " g 12 ", Seek(0, 12)),
        ((Seek(0, 4),), "nn", Seek(1, 0)),
        ((Seek(1, 4),), "bb", Seek(0, 0)),
        ((), "board 2", Seek(1, 0)),
        ((Seek(0, 8), TryCard(Card.H5), TryCard(Card.H6)), "b", Rewind(9)),
        ((Seek(0, 8), TryCard(Card.H5), Rewind(8)), "b", Seek(0, 7)),
        ((Seek(0, 8), TryCard(Card.H5), Rewind(8)), "n", Rewind(9)),
        ((Seek(0, 8), TryCard(Card.H5)), "r", Seek(0, 8)),
        ((TryCall(Call.PASS),), "nn", Seek(1, 0)),
        ((), "finish", Finish()),
        ((), "1NT", None),
        ((), "g12", None),
    ],
)
def test_each_command_of_a_leader_is_read_as_its_step(
    before: tuple[Action, ...], typed: str, done: Action | None
) -> None:
    assert read_lead(typed, at(*before)) == done


@pytest.mark.parametrize(
    ("before", "typed", "why"),
    [
        ((), "b", "the replay is at its beginning"),
        ((Seek(0, 15),), "n", "there are no further moves"),
        ((), "g 99", "a move from 0 to 15"),
        ((), "g", "as in `g 12`"),
        ((), "board two", "as in `board 5`"),
        ((), "board 3", "a board from 1 to 2"),
        ((), "bb", "a board from 1 to 2"),
        ((), "r", "you have tried no other moves"),
    ],
)
def test_an_impossible_step_is_refused_with_a_reason(
    before: tuple[Action, ...], typed: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        read_lead(typed, at(*before))


def test_a_replay_draws_the_cards_that_each_hand_still_holds() -> None:
    held = known_hands(at(Seek(0, 10)), None)
    assert format_hand(held[Seat.EAST]) == "KJ9.Q9.8742.K53"
    assert {len(hand) for hand in held.values()} == {12}
    assert {len(hand) for hand in known_hands(at(Seek(0, 15)), None).values()} == {13}


def test_the_position_of_a_replay_is_described() -> None:
    assert place_words(at()) == "club.pbn, board 1 of 2, move 0 of 15"
    tried = at(Seek(1, 8), TryCard(Card.H5))
    assert place_words(tried) == "club.pbn, board 2 of 2, move 9 of 9, other moves tried after move 8"
    named = opened(recorded(name="7, closed", players=("Ann", "", "Cid", "")), title="")
    assert place_words(at(of=named)) == "board 1 of 1 (7, closed), move 0 of 6"
    assert [*players_words(at(of=named))] == ["Players: N Ann, S Cid"]
    assert [*players_words(at())] == []
