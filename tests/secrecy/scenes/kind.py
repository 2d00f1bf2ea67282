"""What the scenes have to know of a game, beside how it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from server.games.base import Game

if TYPE_CHECKING:
    from tests.secrecy.scenes.worlds import Observer, World

Cards = frozenset[str]


def _from_hands(deal: Any) -> Iterable[list[Any]]:
    """A shuffled deck; a hand as it comes from there tells nothing either."""
    order = Random(str(deal))
    hands = [card for hand in deal.hands for card in order.sample(hand, len(hand))]
    return ([*hands, *getattr(deal, "stock", ())],)


def _in_hands(state: Any) -> object:
    return state.hands


def _a_card_not_held(world: World, position: int, seat: int, a: int) -> object:
    """A card that neither the player nor a partner can play."""
    state, side = world.states[position], world.kind.game.side
    ours = [each for each in range(len(state.hands)) if side(state, each) == side(state, seat)]
    held = {card for each in ours for card in state.hands[each]}
    card = next(card for card in world.deck[a % 52 :] + world.deck if card not in held)
    return {"t": "play", "card": card}


@dataclass(frozen=True)
class Kind:
    """What a scene has to know of its game: which cards there are, and who knows them.

    `known` tells for every place in a world's log which cards may be told to an observer, None being the
    public. `try_with` makes any action of the n-th sort out of a number. `number` is that of the deal.
    `drawn` are the answers of chance that make a deal, `hidden` is where the cards of a state are, and
    `blunder` an action that nobody in that seat may do then. `names` finds cards in what is told, decoded or
    in words, for a game whose cards have no names of their own.
    """

    game: Game
    deck: Callable[[Any], tuple[str, ...]]
    known: Callable[[World, Observer | None], tuple[Cards, ...]]
    try_with: Callable[[Any, int, int], dict[str, Any]]
    number: Callable[[Any], int]
    drawn: Callable[[Any], Iterable[list[Any]]] = _from_hands
    hidden: Callable[[Any], Any] = _in_hands
    blunder: Callable[[World, int, int, int], object] = _a_card_not_held
    names: Callable[[object], Iterator[str]] | None = None
