"""The literal robot at Hanabi as it was when `friendly` was written: the fixed partner of strength tests.

It takes a clue to tell only that the touched cards have the colour or rank, and that the other cards do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property

from bots.bot import Bot, View
from bots.hanabi.view import HanabiView
from bots.view import Action as AnyAction
from protocol.v1.hanabi import (
    START,
    Action,
    Card,
    Clue,
    ColorClue,
    Discard,
    HanabiOwn,
    HanabiPub,
    PlayCard,
    SeatNumber,
    Special,
    Variant,
)

TOP = 5
FOLLOWER = 31
"""The id of the character that misplays a card unless two cards of the card's rank are on the piles."""


class LiteralBot(Bot):
    games = ("hanabi",)

    @property
    def name(self) -> str:
        return "literal"

    def choose(self, view: View, legal: tuple[AnyAction, ...]) -> AnyAction:
        assert isinstance(view, HanabiView) and view.own is not None and view.own.seat is not None
        return Literal(view.pub, view.own, view.own.seat).choose()


class Literal:
    """The choice of an action for one turn, from the view of the seat on turn."""

    def __init__(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> None:
        self._pub = pub
        self._own = own
        self._seat = seat
        self._hand = pub.hands[seat]
        self._inverted = inverted(pub.variant)

    def choose(self) -> Action:
        """Return a certain play, else a discard of a useless card, else the best clue, else a guess."""
        sure = self._knowingly(self._fitting, plays=True)
        useless = self._knowingly(over(self._pub), plays=False)
        clue = self._best_clue()
        if sure or useless:
            return (sure or useless)[0]
        return clue or self._guess()

    @cached_property
    def _fitting(self) -> int:
        """Return the set of cards that this seat could play successfully now."""
        cards, pub = fitting(self._pub), self._pub
        if not pub.characters or pub.characters[self._seat].id != FOLLOWER:
            return cards
        ranks = [pub.cards[order].rank for pile in pub.piles or () for order in pile]
        return sum(1 << kind for kind in kinds(cards) if ranks.count(kind & 7) >= 2)

    @cached_property
    def _mine(self) -> dict[int, int]:
        """Return the possible identities of each card in this seat's hand."""
        left = dict(copies(self._pub.variant))
        for card in {**self._pub.cards, **(self._own.cards or {})}.values():
            left[kind_of(card)] -= 1
        return settled({order: self._pub.possible[order] for order in self._hand}, left)

    def _knowingly(self, cards: int, *, plays: bool) -> list[Action]:
        """Return the legal actions that play a card of the set `cards` for certain.

        If `plays` is False, return the legal actions that discard such a card for certain.

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
        """Return how many cards a clue shows to be playable, and how many possibilities it removes.

        Only playable cards count, and only those that their player does not yet know to be playable.
        """
        pub, cards, known, less = self._pub, self._own.cards or {}, 0, 0
        touching = touched(pub.variant, clue)
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
        """Return a discard of the oldest unclued card.

        If discards are illegal, return a legal clue. If clues are illegal, too, return the play that is most
        likely to succeed.
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


def kind_of(card: Card) -> int:
    """Return the kind of a card, which is `8 * suit + rank`."""
    return 8 * card.suit + card.rank


@cache
def kinds(cards: int) -> tuple[int, ...]:
    """Return the kinds in a set of cards.

    >>> kinds(1 << 9 | 1 << 2)
    (2, 9)
    """
    return tuple(kind for kind in range(cards.bit_length()) if cards >> kind & 1)


def narrowed(cards: int, to: int) -> int:
    """Return the kinds that are in both sets `cards` and `to`, or `cards` if they have no kind in common."""
    return cards & to or cards


def settled(hand: dict[int, int], left: Mapping[int, int]) -> dict[int, int]:
    """Return the possible kinds of each card, without kinds of which all copies are known to be other cards.

    `left` is the number of copies of each kind among these cards and the unseen cards together.
    """
    known, sure = dict(hand), -1
    while sure != (sure := sum(not cards & (cards - 1) for cards in known.values())):
        free = dict(left)
        for cards in known.values():
            if not cards & (cards - 1):
                free[cards.bit_length() - 1] -= 1
        gone = sum(1 << kind for kind, number in free.items() if number <= 0)
        for order, cards in known.items():
            if cards & (cards - 1):
                known[order] = narrowed(cards, ~gone)
    return known


@cache
def copies(variant: Variant) -> dict[int, int]:
    """Return the number of copies of each kind in a variant."""
    ranks = (*range(1, variant.stack + 1), *((START,) if variant.up_or_down else ()))
    suits = range(len(variant.suits))
    return {8 * suit + rank: _copies(variant, suit, rank) for suit in suits for rank in ranks}


def _copies(variant: Variant, suit: int, rank: int) -> int:
    if variant.suits[suit].single or rank in (START, variant.single_rank):
        return 1
    if variant.sudoku:
        return 2
    first, last = (TOP, 1) if variant.suits[suit].reversed else (1, TOP)
    if rank == first:
        return 1 if variant.up_or_down else 2 if variant.scarce_ones else 3
    return 1 if rank == last else 2


def piled(pub: HanabiPub) -> tuple[tuple[int, ...], ...]:
    """Return the ranks on each pile in the order of play. The result is () if the piles are hidden."""
    return tuple(tuple(pub.cards[order].rank for order in pile) for pile in pub.piles or ())


def fitting(pub: HanabiPub) -> int:
    """Return the set of cards that can be played on a pile now."""
    piles = piled(pub)
    return sum(1 << 8 * suit + rank for suit in range(len(piles)) for rank in _next(pub.variant, piles, suit))


def _next(variant: Variant, piles: tuple[tuple[int, ...], ...], suit: int) -> set[int]:
    pile = piles[suit]
    if len(pile) == variant.stack:
        return set()
    if variant.sudoku:
        begun = {other[0] for other in piles if other}
        return {pile[-1] % variant.stack + 1} if pile else set(range(1, variant.stack + 1)) - begun
    if not variant.up_or_down:
        return {TOP - len(pile) if variant.suits[suit].reversed else len(pile) + 1}
    if len(pile) > 1:
        return {pile[-1] + (1 if pile[1] == 2 else -1)}
    return {START: {2, 4}, 1: {2}, TOP: {4}}[pile[0]] if pile else {1, TOP, START}


def over(pub: HanabiPub) -> int:
    """Return the set of cards that can no longer be played because a card of their kind is on a pile.

    If the pile of a suit is complete, the set includes all cards of the suit.
    """
    found = 0
    for suit, pile in enumerate(piled(pub)):
        done = (
            set(range(1, START + 1)) if len(pile) == pub.variant.stack else {*pile, START} if pile else set()
        )
        found |= sum(1 << 8 * suit + rank for rank in done)
    return found


def inverted(variant: Variant) -> int:
    """Return the set of all cards of inverted suits. Players play such a card by discarding it."""
    return sum(0b11111110 << 8 * place for place, suit in enumerate(variant.suits) if suit.inverted)


@cache
def touched(variant: Variant, clue: Clue) -> int:
    """Return the set of cards that a clue touches, by the rules of their suits alone.

    Special ranks of the variant are ignored.
    """
    return sum(1 << kind for kind in copies(variant) if _touches(variant, clue, kind))


def _touches(variant: Variant, clue: Clue, kind: int) -> bool:
    suit = variant.suits[kind >> 3]
    if isinstance(clue, ColorClue):
        return _special(suit.by_color, variant.colors[clue.color] in suit.colors)
    return _special(suit.by_rank, clue.rank == kind & 7)


def _special(special: Special, usual: bool) -> bool:
    return usual if special == "usual" else special == "all"
