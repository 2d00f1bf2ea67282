"""Tables that play a finished hand of Spades again, from any move of the hand."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.spades import Action, Keep, MakeBid, Pass, PlayCard, Reveal
from server.games.spades.state import SpadesState

Move = tuple[int | None, Action]
"""A move of a hand with its seat, None for a move of the seat in turn."""


def moves_of(over: SpadesState) -> Iterator[Move]:
    """Yield all moves of a finished hand after its deal, in order, also looks at a hand before a bid."""
    for card in over.kept:
        yield None, Keep(card)
    looks = list(over.revealed.items())
    for made, (seat, bid) in enumerate(over.bids.items()):
        while looks and looks[0][1] <= made:
            yield looks.pop(0)[0], Reveal()
        yield seat, MakeBid(bid)
    for looked, _ in looks:
        yield looked, Reveal()
    for passed in over.passes:
        yield passed.seat, Pass(passed.cards)
    for played in over.plays:
        yield played.seat, PlayCard(played.card)
