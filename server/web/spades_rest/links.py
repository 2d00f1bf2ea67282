"""Links and invitations to tables, stored for a limited time and found by the hash of their tokens."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from server.errors import KibitzError
from server.hub.handle import TableHandle
from server.store.files_and_tickets import TicketKey, TicketKind
from server.table.player import Player
from server.table.summary import Summary
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
from server.web.spades_rest.tables import find_table
from server.web.spades_rest.ticket_keys import invitation_key, invited_key, link_key
from server.web.spades_rest.watch_session import seat_of

MAX_ONLOOKERS = 200
"""The maximum number of spectators by link at a table, because for each new spectator the list of all
spectators is written to the log.
"""


class Link(Struct, frozen=True):
    """The table to which a link leads; if the link has a `player`, only that player can use it."""

    table: str
    kind: Literal["join", "spectator"]
    player: str | None = None


class Invitation(Struct, frozen=True):
    """An invitation of a player to a table, with the hash of the token of the link for sitting down."""

    table: str
    host: str
    player: str
    link: str


class Links:
    """The HTTP handlers of links and invitations to tables."""

    def __init__(self, changes: Changes, lobby: Lobby) -> None:
        self._changes, self._lobby = changes, lobby
        self._api = changes.api
        self._tickets = changes.api.tickets

    def operations(self) -> list[Operation]:
        """Return the HTTP operations of links and invitations."""
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
        """Create a link with which one player may sit down at the table; only the host may do this."""
        visit = await self._changes.visit(request)
        summary = await visit.table.summary()
        check_host(summary, visit.player)
        self._changes.count(visit)
        token = await self._new_link(visit.table, Link(visit.table.id, "join"))
        return answer(JoinLink(token, f"{request.base_url}api/tables/join-link/{token}"))

    async def spectator_link(self, request: Request) -> Response:
        """Create a link for any number of players to watch, but not to sit; only the host may do this."""
        visit = await self._changes.visit(request)
        summary = await visit.table.summary()
        check_host(summary, visit.player)
        if not summary.policy.watchers:
            raise SeedError(409, "SPECTATING_OFF", "the host of this table does not allow watchers")
        self._changes.count(visit)
        token = await self._new_link(visit.table, Link(visit.table.id, "spectator"))
        return answer(SpectatorLink(token, f"{request.base_url}api/tables/spectator-link/{token}"))

    async def use_join_link(self, request: Request) -> Response:
        """Sit down at a table with a link. A link for sitting down can be used only once."""
        player = await self._api.authenticator.player(request)
        key, link = await self._link_of(request, "join")
        if link is None:
            raise _link_expired()
        table = await find_table(self._api.front_desk, link.table)
        visit = Visit(player, table, await body_of(request, MAX_FRAME_BYTES))
        async with self._changes.turn(player, table):
            if link.player not in (None, player.id):
                raise SeedError(403, "FORBIDDEN", "this invitation is for another player")
            seat = await self._changes.check_seat(visit, invited=True)
            if await self._tickets.take_ticket(key) is None:
                raise _link_expired()
            try:
                await self._changes.seat(player, table, seat)
            except (KibitzError, OSError):
                await self._put_link(key, link)
                raise
        return await self._changes.began(visit, seat)

    async def use_spectator_link(self, request: Request) -> Response:
        """Watch a table with a link. A link for spectators can be used many times."""
        player = await self._api.authenticator.player(request)
        key, link = await self._link_of(request, "spectator")
        if link is None:
            raise SeedError(404, "SPECTATOR_LINK_NOT_FOUND", "this link is unknown or has expired")
        table = await find_table(self._api.front_desk, link.table)
        async with self._changes.turn(player, table) as summary:
            await self._only_watch(player, table, summary)
            await self._put_link(key, link)
        return answer(TableRef(table.id))

    async def _only_watch(self, player: Player, table: TableHandle, summary: Summary) -> None:
        if player.id in summary.roles.unwelcome or not summary.policy.watchers:
            raise SeedError(403, "FORBIDDEN", "the host of this table does not let you watch")
        if seat_of(summary, player) is not None or player.id == summary.roles.host:
            raise SeedError(409, "ALREADY_AT_TABLE", "you already have a seat at this table, or are its host")
        await self._lobby.check_observer(player, table)
        if player.id not in summary.roles.onlookers:
            if len(summary.roles.onlookers) >= MAX_ONLOOKERS:
                raise SeedError(
                    409,
                    "TABLE_FULL",
                    f"this table already has {MAX_ONLOOKERS} spectators by link",
                )
            onlookers = (*sorted(summary.roles.onlookers), player.id)
            await self._changes.in_hosts_name(table, player, onlookers=onlookers)
        await self._api.visits.come(player, table)

    async def invite(self, request: Request) -> Response:
        """Invite a player to sit down within ten minutes; only the host may do this."""
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            player_id = read_player(plain_object(body))
            if player_id == player.id or player_id.startswith(BOT):
                raise SeedError(400, "INVALID_PLAYER", "expected `playerId` to be the id of another player")
            if summary.right_of(player_id) is not None:
                raise SeedError(409, "ALREADY_SEATED", "this player already sits at the table")
            self._changes.count(visit)
            invite_id, token, until = await self._invite(visit, player_id)
            unwelcome = (await table.summary()).roles.unwelcome
            if player_id in unwelcome:
                others = tuple(sorted(unwelcome - {player_id}))
                await self._changes.in_hosts_name(table, player, unwelcome=others)
        payload = {"inviteId": invite_id, "token": token, "expiresAt": until}
        about = {"tableId": table.id, "tableName": summary.name, "hostUsername": player.name}
        self._api.broadcast.tell_player(player_id, "INVITE_RECEIVED", {**payload, **about})
        return answer(NewInvitation(invite_id, token, until))

    async def _invite(self, visit: Visit, player_id: str) -> tuple[str, str, str]:
        """Store an invitation to a table; return its id, its token and the time at which it expires.

        Raises SeedError with status 409 if the player is already invited to the table.
        """
        table, invite_id = visit.table.id, secrets.token_hex(8)
        if not await self._tickets.put_ticket(invited_key(table, player_id), invite_id.encode(), new=True):
            raise SeedError(409, "DUPLICATE_INVITE", "this player is already invited")
        token = await self._new_link(visit.table, Link(table, "join", player_id))
        invitation = Invitation(table, visit.player.id, player_id, link_key(token).word)
        await self._tickets.put_ticket(invitation_key(invite_id), msgspec.msgpack.encode(invitation))
        until_ms = self._api.authenticator.now_ms() + TicketKind.INVITATION.lifetime_s * 1000
        return invite_id, token, named_time(until_ms)

    async def decline(self, request: Request) -> Response:
        """Decline an invitation to a table. The host that sent the invitation is notified."""
        player = await self._api.authenticator.player(request)
        invite_id = request.path_params["invite"]
        packed = await self._tickets.ticket(invitation_key(invite_id))
        if packed is None:
            raise SeedError(410, "INVITE_GONE", "this invitation is unknown or has expired")
        invitation = msgspec.msgpack.decode(packed, type=Invitation)
        if invitation.player != player.id:
            raise SeedError(403, "FORBIDDEN", "this invitation is for another player")
        if await self._tickets.take_ticket(invitation_key(invite_id)) is None:
            raise SeedError(410, "INVITE_GONE", "this invitation was already declined")
        await self._tickets.take_ticket(invited_key(invitation.table, player.id))
        await self._tickets.take_ticket(TicketKey(TicketKind.LINK, invitation.link))
        payload = {"inviteId": invite_id, "tableId": invitation.table, "playerId": player.id}
        self._api.broadcast.tell_player(invitation.host, "INVITE_DECLINED", payload)
        return answer(InvitationRef(invite_id))

    async def _new_link(self, table: TableHandle, link: Link) -> str:
        """Store a new link to a table and return its token.

        After all people have left it, a table for which links were made is kept longer than other tables.
        """
        table.prepare()
        token = secrets.token_urlsafe(24)
        await self._put_link(link_key(token), link)
        return token

    async def _put_link(self, key: TicketKey, link: Link) -> None:
        """Store a link under `key`; a link for one player is kept as long as the player's invitation."""
        kind = TicketKind.LINK if link.player is None else TicketKind.INVITATION
        await self._tickets.put_ticket(key, msgspec.msgpack.encode(link), kind.lifetime_s)

    async def _link_of(self, request: Request, kind: str) -> tuple[TicketKey, Link | None]:
        """Return the store's key for the link in the URL's path, and the link.

        The returned link is None if the store has no link of the kind `kind` under the key.
        """
        key = link_key(request.path_params["token"])
        packed = await self._tickets.ticket(key)
        link = None if packed is None else msgspec.msgpack.decode(packed, type=Link)
        return key, link if link is not None and link.kind == kind else None


def _link_expired() -> SeedError:
    return SeedError(410, "JOIN_LINK_GONE", "this link is unknown, has expired, or was already used")
