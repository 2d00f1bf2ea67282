"""The outcome of a board as text: contract, declarer and tricks, or the score that a director gave."""

from __future__ import annotations

from typing import assert_never

from protocol.v1.bridge import ArtificialScore, AssignScore, Contract, Result, Side, Strain

_AVERAGES = {"plus": "Ave+", "average": "Ave", "minus": "Ave-"}
_SYMBOLS = {Strain.CLUBS: "♣", Strain.DIAMONDS: "♦", Strain.HEARTS: "♥", Strain.SPADES: "♠"}


def result_line(result: Result) -> str:
    """Return the result of a board in one line, with the points of declarer's side.

    >>> from protocol.v1.bridge import Seat
    >>> result_line(Result(-420, Contract(4, Strain.SPADES, Seat.WEST), tricks=10))
    '4♠ W = +420'
    """
    contract, declarer, tricks = outcome(result, symbols=True)
    if isinstance(result.adjusted, AssignScore):
        return f"{contract} NS {result.score_ns:+d}"
    if result.contract is None or result.adjusted is not None:
        return contract
    points = result.score_ns if result.contract.declarer.side is Side.NS else -result.score_ns
    return f"{contract} {declarer} {tricks} {points:+d}"


def outcome(result: Result, symbols: bool) -> tuple[str, str, str]:
    """Return the contract, the declarer and the tricks over or under the contract, or the adjusted score."""
    match result.adjusted:
        case ArtificialScore(north_south=own, east_west=opponents):
            return f"{_AVERAGES[own]} / {_AVERAGES[opponents]}", "", ""
        case AssignScore():
            return "assigned", "", ""
        case None:
            pass
        case _:
            assert_never(result.adjusted)
    contract = result.contract
    if contract is None:
        return "passed out", "", ""
    over = 0 if result.tricks is None else result.tricks - contract.level - 6
    tricks = "=" if over == 0 else f"{over:+d}"
    return contract_text(contract, symbols), contract.declarer.letter, tricks


def contract_text(contract: Contract, symbols: bool) -> str:
    """Return a contract without its declarer; with `symbols`, the suit is a symbol in place of a letter."""
    if not symbols or contract.strain not in _SYMBOLS:
        return str(contract)
    return str(contract).replace(contract.strain, _SYMBOLS[contract.strain], 1)
