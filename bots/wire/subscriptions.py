"""The tables that a client watches: requests to watch, repair after a missed patch, and actions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import msgspec
from msgspec import Struct, UnsetType

from bots.errors import ClientError, Refused
from bots.registry import answers
from bots.view import View as Seen
from bots.wire.pending_requests import Answer, PendingRequests
from bots.wire.table_view import TableView
from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Sit, Watch, WatchAs
from protocol.v1.updates import Appoint, Chat, Done, Knock, Note, Notes, Notice, Patch, People, ToClient, View


class Subscriptions:
    """The tables that a client watches.

    The iterator `ids` yields the ids of new requests. If the server refuses to let the client watch a table
    any longer, the function `received` gets a notice of the kind `closing` for that table.
    """

    def __init__(
        self, pending: PendingRequests, ids: Iterator[int], codec: Codec, received: Callable[[ToClient], None]
    ) -> None:
        self.tables: dict[str, TableView] = {}
        self._pending = pending
        self._ids = ids
        self._codec = codec
        self._received = received

    async def watch(self, table: str, as_: WatchAs) -> TableView:
        """Send the request to watch a table, and return the table when its view has arrived.

        The request to watch is sent even if the client watches the table already. If the client watches the
        table already and the server refuses the new audience `as_`, the client goes on watching as the
        audience that it was.
        """
        before = self.tables.get(table)
        watched = before if before is not None and before.as_ == as_ else TableView(table, as_, self._codec)
        if before is not None:
            watched.copy_messages(before)
        self.tables[table] = watched
        # Several callers may wait for one request, so a caller that is cancelled must not cancel it.
        failure = await asyncio.shield(self._request_view(watched))
        if failure is not None:
            if self.tables.get(table) is watched:
                del self.tables[table]
                if isinstance(failure, Refused) and before is not None and before is not watched:
                    self.tables[table] = before
                    await asyncio.shield(self._request_view(before))  # patches of meanwhile were not applied
            raise failure
        await watched.ready.wait()
        return watched

    def watch_again(self) -> None:
        """Watch all tables again on a new connection.

        Each request to watch a table names the version of the view that the client already has.
        """
        for watched in self.tables.values():
            self._request_view(watched)

    def _request_view(self, watched: TableView) -> asyncio.Task[ClientError | None]:
        """Return the task that waits for the answer to the `watch` request for a table.

        If no `watch` request for the table waits for an answer, send one first.
        """
        if watched.pending_watch is None or watched.pending_watch.done():
            watched.pending_watch = asyncio.create_task(self._catch_up(watched))
        return watched.pending_watch

    async def _catch_up(self, watched: TableView) -> ClientError | None:
        request = Watch(
            id=next(self._ids),
            table=watched.table,
            as_=watched.as_,
            epoch=watched.epoch,
            version=None if watched.epoch is None else watched.version,
        )
        try:
            done = await self._watch_or_sit(request, watched)
        except ClientError as error:
            self._received(Notice(kind="closing", table=watched.table, message=str(error)))
            return error
        if isinstance(done, Done) and done.n is not None:
            watched.applied = done.n
        return None

    async def _watch_or_sit(self, request: Watch, watched: TableView) -> Answer:
        """Send a `watch` request and return its answer.

        If this player has lost the seat during an absence, sit down again and repeat the `watch` request.
        """
        try:
            return await self._pending.ask(request)
        except Refused as refused:
            seat = watched.seat
            if refused.code is not Code.NOT_SEATED or seat is None:
                raise
            await self._pending.ask(Sit(id=next(self._ids), table=watched.table, seat=seat))
            return await self._pending.ask(msgspec.structs.replace(request, id=next(self._ids)))

    def take_update(self, update: View | Patch) -> None:
        """Apply a view, or a patch with the changes of a view, to the client's copy of the table.

        If an earlier patch for the table has not arrived, send a new `watch` request for the table.
        """
        watched = self.tables.get(update.table)
        if watched is None:
            return
        now_s = asyncio.get_running_loop().time()
        if isinstance(update, View):
            watched.take_view(update, now_s)
        elif not watched.take_patch(update, now_s):
            self._request_view(watched)

    def take_message(self, update: People | Chat | Note | Notes | Knock | Appoint) -> None:
        watched = self.tables.get(update.table)
        if watched is not None:
            watched.take_message(update)

    def take_notice(self, notice: Notice) -> None:
        watched = None if notice.table is None else self.tables.get(notice.table)
        if watched is not None and notice.kind == "closing":
            watched.ended = notice.message or "the table is closed"
        if watched is not None and notice.kind == "robot":
            watched.robot_played = True

    async def act(self, table: str, action: Struct, decision: str | UnsetType | None) -> None:
        watched = self.tables.get(table)
        if watched is None:
            raise LookupError(f"expected the id of a table that this client watches, got {table!r}")
        if isinstance(decision, UnsetType):
            decision = watched.decision if answers(watched.view, action) else None
        async with watched.acting:
            while not await self._act_once(watched, action, decision):
                pass

    async def premove(
        self, table: str, action: Struct, when: Callable[[Seen], bool], comes: AsyncIterator[ToClient]
    ) -> bool:
        """Answer the next decision of this deal with `action` if `when` returns True for the new view.

        Returns True if the player's action was sent to the server.
        """
        before, deal = self.tables[table].decision, self.tables[table].deal
        async for _ in comes:
            watched = self.tables[table]
            if watched.deal != deal or watched.ended is not None:
                return False
            if watched.decision in (None, before):
                continue
            if not when(watched.view):
                return False
            await self.act(table, action, watched.decision)
            return True
        return False

    async def _act_once(self, watched: TableView, action: Struct, decision: str | None) -> bool:
        """Send an action with the number that follows the number of this player's last action.

        Returns False if the server expects an action with another number, so that the action must be sent
        again.
        """
        n = watched.applied + 1
        plain = msgspec.to_builtins(action)
        try:
            await self._pending.ask(Act(table=watched.table, n=n, action=plain, decision=decision))
        except Refused as refused:
            if refused.code is Code.STALE_DECISION:
                self._request_view(watched)
            if refused.code not in (Code.BAD_N, Code.N_TAKEN):
                raise
            await asyncio.shield(self._request_view(watched))
            # Send the action again only for the same decision: meanwhile the table may have gone on, and an
            # action chosen for one decision must not answer the next one.
            if watched.applied + 1 == n or decision is None or decision != watched.decision:
                raise
            return False
        watched.applied = n
        return True
