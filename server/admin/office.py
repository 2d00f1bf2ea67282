"""The office of the operators: it carries out their acts at all hubs, and keeps the audit log."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, assert_never

import msgspec

from protocol.v1.codes import Code
from server.admin import acts
from server.admin.acts import READS, Act, Answer, AuditRecord, MeasureRow, Order, Unreached, name_of
from server.admin.own_hub import (
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

MOST_ROWS = 1_000
"""The largest number of tables or people in one answer."""
PATIENCE_S = 5.0
"""The longest time (s) for which an act waits for another hub."""
TRIES = 10
"""The number of times that a table is looked for while it moves from one hub to another."""
DONE = "done"

_pack, _unpack = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(AuditRecord).decode


class Office:
    """The office of the operators at one hub. It may be asked at any hub, and acts at all of them."""

    def __init__(self, front_desk: FrontDesk, stored: MeasuresAndAudit) -> None:
        self._front_desk = front_desk
        self._hub = front_desk.hub
        self._moderation = front_desk.moderation
        self._stored = stored
        self._own = OwnHub(front_desk)

    async def carry_out(self, order: Order, secret: str) -> Answer:
        """Carry out an act, and add it to the audit log, also if it is refused.

        `secret` is the name of the operator's secret. Raises Refusal if the act is refused, and OSError if
        the store does not answer; then the log of the server has the record.
        """
        operator = clean(order.operator) or secret
        outcome = "failed"
        try:
            answer = await self._done(order.act, operator)
            outcome = _outcome(answer)
        except Refusal as refusal:
            outcome = f"{refusal.code}: {refusal}"
            raise
        except OSError:
            outcome = "failed: the store does not answer"
            raise
        finally:
            await self._record(order.act, operator, secret, outcome)
        return answer

    async def _record(self, act: Act, operator: str, secret: str, outcome: str) -> None:
        record = AuditRecord(
            at_ms=self._now_ms(),
            operator=operator,
            secret=secret,
            hub=self._hub.id,
            act=name_of(act),
            target=clean(_target(act)),
            reason=clean(getattr(act, "reason", "")),
            outcome=outcome,
        )
        about = {name: getattr(record, name) for name in ("operator", "act", "target", "reason", "outcome")}
        level = logging.INFO if isinstance(act, READS) else logging.WARNING
        log.log(
            level, "act of %s: %s %s: %s", record.operator, record.act, record.target, outcome, extra=about
        )
        await self._stored.audit(_pack(record))

    def _now_ms(self) -> int:
        return self._hub.services.now_ms()

    async def _done(self, act: Act, operator: str) -> Answer:
        match act:
            case acts.ListHubs():
                return await self._hubs()
            case acts.ListTables():
                return self._tables(act)
            case acts.ShowTable():
                return acts.OneTable(await self._table(act.table))
            case acts.ListPeople():
                return await self._people(act.text)
            case acts.CloseTable():
                return await self._close(act)
            case acts.Kick():
                return await self._kick(act.player, f"an operator has removed you: {act.reason}")
            case acts.Ban():
                return await self._ban(act, operator)
            case acts.LiftBan():
                target = network_of(act.target) if is_address(act.target) else act.target
                return await self._lift(f"ban:{target}", "ban")
            case acts.ListMeasures():
                return acts.MeasuresListed(
                    tuple(map(_row, self._moderation.measures.holding(self._now_ms())))
                )
            case acts.MutePlayer():
                mute = Mute(player=act.player, **self._until(act, operator))
                await self._moderation.put(mute)
                return acts.Taken(_row(mute))
            case acts.LiftMute():
                return await self._lift(f"mute:{act.player}", "mute")
            case acts.ListQuarantined():
                return await self._quarantined()
            case acts.DrainHub():
                return acts.Drained(act.hub, await self._at(act.hub, DrainHere(), int))
            case acts.RenamePlayer():
                return await self._rename(act, operator)
            case acts.ReloadWords():
                return await self._reload_words()
            case acts.ReadAudit():
                return acts.Audited(await self._audited(act))
            case _:
                assert_never(act)

    async def _at(self, hub: str, part: Part, kind: type[T]) -> T:
        """Let one hub do its part of an act, and return its answer.

        Raises Refusal if the hub refuses its part, does not run or does not answer.
        """
        if hub == self._hub.id:
            own: T = await self._own.do(part)
            return own
        if not self._hub.is_living(hub):
            raise Refusal(Code.FORBIDDEN, f"expected the id of a hub that runs, got {hub!r}")
        try:
            async with asyncio.timeout(PATIENCE_S):
                return msgspec.msgpack.decode(await self._hub.others.ask(hub, PART, part), type=kind)
        except TimeoutError:
            raise Refusal(Code.UNAVAILABLE, f"hub {hub} has not answered for {PATIENCE_S:g} s") from None

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

    async def _hubs(self) -> acts.Hubs:
        found, unreached = await self._everywhere(Describe, acts.HubRow)
        loads = {load.hub: load for load in self._hub.others.loads}
        # A hub of an older release does not describe itself; its heartbeats tell all but its connections.
        rows = [
            acts.HubRow(hub, self._hub.others.releases[hub], loads[hub].tables, -1, loads[hub].draining)
            for hub in (each.hub for each in unreached)
            if hub in loads
        ]
        return acts.Hubs((*found.values(), *rows))

    def _summaries(self) -> Iterator[Summary]:
        for game in self._hub.games:
            yield from self._hub.newest(game)

    def _tables(self, act: acts.ListTables) -> acts.Tables:
        text = act.text.casefold()
        found = [
            facts
            for summary in self._summaries()
            if (not act.game or summary.game == act.game)
            and (not text or text in f"{summary.id}\n{summary.name}".casefold())
            and (not act.player or act.player in summary.names or summary.right_of(act.player) is not None)
            and (not act.hub or self._hub.place_of(summary.id) == act.hub)
            for facts in (_facts(summary, self._hub.place_of(summary.id)),)
        ]
        return acts.Tables(tuple(found[:MOST_ROWS]), max(0, len(found) - MOST_ROWS))

    async def _table(self, table: str) -> acts.TableFacts:
        handle = await self._hub.handle(table)
        return _facts(await handle.summary(), await self._hub.owner_of(table))

    async def _people(self, text: str) -> acts.People:
        found, unreached = await self._everywhere(ListConnections, tuple[PlayerHere, ...])
        names: dict[str, str] = {}
        connections: dict[str, list[acts.Connection]] = defaultdict(list)
        seats: dict[str, list[acts.Place]] = defaultdict(list)
        for summary in self._summaries():
            for seat, chair in enumerate(summary.chairs):
                for player, name in chair.people:
                    names[player] = name
                    absent = player == chair.owner or chair.relief is not None
                    seats[player].append(acts.Place(summary.id, seat, absent))
        for here in (each for rows in found.values() for each in rows):
            names[here.player] = here.name
            connections[here.player].append(here.connection)
        people = [
            acts.Person(player, names[player], tuple(connections[player]), tuple(seats[player]))
            for player in sorted(names, key=lambda player: (names[player].casefold(), player))
            if _matches(text.casefold(), player, names[player], connections[player])
        ]
        return acts.People(tuple(people[:MOST_ROWS]), max(0, len(people) - MOST_ROWS), unreached)

    async def _close(self, act: acts.CloseTable) -> acts.TableClosed:
        reason = f"an operator of this server has closed the table: {act.reason}"
        for left in range(TRIES, 0, -1):
            try:
                owner = await self._hub.owner_of(act.table)
                await self._at(owner, CloseOwnTable(act.table, reason), type(None))
                break
            except Refusal as refusal:
                if refusal.code is not Code.UNAVAILABLE or left == 1:
                    raise
                await asyncio.sleep((refusal.retry_ms or 200) / 1000)
        return acts.TableClosed(act.table)

    async def _kick(self, player: str, reason: str) -> acts.Kicked:
        found, unreached = await self._everywhere(lambda: KickHere(player, reason), KickedHere)
        tables = tuple(sorted(table for each in found.values() for table in each.tables))
        return acts.Kicked(player, sum(each.connections for each in found.values()), tables, unreached)

    def _until(self, act: acts.Ban | acts.MutePlayer, operator: str) -> dict[str, Any]:
        now_ms = self._now_ms()
        end_ms = now_ms + act.for_s * 1000
        return {"reason": act.reason, "began_ms": now_ms, "by": operator, "end_ms": end_ms}

    async def _ban(self, act: acts.Ban, operator: str) -> acts.Taken:
        if is_address(act.target):
            ban = AddressBan(network=network_of(act.target), **self._until(act, operator))
            await self._moderation.put(ban)
            return acts.Taken(_row(ban), None, acts.A_BAN_STOPS)
        player_ban = PlayerBan(player=act.target, **self._until(act, operator))
        # First the ban: a player that loses its connection must not come back.
        await self._moderation.put(player_ban)
        kicked = await self._kick(act.target, f"you are banned: {act.reason}")
        return acts.Taken(_row(player_ban), kicked, acts.A_BAN_STOPS)

    async def _lift(self, key: str, kind: str) -> acts.Lifted:
        # Another hub may have taken the measure a moment ago.
        await self._moderation.load()
        for measure in self._moderation.measures.holding(self._now_ms()):
            if measure.key == key:
                await self._moderation.remove(measure)
                return acts.Lifted(_row(measure))
        raise Refusal(Code.FORBIDDEN, f"there is no {kind} of {key.partition(':')[2]!r}")

    async def _quarantined(self) -> acts.Quarantined:
        found, unreached = await self._everywhere(ListFaults, dict[str, str])
        rows = [
            acts.QuarantinedTable(table, hub, fault)
            for hub, faults in found.items()
            for table, fault in faults.items()
        ]
        return acts.Quarantined(tuple(sorted(rows, key=lambda row: (row.table, row.hub))), unreached)

    async def _rename(self, act: acts.RenamePlayer, operator: str) -> acts.Renamed:
        name = clean(act.name)
        if not name:
            raise Refusal(Code.INVALID_MESSAGE, "expected a visible name, got none - at `$.act.name`")
        measure = NewName(
            player=act.player, name=name, reason=act.reason, began_ms=self._now_ms(), by=operator
        )
        await self._moderation.put(measure)
        found, unreached = await self._everywhere(lambda: RenameHere(act.player, name), tuple[str, ...])
        tables = tuple(sorted(table for each in found.values() for table in each))
        return acts.Renamed(_row(measure), tables, unreached)

    async def _reload_words(self) -> acts.WordsReloaded:
        found, unreached = await self._everywhere(ReloadHere, int)
        return acts.WordsReloaded(
            tuple(acts.WordsOfHub(hub, entries) for hub, entries in found.items()), unreached
        )

    async def _audited(self, act: acts.ReadAudit) -> tuple[AuditRecord, ...]:
        reads = {str(kind.__struct_config__.tag) for kind in READS}
        records: list[AuditRecord] = []
        for packed in await self._stored.audited(act.most if act.reads else 10_000):
            record = _unpack(packed)
            if act.reads or record.act not in reads:
                records.append(record)
            if len(records) == act.most:
                break
        return tuple(records)


def _outcome(answer: Answer) -> str:
    """Return the outcome of an act for the audit log, with the hubs that did not do their parts."""
    unreached: tuple[Unreached, ...] = getattr(answer, "unreached", ())
    if isinstance(answer, acts.Taken) and answer.kicked is not None:
        unreached = answer.kicked.unreached
    return "; ".join((DONE, *(f"not at hub {each.hub}: {each.cause}" for each in unreached)))


def _target(act: Act) -> str:
    """Return what an act is about: a table, a player, an address or a hub; "" for a list."""
    match act:
        case acts.ShowTable() | acts.CloseTable():
            return act.table
        case acts.Kick() | acts.MutePlayer() | acts.LiftMute():
            return act.player
        case acts.RenamePlayer():
            return f"{act.player} to {act.name!r}"
        case acts.Ban():
            return f"{act.target} for {act.for_s} s"
        case acts.LiftBan():
            return act.target
        case acts.DrainHub():
            return act.hub
        case acts.ListPeople():
            return act.text
        case acts.ListTables():
            return " ".join(filter(None, (act.game, act.hub, act.player, act.text)))
        case acts.ListHubs() | acts.ListMeasures() | acts.ListQuarantined():
            return ""
        case acts.ReloadWords() | acts.ReadAudit():
            return ""
        case _:
            assert_never(act)


def _matches(text: str, player: str, name: str, connections: list[acts.Connection]) -> bool:
    addresses = (each.address for each in connections)
    return not text or any(text in each.casefold() for each in (player, name, *addresses))


def _row(measure: Measure) -> MeasureRow:
    kind, target, until_ms, name = _kind_and_target(measure)
    return MeasureRow(kind, target, measure.reason, measure.by, measure.began_ms, until_ms, name)


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
        case _:
            assert_never(measure)


def _facts(table: Summary, hub: str) -> acts.TableFacts:
    """Return what an operator sees of a table: nothing of its cards, its score or its results."""
    return acts.TableFacts(
        table=table.id,
        name=table.name,
        game=table.game,
        hub=hub,
        status=_status(table),
        access=table.policy.access,
        host=table.roles.host,
        seats=tuple(
            acts.SeatRow(
                seat=seat,
                player=chair.player,
                name=chair.name if chair.player is not None else chair.house or "",
                robot=chair.house,
                here=chair.player in table.names if chair.player is not None else chair.taken,
                owner=chair.owner,
            )
            for seat, chair in enumerate(table.chairs)
        ),
        people=tuple(acts.PersonHere(player, name) for player, name in table.names.items()),
    )


def _status(table: Summary) -> str:
    if table.closed:
        return "closed"
    if table.finished:
        return "finished"
    if table.paused:
        return "paused"
    return "playing" if table.begun else "waiting"
