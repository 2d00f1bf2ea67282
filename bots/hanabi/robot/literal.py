"""The play of the robot `plain` at Hanabi without conventions, for every variant, option and character.

Without conventions, a clue tells the robot only that the touched cards have the colour or rank, and that all
other cards of the hand do not.
"""

from __future__ import annotations

from functools import cached_property

from bots.hanabi.robot.piles import kinds
from bots.hanabi.robot.public_knowledge import settled
from bots.hanabi.robot.questions import narrowed
from bots.hanabi.robot.suits import copies, fitting, inverted, over, piled, touched_by
from protocol.rules.hanabi.characters import FOLLOWER, follows
from protocol.rules.hanabi.sets import kind_of
from protocol.v1.hanabi import Action, Clue, Discard, HanabiOwn, HanabiPub, PlayCard, SeatNumber


class Literal:
    """The choice of a Hanabi action without conventions, from the view of the seat on turn."""

    def __init__(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> None:
        self._pub = pub
        self._own = own
        self._seat = seat
        self._hand = pub.hands[seat]
        self._inverted = inverted(pub.variant)

    def choose(self) -> Action:
        """Choose a sure play, else the discard of a useless card, else the best clue, else a guess."""
        sure = self._knowingly(self._fitting, plays=True)
        useless = self._knowingly(over(self._pub), plays=False)
        clue = self._best_clue()
        if sure or useless:
            return (sure or useless)[0]
        return clue or self._guess()

    @cached_property
    def _fitting(self) -> int:
        """Return the set of all cards (suits and ranks) that this seat could play successfully now.

        The result does not depend on the cards in the seat's hand.
        """
        cards, pub = fitting(self._pub), self._pub
        if not pub.characters or pub.characters[self._seat].id != FOLLOWER:
            return cards
        piles = piled(pub)
        return sum(1 << kind for kind in kinds(cards) if follows(piles, kind & 7))

    @cached_property
    def _mine(self) -> dict[int, int]:
        """Return the identities that each card in this seat's hand can have."""
        left = dict(copies(self._pub.variant))
        for card in {**self._pub.cards, **(self._own.cards or {})}.values():
            left[kind_of(card)] -= 1
        return settled({order: self._pub.possible[order] for order in self._hand}, left)

    def _knowingly(self, cards: int, *, plays: bool) -> list[Action]:
        """Return the legal actions that play a card of the set `cards` for certain.

        If `plays` is False, return instead the legal actions that discard a card of `cards` for certain.

        A card of an inverted suit is played by the action `discard`, and discarded by the action `play`.
        """
        found: list[Action] = []
        for order, mask in self._mine.items():
            if mask & ~cards:
                continue
            if not mask & self._inverted:
                found.append(PlayCard(order) if plays else Discard(order))
            elif not mask & ~self._inverted:
                found.append(Discard(order) if plays else PlayCard(order))
        legal = self._own.legal_actions()
        return [action for action in found if action in legal]

    def _best_clue(self) -> Clue | None:
        """Return the clue that shows the most cards to be playable, or None if no clue helps."""
        worth = {clue: self._information(clue) for clue in self._own.clues or ()}
        best = max(worth, key=lambda clue: worth[clue], default=None)
        return best if best is not None and worth[best] > (0, 0) else None

    def _information(self, clue: Clue) -> tuple[int, int]:
        """Return how many cards a clue shows to be playable, and how many identities of cards it rules out.

        Only playable cards count that their player does not yet know to be playable.
        """
        pub, cards, known, less = self._pub, self._own.cards or {}, 0, 0
        touching = touched_by(pub.variant, clue)
        fits = fitting(pub)
        for order in pub.hands[clue.to]:
            kind = kind_of(cards[order]) if order in cards else 0
            before = pub.possible[order]
            if not fits >> kind & 1 or not before & ~fits:
                continue
            after = narrowed(before, touching if touching >> kind & 1 else ~touching)
            known += not after & ~fits
            less += before.bit_count() - after.bit_count()
        return known, less

    def _guess(self) -> Action:
        """Return a discard of the oldest card that no clue has touched.

        If discards are illegal, return any legal clue. If clues are illegal, too, return the play that is
        most likely to succeed.
        """
        clued = {order for given in self._pub.given.values() for order in given.cards}
        discards = [order for order in self._own.discards or () if order in self._mine]
        if discards:
            return Discard(min(discards, key=lambda order: (self._danger(order), order in clued)))
        if self._own.clues:
            return self._own.clues[0]
        hopes = {order: self._hope(order) for order in self._own.plays or () if order in self._mine}
        best = max(hopes, key=lambda order: hopes[order], default=None)
        return self._own.legal_actions()[0] if best is None else PlayCard(best)

    def _danger(self, order: int) -> float:
        """Return the probability that a discard of this card, perhaps of an inverted suit, is a strike."""
        ways = self._mine[order]
        return (ways & self._inverted & ~self._fitting).bit_count() / ways.bit_count()

    def _hope(self, order: int) -> float:
        ways = self._mine[order]
        return (ways & (self._fitting | self._inverted)).bit_count() / ways.bit_count()
