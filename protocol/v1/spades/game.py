"""The message types of Spades, for the list of games in `protocol.v1.registry`."""

from __future__ import annotations

from protocol.v1 import spades
from protocol.v1.game_nouns import GameNouns

NOUNS = (
    GameNouns("spades", spades.__name__, spades.Action, spades.Options, spades.SpadesPub, spades.SpadesOwn),
)
