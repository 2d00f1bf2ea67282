"""The play of a Spades hand to its end with all hands known, on bare numbers, as fast as Python can.

In the imagined play, each player follows simple rules: take tricks while the side needs them or can set
opponents, avoid bags otherwise. While a nil is alive, the rules of `nils` come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.spades.sampler import nils
from bots.spades.sampler.bits import TRUMPS, Coded, highest
from bots.spades.sampler.table import Laws, Position, Table, legal_sets

Choose = Callable[[Table], Coded]


def play_out(
    laws: Laws,
    position: Position,
    hands: Sequence[int],
    card: Coded | None = None,
    choose: Choose | None = None,
) -> tuple[int, ...]:
    """Return the number of tricks of each seat after an imagined play of these hands from a position.

    If `card` is not None, the seat on turn plays this card first. The function `choose` chooses all other
    cards, by default by the simple rules of `by_rules`.
    """
    table = Table(laws, position, hands)
    choose = choose or by_rules
    play = table.play
    if card is not None:
        play(*card)
    while table.left:
        suit, bit = choose(table)
        play(suit, bit)
    return tuple(table.tricks)


def by_rules(table: Table) -> Coded:
    """Return the card that the seat on turn plays by simple rules."""
    led, seat = table.led, table.turn
    if table.opening and table.laws.low_club:
        return _opening_club(table)
    if led < 0:
        return _lead(table, legal_sets(table))
    cards = table.hands[seat * 4 + led]
    if cards:
        if not cards & (cards - 1):
            return led, cards
        return led, _follow(table, seat, cards)
    return _without_suit(table, seat, legal_sets(table))


def _opening_club(table: Table) -> Coded:
    legal = legal_sets(table)
    if legal[0]:
        return 0, legal[0]
    return _lead(table, legal) if table.led < 0 else _without_suit(table, table.turn, legal)


def _lead(table: Table, legal: list[int]) -> Coded:
    """Return the card that the seat on turn leads by simple rules, one of the cards `legal`."""
    seat, out, sides = table.turn, table.out, table.laws.sides
    if table.nils:
        chosen = nils.lead(table, seat, legal)
        if chosen is not None:
            return chosen
    if not table.keen[seat % sides]:
        return _lowest_lead(out, legal)
    most, found = 2, -1
    first = seat * 4
    for suit in (0, 1, 2):
        cards = legal[suit]
        if cards and cards.bit_length() == out[suit].bit_length():
            others = (out[suit] ^ cards).bit_count()
            if others > most:
                most, found = others, suit
    if found >= 0:
        return found, highest(legal[found])
    trumps = legal[TRUMPS]
    others_trumps = out[TRUMPS] ^ table.hands[first + TRUMPS]
    if not others_trumps:
        for suit in (0, 1, 2):
            if legal[suit] and legal[suit].bit_length() == out[suit].bit_length():
                return suit, highest(legal[suit])
    if trumps and trumps.bit_length() == out[TRUMPS].bit_length() and others_trumps:
        return TRUMPS, highest(trumps)
    least, found = 99, -1
    for suit in (0, 1, 2):
        cards = legal[suit]
        if cards:
            length = cards.bit_count() * 4 + (cards.bit_length() >= out[suit].bit_length())
            if length < least:
                least, found = length, suit
    if found < 0:
        found = TRUMPS
    return found, legal[found] & -legal[found]


def _lowest_lead(out: list[int], legal: list[int]) -> Coded:
    """Return the lead that is least likely to win the trick: the one with the most higher cards elsewhere."""
    most, found, low = -2, 0, 0
    for suit in (0, 1, 2, 3):
        cards = legal[suit]
        if cards:
            bit = cards & -cards
            others = out[suit] ^ cards
            above = (others & -bit).bit_count() * 4 - (suit == TRUMPS)
            if not others:
                above = 0
            if above > most:
                most, found, low = above, suit, bit
    return found, low


def _follow(table: Table, seat: int, cards: int) -> int:
    """Return the bit of the card with which the seat follows suit, if it has several cards of the suit."""
    sides, best, holder = table.laws.sides, table.best_bit, table.best_seat
    if table.nils:
        chosen = nils.follow(table, seat, cards)
        if chosen is not None:
            return chosen
    keen = table.keen[seat % sides]
    if table.best_suit != table.led:  # the trick is trumped, and cards of the suit cannot win it
        return cards & -cards if keen else highest(cards)
    under = cards & (best - 1)
    over = cards ^ under
    last = not table.after
    if not keen:
        return nils.duck(under, over, last=last)
    if not over:
        return cards & -cards
    top = table.out[table.led]
    if holder % sides == seat % sides:
        if last or best > top ^ cards:
            return cards & -cards
        if highest(cards) == highest(top) and (top ^ cards) & -best:
            return highest(cards)
        return cards & -cards
    if last:
        return over & -over
    if highest(over) == highest(top):
        return highest(over)
    return highest(over) if table.after == 1 else cards & -cards


def _without_suit(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the card that a seat without cards of the led suit plays by simple rules."""
    sides, holder, trumps = table.laws.sides, table.best_seat, legal[TRUMPS]
    trumped = table.best_suit == TRUMPS
    beaten = trumps & (table.best_bit - 1) if trumped else 0
    keen = table.keen[seat % sides]
    if table.nils:
        chosen = nils.discard(table, seat, legal)
        if chosen is not None:
            return chosen
    over = trumps ^ beaten
    if over and keen:
        ours = holder % sides == seat % sides
        safe = ours and (not table.after or trumped or table.best_bit > table.out[table.led])
        if not safe:
            return TRUMPS, over & -over
    return _discard(legal, high=not keen)


def _discard(legal: list[int], *, high: bool) -> Coded:
    """Return a discard: the highest or lowest card of a side suit, or the lowest of a hand of spades."""
    found, best = -1, 0
    for suit in (0, 1, 2):
        cards = legal[suit]
        if cards:
            bit = highest(cards) if high else cards & -cards
            if found < 0 or (bit > best if high else bit < best):
                found, best = suit, bit
    if found < 0:
        return TRUMPS, legal[TRUMPS] & -legal[TRUMPS]
    return found, best
