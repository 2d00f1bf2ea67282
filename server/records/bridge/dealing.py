"""The boards that `kibitz deal` prints as PBN."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from protocol.v1.bridge import Deal
from server.games.base import Rng
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.base import Dealing, DealOption
from server.records.bridge import pbn
from server.records.bridge.from_game import record_of_deal


class BoardDealing(Dealing):
    """The dealing of boards, either random or determined by a seed."""

    dealt = "boards of bridge are dealt as PBN"
    about = "Boards of bridge are printed as PBN, for tables opened by `kibitz serve --boards FILE`."
    options = (
        DealOption("boards", int, "the number of boards, 1 by default.", 1, 10_000),
        DealOption("first", int, "the number of the first board, 1 by default.", 1, 9999),
    )

    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the newly dealt boards as PBN text."""
        rng: Rng = secret if seed is None else Random(seed)
        first = wishes.get("first", 1)
        numbers = range(first, first + wishes.get("boards", 1))
        drawn = (BRIDGE.chance(BridgeState(board=number), rng) for number in numbers)
        return pbn.dumps([record_of_deal(deal) for deal in drawn if isinstance(deal, Deal)])
