"""Who knows which cards of a game of Hanabi: the rows of the matrix, written down once more for the scenes.

Nothing here asks what the server shows, so that the two can differ. A card goes by its place in the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from protocol.v1.hanabi import ColorClue, Deal, Discard, Options, PlayCard, RankClue
from server.games.hanabi.characters import CHARACTERS, UNSET
from server.games.hanabi.dealing import variant_of
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI as GAME
from server.games.hanabi.state import HanabiState
from tests.secrecy.scenes.kind import Cards, Kind
from tests.secrecy.scenes.worlds import Observer, World

TOLD = re.compile(r"Card\(|suit=\d|suit(?:Index)?\"|\b(?:Red|Yellow|Green|Blue|Purple|Teal) [1-5]\b")
"""A card in words, or as Python or a record writes it."""


def eyes(observer: Observer | None) -> tuple[int, ...]:
    """The seats through whose eyes an observer sees."""
    if observer is None or observer.role:
        return ()
    return tuple(observer.hands if observer.seat is None else (observer.seat,))


def sees(state: HanabiState, seat: int, holder: int, order: int) -> bool:
    """Whether a seat sees a card that `holder` has in hand."""
    if holder == seat:
        return False
    players = len(state.hands)
    match state.characters[seat].name if state.characters else "":
        case "Blind Spot":
            return holder != (seat + 1) % players
        case "Oblivious":
            return holder != (seat + players - 1) % players
        case "Slow-Witted":
            return order != state.hands[holder][-1]
        case _:
            return True


def shown(state: HanabiState) -> frozenset[int]:
    """The cards that everybody knows: what was discarded or played, all at the end, nothing down a hole."""
    if state.ended is not None:
        return frozenset(range(len(state.deck)))
    hole = state.variant.hole
    return frozenset(order for order, fate in state.fates.items() if fate.how == "discarded" or not hole)


def seen(states: Iterable[HanabiState], observer: Observer | None) -> Iterator[frozenset[int]]:
    """The cards that an observer, or the public, has come to know of its present game at every state."""
    known, game = frozenset[int](), 0
    for state in states:
        if state.game_no != game:
            known, game = frozenset(), state.game_no
        known |= shown(state)
        if observer is not None and observer.role:
            known |= frozenset(range(state.drawn))
        for seat in eyes(observer):
            held = ((holder, order) for holder, hand in enumerate(state.hands) for order in hand)
            known |= {order for holder, order in held if sees(state, seat, holder, order)}
        yield known


def public(state: HanabiState) -> tuple[object, ...]:
    """All that everybody may know of a game that goes on, but for what cards are."""
    hole = state.variant.hole
    fates = {
        order: (fate.turn, fate.seat, "played" if hole and fate.how == "misplayed" else fate.how)
        for order, fate in state.fates.items()
    }
    piled = None if hole and state.ended is None else (state.piles, state.strikes, state.max_score)
    return (
        (state.turn, state.seat, state.moves, state.end_turn, state.ended),
        (state.hands, state.drawn, state.clues, state.tokens, state.votes, state.characters),
        (fates, piled),
    )


def token(order: int | str) -> str:
    """The name of a card in the scenes."""
    return f"#{order}"


def known(world: World, observer: Observer | None) -> tuple[Cards, ...]:
    """The cards that the observer, or the public, may be told after so many entries."""
    return tuple(frozenset(map(token, orders)) for orders in seen(world.states, observer))


def named(told: object) -> Iterator[str]:
    """The cards in a message: in a map or list by their places, anywhere else one that nobody may be told."""
    match told:
        case str():
            yield from ("a card" for _ in TOLD.finditer(told))
        case dict() if _is_card(told):
            yield "a card"
        case dict():
            for key, value in told.items():
                yield from (token(key),) if _is_card(value) else named(value)
                yield from named(key)
        case list():
            for place, value in enumerate(told):
                yield from (token(place),) if _is_card(value) else named(value)


def _is_card(value: object) -> bool:
    return isinstance(value, dict) and bool(value.keys() & {"suit", "suitIndex"})


def deck(options: Options) -> tuple[str, ...]:
    return tuple(map(token, range(len(deck_of(variant_of(options))))))


def drawn(deal: Deal) -> Iterator[list[Any]]:
    """The deck, and then each character with what belongs to it; nothing where all follows from a seed."""
    if deal.seed:
        return
    yield list(deal.deck)
    for character in deal.characters:
        yield [list(CHARACTERS).index(character.id)]
        if character.metadata != UNSET:
            yield [character.metadata - (CHARACTERS[character.id].metadata == "rank")]


def try_with(options: Options, sort: int, a: int) -> dict[str, Any]:
    """Mostly cards and clues, and what is no action of this game."""
    if sort < 2:
        return msgspec.to_builtins((PlayCard, Discard)[a % 2](a // 2 if sort else a))
    if sort == 2:
        clues = (RankClue(a % 6, 1 + a % 5), ColorClue(a % 6, a % 5), ColorClue(a % 3, 9), RankClue(a % 3, 7))
        return msgspec.to_builtins(clues[a % len(clues)])
    return ({"t": "deal"}, {"t": "play", "card": 64}, {}, {"t": "rank", "to": 1, "rank": "red"})[a % 4]


def blunder(world: World, position: int, seat: int, a: int) -> object:
    """A card of another player's, or a clue to oneself."""
    state = world.states[position]
    theirs = [order for holder, hand in enumerate(state.hands) if holder != seat for order in hand]
    card = theirs[a % len(theirs)] if theirs else 63
    actions = (PlayCard(card), Discard(card), RankClue(seat, 1), ColorClue(seat, 0))
    return actions[a % len(actions)]


HANABI = Kind(
    game=GAME,
    deck=deck,
    known=known,
    try_with=try_with,
    number=lambda state: state.game_no,
    drawn=drawn,
    hidden=lambda state: state.deck if state.ended is None else (),
    blunder=blunder,
    names=named,
)
