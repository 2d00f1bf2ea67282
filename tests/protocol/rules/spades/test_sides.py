"""Partners sit opposite, the dealer's left bids first, and all cards are dealt as far as they go."""

from __future__ import annotations

from protocol.rules.spades.sides import bidder, bidders, partner_of, seats_of, side_of, sides_of, tricks_of
from protocol.v1.spades import Rules


def test_partners_sit_opposite() -> None:
    four, six = Rules(), Rules(players=6)
    assert [partner_of(four, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [partner_of(six, seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert [side_of(six, seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert seats_of(six, 2) == (2, 5)
    assert partner_of(Rules(sides="solo"), 0) is None


def test_a_hand_has_as_many_tricks_as_a_player_has_cards() -> None:
    counts = {players: tricks_of(Rules(players=players)) for players in range(2, 7)}
    assert counts == {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}


def test_each_player_that_plays_alone_is_a_side() -> None:
    assert [sides_of(rules) for rules in (Rules(), Rules(players=6), Rules(sides="solo"))] == [2, 3, 4]
    assert [side_of(Rules(sides="solo"), seat) for seat in range(4)] == [0, 1, 2, 3]


def test_the_dealers_left_bids_first_and_the_dealer_last() -> None:
    assert bidders(Rules(), 2) == (3, 0, 1, 2)
    assert bidders(Rules(players=3, sides="solo"), 2) == (0, 1, 2)
    assert bidder(Rules(), 2, 0) == 3
