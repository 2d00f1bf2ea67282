"""Random games of Hanabi that last long, because players mostly clue and seldom misplay."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from protocol.rules.hanabi.piles import next_ranks
from protocol.v1.hanabi import Action, ColorClue, Options, PlayCard, RankClue
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState


def fits(state: HanabiState, order: int) -> bool:
    """Return True if a card could be played now."""
    card = state.deck[order]
    return card.rank in next_ranks(state.variant, state.ranks, card.suit)


def choice(state: HanabiState, rng: Random, clumsy: float = 0.05) -> Action:
    """Return a random move, seldom a play that does not fit."""
    legal = HANABI.legal_actions(state, state.seat)
    plays = [move for move in legal if isinstance(move, PlayCard)]
    good = [move for move in plays if fits(state, move.card)]
    if good and rng.random() < 0.7:
        return rng.choice(good)
    clues = [move for move in legal if isinstance(move, ColorClue | RankClue)]
    others = [move for move in legal if not isinstance(move, PlayCard)]
    if clues and rng.random() < 0.6:
        return rng.choice(clues)
    if others and rng.random() >= clumsy:
        return rng.choice(others)
    return rng.choice(legal)


def random_game(options: Options, rng: Random, clumsy: float = 0.05) -> Iterator[HanabiState]:
    """Return every state of a game, from the deal to the end."""
    state = HANABI.start(options)
    deal = HANABI.chance(state, rng)
    assert deal is not None
    state = HANABI.apply(state, None, deal)
    yield state
    while state.ended is None:
        state = HANABI.apply(state, state.seat, choice(state, rng, clumsy))
        yield state


def random_options(variant: str, rng: Random, **said: object) -> Options:
    """Return random options for a variant."""
    chances = ("speedrun", "card_cycle", "deck_plays", "empty_clues", "all_or_nothing")
    chosen = {name: rng.random() < 0.2 for name in chances}
    size = rng.choice(({}, {}, {"one_extra_card": True}, {"one_less_card": True}))
    return Options(**{"variant": variant, "players": rng.randint(2, 6), **chosen, **size, **said})
