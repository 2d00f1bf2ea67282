"""What is given of a table of bridge: its finished boards, scored as later rulings have left them."""

from __future__ import annotations

import msgspec

from protocol.v1.bridge import Result
from server.games.bridge import match as matches
from server.games.bridge import results
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.hub.archive.bridge_record import Place, recorded
from server.hub.archive.export import Found, Given, Kept, Read, Sitting
from server.hub.archive.fold_log import Ended
from server.hub.match import Pair
from server.records.bridge.record import BoardRecord
from server.records.registry import FORMATS
from server.table.table import Table


def _numbered(sitting: Sitting, board: int) -> tuple[int, ...]:
    """The deals that are over and have this board number; a file may repeat one."""
    state = sitting.table.state
    assert isinstance(state, BridgeState), "expected a table of bridge"
    if sitting.deals.count is None:
        drawn = board - state.board + sitting.table.deal
        return (drawn,) if drawn in sitting.finished else ()
    return tuple(deal for deal in sitting.finished if sitting.deals.uploaded(deal).board == board)


async def _given(sitting: Sitting, found: Found, read: Read) -> Given[BoardRecord]:
    return Given(tuple([await _record(sitting, deal, end, read) for deal, end in found]), FORMATS)


async def _record(sitting: Sitting, deal: int, end: Ended, read: Read) -> BoardRecord:
    result = await _result(sitting, deal, end, read)
    return recorded(end, result, _imps(sitting.table, end), _place(sitting))


async def _result(sitting: Sitting, deal: int, end: Ended, read: Read) -> Result:
    """The board's result as later rulings have left it (Law 79C)."""
    last = min(deal + results.KEPT, sitting.table.deal)
    later, played = sitting.table.state, BRIDGE.result(end.state)
    if last < sitting.table.deal:
        then = await read(last)
        last, later = (deal, end.state) if then is None else (last, then.state)
    assert isinstance(later, BridgeState) and isinstance(played, Result), "expected a board of bridge"
    corrected = later.earlier_boards[deal - last :] if last > deal else ()
    return corrected[0].result if len(corrected) == last - deal > 0 else played


def _imps(table: Table, end: Ended) -> int | None:
    """The IMPs of North-South, once both tables of a match have finished the board."""
    state, then = table.state, end.state
    assert isinstance(state, BridgeState) and isinstance(then, BridgeState), "expected a board of bridge"
    standing = results.standing(state)
    compared = None if standing is None else matches.shown(standing).boards.get(then.board)
    return None if compared is None else compared.imps


def _place(sitting: Sitting) -> Place:
    meta = sitting.meta
    if meta.match is None:
        return Place(sitting.table.id, meta.name)
    pair = msgspec.msgpack.decode(meta.match, type=Pair)
    return Place(sitting.table.id, pair.name, pair.room)


BOARDS = Kept("board", _numbered, _given)
