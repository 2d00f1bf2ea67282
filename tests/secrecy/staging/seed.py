"""What a curious client tries by the seed's API, at a table of Spades."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from tests.secrecy.staging.prober import TABLE, Prober

AT = f"/api/tables/{TABLE}"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"T": "10"}
_tasks: set[asyncio.Task[None]] = set()


async def _ask(me: Prober, method: str, path: str, body: object) -> None:
    """Ask; the answer may wait for robots, and nobody waits for it."""
    asking = me.http().ask(me.hear("seed"), method, path, msgspec.json.encode(body))
    task = asyncio.create_task(asking)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    await asyncio.sleep(0.05)


async def seed_state(me: Prober, a: int, b: int) -> None:
    """The table as the seed shows it, or the lobby, or which table is one's own."""
    paths = (f"{AT}/state", f"{AT}/state", "/api/lobby/tables", "/api/player/table")
    await _ask(me, "GET", paths[a % 4], {})


async def seed_act(me: Prober, a: int, b: int) -> None:
    """A card that is not held, a bid that is none, an exchange of too many, a look at what is seen."""
    seat, state = me.scene.observer.seat, me.state
    held = set() if seat is None or not state.hands else set(state.hands[seat])
    card = next(card for card in me.world.deck[a:] + me.world.deck if card not in held and card[1] != "J")
    me.named.add(card)
    named = {"suit": SUITS[card[0]], "rank": RANKS.get(card[1], card[1])}
    asks: tuple[tuple[str, object], ...] = (
        ("play", {"card": named}),
        ("play", {}),
        ("bid", {"bid": 99}),
        ("blind-nil-exchange", {"cards": [named] * 5}),
        ("blind-nil-exchange", {"cards": [named]}),
    )
    path, body = asks[b % len(asks)]
    await _ask(me, "POST", f"{AT}/{path}", body)


SEED: dict[str, Callable[[Prober, int, int], Awaitable[None]]] = {
    "seed_state": seed_state,
    "seed_act": seed_act,
}
