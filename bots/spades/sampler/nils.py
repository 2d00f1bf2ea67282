"""The play of the cards while a nil is alive, in imagined hands: losing tricks, covering partner, attacking.

All hands are known in an imagined play, and the players use this: opponents play under the lowest card of the
nil, its partner plays over it, and the nil gives away the cards with which opponents could make it win. What
an opponent could do at best is thus part of a nil's value, and so is what partner can do against it.
"""

from __future__ import annotations

from bots.spades.sampler.bits import SUITS, TRUMPS, Coded, highest
from bots.spades.sampler.table import Table

NOTHING = -1
"""The bit of a player that lets the ordinary rules choose its card."""
ORDINARY = (0, NOTHING)


def living(table: Table, seat: int) -> tuple[int, int]:
    """Return the seats of partner and of an opponent whose nil has not failed, -1 where there is none."""
    players, sides = table.laws.players, table.laws.sides
    mate, target = -1, -1
    for other in range(players):
        if table.nil[other] and other != seat:
            if other % sides == seat % sides:
                mate = other
            elif target < 0:
                target = other
    return mate, target


def in_danger(table: Table, nil: int) -> bool:
    """Return True if a nil that has not played to the trick would win it as the trick stands now."""
    cards = table.hands[nil * 4 + table.led]
    if cards:
        return table.best_suit == table.led and not cards & (table.best_bit - 1)
    first = nil * 4
    trumps = table.hands[first + TRUMPS]
    if not trumps or table.hands[first] or table.hands[first + 1] or table.hands[first + 2]:
        return False
    return table.best_suit != TRUMPS or not trumps & (table.best_bit - 1)


def still_plays(table: Table, seat: int, other: int) -> bool:
    """Return True if the seat `other` plays to the current trick after `seat`, the seat on turn."""
    return (other - seat) % table.laws.players <= table.after


def lead(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the lead of a seat while a nil is alive, `ORDINARY` if the ordinary rules choose it."""
    if table.nil[seat]:
        return _lead_of_nil(table, seat, legal)
    mate, target = living(table, seat)
    if mate >= 0:
        return _cover(table, mate, legal)
    if target >= 0:
        return _attack(table, target, legal)
    return ORDINARY


def _lead_of_nil(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the lead that other hands can beat most easily, partner's best of all."""
    players, sides = table.laws.players, table.laws.sides
    mate = (seat + sides) % players
    most, found, low = -99, 0, 0
    for suit in SUITS:
        cards = legal[suit]
        if cards:
            bit = cards & -cards
            others = table.out[suit] ^ table.hands[seat * 4 + suit]
            above = (others & -bit).bit_count() * 4 - (suit == TRUMPS)
            if not others:
                above = -8
            elif mate != seat and table.hands[mate * 4 + suit] > bit:
                above += 12
            if above > most:
                most, found, low = above, suit, bit
    return found, low


def _cover(table: Table, mate: int, legal: list[int]) -> Coded:
    """Return the lead of the partner of a nil: a high card over the cards of the nil, else a low one."""
    hands, out = table.hands, table.out
    most, found, card = -99, 0, 0
    for suit in SUITS:
        cards = legal[suit]
        if not cards:
            continue
        top, theirs = highest(cards), hands[mate * 4 + suit]
        master = top.bit_length() == out[suit].bit_length()
        if not theirs:
            worth, bit = 12 + 4 * master, top if master else cards & -cards
        elif theirs & (top - 1):
            worth, bit = 4 + 6 * master + highest(theirs & (top - 1)).bit_length(), top
        else:
            worth, bit = -20, top
        if suit == TRUMPS:
            worth -= 6
        if worth > most:
            most, found, card = worth, suit, bit
    return found, card


def _attack(table: Table, target: int, legal: list[int]) -> Coded:
    """Return a lead under the lowest card of the nil in its weakest suit, `ORDINARY` if there is none."""
    hands, laws = table.hands, table.laws
    mate = (target + laws.sides) % laws.players
    most, found, card = 0, 0, NOTHING
    for suit in SUITS:
        cards, theirs = legal[suit], hands[target * 4 + suit]
        if not cards or not theirs:
            continue
        low = theirs & -theirs
        below = cards & (low - 1)
        if not below:
            continue
        covers = hands[mate * 4 + suit] & -(low << 1) if mate != target else 0
        worth = 40 - 6 * covers.bit_count() + low.bit_length()
        if mate != target and not hands[mate * 4 + suit] and hands[mate * 4 + TRUMPS]:
            worth -= 20
        if worth > most:
            most, found, card = worth, suit, highest(below)
    return found, card


def follow(table: Table, seat: int, cards: int) -> int:
    """Return the bit of the card with which a seat follows suit, `NOTHING` if the ordinary rules choose it."""
    best, led = table.best_bit, table.led
    if table.nil[seat]:
        if table.best_suit != led:
            return highest(cards)
        return duck(cards & (best - 1), cards & -best, last=not table.after)
    mate, target = living(table, seat)
    holder = table.best_seat
    if table.best_suit == led:
        over = cards & -best
        if mate >= 0:
            if holder == mate:
                return over & -over if over else cards & -cards
            if still_plays(table, seat, mate) and over and in_danger(table, mate):
                theirs = hands_of(table, mate)
                above = over & -(theirs & -theirs) if theirs else over
                higher = over & -highest(theirs) if theirs else over
                chosen = higher & -higher or highest(above or over)
                return chosen
        if target >= 0:
            if holder == target:
                return duck(cards ^ over, over, last=not table.after)
            if still_plays(table, seat, target) and in_danger(table, target):
                theirs = hands_of(table, target)
                below = cards & ((theirs & -theirs) - 1) if theirs else cards ^ over
                if below and not _is_covered(table, seat, target):
                    return highest(below)
    return NOTHING


def hands_of(table: Table, seat: int) -> int:
    """Return the cards of a seat in the suit that is led."""
    return table.hands[seat * 4 + table.led]


def _is_covered(table: Table, seat: int, target: int) -> bool:
    """Return True if the partner of the nil `target` has still to play and can beat its lowest card."""
    laws = table.laws
    mate = (target + laws.sides) % laws.players
    if mate == target or not still_plays(table, seat, mate):
        return False
    cards, theirs = hands_of(table, mate), hands_of(table, target)
    if not cards:
        return bool(table.hands[mate * 4 + TRUMPS])
    return cards > (theirs & -theirs)


def discard(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the card of a seat that cannot follow suit, `ORDINARY` if the ordinary rules choose it."""
    trumps = legal[TRUMPS]
    trumped = table.best_suit == TRUMPS
    beaten = trumps & (table.best_bit - 1) if trumped else 0
    if table.nil[seat]:
        return (TRUMPS, highest(beaten)) if beaten else _riddance(table, seat, legal)
    mate, target = living(table, seat)
    over, holder = trumps ^ beaten, table.best_seat
    if mate >= 0 and over:
        if holder == mate or (still_plays(table, seat, mate) and in_danger(table, mate)):
            return TRUMPS, over & -over
    if target >= 0 and (holder == target or (still_plays(table, seat, target) and in_danger(table, target))):
        return _throw(legal, beaten)
    return ORDINARY


def _throw(legal: list[int], beaten: int) -> Coded:
    """Return a high card of a side suit, else a spade that does not win the trick if there is one."""
    found, best = -1, 0
    for suit in (0, 1, 2):
        if legal[suit] and legal[suit].bit_length() > best:
            found, best = suit, legal[suit].bit_length()
    if found >= 0:
        return found, highest(legal[found])
    return TRUMPS, highest(beaten) if beaten else legal[TRUMPS] & -legal[TRUMPS]


def _riddance(table: Table, seat: int, legal: list[int]) -> Coded:
    """Return the side card with which a nil most fears to win a trick, else its lowest spade."""
    most, found = -1, -1
    for suit in (0, 1, 2):
        cards = legal[suit]
        if cards:
            low, top = cards & -cards, cards.bit_length()
            others = table.out[suit] ^ cards
            under = (others & (low - 1)).bit_count()
            worth = top + 3 * under if others else 0
            if worth > most:
                most, found = worth, suit
    if found < 0:
        return TRUMPS, legal[TRUMPS] & -legal[TRUMPS]
    return found, highest(legal[found])


def duck(under: int, over: int, *, last: bool) -> int:
    """Return the highest card that loses the trick, else the card that is the cheapest winner."""
    if under:
        return highest(under)
    return highest(over) if last else over & -over
