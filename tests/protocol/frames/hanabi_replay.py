"""Examples of replays of Hanabi on the wire by name: actions, options, and both halves of views.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from protocol.v1.hanabi import Card, ColorClue, Dealt, Discard, PlayCard, RankClue
from protocol.v1.hanabi import Options as TableOptions
from protocol.v1.hanabi.replay import Action, HanabiReplayOwn, HanabiReplayPub, Note, Options, Try
from protocol.v1.replay import Finish, Rewind, Seek
from tests.protocol.frames.hanabi import NO_VARIANT

ACTIONS: dict[str, Action] = {
    "seek, the beginning": Seek(board=0, at=0),
    "rewind": Rewind(at=12),
    "finish": Finish(),
    "try a play": Try(PlayCard(0)),
    "try a discard": Try(Discard(49)),
    "try a colour clue": Try(ColorClue(to=1, color=4)),
    "try a rank clue": Try(RankClue(to=2, rank=5)),
}

OPTIONS: dict[str, Options] = {"options": Options()}

PUBS: dict[str, HanabiReplayPub] = {
    "pub, no file yet": HanabiReplayPub(
        game_no=1,
        options=TableOptions(),
        variant=NO_VARIANT,
        seeded=False,
        phase="deal",
        turns=0,
        hands=(),
        cards={},
        fates={},
        given={},
        possible={},
        clues=0.0,
        left=0,
        file="",
        files_boards=0,
        place=0,
        at=0,
        moves=0,
    ),
    "pub, a line that is tried, ended": HanabiReplayPub(
        game_no=3,
        options=TableOptions(players=2),
        variant=NO_VARIANT,
        seeded=False,
        phase="play",
        turns=4,
        hands=((0, 1), (2, 3)),
        cards={},
        fates={},
        given={},
        possible={0: 62},
        clues=8.0,
        left=0,
        turn=0,
        deck=(Card(0, 1), Card(0, 2), Card(1, 1), Card(1, 5)),
        seed="p2v0s1",
        last=Dealt(),
        file="club.json",
        files_boards=7,
        place=2,
        at=4,
        moves=9,
        tried=4,
        players=("Zoë", "Bob"),
        notes=(Note(seat=1, card=3, text="b5 | chop"),),
        id=1_000_000,
        finished=True,
    ),
    "pub, warnings": HanabiReplayPub(
        game_no=1,
        options=TableOptions(),
        variant=NO_VARIANT,
        seeded=False,
        phase="deal",
        turns=0,
        hands=(),
        cards={},
        fates={},
        given={},
        possible={},
        clues=0.0,
        left=0,
        file="",
        files_boards=0,
        place=0,
        at=0,
        moves=0,
        warnings=("line 3, column 5: expected no action after the end - at `$[2].actions[9]`",),
    ),
}

OWNS: dict[str, HanabiReplayOwn] = {
    "own, a watcher": HanabiReplayOwn(),
    "own, the leader": HanabiReplayOwn(plays=(0, 1), discards=(), clues=(RankClue(1, 5),), decision="0.3"),
    "own, from a seat": HanabiReplayOwn(seat=1, cards={0: Card(0, 1), 1: Card(0, 2)}),
}

CHANGES: dict[str, dict[str, Any]] = {
    "pub changes, one move on": {"fates": {0: {"turn": 0, "seat": 0, "how": "played"}}, "turn": 1, "at": 1},
    "pub changes, one move back": {"fates": {0: None}, "turn": 0, "at": 0},
    "own changes, from a seat": {"cards": {4: {"suit": 0, "rank": 3}, 0: None}},
}
