"""The comparison of several tables that have played the same boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast, get_args

from protocol.v1.bridge import Comparison, Options, Result, Scoring
from protocol.words import list_alternatives
from server.errors import IllegalAction
from server.games.base import Comparing, TableResults
from server.games.bridge import results
from server.games.bridge.scores import ranking
from server.games.bridge.state import BridgeState


class BridgeComparing(Comparing[BridgeState]):
    """Travellers and rankings of boards, by four scorings."""

    scorings = MappingProxyType(
        {
            "mp": "matchpoints",
            "imp": "cross-IMPs",
            "butler": "IMPs against a datum (Butler)",
            "bam": "board-a-match",
        }
    )
    result_type = Result
    comparison_type = Comparison

    def check(self, options: Options, deals: Sequence[Any]) -> None:
        if options.scoring not in ("duplicate", "total"):
            raise IllegalAction(
                f"boards are compared by duplicate scores, and this table is scored as {options.scoring}"
            )
        if options.partners != "agreed":
            raise IllegalAction("boards are compared with agreed partners, and this table cuts for partners")
        if len({deal.board for deal in deals}) != len(deals):
            raise IllegalAction(
                "expected boards with different numbers, because tables are compared by the number of a board"
            )

    def results(self, state: BridgeState) -> Mapping[int, Result]:
        ended = results.result(state)
        return state.results if ended is None else {**state.results, state.board: ended}

    def compare(self, deals: Sequence[Any], tables: Sequence[TableResults], scoring: str) -> Comparison:
        if scoring not in get_args(Scoring):
            raise IllegalAction(f"expected the scoring {list_alternatives(get_args(Scoring))}, got {scoring}")
        return ranking.compare(deals, tables, cast(Scoring, scoring))
