"""Examples of every message by name, with the fewest and the most fields.

A committed example never changes. A new field needs a new example that sets it.
"""

from __future__ import annotations

from protocol.v1 import requests as ask
from protocol.v1 import updates as tell
from protocol.v1.codes import Code
from protocol.v1.requests import PerBoard
from tests.protocol.frames import bridge

TABLE = "f00dfeedf00dfeed"
EPOCH = "9c1f03b2"
NOW_MS = 1_784_000_000_123
LARGEST_ID = 2**53

REQUESTS: dict[str, ask.ToServer] = {
    "hello, smallest": ask.Hello(),
    "hello, fullest": ask.Hello(id=1, client="Zoë's robot 2.0 ♠", token="q" * 32),
    "watch, smallest": ask.Watch(table="t"),
    "watch, fullest": ask.Watch(id=2, table=TABLE, as_="seat", epoch=EPOCH, version=41),
    "watch, one seat's hand": ask.Watch(id=3, table=TABLE, as_=3),
    "watch, every hand": ask.Watch(id=4, table=TABLE, as_="all"),
    "watch, as director": ask.Watch(id=5, table=TABLE, as_="director"),
    "watch, as commentator": ask.Watch(id=6, table=TABLE, as_="commentator"),
    "unwatch, smallest": ask.Unwatch(table="t"),
    "unwatch, fullest": ask.Unwatch(id=LARGEST_ID, table="T-_" + "9" * 61),
    "open, smallest": ask.Open(game="bridge"),
    "open, fullest": ask.Open(
        id=7,
        game="bridge",
        options={"first_board": 5, "boards": 16},
        name="Café ♣ 127",
        boards='[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n',
        policy=ask.Policy(
            hands="live",
            clock=ask.Bank(bank_ms=300_000, increment_ms=5_000),
            pause_ms=0,
            robot_ms=7 * 24 * 3600 * 1000,
        ),
        seats={0: "plain", 2: "plain", 7: None},
    ),
    "open, no clock": ask.Open(game="bridge", policy=ask.Policy(clock=ask.NoClock())),
    "open, a time for every move": ask.Open(
        game="bridge", policy=ask.Policy(clock=ask.PerMove(move_ms=20_000))
    ),
    "open, a bank without increment": ask.Open(
        game="bridge", policy=ask.Policy(clock=ask.Bank(bank_ms=600_000))
    ),
    "sit, smallest": ask.Sit(table="t", seat=0),
    "sit, fullest": ask.Sit(id=8, table=TABLE, seat=7),
    "stand, smallest": ask.Stand(table="t"),
    "stand, fullest": ask.Stand(id=9, table=TABLE),
    "host, smallest": ask.Host(table="t"),
    "host, fullest": ask.Host(
        id=10,
        table=TABLE,
        options={"first_board": 1, "boards": None},
        seats={1: "random", 3: None},
        policy=ask.Policy(clock=ask.PerBoard(board_ms=450_000, overtime_ms=10_000)),
        pause=True,
        terminate=True,
    ),
    "host, the table goes on": ask.Host(table=TABLE, pause=False),
    "act, smallest": ask.Act(table="t", n=1, action={}),
    "act, fullest": ask.Act(id=11, table=TABLE, n=128, action={"t": "play", "card": "HT"}, decision="2.128"),
    "act, a call": ask.Act(table=TABLE, n=1, action={"t": "call", "call": "1NT"}, decision="0.0"),
    "chat, smallest": ask.Chat(table="t", text="?"),
    "chat, fullest": ask.Chat(id=12, table=TABLE, text='Glückwunsch 🂡 — «bien joué», 打得好\n\t"q"'),
    "note, smallest": ask.Note(table="t", card=0, text=""),
    "note, fullest": ask.Note(id=13, table=TABLE, card=999, text="a chop-moved 4"),
    "lobby, smallest": ask.Lobby(),
    "lobby, fullest": ask.Lobby(id=14, game="bridge", text="café", cursor=TABLE),
    "queue, smallest": ask.Queue(game="spades"),
    "queue, fullest": ask.Queue(id=15, game="bridge", pace="fast", robots=False),
    "unqueue, smallest": ask.Unqueue(),
    "unqueue, fullest": ask.Unqueue(id=16),
    "ping, smallest": ask.Ping(),
    "ping, fullest": ask.Ping(c=LARGEST_ID),
}

_LIMITS = tell.Limits(frame_bytes=4096, requests_per_s=20.0, requests_burst=40)
_SEATS = (
    tell.SeatRow(seat=0, name="Zoë", player="p1", here=True),
    tell.SeatRow(seat=1, name="plain", robot="plain", here=True),
    tell.SeatRow(seat=2, name="Guest 77f0", player="p2"),
    tell.SeatRow(seat=3),
)

UPDATES: dict[str, tell.ToClient] = {
    "welcome, smallest": tell.Welcome(
        you=tell.You(id="", name=""),
        server="",
        limits=_LIMITS,
        durability="always",
        heartbeat_s=20.0,
        now_ms=0,
    ),
    "welcome, fullest": tell.Welcome(
        you=tell.You(id="77f0a1b2c3d4e5f6", name="Zoë"),
        server="kibitz 0.1.0",
        limits=tell.Limits(frame_bytes=4096, requests_per_s=0.5, requests_burst=1, lobby_per_s=0.25),
        durability="second",
        heartbeat_s=12.5,
        now_ms=NOW_MS,
    ),
    "welcome, with robots": tell.Welcome(
        you=tell.You(id="", name=""),
        server="kibitz 0.1.0",
        limits=_LIMITS,
        durability="always",
        heartbeat_s=20.0,
        now_ms=0,
        robots=(tell.HouseRobot("plain", ("bridge", "hanabi")), tell.HouseRobot("random", ("bridge",))),
    ),
    "view, smallest": tell.View(
        table="t", epoch="e", version=1, audience="public", pub=bridge.BEFORE_THE_DEAL, now_ms=0
    ),
    "view, fullest": tell.View(
        table=TABLE,
        epoch=EPOCH,
        version=41,
        audience="seat",
        pub=bridge.AUCTION,
        own=bridge.NORTH_CALLS,
        now_ms=NOW_MS,
        deadline_ms=NOW_MS + 450_000,
    ),
    "view, one seat's hand": tell.View(
        table=TABLE,
        epoch=EPOCH,
        version=3,
        audience=0,
        pub=bridge.PLAY,
        own=bridge.NORTH_PLAYS_FROM_DUMMY,
        now_ms=NOW_MS,
    ),
    "view, every hand": tell.View(
        table=TABLE,
        epoch=EPOCH,
        version=70,
        audience="all",
        pub=bridge.OVER,
        own=bridge.EVERY_HAND,
        now_ms=NOW_MS,
    ),
    "patch, smallest": tell.Patch(table="t", epoch="e", version=2, now_ms=0),
    "patch, fullest": tell.Patch(
        table=TABLE,
        epoch=EPOCH,
        version=42,
        now_ms=NOW_MS,
        pub=bridge.A_CALL_IN_PUBLIC,
        own=bridge.THE_TURN_IS_OVER,
        deadline_ms=NOW_MS + 440_000,
    ),
    "patch, a new board": tell.Patch(
        table=TABLE, epoch=EPOCH, version=71, now_ms=NOW_MS, pub=bridge.A_NEW_BOARD_IN_PUBLIC
    ),
    "patch, a half of one's own": tell.Patch(
        table=TABLE, epoch=EPOCH, version=2, now_ms=NOW_MS, own=bridge.EAST_WAITS
    ),
    "patch, no half of one's own any more": tell.Patch(
        table=TABLE, epoch=EPOCH, version=3, now_ms=NOW_MS, own=None
    ),
    "done, smallest": tell.Done(),
    "done, fullest": tell.Done(id=11, n=128, table=TABLE),
    "done, nothing applied yet": tell.Done(id=2, n=0, table=TABLE),
    "refused, smallest": tell.Refused(code=Code.INTERNAL, message=""),
    "refused, fullest": tell.Refused(
        code=Code.UNAVAILABLE,
        message="the store is away; ask again",
        id=LARGEST_ID,
        n=129,
        table=TABLE,
        retry_ms=500,
    ),
    "refused, a file of another game": tell.Refused(
        code=Code.INVALID_MESSAGE,
        message="expected boards of bridge, but the file has a game of Spades - at `$.boards`",
        id=12,
        game="spades_replay",
    ),
    "notice, a player calls the director": tell.Notice(
        kind="director", message="Ann calls the director", table=TABLE, seat=0, name="Ann"
    ),
    **{f"refused, {code}": tell.Refused(code=code, message="why", id=1) for code in Code},
    "people, smallest": tell.People(table="t", seats=(), watchers=0),
    "people, fullest": tell.People(table=TABLE, seats=_SEATS, watchers=2_000, host="p1", paused=True),
    "people, a robot of another author": tell.People(
        table=TABLE,
        seats=(tell.SeatRow(0, "Deep", player="b1", here=True, robot_of="Dora"),),
        watchers=0,
    ),
    "chat, of a robot of another author": tell.Chat(
        table=TABLE, lines=(tell.Said(name="Deep", text="hello", at_ms=NOW_MS, robot_of="Dora"),)
    ),
    "people, uploaded boards and two of one name": tell.People(
        table=TABLE,
        seats=(
            tell.SeatRow(0, "Ann", player="3f2a77", here=True, mark="3f2a"),
            tell.SeatRow(1, "Ann", player="9c01aa", here=True, mark="9c01"),
        ),
        watchers=0,
        uploaded_by="3f2a77",
    ),
    "chat, of one with the name of another": tell.Chat(
        table=TABLE, lines=(tell.Said(name="Ann", text="hello", at_ms=NOW_MS, mark="9c01"),)
    ),
    "chat, smallest": tell.Chat(table="t", lines=()),
    "chat, fullest": tell.Chat(
        table=TABLE,
        lines=(
            tell.Said(name="Zoë", text="Glück auf 🂡", at_ms=NOW_MS, seat=0),
            tell.Said(name="Guest 77f0", text="well led", at_ms=NOW_MS + 1),
        ),
    ),
    "note, smallest": tell.Note(table="t", card=0, text=""),
    "note, fullest": tell.Note(table=TABLE, card=49, text="a chop-moved 4"),
    "note, on the card of a seat": tell.Note(table=TABLE, card=49, text="a chop-moved 4", seat=3),
    "notes, smallest": tell.Notes(table="t", seat=0, notes={}),
    "notes, fullest": tell.Notes(table=TABLE, seat=3, notes={0: "the other red 1", 49: "Glück 🎆"}),
    "lobby, smallest": tell.Lobby(rows=()),
    "lobby, fullest": tell.Lobby(
        rows=(
            tell.TableRow(
                table=TABLE, game="bridge", name="Café ♣ 127", status="open", seats=_SEATS, watchers=3
            ),
            tell.TableRow(table="t", game="bridge", name="", status="closed", seats=(), watchers=0),
        ),
        id=14,
        cursor="t",
    ),
    "lobby, with players in the queue": tell.Lobby(rows=(), queues=(tell.QueueRow("bridge", "fast", 3),)),
    "queued, smallest": tell.Queued(game="bridge", pace="usual", players=1, seats=4, since_ms=NOW_MS),
    "queued, fullest": tell.Queued(
        game="spades", pace="fast", players=3, seats=4, since_ms=NOW_MS, robots_ms=NOW_MS + 30_000
    ),
    "lobby, with a clock": tell.Lobby(
        rows=(
            tell.TableRow(
                table=TABLE,
                game="bridge",
                name="",
                status="open",
                seats=(),
                watchers=0,
                clock=PerBoard(board_ms=450_000, overtime_ms=30_000),
            ),
        )
    ),
    "notice, smallest": tell.Notice(kind="go"),
    "notice, fullest": tell.Notice(
        kind="hold", message="the table is being moved", table=TABLE, retry_ms=200
    ),
    "notice, closing": tell.Notice(kind="closing", message="all boards have been played", table=TABLE),
    "pong, smallest": tell.Pong(now_ms=0),
    "pong, fullest": tell.Pong(now_ms=NOW_MS, c=LARGEST_ID),
}
