"""A run of ordinary actions inside one process, without sockets and with a store in memory, to be counted.

`python -m tests.bench.actions SCRIPT...` replays scripts that `script` has made. It calls `getppid`, which
nothing else calls here, at the three borders of the parts to be counted; `callgrind` writes its counts there.
This is the only module of the bench that knows the inside of the server.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Act, Open, Sit, Watch
from tests.bench.lobby import WITHOUT_END
from tests.rooms import QUIET, House, Person
from tests.virtual import VirtualLoop, until

ACTIONS = 40
"""How many actions are counted: cards in the middle of a deal, or turns in the middle of a game of Hanabi."""
TURNS = 4
"""After each action the event loop turns so often, which is enough for all that the action sets off."""
BEFORE = {"bridge": 4 + 52 + 4 + 5, "spades": 4 + 52 + 4 + 2, "hanabi": 10}
"""How many actions are played before: a whole deal, and the beginning of the next one."""
TABLE_ID = 1


class Script(Struct):
    """The encoded requests of the players of one table, each with its seat, in order."""

    game: str
    actions: list[tuple[int, bytes]]


class Mute(Person):
    """A player that keeps its frames unread, so that only the server's work is counted."""

    def send(self, frame: object) -> None:
        self.heard.append(frame)  # type: ignore[arg-type]

    def write(self, data: object) -> None:
        self.heard.append(data)  # type: ignore[arg-type]


async def seated(house: House, game: str, kind: type[Person]) -> tuple[str, list[Person]]:
    """Seat four players at a new table; the same ids in every run, so that a script fits."""
    host = house.person("Host")
    done = await host.ask(Open(id=TABLE_ID, game=game, options=WITHOUT_END[game], policy=QUIET))
    table = str(getattr(done, "table"))  # noqa: B009 a refusal has no table
    players = []
    for seat, name in enumerate(("North", "East", "South", "West")):
        player = house.person(name)
        await player.ask(Watch(id=2, table=table))
        await player.ask(Sit(id=3, table=table, seat=seat))
        player.__class__ = kind
        players.append(player)
    return table, players


def _chosen(game: str, state: Any, legal: tuple[Any, ...], rng: Random) -> Any:
    """Return an action: at bridge one bid and three passes; at Hanabi a clue or a discard, where one can."""
    kinds = [type(action).__name__ for action in legal]
    if game == "bridge" and state.contract is None:
        return legal[0 if state.calls else 1]
    if game == "hanabi":
        careful = [action for action, kind in zip(legal, kinds, strict=True) if kind != "PlayCard"]
        return rng.choice(careful or list(legal))
    return rng.choice(legal)


async def _play(game: str) -> Script:
    rng, script = Random(1), Script(game, [])
    async with House() as house:
        table, players = await seated(house, game, Person)
        room = house.room(table)
        while len(script.actions) < BEFORE[game] + ACTIONS:
            await until(lambda: room.table.game.to_act(room.table.state))
            now = room.table
            seat = now.game.to_act(now.state)[0]
            action = _chosen(game, now.state, now.game.legal_actions(now.state, seat), rng)
            last = now.counters.get(players[seat].player.id)
            plain = msgspec.to_builtins(action, str_keys=True)
            n = 1 if last is None else last.n + 1
            frame = MSGPACK.encode(Act(table=table, n=n, action=plain, decision=now.decision))
            script.actions.append((seat, frame))
            before = now.decision
            players[seat].session.receive(frame)
            await _turn()
            if room.table.decision == before:
                raise RuntimeError(f"expected {plain} to be taken, got {players[seat].heard[-1]}")
    return script


async def _turn() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


def script(game: str) -> Script:
    """Play a game and return what its players sent."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_play(game))


async def _replay(played: Script) -> int:
    """Play a script again, with borders before and after the counted actions and after as many empty turns.

    Returns how many frames the players were sent by the counted actions.
    """
    async with House() as house:
        table, players = await seated(house, played.game, Mute)
        room = house.room(table)
        before, counted = BEFORE[played.game], ACTIONS
        for seat, frame in played.actions[:before]:
            await until(lambda: room.table.game.to_act(room.table.state))
            players[seat].session.receive(frame)
            await _turn()
        await until(lambda: room.table.game.to_act(room.table.state))
        for player in players:
            player.heard.clear()
        gc.collect()
        gc.disable()
        os.getppid()
        for seat, frame in played.actions[before : before + counted]:
            players[seat].session.receive(frame)
            await _turn()
        os.getppid()
        for _ in range(counted):
            await _turn()
        os.getppid()
        gc.enable()
        return sum(len(player.heard) for player in players)


def replay(played: Script) -> int:
    """Play a script again. Raises RuntimeError if not every player was told of every counted action."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        frames = runner.run(_replay(played))
    if frames < 4 * ACTIONS:
        raise RuntimeError(f"expected at least {4 * ACTIONS} frames at {played.game}, got {frames}")
    return frames


if __name__ == "__main__":
    for path in sys.argv[1:]:
        replay(msgspec.msgpack.decode(Path(path).read_bytes(), type=Script))
