"""Files of recorded boards, for tests of replays."""

from __future__ import annotations

from random import Random
from typing import Any

from protocol.v1.bridge import Call
from protocol.v1.bridge.replay import (
    Comment,
    Explained,
    Load,
    Options,
    Recorded,
    ReplayPub,
)
from protocol.v1.cards import Card
from server.games.bridge.replay import REPLAY, BridgeReplay
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import EXAMPLE, deal

AUCTION = "1NT P 3NT P P P"
LEADS = "HT HJ H3 H4 CA C2 C8 C3"


def recorded(calls: str = AUCTION, cards: str = "", board: int = 1, **more: Any) -> Recorded:
    """Return a recorded board with the example deal, which North deals."""
    return Recorded(
        number=board,
        deal=deal(EXAMPLE, board=board),
        calls=tuple(Call(text) for text in calls.split()),
        cards=tuple(Card(text) for text in cards.split()),
        **more,
    )


def opened(*boards: Recorded, title: str = "file") -> BridgeReplay:
    """Return a replay of these boards, at the beginning of the first one."""
    return REPLAY.apply(BridgeReplay(options=Options()), None, Load(title, boards or (recorded(),)))


def random_file(rng: Random) -> Load:
    """Return one or two boards played at random, some with a claim, a fault or remarks."""
    return Load("random", tuple(_random_board(rng, number) for number in range(1, rng.randint(2, 3))))


def _random_board(rng: Random, number: int) -> Recorded:
    state = BridgeState(board=number)
    state = BRIDGE.apply(state, None, BRIDGE.chance(state, rng))
    for _ in range(rng.randint(0, 75)):
        if not BRIDGE.to_act(state):
            break
        actor = BRIDGE.to_act(state)[0]
        legal = BRIDGE.legal_actions(state, actor)
        state = BRIDGE.apply(state, actor, legal[0] if rng.random() < 0.7 else rng.choice(legal))
    told = rng.randrange(len(state.calls)) if state.calls else None
    return Recorded(
        number=number,
        deal=state.deal,
        calls=state.calls,
        cards=tuple(play.card for play in state.plays),
        tricks=rng.randint(0, 13) if state.phase == "play" and rng.random() < 0.5 else None,
        claimed=True,
        explained=() if told is None else (Explained(told, alert=True, text="by chance"),),
        comments=(Comment(rng.randint(0, 5), "so far"),),
        players=("Ann", "Bob", "", "Dan"),
        name=rng.choice(("", "Final, 1")),
        fault=rng.choice(("", "card 9, SA from East: East does not hold it (Law 44)")),
    )


WHOLE = recorded(AUCTION, LEADS, tricks=9, claimed=True)


def after_actions(state: BridgeReplay, *actions: Any) -> BridgeReplay:
    """Return the replay after the leader's actions."""
    for action in actions:
        state = REPLAY.apply(state, 0, action)
    return state


def view_after(*actions: Any, of: BridgeReplay | None = None) -> ReplayPub:
    """Return the public view after these actions."""
    return REPLAY.pub(after_actions(of or opened(WHOLE), *actions))


def cards_in(pub: ReplayPub) -> str:
    return " ".join(play.card for play in pub.plays.values())
