"""The message types of Hanabi, and of replays of Hanabi, for the list of games in `protocol.v1.registry`."""

from __future__ import annotations

from protocol.v1 import hanabi
from protocol.v1.game_nouns import GameNouns
from protocol.v1.hanabi import replay

NOUNS = (
    GameNouns("hanabi", hanabi.__name__, hanabi.Action, hanabi.Options, hanabi.HanabiPub, hanabi.HanabiOwn),
    GameNouns(
        "hanabi_replay",
        replay.__name__,
        replay.Action,
        replay.Options,
        replay.HanabiReplayPub,
        replay.HanabiReplayOwn,
    ),
)
