"""Everything that a curious client tries: what is forbidden, out of turn, malformed, and merely asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import JSON, MSGPACK
from server.records.bridge.formats import FORMATS
from tests.secrecy.staging.prober import TABLE, Prober

JUNK = (
    b"",
    b"\xc1",
    b"{",
    b"[" * 3000,
    b"\xc7\x04\x01",
    b'{"t":"act"',
    b"\x81\xa1t\xa3act",
    b'{"t":1}',
    b"\x90",
)
STRANGE: tuple[dict[str, Any], ...] = (
    {"t": "peek", "table": TABLE},
    {"t": "watch", "table": TABLE, "as": 52},
    {"t": "act", "table": TABLE, "n": 0, "action": {}},
    {"t": "act", "table": TABLE, "n": "1", "action": {"t": "play", "card": "S1"}},
    {"t": "note", "table": TABLE, "card": 3, "text": "ace?"},
    {"t": "open", "game": "poker"},
    {"t": "open", "game": "bridge", "options": {"seed": 1}},
    {"t": "watch", "table": "t2"},
    {"t": "hello"},
    {"t": "ping", "c": 7, "extra": {"x": [1, 2]}},
    {"t": "unwatch", "table": "t2"},
)
HOSTING: tuple[dict[str, Any], ...] = (
    {"terminate": True},
    {"pause": True},
    {"policy": {"hands": "live"}},
    {"options": {"first_board": 3}},
    {"seats": {"1": "puppet"}},
)


async def act(me: Prober, a: int, b: int) -> None:
    """An action with whatever number and decision."""
    me.line(a).say({"t": "act", "table": TABLE, **me.an_act(b % 4, b // 4 % 3, b // 16 % 3, a)})


async def wrong_card(me: Prober, a: int, b: int) -> None:
    """In every way the right answer, but for the card or call."""
    me.line(b).say({"t": "act", "table": TABLE, "id": b, **me.an_act(b // 2 % 3, 0, 0, a)})


async def act_again(me: Prober, a: int, b: int) -> None:
    """The last action once more."""
    mine = me.applied()
    action = me.says(me.world.asked(mine[-1]) if mine else MakeCall(Call.PASS))
    me.line(b).say(
        {"t": "act", "table": TABLE, "n": max(1, len(mine)), "decision": "0.999", "action": action}
    )


async def act_by_http(me: Prober, a: int, b: int) -> None:
    body = JSON.encode(me.an_act(b % 4, b // 4 % 3, b // 16 % 3, a))
    await me.http().ask(me.hear("http"), "POST", f"/v1/tables/{TABLE}/act", body)


async def watch_as(me: Prober, a: int, b: int) -> None:
    """Another audience, and half of the time back to one's own."""
    me.line(a).say({"t": "watch", "table": TABLE, "as": me.watch(b // 2), "id": 5})
    if b % 2 == 0:
        await asyncio.sleep(0.01)
        me.line(a).say({"t": "watch", "table": TABLE, "as": me.scene.observer.watches_as})


async def look_in(me: Prober, a: int, b: int) -> None:
    """Another audience, to stay with it."""
    me.line(b).say({"t": "watch", "table": TABLE, "as": me.watch((2, 5, 6, 7, 8)[a % 5])})


async def resume(me: Prober, a: int, b: int) -> None:
    """By what one knows, or by less."""
    line = me.line(b)
    known = line.told()
    older = (0, 0, 1, -1)[b // 2 % 4]
    line.say(
        {
            "t": "watch",
            "table": TABLE,
            "as": known.get("audience", me.scene.observer.watches_as),
            "epoch": known.get("epoch"),
            "version": max(0, known.get("version", 0) - older),
        }
    )


async def resume_as(me: Prober, a: int, b: int) -> None:
    """By what one knows, but as somebody else, and back."""
    line = me.line(b)
    known = line.told()
    version = known.get("version", 1)
    line.say(
        {
            "t": "watch",
            "table": TABLE,
            "as": me.watch(a),
            "epoch": known.get("epoch", ""),
            "version": version - b // 2 % 2,
        }
    )
    await asyncio.sleep(0.01)
    line.say({"t": "watch", "table": TABLE, "as": me.scene.observer.watches_as})


async def leave_and_return(me: Prober, a: int, b: int) -> None:
    me.line(b).say({"t": "unwatch", "table": TABLE, "id": 3})
    await asyncio.sleep(a * 0.02)
    me.line(b).say({"t": "watch", "table": TABLE, "as": me.scene.observer.watches_as})


async def newcomer(me: Prober, a: int, b: int) -> None:
    """One more connection of the same player, for a while."""
    line = me.another(("msgpack", "json")[b % 2], me.token)
    line.say({"t": "watch", "table": TABLE, "as": me.scene.observer.watches_as, "id": 2})
    await asyncio.sleep(0.3)
    line.hang_up()


async def stranger(me: Prober, a: int, b: int) -> None:
    """Connections that the server ends: no hello, no token that it knows, garbage, or far too much."""
    line = me.another("json", "nobody" if b % 4 == 1 else me.token)
    if b % 4 == 2:
        for junk in range(10):
            line.say_bytes(JUNK[junk % len(JUNK)])
    elif b % 4 == 3:
        for count in range(70):
            line.say({"t": "ping", "c": count})
    await asyncio.sleep(1.0)
    line.hang_up()


async def rude(me: Prober, a: int, b: int) -> None:
    """Something else than hello first."""
    line = me.another("msgpack", me.token, hello=False)
    line.say({"t": "watch", "table": TABLE, "as": me.watch(b)})
    await asyncio.sleep(0.01)
    line.hang_up()


async def junk(me: Prober, a: int, b: int) -> None:
    me.line(a).say_bytes(JUNK[b % len(JUNK)])


async def strange(me: Prober, a: int, b: int) -> None:
    me.line(a).say(STRANGE[b % len(STRANGE)])


async def sit(me: Prober, a: int, b: int) -> None:
    """In a seat that somebody has."""
    if a % 5 not in me.scene.robots or me.scene.observer.seat is not None:
        me.line(b).say({"t": "sit", "table": TABLE, "seat": a % 5, "id": 8})


async def stand(me: Prober, a: int, b: int) -> None:
    """From a seat that one does not have."""
    if me.scene.observer.seat is None:
        me.line(b).say({"t": "stand", "table": TABLE})


async def host(me: Prober, a: int, b: int) -> None:
    """As if one were the host; who may pause lets play go on at once.

    A pause refuses what waits for the tempo, so there is none where something may.
    """
    request = dict(HOSTING[a % len(HOSTING)])
    if "seats" in request and me.line(b).codec is MSGPACK:
        request["seats"] = {1: "puppet"}
    pauses = "pause" in request and me.scene.game.players_pause
    if not (pauses and me.scene.policy.tempo_ms):
        me.line(b).say({"t": "host", "table": TABLE, **request})
        if pauses:
            me.line(b).say({"t": "host", "table": TABLE, "pause": False})


async def chat(me: Prober, a: int, b: int) -> None:
    me.line(b).say({"t": "chat", "table": TABLE, "text": "what have you got?"})


async def whisper(me: Prober, a: int, b: int) -> None:
    """To one's partner during a board, or to opponents, partners and directors that one does not have."""
    to = ("partner", "opponents" if me.scene.observer.seat is None else "partner", "director")[a % 3]
    if to != "director" or not me.scene.offices:
        me.line(b).say({"t": "chat", "table": TABLE, "text": "what have you got?", "to": to, "id": 12})


async def rule(me: Prober, a: int, b: int) -> None:
    """As if one were a director."""
    ruling = ({"t": "go_on"}, {"t": "roll_back", "calls": 0}, {"t": "tricks", "tricks": a % 14}, {})[
        b // 2 % 4
    ]
    me.line(b).say({"t": "rule", "table": TABLE, "ruling": ruling, "id": 13})


async def show(me: Prober, a: int, b: int) -> None:
    """One's hand to nobody, or somebody else's."""
    me.line(b).say({"t": "show", "table": TABLE, "player": ("", "nobody", "w001")[a % 3], "id": 14})


async def open_card(me: Prober, a: int, b: int) -> None:
    """The convention card of a side, at a time when one may or may not."""
    path = f"/v1/tables/{TABLE}/card/{('NS', 'EW', 'XX')[a % 3]}"
    audience = me.watch(b // 2) if b % 2 else me.scene.observer.watches_as
    await me.http().ask(me.hear("http"), "GET", path, **{"as": audience})


async def lay_file(me: Prober, a: int, b: int) -> None:
    """A file for a convention card, which is laid on no table."""
    kind = ("text/plain", "application/pdf", "text/html")[a % 3]
    path = f"/v1/tables/{TABLE}/card"
    await me.http().ask(me.hear("http"), "PUT", path, b"weak twos" * b, kind=kind, name="mine")


async def lobby(me: Prober, a: int, b: int) -> None:
    me.line(b).say({"t": "lobby", "game": (None, "bridge", "poker")[a % 3], "id": 6})


async def slow(me: Prober, a: int, b: int) -> None:
    """A client that does not read for a while, or until its next slowness."""
    line = me.line(b)
    if line.congested:
        line.read_on()
    else:
        line.congested = True
        await asyncio.sleep(a * 0.02)
        if b % 8 < 7:
            line.read_on()


async def get_table(me: Prober, a: int, b: int) -> None:
    await me.http().ask(me.hear("http"), "GET", f"/v1/tables/{TABLE}", **{"as": me.watch(a)})


async def get_tables(me: Prober, a: int, b: int) -> None:
    await me.http().ask(me.hear("http"), "GET", "/v1/tables", **({"text": TABLE} if a % 2 else {}))


async def stream(me: Prober, a: int, b: int) -> None:
    """Lines over HTTP, for a while."""
    hang_up = asyncio.Event()
    asyncio.get_running_loop().call_later(0.02 * b, hang_up.set)
    audience = me.watch(a) if b % 2 else me.scene.observer.watches_as
    await me.http().ask(
        me.hear("stream"), "GET", f"/v1/tables/{TABLE}/stream", hang_up=hang_up, **{"as": audience}
    )


async def download(me: Prober, a: int, b: int) -> None:
    """A deal in some format, or the sitting: before, while and after it is played."""
    deal = me.world.kind.number(me.state) + (0, -1, 1)[b % 3]
    game = (TABLE, f"{TABLE}.{deal}")[b // 3 % 2]
    wishes = {"format": tuple(FORMATS)[a % len(FORMATS)], "dd": ("no", "no", "no", "yes")[b // 6 % 4]}
    await me.http().ask(me.hear("file"), "GET", f"/v1/games/{game}", **wishes)
    await me.http().ask(me.hear("http"), "GET", f"/v1/games/{game}/analysis")


PROBES: dict[str, Callable[[Prober, int, int], Awaitable[None]]] = {
    probe.__name__: probe
    for probe in (
        wrong_card,
        act,
        act_again,
        act_by_http,
        watch_as,
        look_in,
        resume,
        resume_as,
        leave_and_return,
        newcomer,
        stranger,
        rude,
        junk,
        strange,
        sit,
        stand,
        host,
        chat,
        whisper,
        rule,
        show,
        open_card,
        lay_file,
        lobby,
        slow,
        get_table,
        get_tables,
        stream,
        download,
    )
}


async def note(me: Prober, a: int, b: int) -> None:
    """What one thinks of a card, or of one that does not exist."""
    text = ("", "red?", "a 1, or a 2")[b // 2 % 3]
    me.line(b).say({"t": "note", "table": TABLE, "card": a, "text": text, "id": 15})


async def look_back(me: Prober, a: int, b: int) -> None:
    """This deal or the one before as a record, or any turn of it, from any seat's eyes."""
    game = f"{TABLE}.{me.world.kind.number(me.state) - (b % 8 > 5)}"
    wishes = ({}, {"turn": a % 5}, {"turn": a % 5, "as": b // 8}, {"format": "url"})[b % 4]
    await me.http().ask(me.hear("file"), "GET", f"/v1/games/{game}", **wishes)


async def lobby_by_game(me: Prober, a: int, b: int) -> None:
    me.line(b).say({"t": "lobby", "game": me.scene.game.name, "id": 16})


ALL_PROBES = {**PROBES, "note": note, "look_back": look_back, "lobby_by_game": lobby_by_game}
"""Those too that only Hanabi has a use for."""
