"""The plan of a round: the tables of a fixed movement by the numbers of its places."""

from __future__ import annotations

from msgspec import Struct


class Planned(Struct, frozen=True):
    """One table of a plan: the numbers of its sides as they sit, and its group of boards, all from 0."""

    table: int
    sides: tuple[int, int]
    boards: int
    switched: bool = False


Plan = tuple[Planned, ...]
