"""The results of an event of bridge as a club publishes them: the entrants, and a traveller for each board.

An evening holds what a file of results holds, not the calls and cards of its boards. Its numbers are those of
the program that scored it; the module `recount` computes them again from the scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from protocol.v1.bridge import Contract, Seat, Vulnerability
from server.games.bridge.scores.points import FieldScoring
from server.records.bridge.record import Hands

Points = tuple[Fraction | None, Fraction | None]
"""The points of North-South and of East-West; None for points that a file does not tell."""
Direction = Literal["", "NS", "EW"]
"""The direction in which an entrant sits all evening; "" if it changes or is not known."""
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""The numbers of the entrants that sit North-South and East-West: one a side, or two in an individual."""


class Person(Struct, frozen=True, gc=False):
    """A player: the name, and the numbers that a national organisation and a club have given."""

    name: str
    national_number: str = ""
    club_number: str = ""


class Entrant(Struct, frozen=True):
    """A pair, a team or, in an individual, a single player, with its result.

    `number` is unique in the evening, such as `12` or `3NS`. `name` is that of a team. `total` is in points,
    IMPs or victory points, and `percent` a percentage. `place` is the rank as the file writes it, such as
    `2=`, and "" for an entrant that is not ranked, such as one that has withdrawn, or robots that played for
    a missing pair. A value that the file does not tell is None or "".
    """

    number: str
    players: tuple[Person, ...] = ()
    name: str = ""
    direction: Direction = ""
    total: Fraction | None = None
    percent: Fraction | None = None
    place: str = ""
    boards: int | None = None


class Result(Struct, frozen=True):
    """The result of a board at one table, one line of a traveller.

    `score` is North-South's score in points. Without a score, `percent` has the shares of the two sides by an
    artificial score of the director, if the file tells them, and `points` what they were given. `contract`
    and `tricks` (all tricks of declarer) are None if they are not known; `passed_out` is True for a board
    without a contract. `lead` is a card, rank first, or "". `points` are those that the scoring program gave.
    `players` are the names of the players of each side at this table, () if they are those of the entrants.
    """

    sides: Sides
    score: int | None = None
    contract: Contract | None = None
    tricks: int | None = None
    passed_out: bool = False
    lead: str = ""
    percent: tuple[Fraction, Fraction] | None = None
    points: Points = (None, None)
    round: int = 0
    players: tuple[tuple[str, ...], tuple[str, ...]] | tuple[()] = ()

    @property
    def played(self) -> bool:
        """Return True if the line has a score or an artificial score, so that it counts."""
        return self.score is not None or self.percent is not None or None not in self.points


class Board(Struct, frozen=True):
    """A board and its results. `section` and `round` are told if several boards have the same number.

    `hands`, `dealer` and `vulnerable` are None if they are not known, or follow from the number.
    """

    number: int
    results: tuple[Result, ...]
    section: str = ""
    round: int = 0
    hands: Hands | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None

    @property
    def name(self) -> str:
        """Return the number with the section and the round that it needs to be told from others."""
        parts = [str(self.number)]
        if self.section:
            parts.append(f"section {self.section}")
        if self.round:
            parts.append(f"round {self.round}")
        return ", ".join(parts)


class Match(Struct, frozen=True):
    """A match between two entrants of a round, with the score of each, in IMPs or victory points."""

    round: int
    sides: tuple[str, str]
    scores: Points = (None, None)


class Evening(Struct, frozen=True):
    """An event with its entrants and boards.

    `scoring` is the way in which boards are scored, and `form` the kind of its entrants. `swiss` is True if
    opponents meet by their ranks. `winners` is 2 if North-South and East-West are ranked apart. With
    `victory_points`, matches are converted into victory points. `date` is written as in 2023-07-03, or "".
    `hands` are the cards of boards by their number, without boards that share a number. `warnings` are about
    content that was not read as the format says.
    """

    title: str = ""
    date: str = ""
    scoring: FieldScoring = "mp"
    form: Literal["pairs", "teams", "individual"] = "pairs"
    swiss: bool = False
    winners: int = 1
    victory_points: bool = False
    club: str = ""
    club_number: str = ""
    identifier: str = ""
    description: str = ""
    program: str = ""
    program_version: str = ""
    entrants: tuple[Entrant, ...] = ()
    boards: tuple[Board, ...] = ()
    matches: tuple[Match, ...] = ()
    hands: Mapping[int, Hands] = MappingProxyType({})
    warnings: tuple[str, ...] = ()

    @property
    def by_number(self) -> dict[str, Entrant]:
        """Return the entrants by their numbers."""
        return {each.number: each for each in self.entrants}
