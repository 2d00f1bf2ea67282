"""The message types of bridge, and of replays of bridge, for the list of games in `protocol.v1.registry`."""

from __future__ import annotations

from protocol.v1 import bridge
from protocol.v1.bridge import replay
from protocol.v1.game_nouns import GameNouns

NOUNS = (
    GameNouns(
        "bridge",
        bridge.__name__,
        bridge.Action,
        bridge.Options,
        bridge.BridgePub,
        bridge.BridgeOwn,
        bridge.Ruling,
    ),
    GameNouns("replay", replay.__name__, replay.Action, replay.Options, replay.ReplayPub, replay.ReplayOwn),
)
