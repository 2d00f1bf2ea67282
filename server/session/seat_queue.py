"""The queue of players that wait for a seat at a table with other people.

Each hub takes a turn for its own waiting players once a second; the store decides who meets at which table
(`server/store/waiting_players.py`). Then the hub of each player opens the table, unless another hub has done
so, and lets its player sit down by the ordinary command: so the queue brings a player into no chair that the
player could not take alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Protocol
from weakref import WeakValueDictionary

from protocol.v1.codes import Code
from protocol.v1.requests import Open, Pace, PerMove, Policy, Queue, Seats, Sit, Stand
from protocol.v1.updates import Done, Queued, QueueRow, Refused, ToClient
from server.errors import Refusal
from server.games.base import AnyGame
from server.hub.handle import TableHandle
from server.hub.hub import Hub
from server.hub.inbox import Reply
from server.session.asking import answer_to
from server.session.offered_robots import OfferedRobots
from server.session.table_opening import TableOpening
from server.store.memory_waiting_players import MemoryWaitingPlayers
from server.store.waiting_players import PATIENCE_MS, Placed, Replaced, WaitingPlayer, WaitingPlayers, Waits
from server.table.access import is_admitted, reason_not_to_sit
from server.table.player import Player
from server.table.summary import Summary
from server.table.typed_requests import ChangeTable

log = logging.getLogger("kibitz.session")

TURN_S = 1.0
"""The time (s) between two turns of the queue."""
COUNTED_MS = 1_000
"""The time (ms) for which the lobby shows the same numbers of waiting players."""
POLICIES: dict[Pace, Policy] = {"usual": Policy(), "fast": Policy(clock=PerMove(15_000))}
"""The policy of a new table at each pace."""
OPENING_LOOK_S, OPENING_LOOKS = 0.1, 30
"""The time (s) between two looks whether another hub has opened a new table, and the number of looks."""
FILLED_S = 10.0
"""The time (s) after which robots fill the seats of a new table whose players have not come."""


class Waiter(Protocol):
    """The connection of a waiting player."""

    player: Player

    @property
    def address(self) -> str: ...

    def send(self, update: ToClient) -> None: ...


class _Wait:
    """A request `queue` that has not been answered.

    `game` is the game that the player waits for, `seats` the number of its seats, and `robots` the house
    robot of empty seats, None without robots.
    """

    def __init__(
        self, waiter: Waiter, request: Queue, game: AnyGame, robot: str | None, hub: Hub, reply: Reply
    ) -> None:
        self.player, self.address = waiter.player, waiter.address
        self.request = request
        self.game = game
        self.robot = robot
        self.reply = reply
        self.began_ms = hub.services.now_ms()
        self.seats = len(game.seat_names(game.options_type()))
        self._send = waiter.send
        self._word = hub.services.nonce()
        self._nonce = hub.services.nonce
        self._told: tuple[int, int] | None = None
        self.waited_ms = 0
        self.is_new = True
        self.must_wait_again = False
        self.seating: asyncio.Task[None] | None = None

    @property
    def word(self) -> str:
        return self._word

    @property
    def kind(self) -> str:
        return f"{self.game.name} {self.request.pace}"

    def asked(self) -> WaitingPlayer:
        """Return what the hub tells the queue of this player in the next turn."""
        return WaitingPlayer(
            player=self.player.id,
            word=self._word,
            kind=self.kind,
            seats=self.seats,
            robots=self.robot is not None,
            table=self._nonce(),
            waited_ms=self.waited_ms,
            step="new" if self.is_new else "again" if self.must_wait_again else "wait",
        )

    def tell(self, players: int, now_ms: int) -> None:
        """Tell the player how many players wait, unless the player knows it."""
        since_ms = now_ms - self.waited_ms
        if self._told is not None and players == self._told[0] and abs(since_ms - self._told[1]) < 2_000:
            return
        self._told = players, since_ms
        robots_ms = None if self.robot is None else since_ms + PATIENCE_MS
        self._send(
            Queued(
                game=self.game.name,
                pace=self.request.pace,
                players=players,
                seats=self.seats,
                since_ms=since_ms,
                robots_ms=robots_ms,
            )
        )

    def table(self, placed: Placed) -> Open:
        """Return the request that opens the new table."""
        # Robots in the players' seats would let the first deal begin before all players sit.
        others = _in_order(self.seats)[placed.players :] if placed.robots else []
        seats: Seats = dict.fromkeys(others, self.robot)
        return Open(game=self.game.name, policy=POLICIES[self.request.pace], seats=seats)


class SeatQueue:
    """The players of this hub that wait for a seat; `players` has those of all hubs.

    `opening` opens the new tables. `stop` ends the work.
    """

    def __init__(
        self,
        hub: Hub,
        opening: TableOpening,
        robots: OfferedRobots,
        players: WaitingPlayers | None = None,
    ) -> None:
        self._hub = hub
        self._opening = opening
        self._robots = robots
        self._players = players or MemoryWaitingPlayers(hub.services.now_ms)
        self._waits: dict[Waiter, _Wait] = {}
        self._left: deque[_Wait] = deque()
        self._due = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._filling: set[asyncio.Task[None]] = set()
        self._opened: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._counted: tuple[int, tuple[QueueRow, ...]] | None = None

    def enter(self, waiter: Waiter, request: Queue, reply: Reply) -> None:
        """Let a player wait; `reply` is called once, when the player has a seat or the wait has ended.

        An earlier wait of the same connection ends. Raises Refusal if the player may not wait: a robot may
        not, because people who wait expect to meet people.
        """
        if not waiter.player.id:
            raise Refusal(Code.UNAUTHORIZED, "only a player with a token may wait for a seat")
        if waiter.player.robot_owner is not None:
            raise Refusal(Code.FORBIDDEN, "the queue is for people; a robot sits down at a table by itself")
        game = self._hub.games.get(request.game)
        if game is None or game.showing is not None:
            known = ", ".join(sorted(name for name, each in self._hub.games.items() if each.showing is None))
            raise Refusal(
                Code.INVALID_MESSAGE, f"expected one of the games {known}, got {request.game!r} - at `$.game`"
            )
        self._hub.check_speaks()
        robot = self._robot(game) if request.robots else None
        self.leave(waiter)
        self._waits[waiter] = _Wait(waiter, request, game, robot, self._hub, reply)
        self._wake()

    def _robot(self, game: AnyGame) -> str | None:
        fit = (name for name in game.absence.substitutes if self._robots.plays(name, game.name))
        return next(fit, None)

    def leave(self, waiter: Waiter) -> None:
        """End the wait of a connection, if it has one; its request is answered without a table."""
        wait = self._waits.pop(waiter, None)
        if wait is not None:
            self._left.append(wait)
            wait.reply(Done(id=wait.request.id))
            self._wake()

    async def rows(self) -> tuple[QueueRow, ...]:
        """Return the number of waiting players of each game and pace, at most a second old.

        Raises OSError if the store does not answer.
        """
        now_ms = self._hub.services.now_ms()
        if self._counted is None or not 0 <= now_ms - self._counted[0] < COUNTED_MS:
            self._counted = now_ms, tuple(_rows(await self._players.counts()))
        return self._counted[1]

    def stop(self) -> None:
        """End all work; the waiting players of this hub are soon forgotten."""
        for task in (self._work, *self._filling, *(wait.seating for wait in self._waits.values())):
            if task is not None:
                task.cancel()

    def _wake(self) -> None:
        self._due.set()
        if self._work is None or self._work.done():
            self._work = self._hub.services.tasks.run(self._take_turns())

    async def _take_turns(self) -> None:
        while self._waits or self._left:
            self._due.clear()
            try:
                if not self._hub.holding():
                    await self._turn()
            except OSError:
                pass  # The next turn asks again; until then the players wait.
            except Exception as error:
                log.error("a turn of the queue failed with %s", type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(TURN_S):
                    await self._due.wait()

    async def _turn(self) -> None:
        while self._left:
            left = self._left[0]
            await self._players.leave(left.player.id, left.word)
            self._left.popleft()
        waits = [(waiter, wait) for waiter, wait in self._waits.items() if wait.seating is None]
        if not waits:
            return
        asked = [wait.asked() for _, wait in waits]
        turn = await self._players.turn(asked)
        mine = {each.table for each in asked}
        now_ms = self._hub.services.now_ms()
        for (waiter, wait), answer in zip(waits, turn.answers, strict=True):
            wait.is_new = wait.must_wait_again = False
            if self._waits.get(waiter) is not wait:
                continue  # The player has left; the next turn tells the queue.
            match answer:
                case Waits(ms):
                    wait.waited_ms = ms
                    wait.tell(turn.counts.get(wait.kind, 1), now_ms)
                    table = self._open_table(wait, turn.tables.get(wait.kind, ()))
                    if table is not None:
                        wait.seating = self._hub.services.tasks.run(self._join(waiter, wait, table))
                case Placed():
                    opens = answer.table in mine
                    wait.seating = self._hub.services.tasks.run(self._sit_at_new(waiter, wait, answer, opens))
                case Replaced():
                    del self._waits[waiter]
                    wait.reply(Done(id=wait.request.id))

    def _open_table(self, wait: _Wait, tables: tuple[str, ...]) -> str | None:
        """Return a table of the queue at which the player may sit, as far as its hub has announced it."""
        known = (self._hub.told(table) for table in tables)
        fit = (each for each in known if each is not None and each.names and _chairs(each, wait.player.id))
        return next((table.id for table in fit), None)

    async def _join(self, waiter: Waiter, wait: _Wait, table: str) -> None:
        """Let a waiting player sit down at a table of the queue that is between two boards."""
        try:
            handle = await self._hub.handle(table)
            now = await handle.summary()
            if now.hidden or not _chairs(now, wait.player.id):
                return
            if await self._players.take(wait.player.id, wait.word, table):
                wait.must_wait_again = not await self._sit(waiter, wait, handle)
        except (Refusal, OSError):
            pass  # The table has just ended or moved: the player waits on.
        finally:
            wait.seating = None

    async def _sit_at_new(self, waiter: Waiter, wait: _Wait, placed: Placed, opens: bool) -> None:
        """Let the player sit down at a new table; `opens` is True if this hub has to open it."""
        try:
            await self._open(wait, placed, opens)
            handle = await self._hub.handle(placed.table)
            wait.must_wait_again = not await self._sit(waiter, wait, handle, placed.place)
            if placed.robots and (await handle.summary()).roles.host == wait.player.id:
                self._fill_later(wait, handle)
        except Refusal as refusal:
            if refusal.retry_ms is None or refusal.code is Code.RATE_LIMITED:
                self._end(
                    waiter,
                    wait,
                    Refused(
                        code=refusal.code,
                        message=str(refusal),
                        id=wait.request.id,
                        retry_ms=refusal.retry_ms,
                    ),
                )
        except OSError:
            pass  # The next turn gives the same place again.
        finally:
            wait.seating = None

    async def _open(self, wait: _Wait, placed: Placed, opens: bool) -> None:
        """Open a new table, once for all its players; another hub opens it only if the first one is dead."""
        table = placed.table
        lock = self._opened.get(table)
        if lock is None:
            lock = self._opened[table] = asyncio.Lock()
        async with lock:
            for _ in range(0 if opens else OPENING_LOOKS):
                if self._hub.told(table) is not None:
                    return
                await asyncio.sleep(OPENING_LOOK_S)
            if self._hub.told(table) is None:
                await self._opening.open_for_queue(table, wait.player, wait.table(placed), wait.address)

    def _fill_later(self, wait: _Wait, table: TableHandle) -> None:
        """Give each seat of a new table a robot soon, for a player that has not come or that leaves."""

        async def fill() -> None:
            await asyncio.sleep(FILLED_S)
            seats: Seats = dict.fromkeys(range(wait.seats), wait.robot)
            await answer_to(table, wait.player, ChangeTable(id=0, seats=seats))

        task = self._hub.services.tasks.run(fill())
        self._filling.add(task)
        task.add_done_callback(self._filling.discard)

    def _end(self, waiter: Waiter, wait: _Wait, answer: Done | Refused) -> None:
        if self._waits.get(waiter) is wait:
            del self._waits[waiter]
            self._left.append(wait)
            wait.reply(answer)
            self._wake()

    async def _sit(self, waiter: Waiter, wait: _Wait, table: TableHandle, place: int = 0) -> bool:
        """Let the player sit down, best in the chair of the place; return False if no chair is free."""
        now = await table.summary()
        chairs = _chairs(now, wait.player.id)
        wanted = _in_order(len(now.chairs))[place % len(now.chairs)]
        for seat in sorted(chairs, key=lambda seat: seat != wanted):
            if isinstance(await answer_to(table, wait.player, Sit(table=table.id, seat=seat)), Done):
                break
        else:
            return False
        if self._waits.get(waiter) is not wait:
            # The connection has ended meanwhile, so the chair is given back.
            await answer_to(table, wait.player, Stand(table=table.id))
            return True
        with suppress(OSError):
            await self._players.sat_down(wait.player.id, wait.word)
        self._end(waiter, wait, Done(id=wait.request.id, table=table.id))
        return True


def _rows(counts: Mapping[str, int]) -> Iterator[QueueRow]:
    for kind, players in sorted(counts.items()):
        game, _, name = kind.rpartition(" ")
        yield from (QueueRow(game, pace, players) for pace in POLICIES if pace == name)


def _in_order(seats: int) -> list[int]:
    """Return the seats in the order in which they are given: partners first.

    >>> _in_order(4), _in_order(5)
    ([0, 2, 1, 3], [0, 2, 4, 1, 3])
    """
    return [*range(0, seats, 2), *range(1, seats, 2)]


def _chairs(table: Summary, player: str) -> list[int]:
    """Return the seats of a table that a player of the queue may take between boards, the best ones first.

    The player's own seat is the only one, if there is one. Otherwise these are the seats without a player,
    those without a robot first; a table that does not let the player in has none.
    """
    own = table.right_of(player)
    if own is not None:
        return [own]
    shut = table.closed or table.finished or table.paused or table.policy.access != "open"
    if shut or not is_admitted(table, player) or reason_not_to_sit(table, player) is not None:
        return []
    order = sorted(_in_order(len(table.chairs)), key=lambda seat: table.chairs[seat].taken)
    return [seat for seat in order if not table.chairs[seat].people]
