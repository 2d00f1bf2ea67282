"""The message types of Spades, and of replays of Spades, for the list of games in `protocol.v1.registry`."""

from __future__ import annotations

from protocol.v1 import spades
from protocol.v1.game_nouns import GameNouns
from protocol.v1.spades import replay

NOUNS = (
    GameNouns("spades", spades.__name__, spades.Action, spades.Options, spades.SpadesPub, spades.SpadesOwn),
    GameNouns(
        "spades_replay",
        replay.__name__,
        replay.Action,
        replay.Options,
        replay.SpadesReplayPub,
        replay.SpadesReplayOwn,
    ),
)
