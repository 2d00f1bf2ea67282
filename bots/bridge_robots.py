"""Robots that play only bridge: the robot `sampler` with bidding systems other than Standard American."""

from __future__ import annotations

from typing import ClassVar

from bots.bridge.bidding.system import ACOL, PRECISION, TWO_OVER_ONE, System
from bots.levels import STANDARD
from bots.sampler_bot import SamplerBot


class _SystemBot(SamplerBot):
    """The robot `sampler` with one bidding system at bridge.

    The robot's partner should be a robot or a player of the same bidding system.
    """

    games = ("bridge",)
    bidding: ClassVar[System]

    def __init__(self, seed: int = 0, level: str = STANDARD) -> None:
        super().__init__(seed, level, self.bidding.name)


class AcolBot(_SystemBot):
    """The robot `sampler` with the bidding system Acol."""

    own_name = "acol"
    bidding = ACOL
    about = "Plays bridge as sampler does, with Acol: a weak notrump and four-card majors."


class PrecisionBot(_SystemBot):
    """The robot `sampler` with the bidding system Precision."""

    own_name = "precision"
    bidding = PRECISION
    about = "Plays bridge as sampler does, with Precision: a strong club and five-card majors."


class TwoOverOneBot(_SystemBot):
    """The robot `sampler` with the bidding system two over one game forcing."""

    own_name = "two_over_one"
    bidding = TWO_OVER_ONE
    about = "Plays bridge as sampler does, with two over one: a new suit at the two level forces to game."
