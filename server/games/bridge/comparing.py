"""The comparison of the results of several tables that have played the same boards."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, cast, get_args

from msgspec.structs import replace

from protocol.v1.bridge import Comparison, Scoring
from protocol.words import list_alternatives
from server.errors import IllegalAction
from server.games.base import Comparing, TableResults
from server.games.bridge.scores import ranking
from server.games.bridge.state import BridgeState


class BridgeComparing(Comparing[BridgeState]):
    """Comparisons of boards by one of five scorings, with travellers and a ranking of the pairs or teams."""

    scorings = MappingProxyType(
        {
            "mp": "matchpoints",
            "imp": "cross-IMPs",
            "butler": "IMPs against a datum (Butler)",
            "bam": "board-a-match",
            "total": "total points",
        }
    )
    comparison_type = Comparison

    def compare(self, deals: Sequence[Any], tables: Sequence[TableResults], scoring: str) -> Comparison:
        if scoring not in get_args(Scoring):
            raise IllegalAction(f"expected the scoring {list_alternatives(get_args(Scoring))}, got {scoring}")
        return ranking.compare(deals, [_scores(table) for table in tables], cast(Scoring, scoring))


def _scores(table: TableResults) -> TableResults:
    """Return the results of a table without the vulnerability, which the deals themselves say."""
    return replace(table, results={board: each.result for board, each in table.results.items()})
