"""Examples of replays of Spades on the wire by name: actions, options, and both halves of views.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.spades import Bid, Card, Dealt, Keep, MadeBid, MakeBid, Pass, PlayCard, Reveal, Rules, Score
from protocol.v1.spades.replay import Action, Options, SpadesReplayOwn, SpadesReplayPub, Try

ACTIONS: dict[str, Action] = {
    "seek, the beginning": Seek(board=0, at=0),
    "rewind": Rewind(at=12),
    "finish": Finish(),
    "try a bid": Try(MakeBid(Bid(4))),
    "try a look": Try(Reveal()),
    "try a drawn card": Try(Keep(Card.LJ)),
    "try a pass": Try(Pass((Card.SA, Card.HT))),
    "try a card": Try(PlayCard(Card.SA)),
}

OPTIONS: dict[str, Options] = {"options": Options()}

PUBS: dict[str, SpadesReplayPub] = {
    "pub, no file yet": SpadesReplayPub(
        rules=Rules(),
        hand=1,
        dealer=0,
        phase="deal",
        bids={},
        plays={},
        tricks=(),
        scores=(Score(), Score()),
        revealed={},
        numbers=(None, None),
        file="",
        files_boards=0,
        place=0,
        at=0,
        moves=0,
    ),
    "pub, a line that is tried, ended": SpadesReplayPub(
        rules=Rules(players=2, sides="solo"),
        hand=3,
        dealer=0,
        phase="bidding",
        bids={1: Bid(3)},
        plays={},
        tricks=(0, 0),
        scores=(Score(61, 1), Score(-40, 0, 1)),
        revealed={0: True},
        numbers=(None, 3),
        turn=0,
        last=MadeBid(1, Bid(3)),
        file="club.json",
        files_boards=7,
        place=2,
        at=28,
        moves=28,
        hands=((Card.SA, Card.HT), (Card.BJ, Card.C2)),
        passes={0: (Card.D2,), 1: (Card.D3,)},
        laid_away=((Card.C3,), (Card.C4,)),
        tried=27,
        players=("Zoë", ""),
        table="Club night",
        finished=True,
    ),
    "pub, the beginning of a hand": SpadesReplayPub(
        rules=Rules(),
        hand=1,
        dealer=0,
        phase="bidding",
        bids={},
        plays={},
        tricks=(0, 0, 0, 0),
        scores=(Score(), Score()),
        revealed={},
        numbers=(None, None),
        turn=1,
        blind=(1, 2, 3, 0),
        last=Dealt(),
        file="club.json",
        files_boards=1,
        place=0,
        at=0,
        moves=56,
        hands=((Card.SA,), (Card.SK,), (Card.SQ,), (Card.SJ,)),
    ),
}

OWNS: dict[str, SpadesReplayOwn] = {
    "own, a watcher": SpadesReplayOwn(),
    "own, the leader before a bid": SpadesReplayOwn(
        hand=(Card.SA, Card.HT), bids=(Bid(1), Bid(2)), may=("reveal",), decision="0.3"
    ),
    "own, the leader in the play": SpadesReplayOwn(hand=(Card.SA,), cards=(Card.SA,), decision="0.60"),
}

CHANGES: dict[str, dict[str, Any]] = {
    "pub changes, one move on": {"plays": {0: {"seat": 1, "card": "C2"}}, "turn": 2, "at": 5},
    "pub changes, one move back": {"plays": {0: None}, "turn": 1, "at": 4},
}
