"""Non-interference of the seed's API: in two worlds with different hidden cards, all output is equal.

The hub, the HTTP application and the websocket's server side are real, in virtual time.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import httpx
import pytest

from protocol.v1.requests import NoClock, Open, Policy
from protocol.v1.spades import Options
from server.hub.listeners import Frame
from server.session.guests import Guests
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.routes import application
from server.web.spades_rest.extension import extension
from server.web.spades_rest.live.seed_socket import SeedSocket
from server.web.spades_rest.tables import SpadesApi
from tests.games.spades.hands import QUIET
from tests.rooms import House
from tests.virtual import passes, until, virtual
from tests.web.served import TLS
from tests.web.spades_rest.guests import SEATS, Stacked, named

NORTH, EAST, SOUTH, WEST = QUIET
OTHER_EAST = "SK S6 S2 H9 H5 H7 H3 DA D8 D3 CA CT C3"
OTHER_WEST = "ST S8 S4 HQ HJ H2 DJ D7 D5 CQ C9 C5 C6"
WORLD, OTHER = (NORTH, EAST, SOUTH, WEST), (NORTH, OTHER_EAST, SOUTH, OTHER_WEST)
AT = "/api/tables/t"

Step = tuple[str, str, dict[str, Any], int]
"""One request: the player, the address, the body, and the expected status."""


def script(world: int) -> list[Step]:
    """Return the requests of all players: East bids blind nil and exchanges cards.

    Some requests are illegal.
    """
    sent, back = (
        {"cards": [named(name) for name in names.split()]}
        for names in (("SK S6", "ST S8") if world else ("SK S8", "ST S6"))
    )
    foreign = {"card": named("SA")}
    return [
        ("north", "reveal-hand", {}, 200),
        ("north", "bid", {"bid": 4}, 409),
        ("east", "play", foreign, 409),
        ("east", "bid", {"bid": "blind_nil"}, 200),
        ("south", "bid", {"bid": 3}, 200),
        ("west", "bid", {"bid": 4}, 200),
        ("north", "bid", {"bid": "blind_nil"}, 400),
        ("north", "bid", {"bid": 4}, 200),
        ("north", "blind-nil-exchange", sent, 409),
        ("east", "blind-nil-exchange", {"cards": sent["cards"][:1]}, 400),
        ("east", "blind-nil-exchange", sent, 200),
        ("north", "blind-nil-exchange", back, 409),
        ("west", "blind-nil-exchange", back, 200),
        ("east", "play", foreign, 400),
        ("north", "play", foreign, 409),
        ("east", "play", {"card": named("CA")}, 200),
        ("south", "play", {"card": named("SQ")}, 400),
        ("south", "play", {"card": named("C2")}, 200),
        ("west", "play", {"card": named("CQ")}, 200),
        ("north", "play", foreign, 400),
        ("north", "play", {"card": named("C4")}, 200),
        ("east", "play", {"card": named("CT")}, 200),
        ("south", "play", {"card": named("CK")}, 200),
    ]


class Wire:
    """A websocket's other end, which stores all frames."""

    congested = False

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, frame: Frame) -> None:
        self.frames.append(bytes(frame.payload))

    def close(self, code: int, reason: str) -> None:
        self.frames.append(f"closed {code} {reason}".encode())


async def all_sent_to(world: int, observer: str) -> tuple[list[bytes], list[bytes]]:
    """Return all HTTP answers and websocket messages to one observer while the script runs."""
    async with House() as house, AsyncExitStack() as stack:
        object.__setattr__(house.services, "rng", Stacked(OTHER if world else WORLD))
        words = count()
        house.desk.guests = Guests(house.store.guests, 3_600, lambda: f"guest{next(words)}")
        front = SpadesApi(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        app = application(house.desk, house.files_and_tickets, front.addresses, (extension(front),))
        clients: dict[str, httpx.AsyncClient] = {}
        players: dict[str, Player] = {}
        for name in (*SEATS, "observer"):
            player, token = await house.desk.guests.create(name)
            head = {"x-session-id": token, "x-player-id": player.id}
            http = httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://t", headers=head, verify=TLS
            )
            clients[name], players[name] = await stack.enter_async_context(http), player
        policy = Policy(clock=NoClock(), pause_ms=0, robot_ms=0)
        rules = Options(preset="seed", blind_nil_behind=0)
        host = players["north"].id
        await house.hub.open_as("t", host, Open(game="spades", policy=policy), rules, ())
        assert (await clients["observer"].post(f"{AT}/arrive")).status_code == 200
        for seat in SEATS:
            assert (await clients[seat].post(f"{AT}/sit", json={"seat": seat})).status_code == 200
        wire = Wire()
        talk = SeedSocket(wire, front, players[observer])
        talk.receive(b'{"type":"JOIN","payload":{"tableId":"t"}}')
        await until(lambda: wire.frames)
        answers = []
        for seat, action, body, status in script(world):
            answer = await clients[seat].post(f"{AT}/{action}", json=body)
            assert answer.status_code == status, (seat, action, answer.text)
            shown = await clients[observer].get(f"{AT}/state")
            answers += [shown.content, *([answer.content] if seat == observer else [])]
            await passes(1_000)
        talk.gone()
        return answers, wire.frames


@pytest.mark.parametrize("observer", ["north", "south", "observer"])
@virtual
async def test_outsiders_of_an_exchange_or_hand_get_equal_messages_in_both_worlds(observer: str) -> None:
    one, other = await all_sent_to(0, observer), await all_sent_to(1, observer)
    assert len(one[0]) > 20 and len(one[1]) > 10
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


@virtual
async def test_partners_see_their_own_cards_so_the_worlds_differ() -> None:
    assert (await all_sent_to(0, "east"))[0] != (await all_sent_to(1, "east"))[0]
