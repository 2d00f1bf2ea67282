"""An event that this server has run, as an evening to export."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import assert_never, cast

from msgspec import Struct

from protocol.v1.bridge import ArtificialScore, AssignScore, Average
from protocol.v1.bridge import Result as BridgeResult
from server.events.ranking import Field, Ranking, Row
from server.games.base import Award, FieldResult, SidePoints
from server.games.bridge.scores.points import FieldScoring
from server.games.bridge.state import EarlierBoard
from server.records.bridge.evenings.evening import (
    Board,
    Direction,
    Entrant,
    Evening,
    Match,
    Person,
    Points,
    Result,
    Sides,
)
from server.records.bridge.record import Hands

_PERCENT: dict[Average, int] = {"plus": 60, "average": 50, "minus": 40}
_IMPS_OF_TEN_PERCENT = 3


class Name(Struct, frozen=True):
    """The number of an entry of an event, the names of its players, and the name of its team or ""."""

    number: str
    players: tuple[str, ...] = ()
    team: str = ""


class About(Struct, frozen=True):
    """The title of an event, its club, its id, and its date as in 2026-11-27."""

    title: str = ""
    club: str = ""
    date: str = ""
    identifier: str = ""
    swiss: bool = False


def of_event(
    about: About,
    names: Mapping[str, Name],
    field: Field,
    ranking: Ranking,
    boards: Mapping[int, int] = MappingProxyType({}),
    hands: Mapping[int, Hands] = MappingProxyType({}),
) -> Evening:
    """Return an event of bridge, with its ranking, as an evening.

    `names` has the name of each entry by its id. `boards` has the number of the board of each deal of the
    field, if it is not the number of the deal; deals of several rounds may have the same board number.
    `hands` are the cards of boards, by the number of the deal. Results without an opponent are left out.
    """
    in_teams = field.scoring in ("match", "bam")
    placed: dict[tuple[int, int], list[Result]] = defaultdict(list)
    for result, points in zip(field.results, ranking.points, strict=True):
        line = _line(result, points, names)
        if line is not None:
            placed[result.deal, boards.get(result.deal, result.deal)].append(line)
    numbers = Counter(number for _, number in placed)
    return Evening(
        title=about.title,
        date=about.date,
        scoring=cast(FieldScoring, field.scoring),
        form="teams" if in_teams else "pairs",
        swiss=about.swiss,
        winners=2 if len({row.list for row in ranking.rows}) == 2 else 1,
        victory_points=bool(field.scale),
        club=about.club,
        identifier=about.identifier,
        description=about.title,
        entrants=tuple(_entrant(row, names[row.entry], ranking) for row in ranking.rows),
        boards=tuple(
            Board(number, tuple(lines), round=lines[0].round if numbers[number] > 1 else 0)
            for (_, number), lines in placed.items()
        ),
        matches=tuple(
            Match(each.round + 1, _numbers(each.sides, names), _scores(each.scores))
            for each in ranking.matches
        )
        if in_teams or field.scale
        else (),
        hands={boards.get(deal, deal): held for deal, held in hands.items()},
    )


def _numbers(sides: tuple[str, str], names: Mapping[str, Name]) -> tuple[str, str]:
    own, other = sides
    return names[own].number, names[other].number


def _scores(scores: tuple[int, int]) -> Points:
    return Fraction(scores[0], 100), Fraction(scores[1], 100)


def _entrant(row: Row, name: Name, ranking: Ranking) -> Entrant:
    directions: tuple[Direction, Direction] = ("NS", "EW")
    apart = len({each.list for each in ranking.rows}) == 2
    return Entrant(
        name.number,
        tuple(map(Person, name.players)),
        name.team,
        directions[row.list] if apart else "",
        Fraction(row.total, 100),
        None if row.percent is None else Fraction(row.percent, 100),
        row.place,
        row.deals,
    )


def _line(result: FieldResult, points: SidePoints | None, names: Mapping[str, Name]) -> Result | None:
    """Return a line of a traveller, or None for a deal without a result or without an opponent."""
    own, other = result.sides
    if own is None or other is None or (result.result is None and result.awards is None):
        return None
    sides = (names[own].number,), (names[other].number,)
    both = (None, None) if points is None else (points.points[0], points.points[1])
    in_percent = points is not None and points.top > 0
    if result.awards is not None:
        ours, theirs = (_share(award, in_percent) for award in result.awards)
        return Result(sides, percent=(ours, theirs), points=both, round=result.round + 1)
    played: EarlierBoard = result.result
    return line_of(played.result, sides, both, result.round + 1)


def line_of(ended: BridgeResult, sides: Sides, points: Points, number: int = 0) -> Result:
    """Return the result of a table as a line of a traveller; `number` is that of the round, from 1, or 0.

    A score that a director assigned is told without a contract, as the mean of its outcomes.
    """
    match ended.adjusted:
        case ArtificialScore(north_south=own, east_west=others):
            shares = Fraction(_PERCENT[own]), Fraction(_PERCENT[others])
            return Result(sides, percent=shares, points=points, round=number)
        case AssignScore():
            return Result(sides, ended.score_ns, points=points, round=number)
        case None:
            pass
        case _:
            assert_never(ended.adjusted)
    return Result(
        sides,
        ended.score_ns,
        ended.contract,
        None if ended.contract is None else ended.tricks,
        passed_out=ended.contract is None,
        points=points,
        round=number,
    )


def _share(award: Award, in_percent: bool) -> Fraction:
    """Return an award as a percentage; 3 IMPs stand for 10 per cent above or below the average."""
    if not isinstance(award, int):
        return Fraction(_PERCENT[award])
    share = Fraction(award, 100)
    return share if in_percent else 50 + 10 * share / _IMPS_OF_TEN_PERCENT
