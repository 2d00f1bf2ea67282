"""The sides and partners of a Spades table, the order of the bidding, and the number of tricks in a hand."""

from __future__ import annotations

from protocol.v1.spades import Rules


def tricks_of(rules: Rules) -> int:
    """Return the number of tricks in a hand of Spades, which is also the number of cards of each player."""
    return {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}[rules.players]


def sides_of(rules: Rules) -> int:
    """Return the number of sides at a table with these rules."""
    return rules.players // 2 if rules.sides == "pairs" else rules.players


def side_of(rules: Rules, seat: int) -> int:
    """Return the number of the side to which a seat belongs; partners sit opposite each other."""
    return seat % sides_of(rules)


def seats_of(rules: Rules, side: int) -> tuple[int, ...]:
    """Return the numbers of the seats that belong to a side."""
    return tuple(range(side, rules.players, sides_of(rules)))


def partner_of(rules: Rules, seat: int) -> int | None:
    """Return the seat of a player's partner, opposite this seat, or None if each player plays alone."""
    return (seat + rules.players // 2) % rules.players if rules.sides == "pairs" else None


def bidder(rules: Rules, dealer: int, index: int) -> int:
    """Return the seat that makes bid number `index` in Spades; bid 0 is made at the dealer's left."""
    return (dealer + 1 + index) % rules.players


def bidders(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Return all seats in the order of the bidding."""
    return tuple(bidder(rules, dealer, index) for index in range(rules.players))
