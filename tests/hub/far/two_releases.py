"""Examples of all messages between hubs, and the bytes in which this release and earlier ones send them.

`python -m tests.hub.far.two_releases` adds the bytes of examples that have none yet. It changes and removes
none, so that it cannot hide an incompatible change.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.bridge.rulings import PlayGoesOn
from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Consent, PerMove, Policy, Show, Sit, Stand, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, Refused, SeatRow, TableRow
from server.admin.orders import Connection, HubRow
from server.admin.own_hub import (
    PART,
    CloseOwnTable,
    Describe,
    DrainHere,
    KickedHere,
    KickHere,
    ListConnections,
    ListFaults,
    Part,
    PlayerHere,
    ReloadHere,
    RenameHere,
)
from server.games.registry import GAMES
from server.hub.far import messages
from server.hub.far.commands import pack_command
from server.hub.far.far_handle import PackedCard, PackedSnapshot
from server.hub.far.messages import encode
from server.hub.far.other_hubs import About, pack_about
from server.hub.far.packed_summaries import PackedSummary
from server.table.commands import Barrier, Command
from server.table.player import Player
from server.table.seats import Chair
from server.table.table import Roles
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling
from server.web.spades_rest.broadcast import DEPARTURE, EVENT, _Departure, _Event
from server.web.spades_rest.http_presence import SOCKETS_CLOSED
from server.web.spades_rest.seats import MOVED

GOLDEN = Path(__file__).with_name("golden") / "messages.json"
ANN = Player("0123456789abcdef", "Ann")
_pack = msgspec.msgpack.encode


def packed(value: object) -> Raw:
    return Raw(_pack(value))


BRIDGE = GAMES["bridge"]
ROW = TableRow(
    table="t1",
    game="bridge",
    name="Friday",
    status="open",
    seats=(SeatRow(seat=0, name="Ann", player=ANN.id, robot=None, here=True, owner=ANN.id, mark=""),),
    watchers=3,
    clock=PerMove(30_000),
)
SUMMARY = PackedSummary(
    id="t1",
    name="Friday",
    game="bridge",
    options=packed(BRIDGE.options_type()),
    policy=Policy(clock=PerMove(30_000), access="invited"),
    chairs=(Chair(player=ANN.id, name="Ann"), Chair(), Chair(), Chair()),
    roles=Roles(host=ANN.id, invited=frozenset(("p2",))),
    decision="0.0",
    begun=True,
    hidden=True,
    finished=False,
    ready=True,
    rests=True,
    paused=False,
    closed=False,
    names={ANN.id: "Ann"},
    held_until_ms={2: 1_700_000_000_000},
    came_ms=1_700_000_000_000,
)
COMMANDS: dict[str, Command] = {
    "sit": Sit(table="t1", seat=2, id=7),
    "stand": Stand(table="t1", id=7),
    "show": Show(table="t1", player="p2", hand=False, id=7),
    "consent": Consent(table="t1", player="p2", office="director", id=7),
    "barrier": Barrier(),
    "act": MakeAction(MakeCall(Call.PASS), 3, "0.2", 7),
    "host": ChangeTable(id=7, pause=True, seats={1: "plain"}, options=BRIDGE.options_type()),
    "rule": MakeRuling(PlayGoesOn("the claim was withdrawn"), 7),
}


def _send(command: Command) -> messages.Send:
    kind, raw = pack_command(command)
    return messages.Send(4, "t1", ANN, kind, raw, 9)


PARTS: tuple[Part, ...] = (
    Describe(),
    ListConnections(),
    CloseOwnTable("t1", "rude names"),
    KickHere(ANN.id, "asleep"),
    RenameHere(ANN.id, "Anne"),
    ListFaults(),
    DrainHere(),
    ReloadHere(),
)
"""The parts of operators' orders that one hub asks another to do."""
ANSWERS: dict[str, object] = {
    "describe": HubRow("h1", "kibitz 1.2", 17, 30, True),
    "connections": (PlayerHere(ANN.id, "Ann", Connection("h1", "192.0.2.7", ("t1",))),),
    "kick": KickedHere(2, ("t1",)),
}
"""The answers to parts of operators' orders that are no plain values."""

EXAMPLES: dict[str, bytes] = {
    "reach": encode(messages.Reach(1, "t1", 4_000)),
    "load_set": encode(messages.LoadSet(2, "s1")),
    **{f"send {name}": encode(_send(command)) for name, command in COMMANDS.items()},
    **{f"ask {part.__struct_config__.tag}": encode(messages.Ask(4, PART, packed(part))) for part in PARTS},
    **{f"answer to {name}": encode(messages.Answer(4, packed(value))) for name, value in ANSWERS.items()},
    "follow": encode(
        messages.Follow(5, "t1", 9, ANN, True, Watch(table="t1", as_="seat", id=3, epoch="e", version=8))
    ),
    "unfollow": encode(messages.Unfollow("t1", 9)),
    "behind": encode(messages.Behind("t1", 9)),
    "caught_up": encode(messages.CaughtUp("t1", 9)),
    "say": encode(messages.Say(6, "t1", 9, ANN, Chat(table="t1", text="hello", id=4))),
    "note": encode(messages.Note(7, "t1", ANN, Keep(table="t1", card=3, text="five?", id=5))),
    "prepare": encode(messages.Prepare("t1")),
    "read": encode(messages.Read(8, "t1", "convention_card", ANN, Watch(table="t1"), False, "ns")),
    "answer": encode(messages.Answer(5, packed(Done(id=3, table="t1", n=2)))),
    "answer refused": encode(
        messages.Answer(8, refused=Refused(code=Code.FORBIDDEN, message="not open to you", retry_ms=200))
    ),
    "answer snapshot": encode(
        messages.Answer(8, packed(PackedSnapshot(b"view", packed(BRIDGE.options_type()), True)))
    ),
    "answer card": encode(messages.Answer(8, packed(PackedCard("Precision", "1C is strong", "")))),
    "deliver": encode(messages.Deliver("t1", (9, 11), b"frame", True)),
    "shown": encode(messages.Shown("t1", 9, "seat", 2)),
    "joined": encode(messages.Joined("t1", 9, 4, 17)),
    "crowd": encode(messages.Crowd("t1", 4, 18, b"frame", False)),
    "dismissed": encode(messages.Dismissed("t1", 9)),
    "moved": encode(messages.Moved("t1")),
    "rows": encode(messages.Rows((messages.Row(SUMMARY, ROW, True),), (ROW,), ("t3",))),
    "together": encode(messages.Together((Raw(encode(messages.Moved("t1"))),))),
    "take": encode(messages.Take(("t1", "t2"))),
    "logged_out": encode(messages.LoggedOut((ANN.id,))),
    "logged_out token": encode(messages.LoggedOut((), ((ANN.id, "5f78"),))),
    "held": encode(
        messages.Held("tables of players", {b"12345678": packed(3), b"abcdefgh": packed(None)}, True)
    ),
    "spent": encode(messages.Spent("guests", {b"12345678": 2})),
    "turn": encode(messages.Turn(9, "seed player p1", 3)),
    "turn_over": encode(messages.TurnOver(3)),
    "told event": encode(
        messages.Told(EVENT, packed(_Event(ANN.id, "", "KICKED_FROM_TABLE", {"tableId": "t1"})))
    ),
    "told departure": encode(messages.Told(DEPARTURE, packed(_Departure(ANN.id, "t1")))),
    "told sockets": encode(messages.Told(SOCKETS_CLOSED, packed(ANN.id))),
    "told moved": encode(messages.Told(MOVED, packed((ANN.id, "t1")))),
    "about": pack_about(About("kibitz 1.2", 17, True)),
}
"""Each kind of message as this release sends it, and what a hub tells of itself with its heartbeats."""


def golden() -> dict[str, list[bytes]]:
    """Return the committed bytes of each example, the oldest first."""
    stored: dict[str, list[str]] = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    return {name: [bytes.fromhex(each) for each in some] for name, some in stored.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Add the bytes of each example that differ from its newest ones."""
    argparse.ArgumentParser(prog="python -m tests.hub.far.two_releases", description=__doc__).parse_args(
        arguments
    )
    known: dict[str, Any] = {name: [each.hex() for each in some] for name, some in golden().items()}
    for name, example in EXAMPLES.items():
        some = known.setdefault(name, [])
        if example.hex() not in some[-1:]:
            some.append(example.hex())
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
