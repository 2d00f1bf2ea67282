"""Real contests with the points that other programs gave: evenings of a club, and matches between nations.

The evenings are files in USEBIO, written by the scoring program Compscore. The matches are a file in PBN,
written by the site RealBridge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest

from protocol.v1.bridge import SEATS, ArtificialScore, Average, Contract, Deal, Result, Strain
from server.games.base import TableResults
from server.games.bridge import scoring
from server.records.bridge.formats import read_boards
from server.records.bridge.record import BoardRecord

SHARED = Path(__file__).parents[5] / "shared/data"
AVERAGES: dict[str, Average] = {"60": "plus", "50": "average", "40": "minus"}
STRAINS = dict(zip("CDHSN", Strain, strict=True))
DOUBLED: dict[int, Literal[1, 2, 4]] = {0: 1, 1: 2, 2: 4}
Pairs = tuple[str, str]


@dataclass(frozen=True)
class Evening:
    """The boards of an evening, and its meetings of two pairs as tables with the pairs as their entrants.

    `matchpoints` are those that the program gave to the two pairs, as texts. `percentages` and `places` are
    those of each pair in the program's ranking.
    """

    deals: tuple[Deal, ...]
    tables: tuple[TableResults, ...]
    matchpoints: Mapping[tuple[int, Pairs], Pairs]
    percentages: Mapping[str, float]
    places: Mapping[str, str]


def evening(name: str) -> Evening:
    """Return an evening; skip the test, with a message, if its file is absent."""
    path = SHARED / "usebio" / f"{name}.xml"
    if not path.exists():
        pytest.skip(f"../shared/data/usebio/{name}.xml is not here")
    root = ElementTree.parse(path).getroot()
    boards = {int(_text(board, "BOARD_NUMBER")): board for board in root.findall("EVENT/BOARD")}
    results: dict[Pairs, dict[int, Result]] = {}
    matchpoints: dict[tuple[int, Pairs], Pairs] = {}
    for number, board in boards.items():
        for line in board.findall("TRAVELLER_LINE"):
            pairs = _text(line, "NS_PAIR_NUMBER"), _text(line, "EW_PAIR_NUMBER")
            results.setdefault(pairs, {})[number] = _result(line, number)
            matchpoints[number, pairs] = _text(line, "NS_MATCH_POINTS"), _text(line, "EW_MATCH_POINTS")
    ranked = list(root.iter("PAIR"))
    return Evening(
        tuple(map(deal, boards)),
        tuple(meeting(pairs, played) for pairs, played in results.items()),
        matchpoints,
        {_text(pair, "PAIR_NUMBER"): float(_text(pair, "PERCENTAGE")) for pair in ranked},
        {_text(pair, "PAIR_NUMBER"): _text(pair, "PLACE") for pair in ranked},
    )


def meeting(pairs: Pairs, played: Mapping[int, Result]) -> TableResults:
    """Return the results between two pairs; the name of each pair stands in place of its two players."""
    return TableResults("-".join(pairs), (*pairs, None, None), played, pairs)


def deal(number: int) -> Deal:
    """Return the board of a number without its cards, which no comparison needs."""
    return Deal(number, scoring.dealer_of(number), scoring.vulnerability_of(number), ((), (), (), ()))


def _result(line: ElementTree.Element, board: int) -> Result:
    """Return the result of a line, and check that the program scored it as the Laws say."""
    score = _text(line, "SCORE")
    if score.startswith("A"):
        return Result(0, adjusted=ArtificialScore(AVERAGES[score[1:3]], AVERAGES[score[3:]]))
    bid = _text(line, "CONTRACT")
    if bid == "PASS":
        return Result(int(score))
    declarer = SEATS["NESW".index(_text(line, "PLAYED_BY"))]
    contract = Contract(int(bid[0]), STRAINS[bid[1]], declarer, DOUBLED[bid.count("X")])
    played = scoring.result(contract, int(_text(line, "TRICKS")), scoring.vulnerability_of(board))
    assert played.score_ns == int(score), ElementTree.tostring(line)
    return played


def _text(element: ElementTree.Element, tag: str) -> str:
    found = element.findtext(tag)
    assert found is not None, (tag, ElementTree.tostring(element))
    return found


@dataclass(frozen=True)
class Nations:
    """A match between two nations: its two rooms, and the IMPs of the first room's North-South by board."""

    deals: tuple[Deal, ...]
    rooms: tuple[TableResults, TableResults]
    imps: Mapping[int, int]


def nations() -> list[Nations]:
    """Return the matches of a round; skip the test, with a message, if the file is absent."""
    path = SHARED / "bridge/pbn/endplay__example2.pbn"
    if not path.exists():
        pytest.skip("../shared/data/bridge/pbn/endplay__example2.pbn is not here")
    rooms: dict[Pairs, dict[int, BoardRecord]] = {}
    for record in read_boards(path.read_bytes()):
        assert isinstance(record, BoardRecord) and record.number is not None
        if record.scores is not None:
            teams = record.info["HomeTeam"], record.info["VisitTeam"]
            rooms.setdefault(teams, {})[record.number] = record
    return [
        _match(teams, rooms[teams], rooms[teams[::-1]])
        for teams in rooms
        if teams[0] < teams[1] and teams[::-1] in rooms
    ]


def _match(teams: Pairs, here: dict[int, BoardRecord], there: dict[int, BoardRecord]) -> Nations:
    both = sorted(here.keys() & there.keys())
    return Nations(
        tuple(map(deal, both)),
        (_room(teams, here), _room(teams[::-1], there)),
        {number: int(here[number].info["ScoreIMP"].split()[1]) for number in both},
    )


def _room(teams: Pairs, records: dict[int, BoardRecord]) -> TableResults:
    return TableResults(
        f"{teams[0]} North-South", _players(records), {n: _ended(r) for n, r in records.items()}
    )


def _players(records: dict[int, BoardRecord]) -> tuple[str | None, ...]:
    return next(iter(records.values())).players


def _ended(record: BoardRecord) -> Result:
    assert record.scores is not None
    return Result(record.scores[0], record.contract, record.tricks)
