"""A player of Spades knows the trick, the tricks still needed, voids and the number of cards of each seat."""

from __future__ import annotations

from bots.spades.robot.seen import Seen
from protocol.v1.cards import Suit
from tests.bots.spades.robot.situations import EAST, views
from tests.games.spades.hands import cards

HAND = "SA SK SQ HA HK HQ DA DK DQ CA CK CQ"


def knowledge(hand: str, said: str, played: str, **options: object) -> Seen:
    """Return the knowledge of the seat on turn after these bids and cards, the first of each by East."""
    pub, own = views(hand, said, played, (), EAST, **options)
    assert own.seat is not None and own.hand is not None
    return Seen(pub, own, own.seat, own.hand)


def test_the_trick_has_its_winner_and_the_seats_that_still_play() -> None:
    seen = knowledge(f"{HAND} C2", "3 3 3 3", "H4 HT")
    assert (seen.seat, seen.led, seen.after) == (3, Suit.HEARTS, (0,))
    assert seen.best is not None and (seen.best.seat, seen.best.card) == (2, cards("HT")[0])


def test_a_spade_beats_any_other_suit() -> None:
    seen = knowledge(f"{HAND} C2", "3 3 3 3", "H4 HT")
    spade, heart, ten = cards("S2 HA HT")
    assert seen.beats(spade, heart) and seen.beats(heart, ten)
    assert not seen.beats(cards("DA")[0], ten)


def test_a_seat_that_does_not_follow_is_void() -> None:
    seen = knowledge(HAND, "3 3 3 3", "H4 HT C3 H5")
    assert seen.unseen.holds(3, Suit.HEARTS) == 0.0
    assert seen.unseen.holds(1, Suit.HEARTS) > 0.0


def test_a_side_needs_the_tricks_of_its_bid_that_it_has_not_won() -> None:
    seen = knowledge(HAND, "3 4 2 5", "H4 HT H3 H5")
    assert seen.seat == 2 and (seen.side, seen.partner, seen.opponents) == (0, 0, (1, 3))
    assert (seen.need(0), seen.need(1)) == (4 + 5 - 1, 3 + 2)
    assert (seen.tricks_in_all, seen.tricks_left) == (13, 12)


def test_a_nil_stands_until_its_seat_wins_a_trick() -> None:
    before = knowledge(f"{HAND} C2", "3 nil 3 3", "H4")
    assert before.nil(2) and not before.nil(None)
    after = knowledge(HAND, "3 nil 3 3", "H4 HT H3 H5")
    assert not after.nil(2)


def test_the_unseen_cards_are_all_but_the_hand_and_those_played() -> None:
    seen = knowledge(HAND, "3 3 3 3", "H4 HT H3 H5")
    assert len(seen.unseen.cards) == 52 - 12 - 4
    assert set(seen.unseen.counts.values()) == {12}
