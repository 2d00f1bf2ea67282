"""Tests of the play (Laws 41 to 46)."""

from __future__ import annotations

import pytest

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Seat
from protocol.v1.cards import Card, Suit
from server.games.bridge.rules import BRIDGE
from tests.games.bridge.deals import (
    ONE_SUIT_EACH,
    auction,
    contract_of,
    deal,
    holds,
    may_play,
    play,
    play_on,
    refused,
    to_act,
)

VOIDS = "N:AQ52.K64.QJ3.T98 KJ9873..8742.K53 T64.AJ87.AK5.AQ7 .QT9532.T96.J642"
"""A deal in which East has no heart and West no spade."""

TWO_VOIDS = "N:32.T65432.AK2.32 KJ987..QJT9.AKQJ AQT654..876.T987 .AKQJ987.543.654"
"""A deal in which East and South have no heart."""


# Law 41: the opening lead, and dummy


@pytest.mark.parametrize(("declarer", "leader"), ["NE", "ES", "SW", "WN"])
def test_the_player_on_declarers_left_leads(declarer: str, leader: str) -> None:
    state = auction("1NT P P P", dealer=declarer)
    assert contract_of(state) == f"1NT by {declarer}"
    assert to_act(state) == leader


@pytest.mark.parametrize("other", "NES")
def test_no_other_player_makes_the_opening_lead(other: str) -> None:
    with refused("it is West's turn"):
        play(auction("1NT P P P", dealer="S"), "S3", by=other)


def test_any_card_may_be_led() -> None:
    assert may_play(auction("1NT P P P", dealer="S")) == "S8 S7 S3 H5 H3 H2 DT D9 D6 CJ C6 C4 C2"


def test_dummy_is_faced_after_the_opening_lead_and_not_before() -> None:
    before = auction("1NT P P P", dealer="S")
    after = play(before, "S8")
    assert (before.dummy, BRIDGE.pub(before).dummy) == (None, None)
    assert (after.dummy, BRIDGE.pub(after).dummy) == (Seat.NORTH, deal().hands[Seat.NORTH])


def test_declarer_plays_dummys_cards() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8")
    assert state.turn is Seat.NORTH
    assert to_act(state) == "S"
    assert holds(play(state, "SQ", by="S"), "N") == "A52.K64.QJ3.T98"


def test_dummy_may_not_play_even_from_the_hand_on_the_table() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8")
    assert BRIDGE.legal_actions(state, Seat.NORTH) == ()
    with refused("it is South's turn"):
        play(state, "SQ", by="N")


@pytest.mark.parametrize("defender", "EW")
def test_a_defender_may_not_play_for_dummy(defender: str) -> None:
    with refused("it is South's turn"):
        play(play(auction("1NT P P P", dealer="S"), "S8"), "SQ", by=defender)


def test_declarer_does_not_play_from_hand_when_it_is_dummys_turn() -> None:
    with refused("dummy does not hold S4"):
        play(play(auction("1NT P P P", dealer="S"), "S8"), "S4")


def test_declarer_does_not_play_from_dummy_when_it_is_his_own_turn() -> None:
    with refused("you do not hold S5"):
        play(play(auction("1NT P P P", dealer="S"), "S8 S2 S9"), "S5")


def test_when_dummy_wins_a_trick_declarer_leads_from_dummy() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 SA S9 S4")
    assert (state.turn, to_act(state)) == (Seat.NORTH, "S")
    assert may_play(state) == "SQ S5 S2 HK H6 H4 DQ DJ D3 CT C9 C8"


def test_declarers_own_cards_are_his_to_play() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 S2 S9")
    assert (state.turn, to_act(state)) == (Seat.SOUTH, "S")


# Law 44: following suit, and the winner of a trick


def test_a_player_must_follow_suit_if_able() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 S2")
    assert may_play(state) == "SK SJ S9"
    with refused("HQ does not follow suit: spades were led (Law 44C)"):
        play(state, "HQ")


def test_dummy_must_follow_suit_too() -> None:
    state = play(auction("1NT P P P", dealer="S"), "H5")
    assert may_play(state) == "HK H6 H4"
    with refused("SA does not follow suit: hearts were led"):
        play(state, "SA")


def test_a_player_unable_to_follow_suit_may_play_any_card() -> None:
    state = play(auction("4S P P P", dealer="S", pbn=VOIDS), "HQ HK")
    assert may_play(state) == "SK SJ S9 S8 S7 S3 D8 D7 D4 D2 CK C5 C3"


def test_a_card_cannot_be_played_twice() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 S2 SK S4")
    assert holds(state, "E") == "J9.QT9.8742.K53"
    with refused("you do not hold SK"):
        play(state, "SK")


def test_the_highest_card_of_the_suit_led_wins_at_notrumps() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 S2 SJ S4")
    assert (to_act(state), state.tricks) == ("E", (0, 1))


def test_a_discard_never_wins() -> None:
    state = play(auction("7NT P P P", pbn=ONE_SUIT_EACH), "H2 DA CA SA")
    assert (to_act(state), state.tricks) == ("E", (0, 1))


def test_a_trump_wins_over_the_suit_led() -> None:
    state = play(auction("4S P P P", dealer="S", pbn=VOIDS), "HQ HK S3 HA")
    assert (to_act(state), state.tricks) == ("E", (0, 1))


def test_the_higher_of_two_trumps_wins() -> None:
    overruffed = play(auction("4S P P P", dealer="S", pbn=TWO_VOIDS), "HA H2 SJ SQ")
    assert (to_act(overruffed), overruffed.tricks) == ("S", (1, 0))


def test_no_player_must_play_a_higher_trump() -> None:
    underruffed = play(auction("4S P P P", dealer="S", pbn=TWO_VOIDS), "HA H2 SJ S4")
    assert (to_act(underruffed), underruffed.tricks) == ("E", (0, 1))


def test_a_trump_led_is_won_by_the_highest_trump() -> None:
    state = play(auction("4S P P P", dealer="S"), "S8 SA SK S4")
    assert (state.turn, state.tricks) == (Seat.NORTH, (1, 0))


@pytest.mark.parametrize(
    ("trick", "trumps", "wins"),
    [
        ("S2 S3 S4 S5", None, "S5"),
        ("SA S3 S4 S5", None, "SA"),
        ("S9 ST SJ S8", "S", "SJ"),
        ("D2 SA HA CA", None, "D2"),
        ("D2 SA HA CA", "C", "CA"),
        ("DA D3 C2 D4", "C", "C2"),
        ("DA C3 C2 D4", "C", "C3"),
        ("DA C2 C3 C4", "C", "C4"),
        ("DA H2 HA DK", "C", "DA"),
        ("C2 DA C3 HA", "C", "C3"),
    ],
)
def test_the_winner_of_a_trick(trick: str, trumps: str | None, wins: str) -> None:
    cards = [Card(text) for text in trick.split()]
    assert cards[winner(cards, None if trumps is None else Suit(trumps))] == wins


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 SQ SK S4 D8 DA D6 D3 CQ C4 C8 CK")
    assert (to_act(state), state.tricks) == ("E", (1, 2))


def test_only_the_player_in_turn_has_legal_cards() -> None:
    state = play(auction("1NT P P P", dealer="S"), "S8 S2")
    assert [len(BRIDGE.legal_actions(state, each)) for each in SEATS] == [0, 3, 0, 0]


# The end of the play


def test_thirteen_tricks_end_the_board() -> None:
    state = play_on(auction("1NT P P P", dealer="S"))
    assert (len(state.plays), sum(state.tricks), state.phase) == (52, 13, "over")
    assert to_act(state) == ""
    assert [holds(state, letter) for letter in "NESW"] == ["..."] * 4


def test_thirteen_trumps_take_thirteen_tricks() -> None:
    state = play_on(auction("7S P P P", pbn=ONE_SUIT_EACH))
    result = BRIDGE.result(state)
    assert result is not None
    assert (state.tricks, result.tricks, result.score_ns) == ((13, 0), 13, 1510)


def test_without_trumps_the_leader_of_a_solid_suit_takes_them_all() -> None:
    state = play_on(auction("7NT P P P", pbn=ONE_SUIT_EACH))
    result = BRIDGE.result(state)
    assert result is not None
    assert (state.tricks, result.tricks, result.score_ns) == ((0, 13), 0, -650)


def test_no_card_can_be_played_after_the_end() -> None:
    with refused("the board is over"):
        play(play_on(auction("1NT P P P", dealer="S")), "SA", by="S")
    with refused("the board is over"):
        play(auction("P P P P"), "SA", by="N")


def test_there_is_no_result_before_the_last_card() -> None:
    state = auction("1NT P P P", dealer="S")
    while len(state.plays) < 51:
        assert BRIDGE.result(state) is None
        state = play(state, may_play(state).split()[0])
    assert BRIDGE.result(play_on(state)) is not None
