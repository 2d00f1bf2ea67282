"""Links and invitations, stored for a limited time and found by the hash of their tokens."""

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
"""The lifetime of an unused link, in seconds."""
INVITE_S = 600
MAX_ONLOOKERS = 200
"""The maximum number of spectators by link at a table, because for each new spectator the list of all
spectators is written to the log.
"""


class Link(Struct, frozen=True):
    """The target of a link; if the link has a `player`, only that player can use it."""

    table: str
    kind: Literal["join", "spectator"]
    player: str | None = None


class Invitation(Struct, frozen=True):
    """An invitation of a player to a table, and the link with which the player sits down."""

    table: str
    host: str
    player: str
    link: str


class Links:
    """The handlers of links and invitations."""

    def __init__(self, changes: Changes, lobby: Lobby) -> None:
        self._changes, self._lobby = changes, lobby
        self._api = changes.api
        self._store = changes.api.front_desk.hub.services.store

    def operations(self) -> list[Operation]:
        """Return the operations of links and invitations."""
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
        """Create a link with which any one player may sit down; only the host may do this."""
        visit = await self._changes.visit(request)
        check_host(visit)
        self._changes.count(visit)
        token = await self._new_link(visit.room, Link(visit.room.table.id, "join"), LINK_S)
        return answer(JoinLink(token, f"{request.base_url}api/tables/join-link/{token}"))

    async def spectator_link(self, request: Request) -> Response:
        """Create a link with which any number of players may watch, but not sit; only for the host."""
        visit = await self._changes.visit(request)
        check_host(visit)
        if not visit.room.table.policy.watchers:
            raise SeedError(409, "SPECTATING_OFF", "the host of this table does not allow watchers")
        self._changes.count(visit)
        token = await self._new_link(visit.room, Link(visit.room.table.id, "spectator"), LINK_S)
        return answer(SpectatorLink(token, f"{request.base_url}api/tables/spectator-link/{token}"))

    async def use_join_link(self, request: Request) -> Response:
        """Sit down with a link. A link can be used only once."""
        player = await self._api.authenticator.player(request)
        key, link = await self._link_of(request, "join")
        if link is None:
            raise _link_expired()
        room = await find_room(self._api.front_desk, link.table)
        visit = Visit(player, room, await body_of(request, MAX_FRAME_BYTES))
        async with self._changes.turn(player, room):
            if link.player not in (None, player.id):
                raise SeedError(403, "FORBIDDEN", "this invitation is for another player")
            seat = await self._changes.check_seat(visit, invited=True)
            if await self._store.take_ticket(key) is None:
                raise _link_expired()
            try:
                await self._changes.seat(player, room, seat)
            except (KibitzError, OSError):
                ttl_s = LINK_S if link.player is None else INVITE_S
                await self._store.put_ticket(key, msgspec.msgpack.encode(link), ttl_s)
                raise
        return await self._changes.began(visit, seat)

    async def use_spectator_link(self, request: Request) -> Response:
        """Watch a table with a link. A spectator link can be used many times."""
        player = await self._api.authenticator.player(request)
        key, link = await self._link_of(request, "spectator")
        if link is None:
            raise SeedError(404, "SPECTATOR_LINK_NOT_FOUND", "this link is unknown or has expired")
        room = await find_room(self._api.front_desk, link.table)
        async with self._changes.turn(player, room):
            await self._only_watch(player, room)
            await self._store.put_ticket(key, msgspec.msgpack.encode(link), LINK_S)
        return answer(TableRef(room.table.id))

    async def _only_watch(self, player: Player, room: Room) -> None:
        table = room.table
        if player.id in table.roles.unwelcome or not table.policy.watchers:
            raise SeedError(403, "FORBIDDEN", "the host of this table does not let you watch")
        if seat_of(room, player) is not None or player.id == table.roles.host:
            raise SeedError(409, "ALREADY_AT_TABLE", "you already have a seat at this table, or are its host")
        await self._lobby.check_observer(player, room)
        if player.id not in table.roles.onlookers:
            if len(table.roles.onlookers) >= MAX_ONLOOKERS:
                raise SeedError(
                    409,
                    "TABLE_FULL",
                    f"this table already has {MAX_ONLOOKERS} spectators by link",
                )
            onlookers = (*sorted(table.roles.onlookers), player.id)
            await self._changes.in_hosts_name(room, player, onlookers=onlookers)
        await self._api.visits.come(player, room)

    async def invite(self, request: Request) -> Response:
        """Invite a player to sit down within ten minutes; only the host may do this."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            player_id = read_player(plain_object(body))
            if player_id == player.id or player_id.startswith(BOT):
                raise SeedError(400, "INVALID_PLAYER", "expected `playerId` to be the id of another player")
            if room.table.right_of(player_id) is not None:
                raise SeedError(409, "ALREADY_SEATED", "this player already sits at the table")
            self._changes.count(visit)
            invite_id, token, until = await self._invite(visit, player_id)
            if player_id in room.table.roles.unwelcome:
                others = tuple(sorted(room.table.roles.unwelcome - {player_id}))
                await self._changes.in_hosts_name(room, player, unwelcome=others)
        payload = {"inviteId": invite_id, "token": token, "expiresAt": until}
        about = {"tableId": room.table.id, "tableName": room.name, "hostUsername": player.name}
        self._api.broadcast.tell_player(player_id, "INVITE_RECEIVED", {**payload, **about})
        return answer(NewInvitation(invite_id, token, until))

    async def _invite(self, visit: Visit, player_id: str) -> tuple[str, str, str]:
        """Store an invitation; return its id, its token and the time at which it expires.

        Raises SeedError with status 409 if the player is already invited.
        """
        table, invite_id = visit.room.table.id, secrets.token_hex(8)
        if not await self._store.put_ticket(
            _invited(table, player_id), invite_id.encode(), INVITE_S, new=True
        ):
            raise SeedError(409, "DUPLICATE_INVITE", "this player is already invited")
        token = await self._new_link(visit.room, Link(table, "join", player_id), INVITE_S)
        invitation = Invitation(table, visit.player.id, player_id, _link(token))
        await self._store.put_ticket(_invite(invite_id), msgspec.msgpack.encode(invitation), INVITE_S)
        return invite_id, token, named_time(self._api.authenticator.now_ms() + INVITE_S * 1000)

    async def decline(self, request: Request) -> Response:
        """Decline an invitation. The host is notified."""
        player = await self._api.authenticator.player(request)
        invite_id = request.path_params["invite"]
        packed = await self._store.ticket(_invite(invite_id))
        if packed is None:
            raise SeedError(410, "INVITE_GONE", "this invitation is unknown or has expired")
        invitation = msgspec.msgpack.decode(packed, type=Invitation)
        if invitation.player != player.id:
            raise SeedError(403, "FORBIDDEN", "this invitation is for another player")
        if await self._store.take_ticket(_invite(invite_id)) is None:
            raise SeedError(410, "INVITE_GONE", "this invitation was already declined")
        await self._store.take_ticket(_invited(invitation.table, player.id))
        await self._store.take_ticket(invitation.link)
        payload = {"inviteId": invite_id, "tableId": invitation.table, "playerId": player.id}
        self._api.broadcast.tell_player(invitation.host, "INVITE_DECLINED", payload)
        return answer(InvitationRef(invite_id))

    async def _new_link(self, room: Room, link: Link, ttl_s: int) -> str:
        """Store a new link and return its token.

        After all people have left, a table with links is kept longer than other tables.
        """
        room.has_preparations = True
        token = secrets.token_urlsafe(24)
        await self._store.put_ticket(_link(token), msgspec.msgpack.encode(link), ttl_s)
        return token

    async def _link_of(self, request: Request, kind: str) -> tuple[str, Link | None]:
        """Return the key of the path's link in the store, and the link.

        The link is None if the store has no link of this kind under the key.
        """
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


def _link_expired() -> SeedError:
    return SeedError(410, "JOIN_LINK_GONE", "this link is unknown, has expired, or was already used")
