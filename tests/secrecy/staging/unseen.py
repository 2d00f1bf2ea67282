"""What others do in one world only, out of the observer's sight."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from protocol.v1.bridge import Seat
from tests.secrecy.scenes.worlds import Unseen
from tests.secrecy.staging.lines import Http
from tests.secrecy.staging.prober import TABLE

if TYPE_CHECKING:
    from tests.secrecy.staging.stage import Stage

ELSEWHERE = "198.51.100.7"
_tasks: set[asyncio.Task[None]] = set()


def unseen(stage: Stage, step: Unseen) -> None:
    """Do it, and be back at once: no time passes for anybody."""
    match step.kind:
        case "peek":
            stage.watchers[0].say({"t": "watch", "table": TABLE, "as": int(step.seat)})
        case "knock":
            _soon(_knock(stage, step.seat, shown=step.a % 2 == 1))
        case "again":
            stage.players[step.seat].say(
                {"t": "watch", "table": TABLE, "as": "seat", "epoch": "w000", "version": 3}
            )
        case "blunder":
            stage.players[step.seat].say({"t": "act", "table": TABLE, **_blunder(stage, step.seat, step.a)})
        case "note":
            words = ("", "it is red", "a 4, or a 5 " * 9)[step.a % 3]
            note = {"t": "note", "table": TABLE, "card": step.a % 30, "text": words, "id": 21}
            stage.players[step.seat].say(note)
        case "upload":
            body = b"what we play" * (1 + step.a)
            _soon(_ask(stage, step.seat, "PUT", "card", body, name="ours"))
        case "open_card":
            _soon(_ask(stage, step.seat, "GET", f"card/{('NS', 'EW')[step.a % 2]}", b""))


def _soon(work: Any) -> None:
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _knock(stage: Stage, seat: Seat, *, shown: bool) -> None:
    """The first watcher asks to look into a hand; its player may let him."""
    watcher = stage.watchers[0]
    watcher.say({"t": "watch", "table": TABLE, "as": int(seat)})
    await asyncio.sleep(0.01)
    if shown:
        stage.players[seat].say({"t": "show", "table": TABLE, "player": watcher.player})
        await asyncio.sleep(0.01)
        watcher.say({"t": "watch", "table": TABLE, "as": int(seat)})


async def _ask(stage: Stage, seat: Seat, method: str, path: str, body: bytes, **query: str) -> None:
    http = Http(stage.process.application, stage.players[seat].token, ELSEWHERE)
    await http.ask(lambda what: None, method, f"/v1/tables/{TABLE}/{path}", body, kind="text/plain", **query)


def _blunder(stage: Stage, seat: Seat, a: int) -> dict[str, Any]:
    """An act that is refused: an action that the player may not do, or a wrong number or decision."""
    position, world = stage.position, stage.world
    number = stage.applied(seat, position) + 1
    return {
        "n": (number, number, number + 7)[a % 3],
        "decision": (world.decisions[position], "0.999", None)[a // 3 % 3],
        "action": world.kind.blunder(world, position, seat, a),
    }
