"""Examples of replays on the wire by name: actions, options, and both halves of views and patches.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from protocol.v1.bridge import Call, Called, Dealt, Remark, Vulnerability
from protocol.v1.bridge.replay import Action, Options, ReplayOwn, ReplayPub, TryCall, TryCard
from protocol.v1.cards import Card
from protocol.v1.replay import Finish, Rewind, Seek
from tests.protocol.frames.bridge import HANDS, E, N, S

ACTIONS: dict[str, Action] = {
    "seek, the beginning": Seek(board=0, at=0),
    "seek, far": Seek(board=9999, at=9999),
    "rewind": Rewind(at=12),
    "finish": Finish(),
    "try a call": TryCall(call=Call.TWO_CLUBS),
    "try a card": TryCard(card=Card.HT),
}

OPTIONS: dict[str, Options] = {"options": Options()}

PUBS: dict[str, ReplayPub] = {
    "pub, no file yet": ReplayPub(
        board=1,
        dealer=N,
        vulnerable=Vulnerability.NONE,
        phase="deal",
        calls={},
        plays={},
        tricks=(0, 0),
        file="",
        files_boards=0,
        place=0,
        at=0,
        moves=0,
        auction=0,
    ),
    "pub, in the record": ReplayPub(
        board=7,
        dealer=S,
        vulnerable=Vulnerability.BOTH,
        phase="auction",
        calls={},
        plays={},
        tricks=(0, 0),
        turn=S,
        actor=S,
        hands=HANDS,
        last=Dealt(),
        file="final.lin",
        files_boards=32,
        place=12,
        at=0,
        moves=61,
        auction=8,
        players=("Zoë", "Bob", "", "West 4"),
        name="7, open room",
        comments=("Welcome to the final", "West holds a moose"),
    ),
    "pub, a line that is tried, ended": ReplayPub(
        board=1,
        dealer=N,
        vulnerable=Vulnerability.NONE,
        phase="auction",
        calls={0: Call.ONE_CLUB},
        plays={},
        tricks=(0, 0),
        turn=E,
        actor=E,
        hands=HANDS,
        last=Called(N, Call.ONE_CLUB),
        remarks={0: Remark(seat=N, alert=True, text="16+")},
        file="club.pbn",
        files_boards=1,
        place=0,
        at=1,
        moves=2,
        auction=2,
        tried=1,
        fault="line 9: call 3, 1C from South: a bid must be higher than the last one (Law 18)",
        finished=True,
    ),
}

OWNS: dict[str, ReplayOwn] = {
    "own, a watcher": ReplayOwn(),
    "own, the leader tries calls": ReplayOwn(seat=N, calls=(Call.PASS, Call.SEVEN_NOTRUMPS), decision="0.3"),
    "own, the leader tries cards": ReplayOwn(seat=N, cards=(Card.S2, Card.HA), decision="0.40"),
}

CHANGES: dict[str, dict[str, Any]] = {
    "pub changes, one call on": {"calls": {1: Call.PASS}, "turn": S, "actor": S, "at": 2},
    "pub changes, one call back": {"calls": {1: None}, "turn": E, "actor": E, "at": 1},
    "own changes, the next place": {"decision": "0.4", "calls": (Call.PASS,)},
}
