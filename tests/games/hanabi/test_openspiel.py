"""A comparison of No Variant with an independent engine: the same legal moves and the same scores."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from protocol.v1.hanabi import (
    Action,
    Card,
    ColorClue,
    Deal,
    Discard,
    End,
    Options,
    PlayCard,
    RankClue,
)
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

GAMES_A_SIZE = 150
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4}


def theirs(state: HanabiState, action: Action) -> int:
    """Return open_spiel's number of an action: discards, plays, colours and ranks, by slot."""
    hand, players = state.hands[state.seat], len(state.hands)
    size = HAND_SIZES[players]
    match action:
        case Discard(card):
            return hand.index(card)
        case PlayCard(card):
            return size + hand.index(card)
        case ColorClue(to, color):
            return 2 * size + ((to - state.seat) % players - 1) * 5 + color
        case RankClue(to, rank):
            return 2 * size + (players - 1) * 5 + ((to - state.seat) % players - 1) * 5 + rank - 1
        case _:
            raise AssertionError(f"expected a move, got {action}")


def dealt_there(game: Any, deck: tuple[Card, ...], drawn: int) -> Any:
    there = game.new_initial_state()
    for card in deck[:drawn]:
        there.apply_action(card.suit * 5 + card.rank - 1)
    return there


@pytest.mark.parametrize("players", HAND_SIZES)
def test_the_same_moves_are_legal_and_the_same_scores_come_out(players: int) -> None:
    game, rng, full = pyspiel.load_game("hanabi", {"players": players}), Random(players), 0
    for _ in range(GAMES_A_SIZE):
        state = HANABI.start(Options(players=players))
        deck = tuple(rng.sample(deck_of(state.variant), 50))
        state = HANABI.apply(state, None, Deal(deck))
        there = dealt_there(game, deck, state.drawn)
        careful = rng.random() < 0.5
        while state.ended is None:
            legal = HANABI.legal_actions(state, state.seat)
            assert sorted(theirs(state, action) for action in legal) == there.legal_actions()
            action = choice(state, legal, rng, careful=careful)
            there.apply_action(theirs(state, action))
            state = HANABI.apply(state, state.seat, action)
            if there.is_chance_node():
                card = deck[state.drawn - 1]
                there.apply_action(card.suit * 5 + card.rank - 1)
        result = HANABI.result(state)
        assert result is not None
        full += state.end_turn is not None
        # In open_spiel a game continues when no better score is possible, without a change of score.
        if there.is_terminal():
            assert there.returns()[0] == (0 if result.end is End.STRIKEOUT else result.points)
        else:
            assert result.end is End.NORMAL
            assert result.points == state.max_score or not any(fits(state, order) for order in left(state))
    assert full > 0, "expected games in which the last card was drawn"


def choice(state: HanabiState, legal: tuple[Action, ...], rng: Random, *, careful: bool) -> Action:
    """Return a random move; a careful player makes only plays that fit, so that some games last."""
    fitting = [move for move in legal if isinstance(move, PlayCard) and fits(state, move.card)]
    others = [move for move in legal if not isinstance(move, PlayCard)]
    if careful:
        return rng.choice(fitting or others)
    return rng.choice(legal)


def fits(state: HanabiState, order: int) -> bool:
    card = state.deck[order]
    return card.rank == len(state.piles[card.suit]) + 1


def left(state: HanabiState) -> set[int]:
    """Return the cards that players could still play."""
    return {*range(len(state.deck))} - {*state.fates, *state.stranded}
