"""Links and invitations: tickets that the store keeps for a while, known by a hash of their tokens."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from server.errors import KibitzError
from server.hub.room import Room
from server.table.player import Player
from server.web.operations import Operation
from server.web.responses import answer, body_of, plain_object
from server.web.spades_rest.bodies import (
    InvitationRef,
    JoinLink,
    NewInvitation,
    PlayerChoice,
    SeatChoice,
    SeatTaken,
    SpectatorLink,
    TableRef,
    change,
    read_player,
)
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.hosting import BOT, check_host
from server.web.spades_rest.lobby import Lobby
from server.web.spades_rest.seats import Changes, Visit
from server.web.spades_rest.serializers.words import named_time
from server.web.spades_rest.tables import find_room
from server.web.spades_rest.watch_session import seat_of

LINK_S = 3_600
"""How long a link lives that nobody uses."""
INVITE_S = 600
MAX_ONLOOKERS = 200
"""How many a table remembers as its spectators: their list stands in the log as often as one comes."""


class Link(Struct, frozen=True):
    """What a link leads to; one for `player` is of use to him alone."""

    table: str
    kind: Literal["join", "spectator"]
    player: str | None = None


class Invitation(Struct, frozen=True):
    """Who is invited where, and by which link he may sit down."""

    table: str
    host: str
    player: str
    link: str


class Links:
    """The handlers of links and invitations."""

    def __init__(self, changes: Changes, lobby: Lobby) -> None:
        self._changes, self._lobby = changes, lobby
        self._front = changes.front
        self._store = changes.front.desk.hub.services.store

    def operations(self) -> list[Operation]:
        """Return what is done with links and invitations."""
        at, link = "/api/tables/{table}", "/api/tables/{kind}-link/{{token}}"
        join, watch = link.format(kind="join"), link.format(kind="spectator")
        gone = (404, 409, 410)
        return [
            change(join, self.use_join_link, SeatTaken, SeatChoice)._replace(refusals=gone),
            change(watch, self.use_spectator_link, TableRef)._replace(refusals=gone),
            change(f"{at}/invite", self.invite, NewInvitation, PlayerChoice),
            change("/api/invites/{invite}/decline", self.decline, InvitationRef)._replace(refusals=(410,)),
            change(f"{at}/join-link", self.join_link, JoinLink),
            change(f"{at}/join-link", self.join_link, JoinLink)._replace(method="GET"),
            change(f"{at}/spectator-link", self.spectator_link, SpectatorLink),
        ]

    async def join_link(self, request: Request) -> Response:
        """Make a link by which one player, any one, sits down, as host."""
        visit = await self._changes.visit(request)
        check_host(visit)
        self._changes.count(visit)
        token = await self._new_link(visit.room, Link(visit.room.table.id, "join"), LINK_S)
        return answer(JoinLink(token, f"{request.base_url}api/tables/join-link/{token}"))

    async def spectator_link(self, request: Request) -> Response:
        """Make a link by which any number of players watch, as host. They never sit then."""
        visit = await self._changes.visit(request)
        check_host(visit)
        if not visit.room.table.policy.watchers:
            raise SeedError(409, "SPECTATING_OFF", "this table is not to be watched")
        self._changes.count(visit)
        token = await self._new_link(visit.room, Link(visit.room.table.id, "spectator"), LINK_S)
        return answer(SpectatorLink(token, f"{request.base_url}api/tables/spectator-link/{token}"))

    async def use_join_link(self, request: Request) -> Response:
        """Sit down by a link, which is then used up."""
        player = await self._front.callers.player(request)
        key, link = await self._link_of(request, "join")
        if link is None:
            raise _gone()
        room = await find_room(self._front.desk, link.table)
        visit = Visit(player, room, await body_of(request, MAX_FRAME_BYTES))
        async with self._changes.turn(player, room):
            if link.player not in (None, player.id):
                raise SeedError(403, "FORBIDDEN", "this invitation is another player's")
            seat = await self._changes.check_seat(visit, invited=True)
            if await self._store.take_ticket(key) is None:
                raise _gone()
            try:
                await self._changes.seat(player, room, seat)
            except (KibitzError, OSError):
                ttl_s = LINK_S if link.player is None else INVITE_S
                await self._store.put_ticket(key, msgspec.msgpack.encode(link), ttl_s)
                raise
        return await self._changes.began(visit, seat)

    async def use_spectator_link(self, request: Request) -> Response:
        """Come to watch by a link, which may be used again."""
        player = await self._front.callers.player(request)
        key, link = await self._link_of(request, "spectator")
        if link is None:
            raise SeedError(404, "SPECTATOR_LINK_NOT_FOUND", "this link is not known, or too old")
        room = await find_room(self._front.desk, link.table)
        async with self._changes.turn(player, room):
            await self._only_watch(player, room)
            await self._store.put_ticket(key, msgspec.msgpack.encode(link), LINK_S)
        return answer(TableRef(room.table.id))

    async def _only_watch(self, player: Player, room: Room) -> None:
        table = room.table
        if player.id in table.unwelcome or not table.policy.watchers:
            raise SeedError(403, "FORBIDDEN", "this table's host does not let you watch")
        if seat_of(room, player) is not None or player.id == table.host:
            raise SeedError(409, "ALREADY_AT_TABLE", "you are more than a spectator at this table")
        await self._lobby.check_observer(player, room)
        if player.id not in table.onlookers:
            if len(table.onlookers) >= MAX_ONLOOKERS:
                raise SeedError(
                    409, "TABLE_FULL", f"{MAX_ONLOOKERS} have come by such links, and no more may"
                )
            onlookers = (*sorted(table.onlookers), player.id)
            await self._changes.in_hosts_name(room, player, onlookers=onlookers)
        await self._front.visits.come(player, room)

    async def invite(self, request: Request) -> Response:
        """Invite a player to sit down within ten minutes, as host."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            who = read_player(plain_object(body))
            if who == player.id or who.startswith(BOT):
                raise SeedError(400, "INVALID_PLAYER", "expected `playerId` to be that of another player")
            if room.table.right_of(who) is not None:
                raise SeedError(409, "ALREADY_SEATED", "this player sits at the table")
            self._changes.count(visit)
            invite_id, token, until = await self._invite(visit, who)
            if who in room.table.unwelcome:
                others = tuple(sorted(room.table.unwelcome - {who}))
                await self._changes.in_hosts_name(room, player, unwelcome=others)
        told = {"inviteId": invite_id, "token": token, "expiresAt": until}
        about = {"tableId": room.table.id, "tableName": room.name, "hostUsername": player.name}
        self._front.board.tell_player(who, "INVITE_RECEIVED", {**told, **about})
        return answer(NewInvitation(invite_id, token, until))

    async def _invite(self, visit: Visit, who: str) -> tuple[str, str, str]:
        """The id, the token and the end of an invitation that the store now keeps. Raises Wrong 409."""
        table, invite_id = visit.room.table.id, secrets.token_hex(8)
        if not await self._store.put_ticket(_invited(table, who), invite_id.encode(), INVITE_S, new=True):
            raise SeedError(409, "DUPLICATE_INVITE", "this player is invited already")
        token = await self._new_link(visit.room, Link(table, "join", who), INVITE_S)
        invitation = Invitation(table, visit.player.id, who, _link(token))
        await self._store.put_ticket(_invite(invite_id), msgspec.msgpack.encode(invitation), INVITE_S)
        return invite_id, token, named_time(self._front.callers.now_ms() + INVITE_S * 1000)

    async def decline(self, request: Request) -> Response:
        """Decline an invitation. The host is told."""
        player = await self._front.callers.player(request)
        invite_id = request.path_params["invite"]
        packed = await self._store.ticket(_invite(invite_id))
        if packed is None:
            raise SeedError(410, "INVITE_GONE", "this invitation is not known, or too old")
        invitation = msgspec.msgpack.decode(packed, type=Invitation)
        if invitation.player != player.id:
            raise SeedError(403, "FORBIDDEN", "this invitation is another player's")
        if await self._store.take_ticket(_invite(invite_id)) is None:
            raise SeedError(410, "INVITE_GONE", "this invitation is declined already")
        await self._store.take_ticket(_invited(invitation.table, player.id))
        await self._store.take_ticket(invitation.link)
        told = {"inviteId": invite_id, "tableId": invitation.table, "playerId": player.id}
        self._front.board.tell_player(invitation.host, "INVITE_DECLINED", told)
        return answer(InvitationRef(invite_id))

    async def _new_link(self, room: Room, link: Link, ttl_s: int) -> str:
        """The token of a link that the store now keeps; the table waits for the people whom it invites."""
        room.prepared = True
        token = secrets.token_urlsafe(24)
        await self._store.put_ticket(_link(token), msgspec.msgpack.encode(link), ttl_s)
        return token

    async def _link_of(self, request: Request, kind: str) -> tuple[str, Link | None]:
        """The store's key for the link of the path, and the link if it is one of that kind."""
        key = _link(request.path_params["token"])
        packed = await self._store.ticket(key)
        link = None if packed is None else msgspec.msgpack.decode(packed, type=Link)
        return key, link if link is not None and link.kind == kind else None


def _link(token: str) -> str:
    return f"link:{hashlib.sha256(token.encode()).hexdigest()}"


def _invite(invite_id: str) -> str:
    return f"invite:{invite_id}"


def _invited(table: str, player: str) -> str:
    return f"invited:{table}:{player}"


def _gone() -> SeedError:
    return SeedError(410, "JOIN_LINK_GONE", "this link is not known, too old, or somebody has used it")
