"""The question of a draw: the movement, the entries, and the rounds that have been played."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.words import with_count
from server.events.movements.draws import Draw, NoDraw

Movement = Literal["mitchell", "howell", "round_robin", "swiss", "knock_out", "race"]
"""The movements.

mitchell      each pair of one direction meets pairs of the other direction
howell        each pair meets each other pair once, in changing directions
round_robin   each entry meets each other entry once in each leg
swiss         entries with like totals meet, and none twice
knock_out     the winner of a match goes on
race          each entry plays alone, all on the same deals
"""

TITLES: dict[Movement, str] = {
    "mitchell": "a Mitchell",
    "howell": "a Howell",
    "round_robin": "a round robin",
    "swiss": "a Swiss",
    "knock_out": "a knock-out",
    "race": "a race",
}

Boards = Literal["barometer", "moving", "skip", "share"]
"""The ways of the boards.

barometer   all tables play the same boards in a round
moving      the boards move from table to table; a Mitchell needs an odd number of tables for it, and the
            two or three tables of a small Howell share boards
skip        they move, and East-West of a Mitchell with an even number of tables skip a table at half-time
share       they move, and in a Mitchell with an even number of tables the first table and the last share
            boards, while others rest
"""

FirstRound = Literal["split", "slide", "fold", "random"]
"""The first rounds of a Swiss, from the entries in the order of their seeds.

split    each entry of the upper half meets one of the lower half, by lot
slide    the first entry meets the first of the lower half, the second the second, and so on
fold     the first entry meets the last, the second the last but one, and so on
random   all by lot
"""


class Asked(Struct, frozen=True, kw_only=True):
    """The data that a draw is made from.

    `round` is the round to draw, and `rounds` the number of all rounds. `numbers` are the entries of the
    fixed movements (mitchell, howell, round_robin, knock_out) by number: None is the place of a missing or
    withdrawn entry. A Mitchell's number 2k is North-South of table k + 1, and 2k + 1 East-West. `at_start` is
    how many numbers the movement had in round 0, 0 for all of `numbers`: the entries beyond it came later,
    and meet entries that they have not met. `order` are the present entries of a swiss or race, the best
    first. `earlier` are the draws of the rounds that count. `winners` is 1 or 2, for a Mitchell: with 1,
    `switch` says that some boards are played in the other direction. `seed` decides all lots. `lost` are the
    entries that are out of a knock-out, also those that withdrew or did not come. `late` are the entries that
    arrive in this round. `repeats` says that entries may meet again in this round of a Swiss. `legs` is how
    often a round robin is played.
    """

    movement: Movement
    round: int
    rounds: int
    numbers: tuple[str | None, ...] = ()
    order: tuple[str, ...] = ()
    earlier: tuple[Draw, ...] = ()
    winners: int = 2
    switch: bool = True
    seed: str = ""
    lost: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    first: FirstRound = "split"
    repeats: bool = False
    boards: Boards = "barometer"
    at_start: int = 0
    legs: int = 1

    @property
    def places(self) -> int:
        """Return the number of places of the movement in its first round."""
        return self.at_start or len(self.numbers)


def too_few(movement: Movement, fewest: int, ready: int) -> NoDraw:
    """Return the error of a draw with fewer entries than a movement needs."""
    needed, there = with_count(fewest, "entry"), with_count(ready, "entry")
    return NoDraw("too_few", f"{TITLES[movement]} needs at least {needed}, and {there} can play now")


def too_many_rounds(asked: Asked, entries: int, most: int) -> NoDraw:
    """Return the error of a draw with more rounds than a movement has for its entries."""
    return NoDraw(
        "too_many_rounds",
        f"{TITLES[asked.movement]} of {with_count(entries, 'entry')} has at most {with_count(most, 'round')},"
        f" and the event has {asked.rounds}: change the rounds, or take another movement",
    )
