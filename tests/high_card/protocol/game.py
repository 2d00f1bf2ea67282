"""High card, and replays of it, as the protocol's registry lists them."""

from __future__ import annotations

from protocol.v1.game_nouns import GameNouns
from tests.high_card import protocol
from tests.high_card.protocol import nouns, replay

NOUNS = (
    GameNouns(
        "high_card",
        protocol.__name__,
        nouns.Action,
        nouns.Options,
        nouns.HighCardPub,
        nouns.HighCardOwn,
    ),
    GameNouns(
        "high_card_replay",
        replay.__name__,
        replay.Action,
        replay.Options,
        replay.HighCardReplayPub,
        replay.HighCardReplayOwn,
    ),
)
