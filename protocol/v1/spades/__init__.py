"""The protocol's types for Spades: cards, bids, actions, rules, scores and views."""

from protocol.v1.spades.actions import Action, Deal, Keep, MakeBid, Pass, PlayCard, Reveal
from protocol.v1.spades.nouns import CARDS, Bid, Card, Hand, Play, display_order
from protocol.v1.spades.options import PRESETS, Options, Preset, Rules
from protocol.v1.spades.scores import HandResult, Score, SideResult
from protocol.v1.spades.views import (
    Dealt,
    Drew,
    Exchange,
    Last,
    MadeBid,
    Passed,
    Phase,
    Played,
    Revealed,
    SpadesOwn,
    SpadesPub,
)

__all__ = [
    "CARDS",
    "PRESETS",
    "Action",
    "Bid",
    "Card",
    "Deal",
    "Dealt",
    "Drew",
    "Exchange",
    "Hand",
    "HandResult",
    "Keep",
    "Last",
    "MadeBid",
    "MakeBid",
    "Options",
    "Pass",
    "Passed",
    "Phase",
    "Play",
    "PlayCard",
    "Played",
    "Preset",
    "Reveal",
    "Revealed",
    "Rules",
    "Score",
    "SideResult",
    "SpadesOwn",
    "SpadesPub",
    "display_order",
]
