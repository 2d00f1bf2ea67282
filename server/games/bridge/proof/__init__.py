"""The proof of a claim: one line of play whose cards depend only on what the claimer has seen.

>>> from protocol.v1.bridge import Contract, Play, Seat, Strain, parse_hand
>>> from protocol.v1.cards import Card
"""

from server.games.bridge.proof.knowledge import Knowledge, knowledge
from server.games.bridge.proof.search import proves

__all__ = ["Knowledge", "knowledge", "proves"]
