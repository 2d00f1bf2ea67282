"""The limits of the search for the best card, for each level of the robot."""

from __future__ import annotations

from dataclasses import dataclass

from bots import levels


@dataclass(frozen=True)
class Effort:
    """The limits of the search for one card to play.

    `layouts` is the largest number of imagined deals that are solved, and `nodes` the number of examined
    positions after which the search ends early. The limits of the search are counts and not times, so that
    the same seed gives the same card on every machine; a million positions take about 0.4 seconds. `lead` is
    the limit of examined positions for an opening lead, which costs most: about 100,000 for each imagined
    deal.
    """

    layouts: int
    nodes: int
    lead: int


QUICK = Effort(60, 700_000, 2_000_000)
STANDARD = Effort(150, 2_500_000, 5_000_000)
EXPERT = Effort(400, 4_000_000, 8_000_000)
LEVELS = {levels.QUICK: QUICK, levels.STANDARD: STANDARD, levels.EXPERT: EXPERT}
