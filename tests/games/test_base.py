"""Tests of the contract of a game: its defaults, and its answers where it lacks an optional group."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import force_setattr

from protocol.v1.bridge import Options, PlayGoesOn
from protocol.v1.cards import Card
from protocol.v1.requests import Bank, NoClock
from server.errors import IllegalAction
from server.games.base import (
    AllHands,
    AnyGame,
    Commentator,
    Director,
    Dueling,
    Kibitzer,
    Public,
    Seated,
    Standing,
)
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE
from server.games.hanabi.replay import HANABI_REPLAY
from server.games.hanabi.rules import HANABI
from server.games.spades.rules import SPADES, SpadesDueling
from tests.games.bridge.deals import dealt
from tests.games.hanabi.dealt import TWO, game

OTHERS = (Public(), AllHands(), Director(), Commentator())


class Pass(Struct, frozen=True, tag_field="t", tag="pass", gc=False):
    """Pass three cards, in whichever order they are sent."""

    cards: tuple[Card, Card, Card]

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards)))


def before_the_first_deal(rules: AnyGame) -> Any:
    """Return the state before the first deal of a game under its default options."""
    return rules.start(rules.options_type())


def test_a_game_without_a_director_refuses_every_ruling_and_calls_for_none() -> None:
    with pytest.raises(IllegalAction, match="this game has no director, so no ruling is possible"):
        SPADES.rule(before_the_first_deal(SPADES), PlayGoesOn(), 0)
    assert (
        SPADES.disputed(before_the_first_deal(SPADES)),
        SPADES.calls_director(before_the_first_deal(SPADES)),
    ) == (False, False)
    assert SPADES.prove(before_the_first_deal(SPADES)) is None


def test_a_game_that_assigns_no_seats_moves_no_player() -> None:
    before = SPADES.start(SPADES.options_type())
    deal = SPADES.chance(before, Random(1))
    assert deal is not None
    assert SPADES.complete(deal, (0, 1, 2, 3)) is deal
    assert SPADES.new_order(before, deal) is None


def test_the_cut_of_bridge_is_completed_with_the_taken_seats() -> None:
    before = BRIDGE.start(Options(scoring="rubber", partners="cut"))
    cut = BRIDGE.chance(before, Random(1))
    assert cut is not None
    assert BRIDGE.complete(cut, (0, 1, 2, 3)).taken == (0, 1, 2, 3)
    assert sorted(BRIDGE.new_order(before, BRIDGE.complete(cut, (0, 1, 2, 3)))) == [0, 1, 2, 3]


def test_a_game_without_notes_has_no_card_for_a_note() -> None:
    assert BRIDGE.noted_cards(dealt()) == 0
    assert HANABI.noted_cards(game(*TWO)) == 50 + 5, "the cards of the deck, and the piles"


@pytest.mark.parametrize("rules", [BRIDGE, REPLAY], ids=["bridge", "replay"])
def test_a_player_and_the_watchers_of_one_hand_belong_to_a_seat_of_the_table(rules: AnyGame) -> None:
    assert (rules.seat_of(Seated(2)), rules.seat_of(Kibitzer(2))) == (2, 2)
    assert [rules.seat_of(audience) for audience in OTHERS] == [None] * 4


def test_a_watcher_of_a_recorded_seat_belongs_to_no_seat_of_the_table() -> None:
    assert (HANABI_REPLAY.seat_of(Seated(0)), HANABI_REPLAY.seat_of(Kibitzer(0))) == (0, None)


def test_the_policys_clock_replaces_the_games_own() -> None:
    assert BRIDGE.timed_by(dealt(), None) == BRIDGE.clock
    assert BRIDGE.timed_by(dealt(), Bank(60_000)) == Bank(60_000)


def test_a_game_that_times_no_player_has_no_clock_whatever_the_policy_sets() -> None:
    assert HANABI.timed_by(game(*TWO, speedrun=True), Bank(60_000)) == NoClock()
    assert HANABI.timed_by(game(*TWO), Bank(60_000)) == Bank(60_000)


def test_by_default_each_seat_is_a_side_and_no_action_waits() -> None:
    state = HANABI_REPLAY.start(HANABI_REPLAY.options_type())
    assert [HANABI_REPLAY.side(state, seat) for seat in range(3)] == [0, 1, 2]
    assert (HANABI_REPLAY.pause_ms(state), HANABI_REPLAY.terminated(state, None)) == (0, state)


@pytest.mark.parametrize("codec", [msgspec.json, msgspec.msgpack])
def test_an_action_that_sorts_itself_is_one_action_in_every_order_that_a_client_sends(codec: Any) -> None:
    (sorted_one, *others) = (Pass(order) for order in permutations((Card.C2, Card.HT, Card.SA)))
    assert all(other == sorted_one for other in others)
    for order in permutations(("C2", "HT", "SA")):
        read = codec.decode(codec.encode({"t": "pass", "cards": order}), type=Pass)
        converted = msgspec.convert({"t": "pass", "cards": order}, Pass)
        assert codec.encode(read) == codec.encode(converted) == codec.encode(sorted_one)


def test_the_side_with_fewer_points_is_ahead_where_points_count_against_it() -> None:
    class Against(SpadesDueling):
        points_against = True

    assert (SpadesDueling().ahead(30, 10), Against().ahead(30, 10)) == (20, -20)


def test_the_lead_in_two_rooms_is_of_the_team_that_took_fewer_points() -> None:
    class Taken(Dueling[int]):
        points_against = True

        def standing(self, state: int) -> Standing:
            return Standing((state, 0))

    assert Taken().lead(13, 26) == 13
