"""The double-dummy analysis of a board, and a function that adds the analysis to the board's record."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Seat
from protocol.v1.cards import Card
from server.records.bridge.record import BoardRecord, DoubleDummy


class Par(Struct, frozen=True):
    """Par: the result of a board if both sides bid and play perfectly with all cards visible.

    `score_ns` are the points of North-South at par. `contracts` are all contracts with the par
    score, the lowest first, in the form of PBN: declarer (or the side, if both partners can declare), level
    and strain, X for doubled, and overtricks or undertricks, as in `EW 4SX-1`, `N 3N=`, `NS 2C+2`.
    `contracts` is () if par is to pass the board out.
    """

    score_ns: int
    contracts: tuple[str, ...]


class CardValues(Struct, frozen=True):
    """The double-dummy values of the legal cards at one position in the play.

    `place` is the number of cards played before the position, and `seat` is the hand that plays next.
    `values` holds for each legal card declarer's tricks on the whole board, including tricks already won, if
    that card is played and all players then play perfectly. Several analyses share the dictionary of card
    values, so callers must not change it. `played` is the card that was played, or None at the position at
    which a claim ended the play.
    """

    place: int
    seat: Seat
    played: Card | None
    values: dict[Card, int]


class Analysis(Struct, frozen=True):
    """The 20 double-dummy results of a deal, par, and the values of the cards of its play.

    `par` is None if the record has neither dealer and vulnerability nor the board number from which they
    follow (Law 2). `cards` is () unless the play is finished and keeps the rules.
    """

    double_dummy: DoubleDummy
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()


def annotated(record: BoardRecord, analysis: Analysis) -> BoardRecord:
    """Return the record with the computed double-dummy results and par in place of the recorded ones."""
    replaced = ("DoubleDummyTricks", "OptimumResultTable", "OptimumScore", "ParContract")
    info = {name: value for name, value in record.info.items() if name not in replaced}
    if analysis.par is not None:
        info |= {"OptimumScore": _score(analysis.par), "ParContract": _contracts(analysis.par)}
    return replace(record, double_dummy=analysis.double_dummy, info=info)


def _score(par: Par) -> str:
    """Return the par score with its side in PBN's spelling, such as `NS 420` (PBN 2.1, 3.4)."""
    return f"EW {-par.score_ns}" if par.score_ns < 0 else f"NS {par.score_ns}"


def _contracts(par: Par) -> str:
    return "; ".join(par.contracts) or "Pass"
