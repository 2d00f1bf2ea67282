"""The decisions of the robot `sampler` at Spades: a search for cards and bids, else those of `plain`."""

from __future__ import annotations

from functools import partial

from bots.spades.robot.plain import SpadesPlain
from bots.spades.robot.seen import Seen
from bots.spades.sampler.questions import bid_question, card_question
from bots.spades.sampler.search import CARDS_PLAYED, best_bid, best_card
from bots.thinking import Think
from protocol.v1.spades import Action, Bid, MakeBid, PlayCard, SpadesOwn, SpadesPub

MOST_BESIDE_NIL = 3
"""The highest number of tricks that is considered as a bid in place of nil, the bid of `plain`."""


class SpadesSampler:
    """The decisions of the robot `sampler` at Spades.

    The robot always chooses the same action for the same view, seed and budget.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._plain = SpadesPlain()

    async def choose(
        self, pub: SpadesPub, own: SpadesOwn, think: Think, budget: int = CARDS_PLAYED
    ) -> Action:
        """Return the answer to the decision in `own`, found by a search that plays about `budget` cards.

        If the search has no result, the answer is that of the robot `plain`.
        """
        first = self._plain.first(pub, own)
        plain = first[0] if first else self._plain.choose(pub, own)
        if own.seat is None or own.hand is None:
            return plain
        seen = Seen(pub, own, own.seat, own.hand)
        match plain:
            case PlayCard(card) if own.cards is not None and len(own.cards) > 1:
                question, cards = card_question(seen, card, own.cards, self._seed, budget)
                if len(cards) > 1:
                    place = await think(partial(best_card, question))
                    return plain if place is None else PlayCard(cards[place])
            case MakeBid(bid) if own.bids is not None:
                bids = bids_to_compare(bid, own.bids)
                if len(bids) > 1:
                    place = await think(partial(best_bid, bid_question(seen, bids, self._seed, budget)))
                    return plain if place is None else MakeBid(bids[place])
            case _:
                pass
        return plain


def bids_to_compare(plain: Bid, legal: tuple[Bid, ...]) -> tuple[Bid, ...]:
    """Return the bids to be compared by a search: first the choice of `plain`, then nil or some numbers.

    Two bids of a number of tricks are not compared, because the robot `plain` chooses between them at least
    as well as the search.

    >>> legal = Bid(1), Bid(2), Bid(3), Bid(4), Bid(nil=True)
    >>> [str(bid) for bid in bids_to_compare(Bid(4), legal)]
    ['4', 'nil']
    >>> [str(bid) for bid in bids_to_compare(Bid(nil=True), legal)]
    ['nil', '1', '2', '3']
    """
    if plain.blind:
        return (plain,)
    sighted = [bid for bid in legal if not bid.blind]
    if plain.nil:
        return plain, *[bid for bid in sighted if not bid.nil and bid.tricks <= MOST_BESIDE_NIL]
    return plain, *[bid for bid in sighted if bid.nil]
