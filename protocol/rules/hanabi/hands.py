"""The number of cards in a Hanabi hand, and the order of the cards with the option `card_cycle`."""

from __future__ import annotations

from collections.abc import Container

from protocol.v1.hanabi import Options

_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}


def hand_size(options: Options) -> int:
    """Return the number of cards that each player gets at the start of a game."""
    return _SIZES[options.players] + options.one_extra_card - options.one_less_card


def cycled(hand: tuple[int, ...], clued: Container[int]) -> tuple[int, ...]:
    """Return the hand of a player that has given a clue at a table with the option `card_cycle`.

    The oldest card of the hand that no clue has touched becomes the newest card. `clued` are the cards that a
    clue has touched. If clues have touched all cards of the hand, the hand itself is returned.
    """
    for place, order in enumerate(hand):
        if order not in clued:
            return (*hand[:place], *hand[place + 1 :], order)
    return hand
