"""The record of a game that was played here has its actions, its deck and its options."""

from __future__ import annotations

from random import Random

from protocol.v1.hanabi import Discard, Options
from server.games.hanabi.rules import HANABI
from server.records.hanabi.from_game import Finished, actions_of, record_of
from server.records.hanabi.record import DISCARD, GameAction
from tests.games.hanabi.random_play import random_game, random_options
from tests.records.hanabi.games import NAMES, fault, plain


def test_the_actions_of_a_game_are_what_was_done_in_it() -> None:
    rng, twice = Random(5), 0
    for _ in range(40):
        options = random_options("Orange (5 Suits)", rng, players=4, detrimental_characters=True)
        states = list(random_game(options, rng))
        *_, last = states
        assert [len(actions_of(state)) for state in states] == list(range(len(states)))
        for place, state in enumerate(states):
            assert actions_of(last)[:place] == actions_of(state)
        twice += len(states) - 1 > last.turn
    assert twice > 0, "expected players who acted twice in a turn"


def test_an_inverted_card_that_is_played_from_the_deck_is_recorded_as_discarded() -> None:
    rng, top = Random(8), 29
    options = Options(players=2, variant="Orange (3 Suits)", deck_plays=True)
    ready = (
        state
        for _ in range(200)
        for state in random_game(options, rng)
        if state.drawn == top and state.ended is None and state.variant.suits[state.deck[top].suit].inverted
    )
    state = next(ready)
    assert Discard(top) in HANABI.legal_actions(state, state.seat)
    after = HANABI.apply(state, state.seat, Discard(top))
    assert actions_of(after)[-1] == GameAction(DISCARD, top)
    record = record_of(Finished(after, NAMES[:2]))
    assert fault(plain(record)) == ("", "")
