"""The HTTP handlers for invitations: the host and the game of a table, and the addresses of this server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.front_desk import FrontDesk
from server.table.summary import Summary
from server.web.auth import Authenticator
from server.web.origins import is_loopback
from server.web.responses import answer


class Invitation(Struct):
    """The host of a table and its game, for a guest that has the link of the table and no name yet.

    `host` is the name of the host, "" while the host is not at the table. `options` are the options of the
    game, as everybody at the table may read them.
    """

    table: str
    name: str
    game: str
    host: str
    access: Literal["open", "private", "invited"]
    options: dict[str, Any]


class Reach(Struct, frozen=True):
    """The addresses of this server for other machines; empty if it can be reached from its own machine only.

    `addresses` is null for a client on another machine, which has reached the server already.
    """

    addresses: Sequence[str] | None = None


class Invitations:
    """The handlers of invitations; `addresses` are those at which other machines reach this server."""

    def __init__(self, front_desk: FrontDesk, authenticator: Authenticator, addresses: Sequence[str]) -> None:
        self._front_desk = front_desk
        self._authenticator = authenticator
        self._addresses = addresses

    async def show(self, request: Request) -> Response:
        """Show the host, the game and the options of a table; its id, which is hard to guess, is enough."""
        table = await self._front_desk.hub.handle(request.path_params["table"])
        about = await table.summary()
        if about.closed:
            raise Refusal(Code.NO_SUCH_TABLE, "this table is closed")
        return answer(
            Invitation(
                about.id,
                about.name,
                about.game,
                _host(about),
                about.policy.access,
                msgspec.to_builtins(about.options),
            )
        )

    async def show_reach(self, request: Request) -> Response:
        """Tell a client on this server's own machine at which addresses other machines reach the server."""
        local = is_loopback(self._authenticator.address(request))
        return answer(Reach(self._addresses if local else None))


def _host(about: Summary) -> str:
    """Return the name of the host of a table, "" if the host is not there and has no seat."""
    host = about.roles.host
    seated = (name for chair in about.chairs for id, name in chair.people if id == host)
    return about.names.get(host) or next(seated, "") if host else ""
