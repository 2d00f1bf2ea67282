"""Random requests to a table, legal or not."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
from msgspec import inspect

from protocol.v1 import requests as ask
from protocol.v1.bridge import SEATS, Action, Claim, MakeCall
from protocol.v1.requests import Bank, Delay, NoClock, PerBoard, PerMove, Policy
from server.games.bridge.rules import BRIDGE
from server.table.table import Table
from tests.games.bridge.test_sittings import besides, ruling
from tests.games.random_games import random_options, random_value

NAMES = ("North", "East", "South", "West", "Eve", "Fay", "Dir", "Com", "Host")
IDS = tuple(f"p-{name}" for name in NAMES)
CLOCKS = (None, NoClock(), PerMove(15_000), Bank(60_000, 2_000), PerBoard(90_000, 10_000, 20_000))
AS: tuple[ask.WatchAs, ...] = ("seat", "public", "all", "director", "commentator", 0, 1, 2, 3)
TO: tuple[ask.ChatTo, ...] = ("table", "opponents", "partner", "kibitzers", "director")


def policy(rng: Random) -> Policy:
    """Return a random policy."""
    return Policy(
        hands=rng.choice(("after", "live")),
        clock=rng.choice(CLOCKS),
        pause_ms=rng.choice((0, 2_000)),
        robot_ms=rng.choice((100, 1_000)),
        access=rng.choice(("open", "private", "invited")),
        watchers=rng.random() < 0.9,
        delay=rng.choice((None, None, None, Delay(ms=5_000), Delay(boards=1))),
        hold_ms=rng.choice((None, 3_000, 30_000)),
        substitute=rng.choice((None, "plain")),
        tempo_ms=rng.choice((0, 0, 500, 2_000)),
        warn_ms=rng.choice((0, 5_000)),
    )


def options(rng: Random) -> dict[str, Any]:
    """Return random options, which may exclude each other."""
    made: dict[str, Any] = msgspec.to_builtins(random_options(BRIDGE, rng))
    return made


def seats(rng: Random) -> ask.Seats:
    """Return house robots for random seats."""
    return {seat: rng.choice(("plain", None)) for seat in range(4) if rng.random() < 0.3}


def answer(table: Table, seat: int, rng: Random) -> Action:
    """Return a random action of a seat, mostly one that answers its decision."""
    legal = table.game.legal_actions(table.state, seat)
    chance = rng.random()
    if legal and chance < 0.75:
        chosen: Action = rng.choice(legal[:4] if rng.random() < 0.9 else legal)
        if isinstance(chosen, MakeCall) and rng.random() < 0.2:
            return MakeCall(chosen.call, alert=True, explanation="weak")
        return chosen
    if chance < 0.97:
        return besides(table.state, rng)  # type: ignore[arg-type]
    if chance < 0.98:
        return Claim(rng.randint(0, 13))
    made: Action = random_value(inspect.type_info(Action), rng)
    return made


def act(table: Table, player: str, rng: Random, id: int) -> ask.Act:
    """Return a player's action, mostly with the next number and for the present decision."""
    seat = table.seat_of(player)
    last = table.counters.get(player)
    due = 1 if last is None else last.n + 1
    decision = table.decision if rng.random() < 0.95 else rng.choice((None, "0.0", "99.99"))
    if last is not None and rng.random() < 0.03:
        return ask.Act(table=table.id, n=last.n, action=msgspec.msgpack.decode(last.action), id=id)
    action = msgspec.to_builtins(answer(table, rng.choice(SEATS) if seat is None else seat, rng))
    n = due if rng.random() < 0.97 else max(1, due + rng.choice((-1, 1)))
    return ask.Act(table=table.id, n=n, action=action, decision=decision, id=id)


def host(table: Table, rng: Random, id: int) -> ask.Host:
    """Return a random change of the table."""
    some = tuple(rng.sample(IDS, rng.randint(0, 3)))
    changes: dict[str, Any] = rng.choice(
        (
            {"policy": policy(rng)},
            {"seats": seats(rng)},
            {"pause": True},
            {"pause": False},
            {"pause": False},
            {"directors": ("p-Dir", *some[:1])},
            {"commentators": ("p-Com", *some[:1])},
            {"invited": some},
            {"place": {rng.randrange(4): rng.choice((*IDS, None))}},
            {"options": options(rng)},
            {"terminate": rng.random() < 0.02},
        )
    )
    return ask.Host(table=table.id, id=id, **changes)


def wish(table: Table, player: str, rng: Random, id: int) -> ask.ToServer:
    """Return a random request other than an action; officers mostly do their work."""
    kinds = ("watch", "unwatch", "sit", "stand", "show", "host", "rule", "chat", "consent")
    weights = {"p-Host": (5, 1, 5, 2, 2, 60, 2, 10, 5), "p-Dir": (5, 1, 3, 2, 2, 15, 60, 10, 5)}
    kind = rng.choices(kinds, weights.get(player, (30, 3, 15, 3, 10, 2, 2, 25, 20)))[0]
    match kind:
        case "watch":
            return ask.Watch(table=table.id, as_=rng.choice(AS), id=id)
        case "unwatch":
            return ask.Unwatch(table=table.id, id=id)
        case "sit":
            return ask.Sit(table=table.id, seat=rng.randrange(4), id=id)
        case "stand":
            return ask.Stand(table=table.id, id=id)
        case "show":
            return ask.Show(table=table.id, player=rng.choice(IDS), hand=rng.random() < 0.8, id=id)
        case "host":
            return host(table, rng, id)
        case "rule":
            made = msgspec.to_builtins(ruling(table.state, rng))  # type: ignore[arg-type]
            return ask.Rule(table=table.id, ruling=made, id=id)
        case "consent":
            office, agree = rng.choice(get_args(ask.Office)), rng.random() < 0.9
            return ask.Consent(table=table.id, player=rng.choice(IDS), office=office, agree=agree, id=id)
        case _:
            return ask.Chat(table=table.id, text=f"line {id}", to=rng.choice(TO), id=id)
