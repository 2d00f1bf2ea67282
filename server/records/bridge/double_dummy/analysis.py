"""What the analysis of a board says, and how a record holds it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Seat
from protocol.v1.cards import Card
from server.records.bridge.record import BoardRecord, DoubleDummy


class Par(Struct, frozen=True):
    """What both sides get when neither can do better with all cards open.

    `score_ns` are points for North-South. `contracts` are all that reach it, the lowest first, as PBN has
    them: who declares (a side where either hand may), level and strain, X for doubled, and the tricks over or
    under, as in `EW 4SX-1`, `N 3N=`, `NS 2C+2`; () when the board is passed out.
    """

    score_ns: int
    contracts: tuple[str, ...]


class CardValues(Struct, frozen=True):
    """What each card that could be played at a place in the play (from 0) was worth.

    `values` are declarer's tricks on the whole board, those already won included, if that card is played and
    everybody plays perfectly from there; answers are shared, so nobody may change them. `played` is None at
    the place where a claim ended the play.
    """

    place: int
    seat: Seat
    played: Card | None
    values: dict[Card, int]


class Analysis(Struct, frozen=True):
    """The 20 results of a deal, par, and the worth of every card of its play.

    `par` is None where the record tells neither dealer and vulnerability nor the board number that they
    follow from (Law 2). `cards` is () without a play that is over and keeps the rules.
    """

    double_dummy: DoubleDummy
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()


def annotated(record: BoardRecord, analysis: Analysis) -> BoardRecord:
    """The record with the analysis in place of any other: double dummy results, OptimumScore, ParContract."""
    replaced = ("DoubleDummyTricks", "OptimumResultTable", "OptimumScore", "ParContract")
    info = {name: value for name, value in record.info.items() if name not in replaced}
    if analysis.par is not None:
        info |= {"OptimumScore": _score(analysis.par), "ParContract": _contracts(analysis.par)}
    return replace(record, double_dummy=analysis.double_dummy, info=info)


def _score(par: Par) -> str:
    """The side that gains, and what; PBN's own spelling of a score (PBN 2.1, 3.4)."""
    return f"EW {-par.score_ns}" if par.score_ns < 0 else f"NS {par.score_ns}"


def _contracts(par: Par) -> str:
    return "; ".join(par.contracts) or "Pass"
