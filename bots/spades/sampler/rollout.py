"""The play of a Spades hand to its end with all hands known, on bare numbers, as fast as Python can.

In the imagined play, each player follows simple rules: take tricks while the side needs them or can set
opponents, avoid bags otherwise, lose every trick after a bid of nil, and protect partner's nil.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bots.spades.sampler.bits import TRUMPS, Coded, highest


@dataclass(frozen=True)
class Laws:
    """The rules of a Spades table for the play of the cards.

    `strict_first` is True if no spade may be played to the first trick, `low_club` if all players must play
    their lowest club to the first trick. `breaks_by_lead` is True if the lead of a spade breaks spades, as
    the discard of a spade does. `free_lead` is True if spades may always be led, `forced_lead` if they may be
    led only from a hand with nothing but spades. `greedy` is True if every trick gains points for its winner,
    even after the bid is made.
    """

    players: int
    sides: int
    strict_first: bool = True
    low_club: bool = False
    breaks_by_lead: bool = True
    free_lead: bool = False
    forced_lead: bool = False
    greedy: bool = False


@dataclass(frozen=True)
class Position:
    """A position in the play of a Spades hand, without the hands.

    `trick` has the cards of the current trick, beginning with the lead of `leader`. `tricks` are the tricks
    that each seat has won. `need` is the number of tricks that each side still needs for its bid, negative
    for bags. `nil` is True for each seat with a nil that has not failed. `wild` is True for each seat with a
    bid of nil if its tricks do not count for its side's bid. `opening` is True during the first trick.
    """

    leader: int
    trick: tuple[Coded, ...]
    tricks: tuple[int, ...]
    need: tuple[int, ...]
    nil: tuple[bool, ...]
    wild: tuple[bool, ...]
    broken: bool
    opening: bool


class Table:
    """The play of a deal: a `Position` that changes with each card, and facts that follow from the position.

    `hands` has four bit sets for each seat, one bit set for each suit.

    `out` has, for each suit, the cards that are still in a hand. `best_suit`, `best_bit` and `best_seat` are
    the card that is winning the current trick and its seat, and `after` is the number of seats that play to
    the trick later than the seat on turn. `keen` is True for each side that wants to win the current trick.
    """

    __slots__ = (
        "after",
        "best_bit",
        "best_seat",
        "best_suit",
        "broken",
        "hands",
        "keen",
        "laws",
        "led",
        "left",
        "need",
        "nil",
        "nils",
        "opening",
        "out",
        "tricks",
        "turn",
        "wild",
    )

    def __init__(self, laws: Laws, position: Position, hands: Sequence[int]) -> None:
        self.laws = laws
        self.hands = list(hands)
        self.tricks = list(position.tricks)
        self.need = list(position.need)
        self.nil = list(position.nil)
        self.nils = any(position.nil)
        self.wild = position.wild
        self.broken = position.broken
        self.opening = position.opening
        self.out = [0, 0, 0, 0]
        for place, cards in enumerate(self.hands):
            self.out[place & 3] |= cards
        players = laws.players
        self.turn = (position.leader + len(position.trick)) % players
        first = self.turn * 4
        self.left = sum(cards.bit_count() for cards in self.hands[first : first + 4])
        self.after = players - 1 - len(position.trick)
        self.led = -1
        self.best_suit = self.best_bit = 0
        self.best_seat = position.leader
        for place, (suit, bit) in enumerate(position.trick):
            self._stand((position.leader + place) % players, suit, bit)
        self.keen = [False] * laws.sides
        self._judge()

    def _stand(self, seat: int, suit: int, bit: int) -> None:
        """Compare the card that `seat` has just played with the card that is winning the trick."""
        if self.led < 0:
            self.led = suit
        elif suit == self.best_suit:
            if bit < self.best_bit:
                return
        elif suit != TRUMPS:
            return
        self.best_suit, self.best_bit, self.best_seat = suit, bit, seat

    def _judge(self) -> None:
        """Decide for each side if it wants to win the current trick."""
        need, left, sides = self.need, self.left, self.laws.sides
        greedy = self.laws.greedy
        for side in range(sides):
            keen = greedy or 0 < need[side] <= left
            if not keen:
                for other in range(sides):
                    if other != side and 0 < need[other] <= left and need[other] * sides >= left:
                        keen = True
            self.keen[side] = keen

    def play(self, suit: int, bit: int) -> None:
        """Play a card for the seat on turn.

        After the last card of a trick, the winner of the trick is on turn.
        """
        seat, laws = self.turn, self.laws
        self.hands[seat * 4 + suit] ^= bit
        self.out[suit] ^= bit
        if suit == TRUMPS and not self.broken:
            restricted = self.opening and (laws.strict_first or laws.low_club)
            self.broken = not restricted and (laws.breaks_by_lead or (self.led not in (-1, TRUMPS)))
        if self.led < 0:
            self.led = suit
            self.best_suit, self.best_bit, self.best_seat = suit, bit, seat
        elif suit == self.best_suit:
            if bit > self.best_bit:
                self.best_bit, self.best_seat = bit, seat
        elif suit == TRUMPS:
            self.best_suit, self.best_bit, self.best_seat = suit, bit, seat
        if self.after:
            self.after -= 1
            seat += 1
            self.turn = seat if seat < laws.players else 0
            return
        won = self.best_seat
        self.tricks[won] += 1
        if not self.wild[won]:
            self.need[won % laws.sides] -= 1
        self.nil[won] = False
        self.turn = won
        self.led = -1
        self.after = laws.players - 1
        self.opening = False
        self.left -= 1
        self._judge()


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


def legal_sets(table: Table) -> list[int]:
    """Return the legal cards of the seat on turn, as four bit sets."""
    first = table.turn * 4
    hand, laws = table.hands[first : first + 4], table.laws
    if table.opening and laws.low_club:
        if hand[0]:
            return [hand[0] & -hand[0], 0, 0, 0]
        return _no_trumps(hand)
    if table.led >= 0:
        if hand[table.led]:
            return [cards if suit == table.led else 0 for suit, cards in enumerate(hand)]
        return _no_trumps(hand) if table.opening and laws.strict_first else hand
    if table.opening and laws.strict_first:
        return _no_trumps(hand)
    return hand if laws.free_lead or (table.broken and not laws.forced_lead) else _no_trumps(hand)


def _no_trumps(hand: list[int]) -> list[int]:
    """Return the cards of a hand except its spades, or the whole hand if it has only spades."""
    return [*hand[:TRUMPS], 0] if hand[0] or hand[1] or hand[2] else hand


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
        if table.nil[seat]:
            return _lowest_lead(out, legal)
        mate = (seat + sides) % table.laws.players
        if mate != seat and table.nil[mate]:
            return _highest_lead(out, legal)
        if any(alive and other % sides != seat % sides for other, alive in enumerate(table.nil)):
            return _lowest_lead(out, legal)
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


def _highest_lead(out: list[int], legal: list[int]) -> Coded:
    """Return the lead with the fewest higher cards in other hands."""
    least, found, top = 99, 0, 0
    for suit in (0, 1, 2, 3):
        cards = legal[suit]
        if cards:
            bit = highest(cards)
            above = (out[suit] & -(bit << 1)).bit_count() * 2 + (suit != TRUMPS)
            if above < least:
                least, found, top = above, suit, bit
    return found, top


def _follow(table: Table, seat: int, cards: int) -> int:
    """Return the bit of the card with which the seat follows suit, if it has several cards of the suit."""
    sides, best, holder = table.laws.sides, table.best_bit, table.best_seat
    keen = table.keen[seat % sides]
    if table.best_suit != table.led:  # the trick is trumped, and cards of the suit cannot win it
        return cards & -cards if keen and not table.nil[seat] else highest(cards)
    under = cards & (best - 1)
    over = cards ^ under
    last = not table.after
    if table.nils:
        if table.nil[seat]:
            return _duck(under, over, last)
        mate = (seat + sides) % table.laws.players
        if mate != seat and table.nil[mate]:
            if holder == mate:
                return over & -over if over else cards & -cards
            if (mate - seat) % table.laws.players <= table.after:
                return highest(over) if over else cards & -cards
        if table.nil[holder] and holder % sides != seat % sides:
            return _duck(under, over, last)
    if not keen:
        return _duck(under, over, last)
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


def _duck(under: int, over: int, last: bool) -> int:
    """Return the highest card that loses the trick, else the card that is the cheapest winner."""
    if under:
        return highest(under)
    return highest(over) if last else over & -over


def _without_suit(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the card that a seat without cards of the led suit plays by simple rules."""
    sides, holder, trumps = table.laws.sides, table.best_seat, legal[TRUMPS]
    trumped = table.best_suit == TRUMPS
    beaten = trumps & (table.best_bit - 1) if trumped else 0
    keen = table.keen[seat % sides]
    if table.nils and table.nil[seat]:
        return (TRUMPS, highest(beaten)) if beaten else _discard(legal, high=True)
    over = trumps ^ beaten
    if over:
        ours = holder % sides == seat % sides
        if ours and holder != seat and table.nil[holder]:
            return TRUMPS, over & -over
        if keen and not (table.nil[holder] and not ours):
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
