"""The cut for partners, and the change of players after a rubber."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from protocol.v1.bridge import Options
from protocol.v1.cards import Card
from server.games.bridge.scores.sheet import Sheet


class Seating(Struct, frozen=True, gc=False):
    """A new seating after a cut: chair i gets the player of chair `chairs[i]`.

    Chairs 0 to 3 are North, East, South and West. The chairs after 3 are for waiting players. `streaks` has a
    number for each chair: the rubbers (in Chicago the chukkers, rounds of four deals) that its new player has
    played in a row, including the one that now begins. For a waiting player the number in `streaks` is 0.
    """

    chairs: tuple[int, ...]
    streaks: tuple[int, ...]


def opening(options: Options) -> tuple[int, ...]:
    """Return, for each chair, the first number of rubbers played in a row: 0 before a cut, otherwise 1."""
    return ((1,) if options.partners == "agreed" else (0,)) * 4 + (0,) * options.waiting


def due(options: Options, sheet: Sheet | None, finished: int) -> bool:
    """Return True if players must cut for partners before the next deal.

    Players cut before the first deal unless partners are agreed. Players cut before each later rubber or
    chukker if partners are not agreed, or if other players wait. `finished` is the number of deals at this
    table so far, including deals passed out. `sheet` is the score sheet for the next deal, as the function
    `next_deal` returned it.
    """
    if sheet is None or sheet.number == 1:
        first = not finished if sheet is None else not sheet.begun
        return first and options.partners == "cut"
    return not sheet.begun and (options.partners == "cut" or options.waiting > 0)


def seating(
    options: Options, cards: Sequence[Card], streaks: Sequence[int], occupied: Collection[int]
) -> Seating:
    """Return the seating that follows from the cards of a cut, one card for each chair.

    The four players that have played the fewest rubbers in a row play next; among equals, higher cards
    decide. Of the four players that play next, the two with the highest cards are partners. The player with
    the highest card in the cut sits North and deals; South, East and West follow in the order of their cards.
    If two cards of the cut have the same rank, the higher suit decides (spades are highest), so no player
    draws a second card. `occupied` are the chairs in which players wait. If partners are agreed and no player
    waits, all players keep their seats.
    """
    waiting = range(4, len(cards))
    joining = [chair for chair in waiting if chair in occupied]
    if options.partners == "agreed" and not joining:
        return _seated((0, 1, 2, 3), tuple(waiting), streaks)
    by_priority = sorted((0, 1, 2, 3, *joining), key=lambda chair: (streaks[chair], -_height(cards[chair])))
    playing = by_priority[:4]
    north, south, east, west = sorted(playing, key=lambda chair: -_height(cards[chair]))
    leaving = iter([chair for chair in range(4) if chair not in playing])
    waiting_after = tuple(next(leaving) if chair in playing else chair for chair in waiting)
    return _seated((north, east, south, west), waiting_after, streaks)


def _height(card: Card) -> int:
    return 4 * card.height + card.deck_index // 13


def _seated(table: tuple[int, ...], beside: tuple[int, ...], streaks: Sequence[int]) -> Seating:
    return Seating(table + beside, tuple(streaks[chair] + 1 for chair in table) + (0,) * len(beside))
