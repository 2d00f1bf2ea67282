"""The play of imagined hands at Spades while a nil is alive: the nil loses tricks, its partner covers it.

All hands are known in an imagined play, and the players use this: opponents play under the lowest card of the
nil, partner plays over it, and the nil discards the cards with which opponents could make it win a trick. The
functions return None where the ordinary rules of `rollout` choose the card.
"""

from __future__ import annotations

from bots.spades.sampler.bits import SUITS, TRUMPS, Coded, highest
from bots.spades.sampler.table import Table


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


def lead(table: Table, seat: int, legal: list[int]) -> Coded | None:
    """Return the lead of a seat while a nil is alive."""
    if table.nil[seat]:
        return _lead_of_nil(table, seat, legal)
    mate, target = living(table, seat)
    if mate >= 0:
        return _cover(table, mate, legal)
    return _attack(table, target, legal) if target >= 0 else None


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


def _attack(table: Table, target: int, legal: list[int]) -> Coded | None:
    """Return a lead under the lowest card of a nil in the suit that its partner covers least."""
    hands, laws = table.hands, table.laws
    mate = (target + laws.sides) % laws.players
    most = 0
    found: Coded | None = None
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
            most, found = worth, (suit, highest(below))
    return found


def follow(table: Table, seat: int, cards: int) -> int | None:
    """Return the bit of the card with which a seat follows suit, one of the bits `cards`."""
    best, ruffed = table.best_bit, table.best_suit != table.led
    if table.nil[seat]:
        if ruffed:
            return highest(cards)
        return duck(cards & (best - 1), cards & -best, last=not table.after)
    if ruffed:
        return None
    mate, target = living(table, seat)
    found = _over_partner(table, seat, mate, cards) if mate >= 0 else None
    if found is None and target >= 0:
        found = _under_opponent(table, seat, target, cards)
    return found


def _over_partner(table: Table, seat: int, mate: int, cards: int) -> int | None:
    """Return the bit of the card with which a seat follows suit to save partner's nil from the trick."""
    over = cards & -table.best_bit
    if table.best_seat == mate:
        return over & -over if over else cards & -cards
    if not over or not still_plays(table, seat, mate) or not in_danger(table, mate):
        return None
    theirs = table.hands[mate * 4 + table.led]
    above = over & -highest(theirs) if theirs else over
    return above & -above if above else highest(over)


def _under_opponent(table: Table, seat: int, target: int, cards: int) -> int | None:
    """Return the bit of the card with which a seat follows suit to leave the trick to an opponent's nil."""
    under = cards & (table.best_bit - 1)
    if table.best_seat == target:
        return duck(under, cards ^ under, last=not table.after)
    if still_plays(table, seat, target) and in_danger(table, target) and not _is_covered(table, seat, target):
        theirs = table.hands[target * 4 + table.led]
        below = cards & ((theirs & -theirs) - 1) if theirs else under
        return highest(below) if below else None
    return None


def _is_covered(table: Table, seat: int, target: int) -> bool:
    """Return True if the partner of the nil `target` has still to play and can beat its lowest card."""
    laws = table.laws
    mate = (target + laws.sides) % laws.players
    if mate == target or not still_plays(table, seat, mate):
        return False
    cards, theirs = table.hands[mate * 4 + table.led], table.hands[target * 4 + table.led]
    return cards > (theirs & -theirs) if cards else bool(table.hands[mate * 4 + TRUMPS])


def discard(table: Table, seat: int, legal: list[int]) -> Coded | None:
    """Return the card of a seat that cannot follow suit."""
    trumps = legal[TRUMPS]
    beaten = trumps & (table.best_bit - 1) if table.best_suit == TRUMPS else 0
    if table.nil[seat]:
        return (TRUMPS, highest(beaten)) if beaten else _riddance(table, seat, legal)
    mate, target = living(table, seat)
    over = trumps ^ beaten
    if over and mate >= 0 and _loses(table, seat, mate):
        return TRUMPS, over & -over
    return _throw(legal, beaten) if target >= 0 and _loses(table, seat, target) else None


def _loses(table: Table, seat: int, nil: int) -> bool:
    """Return True if the trick would go to the player of a nil as it stands now."""
    return table.best_seat == nil or (still_plays(table, seat, nil) and in_danger(table, nil))


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
