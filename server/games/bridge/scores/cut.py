"""Who plays with whom: the cut of the cards, and who comes in when a rubber is over."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from protocol.v1.bridge import Options
from protocol.v1.cards import Card
from server.games.bridge.scores.sheet import Sheet


class Seating(Struct, frozen=True, gc=False):
    """Where everybody goes: chair i gets the player of chair `chairs[i]`.

    Chairs 0 to 3 are North, East, South and West, those after them wait beside the table. `streaks` are, by
    new chair, the rubbers or chukkers played in a row, the one that begins now included; 0 for who waits.
    """

    chairs: tuple[int, ...]
    streaks: tuple[int, ...]


def opening(options: Options) -> tuple[int, ...]:
    """The streaks that a sitting begins with: who has agreed sits already, a cut is open to all."""
    return ((1,) if options.partners == "agreed" else (0,)) * 4 + (0,) * options.waiting


def due(options: Options, sheet: Sheet | None, finished: int) -> bool:
    """Whether the cards are cut before the deal that is due.

    They are before the first deal where partners are not agreed, and before each new rubber or chukker there
    and where players wait. `finished` are the table's deals so far, those passed out too; `sheet` is as
    `next_deal` left it.
    """
    if sheet is None or sheet.number == 1:
        first = not finished if sheet is None else not sheet.begun
        return first and options.partners == "cut"
    return not sheet.begun and (options.partners == "cut" or options.waiting > 0)


def seating(
    options: Options, cards: Sequence[Card], streaks: Sequence[int], occupied: Collection[int]
) -> Seating:
    """The places that the cards give, one card drawn for each chair.

    Who has played the fewest rubbers in a row plays on, of equals who drew the higher card: so those waiting
    come in for the players who have been in longest, and before the first rubber the four highest cards
    play. Of the four the two highest are partners; the highest sits North and deals, then come South, East
    and West. Of two cards of a rank the suit decides, spades first, so that nobody cuts twice. Only those
    waiting chairs count that are `occupied`. Partners who have agreed stay while nobody waits.
    """
    waiting = range(4, len(cards))
    joining = [chair for chair in waiting if chair in occupied]
    if options.partners == "agreed" and not joining:
        return _seated((0, 1, 2, 3), tuple(waiting), streaks)
    by_right = sorted((0, 1, 2, 3, *joining), key=lambda chair: (streaks[chair], -_height(cards[chair])))
    playing = by_right[:4]
    north, south, east, west = sorted(playing, key=lambda chair: -_height(cards[chair]))
    going = iter([chair for chair in range(4) if chair not in playing])
    beside = tuple(next(going) if chair in playing else chair for chair in waiting)
    return _seated((north, east, south, west), beside, streaks)


def _height(card: Card) -> int:
    return 4 * card.height + card.place // 13


def _seated(table: tuple[int, ...], beside: tuple[int, ...], streaks: Sequence[int]) -> Seating:
    return Seating(table + beside, tuple(streaks[chair] + 1 for chair in table) + (0,) * len(beside))
