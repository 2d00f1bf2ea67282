"""Spades through the real hub: who may not see an exchange or a hand is sent the same in both worlds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import msgspec
import pytest

from protocol.v1.requests import NoClock, Policy
from protocol.v1.spades import Card, Hand
from tests import rooms
from tests.games.spades.hands import cards
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

NORTH = cards("SA S9 S5 HK H8 H4 DQ D9 D6 D2 CJ C8 C4")
EAST = cards("SK S8 S4 HQ HJ H7 H3 DJ D8 D5 CA CT C6")
SOUTH = cards("SQ SJ S7 S3 HA HT H6 DK DT D4 CK C7 C2")
WEST = cards("ST S6 S2 H9 H5 H2 DA D7 D3 CQ C9 C5 C3")
OTHER_EAST = cards("SK S6 S2 H9 H5 H7 H3 DA D8 D3 CA CT C3")
OTHER_WEST = cards("ST S8 S4 HQ HJ H2 DJ D7 D5 CQ C9 C5 C6")
POLICY = Policy(clock=NoClock(), pause_ms=0)


class Stacked:
    """Chance that deals these hands."""

    def __init__(self, *hands: Hand) -> None:
        self._cards = [card for hand in hands for card in hand]

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        assert set(self._cards) == set(population)
        return list(self._cards)


async def sent(
    hands: tuple[Hand, ...], passes_by_seat: dict[int, list[str]], watcher: int | None
) -> list[Any]:
    """All frames of a scene that reach one observer: bids, East's nil with its exchange, and a trick."""
    async with House() as house:
        object.__setattr__(house.services, "rng", Stacked(*hands))
        table = await house.table(
            policy=POLICY, game="spades", options={"nil_pass": 2, "blind_nil_behind": 0, "blind_nil": 100}
        )
        frames: list[tuple[bytes, bool]] = []
        players = [house.person(name) for name in ("North", "East", "South", "West")]
        public = house.person("")
        listen(public if watcher is None else players[watcher], frames)
        await public.watch(table)
        for seat, player in enumerate(players):
            await player.watch(table)
            await player.sit(table, seat)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await scene(house, table, players, passes_by_seat)
        return frames


def listen(person: Person, frames: list[Any]) -> None:
    """Keep what is written to this person, byte for byte."""
    write = person.send

    def keep(frame: Any) -> None:
        frames.append(bytes(frame.payload))
        write(frame)

    person.send = keep  # type: ignore[method-assign]


async def scene(house: House, table: str, players: list[Person], passed: dict[int, list[str]]) -> None:
    nil = {"t": "bid", "bid": {"nil": True}}
    four = {"t": "bid", "bid": {"tricks": 4}}
    steps: list[tuple[int, dict[str, Any]]] = [
        (0, {"t": "reveal"}),
        (1, {"t": "play", "card": "SA"}),
        (1, nil),
        (2, four),
        (3, four),
        (0, four),
        (1, {"t": "pass", "cards": ["SA", "SA"]}),
        (1, {"t": "pass", "cards": passed[1]}),
        (3, {"t": "pass", "cards": passed[3]}),
        (0, {"t": "play", "card": "C4"}),
        (1, {"t": "play", "card": "CA"}),
        (2, {"t": "play", "card": "H6"}),
        (2, {"t": "play", "card": "C2"}),
        (3, {"t": "play", "card": "CQ"}),
        (0, {"t": "play", "card": "C4"}),
    ]
    done = dict.fromkeys(range(4), 0)
    for seat, action in steps:
        players[seat].act(table, done[seat] + 1, action)
        await passes(50)
        last = house.room(table).table.counters.get(players[seat].player.id)
        done[seat] = 0 if last is None else last.n
    assert house.room(table).table.state.tricks == (0, 1, 0, 0)


@pytest.mark.parametrize("watcher", [None, 0, 2])
def test_opponents_and_the_public_are_sent_the_same_bytes_whatever_was_held_and_passed(
    watcher: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds: list[list[Any]] = []

    @virtual
    async def both() -> None:
        one = (NORTH, EAST, SOUTH, WEST), {1: ["SK", "HQ"], 3: ["C3", "H2"]}
        other = (NORTH, OTHER_EAST, SOUTH, OTHER_WEST), {1: ["SK", "DA"], 3: ["S4", "HJ"]}
        for hands, passed in (one, other):
            monkeypatch.setattr(rooms, "_IDS", count(1))
            worlds.append(await sent(hands, passed, watcher))

    both()
    here, there = ([_timeless(frame) for frame in world] for world in worlds)
    assert len(here) > 15
    assert here == there


def _timeless(frame: bytes) -> tuple[int, object]:
    """A frame with its size; the second world is played later, by another hub at another table."""
    return len(frame), _without(msgspec.msgpack.decode(frame))


def _without(plain: object) -> object:
    if isinstance(plain, dict):
        return {
            key: _without(value)
            for key, value in plain.items()
            if key not in ("now_ms", "at_ms", "epoch", "table")
        }
    return [_without(each) for each in plain] if isinstance(plain, list) else plain
