"""The meanings of calls over HTTP: what a player's next calls mean to the player's partner, a house robot."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MSGPACK
from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from protocol.v1.view import Pub
from server.errors import Refusal
from server.games.base import CallMeanings
from server.hub.events.event_ids import event_of
from server.session.front_desk import FrontDesk
from server.table.summary import Summary
from server.web.auth import Authenticator, watch_of
from server.web.responses import answer, refused

RETRY_MS = 1_000


class MeaningsShown(Struct):
    """The meanings of calls by the agreements of partner, the house robot `robot`.

    `decision` is the present decision. `meanings` has the meanings of the player's legal calls by the call,
    and is empty unless the player is in turn. `made` has the meanings of partner's calls so far by their
    index in the auction, at a table whose options let the player read them.
    """

    robot: str
    decision: str
    meanings: Annotated[Raw, Meta(extra_json_schema={"title": "Meanings", "type": "object"})]
    made: Annotated[dict[int, Raw], Meta(extra_json_schema={"title": "Meanings of partner's calls"})]


class _Shown(Struct):
    """The public half of a view; the player's cards are in the other half, which is not decoded."""

    pub: Raw


class Meanings:
    """The HTTP handler of `/v1/tables/{id}/meanings`."""

    def __init__(self, front_desk: FrontDesk, authenticator: Authenticator) -> None:
        self._front_desk = front_desk
        self._authenticator = authenticator

    async def show(self, request: Request) -> Response:
        """Tell a player what calls mean by the agreements of partner, a house robot.

        The answer depends on the auction alone, and not on any hand. A player in turn is told the meaning of
        each legal call, and where the options say so a player is told the meanings of partner's calls.
        """
        player = await self._authenticator.player(request, needed=True)
        id = watch_of(request).table
        if event_of(id) is not None:
            raise Refusal(Code.FORBIDDEN, "at a table of an event the server gives no help")
        table = await self._front_desk.hub.handle(id)
        game = self._front_desk.hub.games[table.game]
        asking = game.call_meanings
        if asking is None:
            return refused(Refusal(Code.FORBIDDEN, f"{game.name} has no meanings of calls"), 404)
        about = await table.summary()
        seat = about.seat_of(player.id)
        if seat is None:
            raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
        robot = _partner(asking, about, seat)
        view = (await table.snapshot(player, Watch(table=table.id, as_="seat"), MSGPACK)).view
        pub = msgspec.msgpack.decode(msgspec.msgpack.decode(view, type=_Shown).pub, type=game.pub_type)
        asked, made = asking.asked(pub, seat), asking.made(about.options, pub, seat)
        if asked is None and not made:
            raise Refusal(Code.NOT_YOUR_TURN, "you may ask what calls mean when it is your turn to call")
        found = b"{}" if asked is None else await self._meanings(robot, game.name, asked)
        told = {}
        for place, call, before in made:
            known = await self._meanings(robot, game.name, before)
            meanings = msgspec.json.decode(known, type=dict[str, Raw])
            if call in meanings:
                told[place] = meanings[call]
        return answer(MeaningsShown(robot, about.decision, Raw(found), told))

    async def _meanings(self, robot: str, game: str, asked: Pub) -> bytes:
        explainer, pub = self._front_desk.explainer, msgspec.msgpack.encode(asked)
        found = None if explainer is None else await explainer.meanings(robot, game, pub)
        if found is None:
            raise Refusal(
                Code.UNAVAILABLE, "the server is busy: ask for the meanings again", retry_ms=RETRY_MS
            )
        return found


def _partner(asking: CallMeanings[Any], about: Summary, seat: int) -> str:
    """Return the name of the house robot that is the partner of a seat.

    Raises Refusal if a player sits there, or has a right to come back: a player's agreements are not known.
    """
    partner = asking.partner(seat)
    chair = None if partner is None else about.chairs[partner]
    if chair is None or chair.people or chair.house is None:
        raise Refusal(Code.FORBIDDEN, "your partner is not a house robot, whose agreements the server knows")
    return chair.house
