"""Game logs of bridge_env, written down shortly for tests."""

from __future__ import annotations

import json
from typing import Any

from protocol.v1.bridge import parse_hand
from server.records.bridge.bridge_env import log
from server.records.bridge.record import BoardRecord
from tests.records.bridge.board_json import HANDS

Json = dict[str, Any]

DEAL = {seat[0].upper(): [card.value for card in parse_hand(held)] for seat, held in HANDS.items()}


def item(**fields: Any) -> Json:
    """Return board 7 with its deal and these fields."""
    return {"board_id": "7", "dealer": "N", "deal": DEAL, "vulnerability": "None", **fields}


def log_of(*items: Json, **beside: Any) -> str:
    """Return a log of these items, with these members beside the list."""
    return json.dumps({"logs": items, **beside})


def only(*items: Json, **beside: Any) -> BoardRecord:
    """Return the only board of such a log."""
    (record,) = log.loads(log_of(*items, **beside))
    return record
