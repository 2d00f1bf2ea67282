"""The robot `plain` at Spades: its choice of bids and of the cards to play, to pass and to keep."""

from __future__ import annotations

from bots.game import Brain
from bots.spades.robot.bidding import choose_bid
from bots.spades.robot.blind import wants_blind_nil
from bots.spades.robot.exchange import choose_drawn, choose_pass
from bots.spades.robot.play import choose_card
from bots.spades.robot.seen import Seen
from protocol.v1.spades import Action, Bid, Keep, MakeBid, Pass, PlayCard, Reveal, SpadesOwn, SpadesPub

BLIND_NIL = Bid(nil=True, blind=True)
UNSEEN_BID = 3
"""The number of tricks that the robot bids if it cannot look at its hand."""


class SpadesPlain(Brain):
    """The decisions of the robot `plain` at Spades.

    The robot always chooses the same action for the same view.
    """

    def choose(self, pub: SpadesPub, own: SpadesOwn) -> Action:
        """Return the robot's action for the decision that this seat has to make.

        Raises ValueError if the seat has no decision to make.
        """
        if own.seat is None:
            raise ValueError("expected the view of a player that has to decide, got the view of a watcher")
        seen = Seen(pub, own, own.seat, own.hand or ())
        if own.drawn is not None:
            return Keep(choose_drawn(seen, own.drawn))
        if own.bids is not None:
            return MakeBid(
                choose_bid(seen, own.bids) if own.hand is not None else _unseen_bid(seen, own.bids)
            )
        if own.passing is not None:
            return Pass(choose_pass(seen, own.passing))
        if own.cards is None:
            raise ValueError("expected the view of a player that has to decide, got a view without decision")
        return PlayCard(choose_card(seen, own.cards))

    def first(self, pub: SpadesPub, own: SpadesOwn | None) -> tuple[Action, ...]:
        """Return the action of a look at the hand, or no action if only a blind nil can save the game."""
        if own is None or own.seat is None or "reveal" not in own.may:
            return ()
        return () if wants_blind_nil(Seen(pub, own, own.seat, ())) else (Reveal(),)


def _unseen_bid(seen: Seen, bids: tuple[Bid, ...]) -> Bid:
    if BLIND_NIL in bids and wants_blind_nil(seen):
        return BLIND_NIL
    numbers = [bid for bid in bids if not bid.nil] or list(bids)
    return min(numbers, key=lambda bid: (abs(bid.tricks - UNSEEN_BID), bid.blind))
