"""How many recorded boards a second one core reads and judges, in each format."""

from __future__ import annotations

import time
from random import Random

from protocol.v1.bridge import Call, MakeCall
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge.formats import FORMATS
from server.records.bridge.formats import BoardFormat as Format
from server.records.bridge.from_game import record_of
from server.records.bridge.record import BoardRecord
from server.records.bridge.rows import row_of
from server.records.bridge.validate import completed

BOARDS = 200


def replayed(seconds: float) -> dict[str, float]:
    """Boards a second of CPU by format, each board called and played to the last card."""
    boards = played_boards()
    return {name: _rate(form, form.dumps(boards).encode(), seconds) for name, form in FORMATS.items()}


def played_boards() -> list[BoardRecord]:
    """Return boards that were called and played to the last card."""
    return [completed(record_of(_played(number))) for number in range(1, BOARDS + 1)]


def _played(number: int) -> BridgeState:
    rng = Random(number)
    state = BridgeState(board=number)
    state = BRIDGE.apply(state, None, BRIDGE.chance(state, rng))
    while BRIDGE.to_act(state):
        seat = BRIDGE.to_act(state)[0]
        legal = BRIDGE.legal_actions(state, seat)
        passes = state.contract is None and rng.random() < 0.6 and state.calls
        state = BRIDGE.apply(state, seat, MakeCall(Call.PASS) if passes else rng.choice(legal[:5]))
    return state


def _rate(form: Format, written: bytes, seconds: float) -> float:
    begun, judged = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        rows = [row_of("bench", board, place) for place, board in enumerate(form.boards(written), 1)]
        assert all(row.ok for row in rows) and len(rows) == BOARDS
        judged += len(rows)
    return judged / spent
