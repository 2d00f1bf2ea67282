"""A search with four known hands that decides if a side can win a given number of the remaining tricks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from bots.thinking import Think, in_a_thread
from protocol.rules.tricks import index_beats, index_winner
from protocol.v1.bridge import SEATS, Hand, Play, Seat
from protocol.v1.cards import Suit

NODES = 4_800
"""The largest number of positions that one search of an endgame examines, at 10 to 20 microseconds each.

The search of an endgame is limited by a count of positions instead of a time, so that its result is the same
on every machine.
"""
SUIT = (1 << 13) - 1
"""The 13 cards of the club suit as a bit set.

A hand is an integer in which bit `card.deck_index` is 1 for each card of the hand.
"""

Held = tuple[int, ...]
"""The hands of the four seats, each as a bit set."""
Table = tuple[tuple[int, int], ...]
"""The cards of the current trick in order of play, each as its seat and `card.deck_index`."""


class Unclear(Exception):
    """The error for a search without a result: it has examined `NODES` positions or could not run at all."""


async def can_take(
    hands: Mapping[Seat, Hand],
    trick: tuple[Play, ...],
    turn: Seat,
    trumps: Suit | None,
    side: int,
    tricks: int,
    think: Think = in_a_thread,
) -> bool:
    """Return True if the seats with `seat % 2 == side` win at least `tricks` tricks with best play by all.

    `hands` are the unplayed cards of the four seats, `trick` is the current trick, `turn` is the seat that
    plays next. If a count of top cards is not enough to decide, `think` runs a search. Raises Unclear if the
    search of the endgame has no result.
    """
    table = tuple((int(play.seat), play.card.deck_index) for play in trick)
    held, number = _held(hands), _number(trumps)
    found = _by_top_cards(held, table, int(turn), number, side, tricks)
    if found is None:
        found = await think(partial(search, held, table, int(turn), number, side, tricks))
    if found is None:
        raise Unclear
    return found


def search(held: Held, table: Table, turn: int, trumps: int | None, side: int, tricks: int) -> bool | None:
    """Return True if the seats with `seat % 2 == side` win at least `tricks` tricks, False if they do not.

    The result is None if the search ends after `NODES` positions without a decision.

    The arguments of the search are plain numbers, so that the caller can send them to another process.
    """
    try:
        return _Search(trumps, side).takes(held, table, turn, tricks)
    except Unclear:
        return None


def _by_top_cards(
    held: Held, table: Table, turn: int, trumps: int | None, side: int, need: int
) -> bool | None:
    """Return True if a count of top cards proves that the side wins `need` tricks.

    Return False if the count of top cards proves that the side cannot win these tricks, and None if the count
    proves nothing.
    """
    left = held[turn].bit_count()
    if need <= 0 or need > left:
        return need <= 0
    if table:
        return None
    sure = _top_tricks(held, turn, trumps)
    if turn % 2 == side:
        return True if need <= sure else None
    return False if need > left - sure else None


def sure_tricks(hands: Mapping[Seat, Hand], leader: Seat, trumps: Suit | None) -> int:
    """Return how many tricks the leader's side can cash at once, against any defence."""
    return _top_tricks(_held(hands), int(leader), _number(trumps))


def _held(hands: Mapping[Seat, Hand]) -> Held:
    return tuple(sum(1 << card.deck_index for card in hands[seat]) for seat in SEATS)


def _number(trumps: Suit | None) -> int | None:
    return None if trumps is None else list(Suit).index(trumps)


class _Search:
    """A search that decides if `side` wins the needed number of tricks with best play by all.

    For each position at the start of a trick, a cache keeps the known bounds of the side's tricks.
    """

    def __init__(self, trumps: int | None, side: int) -> None:
        self._trumps = trumps
        self._side = side
        self._nodes = 0
        self._known: dict[tuple[Held, int], tuple[int, int]] = {}

    def takes(self, held: Held, table: Table, turn: int, need: int) -> bool:
        """Return True if the side can win at least `need` tricks, counting the current trick."""
        if need <= 0 or need > held[turn].bit_count():
            return need <= 0
        self._nodes += 1
        if self._nodes > NODES:
            raise Unclear
        if not table:
            return self._trick_begins(held, turn, need)
        mine = turn % 2 == self._side
        for card in self._cards(held, table, turn):
            if self._after(held, table, turn, card, need) is mine:
                return mine
        return not mine

    def _trick_begins(self, held: Held, leader: int, need: int) -> bool:
        left = held[leader].bit_count()
        low, high = self._known.get((held, leader), (0, left))
        mine = leader % 2 == self._side
        sure = _top_tricks(held, leader, self._trumps)
        low, high = (max(low, sure), high) if mine else (low, min(high, left - sure))
        if low < need <= high:
            found = not mine
            for card in self._cards(held, (), leader):
                if self._after(held, (), leader, card, need) is mine:
                    found = mine
                    break
            low, high = (need, high) if found else (low, need - 1)
        self._known[held, leader] = low, high
        return need <= low

    def _after(self, held: Held, table: Table, turn: int, card: int, need: int) -> bool:
        """Return True if the side wins `need` tricks, the current one included, after `turn` plays `card`."""
        rest = (*held[:turn], held[turn] & ~(1 << card), *held[turn + 1 :])
        table = (*table, (turn, card))
        if len(table) < 4:
            return self.takes(rest, table, (turn + 1) % 4, need)
        winner = self._winning(table)[0]
        return self.takes(rest, (), winner, need - (winner % 2 == self._side))

    def _winning(self, table: Table) -> tuple[int, int]:
        return table[index_winner([card for _, card in table], self._trumps)]

    def _cards(self, held: Held, table: Table, turn: int) -> list[int]:
        """Return the legal cards, the most promising first, and of equivalent cards only the highest."""
        hand = held[turn]
        followed = hand & (SUIT << 13 * (table[0][1] // 13)) if table else 0
        on_table = sum(1 << card for _, card in table)
        others = (held[0] | held[1] | held[2] | held[3] | on_table) & ~hand
        cards = list(_distinct(followed or hand, others))
        if not table:
            return sorted(cards, key=lambda card: -(card % 13))
        seat, best = self._winning(table)
        if seat % 2 == turn % 2:
            return sorted(cards, key=lambda card: card % 13)
        return sorted(cards, key=lambda card: (not index_beats(card, best, self._trumps), card % 13))


def _distinct(hand: int, others: int) -> Iterator[int]:
    """Yield the highest card of each group of equivalent cards, such as the king of K-Q-J.

    Cards of a hand are equivalent if no other hand and no card of the current trick has a card between them.
    """
    for suit in range(4):
        mine, theirs = hand >> 13 * suit & SUIT, others >> 13 * suit & SUIT
        above = 14
        while mine:
            top = mine.bit_length() - 1
            between = theirs & ((1 << above) - 1) & ~((1 << top) - 1)
            if above == 14 or between:
                yield 13 * suit + top
            above = top
            mine &= ~(1 << top)


def _top_tricks(held: Held, leader: int, trumps: int | None) -> int:
    """Return the number of tricks that the side on lead can cash against any defence.

    The counted number of tricks is that of the better of two plans. In the first plan for cashing tricks, the
    leader cashes all high cards of the own hand. In the second plan for cashing tricks, the leader also
    crosses to partner in a suit in which partner has the best card, and partner cashes high cards, too. A
    side suit counts only for the tricks in which each opponent with a trump must follow suit.
    """
    partner = (leader + 2) % 4
    here = [_rounds(held, leader, suit) for suit in range(4)]
    there = [_rounds(held, partner, suit) for suit in range(4)]
    limits = [13] * 4
    if trumps is not None:
        for seat in ((leader + 1) % 4, (leader + 3) % 4):
            if _length(held[seat], trumps) > here[trumps]:
                limits = [min(limits[suit], _length(held[seat], suit)) for suit in range(4)]
        limits[trumps] = 13
    mine = [min(each) for each in zip(here, limits, strict=True)]
    partners = [min(each) for each in zip(there, limits, strict=True)]
    best = sum(mine)
    for entry in range(4):
        if partners[entry] and _length(held[leader], entry):
            over = sum(max(mine[suit], partners[suit]) for suit in range(4) if suit != entry)
            best = max(best, partners[entry] + over)
    return min(best, held[leader].bit_count())


def _length(hand: int, suit: int) -> int:
    return (hand >> 13 * suit & SUIT).bit_count()


def _rounds(held: Held, leader: int, suit: int) -> int:
    """Return how many tricks in a row the seat `leader` wins with the best cards of a suit.

    The opponents and partner are assumed to follow with their lowest cards of the suit and to keep the best.
    """
    mine, *others = ((held[(leader + seat) % 4] >> 13 * suit) & SUIT for seat in range(4))
    rounds = 0
    while mine:
        top = mine.bit_length()
        if any(other.bit_count() > rounds and other.bit_length() > top for other in others):
            break
        mine &= ~(1 << (top - 1))
        rounds += 1
    return rounds
