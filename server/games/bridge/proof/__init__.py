"""Proofs of claims: searches for a line of play that wins the claimed tricks wherever the unseen cards lie.

`knowledge` collects what the claimer has seen, and `proves` searches for a line of play that wins the claimed
tricks:

>>> from protocol.v1.bridge import Contract, Play, Seat, Strain, parse_hand
>>> from protocol.v1.cards import Card
>>> held, dummy = parse_hand("AKQ.AKQ.AKQ.AKQ2"), parse_hand("432.432.432.JT43")
>>> seven = Contract(7, Strain.NOTRUMP, Seat.SOUTH)
>>> known = knowledge(seven, (Play(Seat.WEST, Card.S7),), Seat.SOUTH, held, dummy)
>>> proves(known, 13, expired=lambda: False)
True
"""

from server.games.bridge.proof.knowledge import Knowledge, knowledge
from server.games.bridge.proof.search import proves

__all__ = ["Knowledge", "knowledge", "proves"]
