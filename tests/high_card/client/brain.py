"""The plain robot's high card."""

from __future__ import annotations

from bots.game import Brain
from protocol.v1.cards import Rank
from tests.high_card.protocol.nouns import Action, Bet, Fold, HighCardOwn, HighCardPub

LEAST = tuple(Rank).index(Rank.EIGHT)


class HighCardPlain(Brain):
    """A player that bets with an eight or a higher card, and otherwise folds."""

    def choose(self, pub: HighCardPub, own: HighCardOwn) -> Action:
        """Return the answer to the decision in `own`. Raise ValueError where there is none."""
        if not own.choices or own.card is None:
            raise ValueError("expected a view with a decision, got a view without one")
        return Bet() if own.card.height >= LEAST else Fold()
