"""The office of the operators: it carries out their orders at all hubs, and keeps the audit log."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar, assert_never

import msgspec

from protocol.v1.codes import Code
from server.admin import orders
from server.admin.orders import READS, Answer, AuditRecord, MeasureRow, Order, Signed, Unreached, name_of
from server.admin.own_hub import (
    IN_A_TURN,
    PART,
    CloseOwnTable,
    Describe,
    DrainHere,
    KickedHere,
    KickHere,
    ListConnections,
    ListFaults,
    OwnHub,
    Part,
    PlayerHere,
    ReloadHere,
    RenameHere,
)
from server.errors import Refusal
from server.moderation.measures import (
    AddressBan,
    BotToken,
    Measure,
    Mute,
    NewName,
    PlayerBan,
    is_address,
    network_of,
)
from server.session.front_desk import FrontDesk
from server.store.measures_and_audit import MeasuresAndAudit
from server.table.summary import Summary
from server.text import clean

log = logging.getLogger("kibitz.operators")

T = TypeVar("T")

MOST_BOTS = 1_000
"""The largest number of bot tokens, which every hub has in memory."""
MOST_ROWS = 1_000
"""The largest number of tables or people in one answer."""
PATIENCE_S = 5.0
"""The longest time (s) for which most orders wait for another hub."""
DRAIN_S = 45.0
"""The longest time (s) for which an order waits for a hub that hands over all its tables."""
TRIES = 10
"""The number of times that a table is looked for while it moves from one hub to another."""
DONE = "done"

_pack, _unpack = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(AuditRecord).decode


class Office:
    """The office of the operators at one hub, which carries out orders at all hubs."""

    def __init__(self, front_desk: FrontDesk, stored: MeasuresAndAudit) -> None:
        self._front_desk = front_desk
        self._hub = front_desk.hub
        self._moderation = front_desk.moderation
        self._stored = stored
        self._own = OwnHub(front_desk)

    async def carry_out(self, signed: Signed, secret: str) -> Answer:
        """Carry out an order, and add it to the audit log, also if it is refused.

        `secret` is the name of the operator's secret. Raises Refusal if the order is refused, and OSError if
        the store does not answer; then the log of the server has the record.
        """
        operator = clean(signed.operator) or secret
        outcome = "failed"
        try:
            answer = await self._done(signed.order, operator)
            outcome = _outcome(answer)
        except Refusal as refusal:
            outcome = f"{refusal.code}: {refusal}"
            raise
        except OSError:
            outcome = "failed: the store does not answer"
            raise
        finally:
            await self._record(signed.order, operator, secret, outcome)
        return answer

    async def _record(self, order: Order, operator: str, secret: str, outcome: str) -> None:
        record = AuditRecord(
            at_ms=self._now_ms(),
            operator=operator,
            secret=secret,
            hub=self._hub.id,
            order=name_of(order),
            target=clean(_target(order)),
            reason=clean(getattr(order, "reason", "")),
            outcome=outcome,
        )
        about = {name: getattr(record, name) for name in ("operator", "order", "target", "reason", "outcome")}
        level = logging.INFO if isinstance(order, READS) else logging.WARNING
        log.log(
            level,
            "order of %s: %s %s: %s",
            record.operator,
            record.order,
            record.target,
            outcome,
            extra=about,
        )
        await self._stored.audit(_pack(record), read=isinstance(order, READS))

    def _now_ms(self) -> int:
        return self._hub.services.now_ms()

    async def _done(self, order: Order, operator: str) -> Answer:
        match order:
            case orders.ListHubs():
                return await self._hubs()
            case orders.ListTables():
                return await self._tables(order)
            case orders.ShowTable():
                return orders.OneTable(await self._table(order.table))
            case orders.ListPeople():
                return await self._people(order.text)
            case orders.CloseTable():
                return await self._close(order)
            case orders.Kick():
                return await self._kick(order.player, f"an operator has removed you: {order.reason}")
            case orders.Ban():
                return await self._ban(order, operator)
            case orders.LiftBan():
                target = network_of(order.target) if is_address(order.target) else order.target
                return await self._lift(f"ban:{target}", "ban")
            case orders.ListMeasures():
                holding = self._moderation.measures.holding(self._now_ms())
                return orders.MeasuresListed(
                    tuple(_row(each) for each in holding if not isinstance(each, BotToken))
                )
            case orders.MutePlayer():
                mute = Mute(player=order.player, **self._until(order, operator))
                await self._moderation.put(mute)
                return orders.Taken(_row(mute))
            case orders.LiftMute():
                return await self._lift(f"mute:{order.player}", "mute")
            case orders.ListQuarantined():
                return await self._quarantined()
            case orders.DrainHub():
                return orders.Drained(order.hub, await self._at(order.hub, DrainHere(), int, DRAIN_S))
            case orders.RenamePlayer():
                return await self._rename(order, operator)
            case orders.ReloadWords():
                return await self._reload_words()
            case orders.AddBot():
                return await self._add_bot(order, operator)
            case orders.ListBots():
                return orders.Bots(tuple(map(_bot_row, self._moderation.measures.bots.values())))
            case orders.RevokeBot():
                return await self._revoke_bot(order)
            case orders.ReadAudit():
                return orders.Audited(await self._audited(order))
            case _:
                assert_never(order)

    async def _at(self, hub: str, part: Part, kind: type[T], patience_s: float = PATIENCE_S) -> T:
        """Let one hub do its part of an order, and return its answer.

        Raises Refusal if the hub refuses its part, does not run or does not answer.
        """
        if hub == self._hub.id:
            own: T = await self._own.do(part)
            return own
        if not self._hub.is_living(hub):
            raise Refusal(Code.FORBIDDEN, f"expected the id of a hub that runs, got {hub!r}")
        try:
            async with asyncio.timeout(patience_s):
                return msgspec.msgpack.decode(await self._hub.others.ask(hub, PART, part), type=kind)
        except TimeoutError:
            raise Refusal(Code.UNAVAILABLE, f"hub {hub} has not answered for {patience_s:g} s") from None
        except msgspec.DecodeError:
            raise Refusal(Code.UNAVAILABLE, f"the answer of hub {hub} is that of another release") from None

    async def _everywhere(
        self, part: Callable[[], Part], kind: type[T]
    ) -> tuple[dict[str, T], tuple[Unreached, ...]]:
        """Let all hubs do their parts; return their answers by hub, and the hubs that did not."""
        hubs = (self._hub.id, *sorted(self._hub.others.releases))
        found = await asyncio.gather(*(self._at(hub, part(), kind) for hub in hubs), return_exceptions=True)
        answers: dict[str, T] = {}
        unreached: list[Unreached] = []
        for hub, each in zip(hubs, found, strict=True):
            if isinstance(each, Refusal):
                unreached.append(Unreached(hub, str(each)))
            elif isinstance(each, BaseException):
                raise each
            else:
                answers[hub] = each
        return answers, tuple(unreached)

    async def _hubs(self) -> orders.Hubs:
        found, unreached = await self._everywhere(Describe, orders.HubRow)
        loads = {load.hub: load for load in self._hub.others.loads}
        # A hub of an older release does not describe itself; its heartbeats tell all but its connections.
        rows = [
            orders.HubRow(hub, self._hub.others.releases[hub], loads[hub].tables, -1, loads[hub].draining)
            for hub in (each.hub for each in unreached)
            if hub in loads
        ]
        return orders.Hubs((*found.values(), *rows))

    async def _summaries(self) -> AsyncIterator[Summary]:
        """Yield the summaries of all tables in memory, some in each turn of the event loop."""
        count = 0
        for game in self._hub.games:
            for summary in self._hub.newest(game):
                yield summary
                count += 1
                if count % IN_A_TURN == 0:
                    await asyncio.sleep(0)

    async def _tables(self, order: orders.ListTables) -> orders.Tables:
        found: list[orders.TableFacts] = []
        left_off = 0
        async for summary in self._summaries():
            hub = self._hub.place_of(summary.id)
            if not _is_wanted(summary, hub, order):
                continue
            if len(found) < MOST_ROWS:
                found.append(_facts(summary, hub))
            else:
                left_off += 1
        return orders.Tables(tuple(found), left_off)

    async def _table(self, table: str) -> orders.TableFacts:
        handle = await self._hub.handle(table)
        return _facts(await handle.summary(), await self._hub.owner_of(table))

    async def _people(self, text: str) -> orders.People:
        found, unreached = await self._everywhere(ListConnections, tuple[PlayerHere, ...])
        names: dict[str, str] = {}
        connections: dict[str, list[orders.Connection]] = defaultdict(list)
        seats: dict[str, list[orders.Place]] = defaultdict(list)
        async for summary in self._summaries():
            for seat, chair in enumerate(summary.chairs):
                for player, name in chair.people:
                    names[player] = name
                    absent = player == chair.owner or chair.relief is not None
                    seats[player].append(orders.Place(summary.id, seat, absent))
        for here in (each for rows in found.values() for each in rows):
            names[here.player] = here.name
            connections[here.player].append(here.connection)
        people = [
            orders.Person(player, names[player], tuple(connections[player]), tuple(seats[player]))
            for player in sorted(names, key=lambda player: (names[player].casefold(), player))
            if _matches(text.casefold(), player, names[player], connections[player])
        ]
        return orders.People(tuple(people[:MOST_ROWS]), max(0, len(people) - MOST_ROWS), unreached)

    async def _close(self, order: orders.CloseTable) -> orders.TableClosed:
        reason = f"an operator of this server has closed the table: {order.reason}"
        for left in range(TRIES, 0, -1):
            try:
                owner = await self._hub.owner_of(order.table)
                await self._at(owner, CloseOwnTable(order.table, reason), type(None))
                break
            except Refusal as refusal:
                if refusal.code is not Code.UNAVAILABLE or left == 1:
                    raise
                await asyncio.sleep((refusal.retry_ms or 200) / 1000)
        return orders.TableClosed(order.table)

    async def _kick(self, player: str, reason: str) -> orders.Kicked:
        found, unreached = await self._everywhere(lambda: KickHere(player, reason), KickedHere)
        tables = tuple(sorted(table for each in found.values() for table in each.tables))
        return orders.Kicked(player, sum(each.connections for each in found.values()), tables, unreached)

    def _until(self, order: orders.Ban | orders.MutePlayer, operator: str) -> dict[str, Any]:
        now_ms = self._now_ms()
        end_ms = now_ms + order.for_s * 1000
        return {"reason": order.reason, "began_ms": now_ms, "by": operator, "end_ms": end_ms}

    async def _ban(self, order: orders.Ban, operator: str) -> orders.Taken:
        if is_address(order.target):
            ban = AddressBan(network=network_of(order.target), **self._until(order, operator))
            await self._moderation.put(ban)
            return orders.Taken(_row(ban), None, orders.A_BAN_STOPS)
        player_ban = PlayerBan(player=order.target, **self._until(order, operator))
        # First the ban: a player that loses its connection must not come back.
        await self._moderation.put(player_ban)
        kicked = await self._kick(order.target, f"you are banned: {order.reason}")
        return orders.Taken(_row(player_ban), kicked, orders.A_BAN_STOPS)

    async def _lift(self, key: str, kind: str) -> orders.Lifted:
        # Another hub may have taken the measure a moment ago.
        await self._moderation.load()
        for measure in self._moderation.measures.holding(self._now_ms()):
            if measure.key == key:
                await self._moderation.remove(measure)
                return orders.Lifted(_row(measure))
        raise Refusal(Code.FORBIDDEN, f"there is no {kind} of {key.partition(':')[2]!r}")

    async def _quarantined(self) -> orders.Quarantined:
        found, unreached = await self._everywhere(ListFaults, dict[str, str])
        rows = [
            orders.QuarantinedTable(table, hub, fault)
            for hub, faults in found.items()
            for table, fault in faults.items()
        ]
        return orders.Quarantined(tuple(sorted(rows, key=lambda row: (row.table, row.hub))), unreached)

    async def _rename(self, order: orders.RenamePlayer, operator: str) -> orders.Renamed:
        name = clean(order.name)
        if not name:
            raise Refusal(Code.INVALID_MESSAGE, "expected a visible name, got none - at `$.order.name`")
        measure = NewName(
            player=order.player, name=name, reason=order.reason, began_ms=self._now_ms(), by=operator
        )
        await self._moderation.put(measure)
        found, unreached = await self._everywhere(lambda: RenameHere(order.player, name), tuple[str, ...])
        tables = tuple(sorted(table for each in found.values() for table in each))
        return orders.Renamed(_row(measure), tables, unreached)

    async def _add_bot(self, order: orders.AddBot, operator: str) -> orders.BotAdded:
        name, owner = clean(order.name), clean(order.owner)
        if not name or not owner:
            field = "name" if not name else "owner"
            raise Refusal(Code.INVALID_MESSAGE, f"expected a visible name, got none - at `$.order.{field}`")
        # Another hub may have made a token a moment ago.
        await self._moderation.load()
        bots = self._moderation.measures.bots.values()
        if len(bots) >= MOST_BOTS:
            raise Refusal(Code.FORBIDDEN, f"there are {len(bots)} bot tokens, the limit is {MOST_BOTS}")
        measure, token = self._front_desk.guests.new_bot(name, owner, operator)
        if any(each.key == measure.key for each in bots):
            raise Refusal(Code.FORBIDDEN, f"there is a robot {name!r} already; revoke its token first")
        await self._moderation.put(measure)
        return orders.BotAdded(_bot_row(measure), token)

    async def _revoke_bot(self, order: orders.RevokeBot) -> orders.BotRevoked:
        await self._moderation.load()
        name = clean(order.name).casefold()
        for measure in self._moderation.measures.bots.values():
            if measure.name.casefold() == name:
                # First the token: a robot that loses its connection must not come back.
                await self._moderation.remove(measure)
                reason = f"an operator has revoked this robot's token: {order.reason}"
                return orders.BotRevoked(_bot_row(measure), await self._kick(measure.player, reason))
        raise Refusal(Code.FORBIDDEN, f"there is no robot {order.name!r}")

    async def _reload_words(self) -> orders.WordsReloaded:
        found, unreached = await self._everywhere(ReloadHere, int)
        return orders.WordsReloaded(
            tuple(orders.WordsOfHub(hub, entries) for hub, entries in found.items()), unreached
        )

    async def _audited(self, order: orders.ReadAudit) -> tuple[AuditRecord, ...]:
        changes = [*map(_unpack, await self._stored.audited(order.most))]
        if not order.reads:
            return tuple(changes)
        reads = map(_unpack, await self._stored.audited(order.most, read=True))
        both = sorted((*changes, *reads), key=lambda record: record.at_ms, reverse=True)
        return tuple(both[: order.most])


def _outcome(answer: Answer) -> str:
    """Return the outcome of an order for the audit log, with the hubs that did not do their parts."""
    unreached: tuple[Unreached, ...] = getattr(answer, "unreached", ())
    if isinstance(answer, orders.Taken) and answer.kicked is not None:
        unreached = answer.kicked.unreached
    return "; ".join((DONE, *(f"not at hub {each.hub}: {each.cause}" for each in unreached)))


def _target(order: Order) -> str:
    """Return what an order is about: a table, a player, an address or a hub; "" for a list."""
    match order:
        case orders.ShowTable() | orders.CloseTable():
            return order.table
        case orders.Kick() | orders.MutePlayer() | orders.LiftMute():
            return order.player
        case orders.AddBot():
            return f"{order.name} of {order.owner}"
        case orders.RevokeBot():
            return order.name
        case orders.RenamePlayer():
            return f"{order.player} to {order.name!r}"
        case orders.Ban():
            return f"{order.target} for {order.for_s} s"
        case orders.LiftBan():
            return order.target
        case orders.DrainHub():
            return order.hub
        case orders.ListPeople():
            return order.text
        case orders.ListTables():
            return " ".join(filter(None, (order.game, order.hub, order.player, order.text)))
        case orders.ListHubs() | orders.ListMeasures() | orders.ListQuarantined():
            return ""
        case orders.ReloadWords() | orders.ReadAudit() | orders.ListBots():
            return ""
        case _:
            assert_never(order)


def _is_wanted(table: Summary, hub: str, order: orders.ListTables) -> bool:
    """Return True if a table of a hub passes all filters of an order."""
    text, player = order.text.casefold(), order.player
    return (
        order.game in ("", table.game)
        and order.hub in ("", hub)
        and (not text or text in f"{table.id}\n{table.name}".casefold())
        and (not player or player in table.names or table.right_of(player) is not None)
    )


def _matches(text: str, player: str, name: str, connections: list[orders.Connection]) -> bool:
    addresses = (each.address for each in connections)
    return not text or any(text in each.casefold() for each in (player, name, *addresses))


def _row(measure: Measure) -> MeasureRow:
    kind, target, until_ms, name = _kind_and_target(measure)
    return MeasureRow(kind, target, measure.reason, measure.by, measure.began_ms, until_ms, name)


def _bot_row(bot: BotToken) -> orders.BotRow:
    return orders.BotRow(bot.name, bot.owner, bot.player, bot.by, bot.began_ms)


def _kind_and_target(measure: Measure) -> tuple[str, str, int | None, str]:
    """Return the kind, the target, the end and the new name of a measure."""
    match measure:
        case PlayerBan():
            return "ban", measure.player, measure.end_ms, ""
        case AddressBan():
            return "ban", measure.network, measure.end_ms, ""
        case Mute():
            return "mute", measure.player, measure.end_ms, ""
        case NewName():
            return "name", measure.player, None, measure.name
        case BotToken():
            return "bot", measure.player, None, measure.name
        case _:
            assert_never(measure)


def _facts(table: Summary, hub: str) -> orders.TableFacts:
    """Return what an operator sees of a table: nothing of its cards, its score or its results."""
    return orders.TableFacts(
        table=table.id,
        name=table.name,
        game=table.game,
        hub=hub,
        status=_status(table),
        access=table.policy.access,
        host=table.roles.host,
        seats=tuple(
            orders.SeatRow(
                seat=seat,
                player=chair.player,
                name=chair.name if chair.player is not None else chair.house or "",
                robot=chair.house,
                here=chair.player in table.names if chair.player is not None else chair.taken,
                owner=chair.owner,
            )
            for seat, chair in enumerate(table.chairs)
        ),
        people=tuple(orders.PersonHere(player, name) for player, name in table.names.items()),
    )


def _status(table: Summary) -> str:
    if table.closed:
        return "closed"
    if table.finished:
        return "finished"
    if table.paused:
        return "paused"
    return "playing" if table.begun else "waiting"
