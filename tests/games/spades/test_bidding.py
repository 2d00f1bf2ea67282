"""Tests of the bidding: legal bids, and bids that are made blind."""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.spades import Bid, MakeBid, Reveal
from server.games.spades.rules import SPADES
from tests.games.spades.hands import (
    BEHIND,
    ONE_SUIT_EACH,
    act,
    at_random,
    biddable,
    dealt,
    finish,
    own,
    refused,
    say,
)

NUMBERS = "1 2 3 4 5 6 7 8 9 10 11 12 13"


# The order


def test_the_bidding_begins_to_the_left_of_the_dealer_and_goes_once_round() -> None:
    state = say(dealt(), "4 3 2 1")
    assert list(SPADES.pub(state).bids) == [1, 2, 3, 0]
    assert state.phase == "play"
    assert state.turn == 1


def test_only_the_seat_in_turn_bids() -> None:
    with refused("it is East's turn"):
        act(dealt(), MakeBid(Bid(3)), seat=0)


def test_no_bid_is_possible_after_the_bidding() -> None:
    with refused("you may bid only during the bidding, once a hand"):
        act(say(dealt(), "1 1 1 1"), MakeBid(Bid(3)))


# Numbers and nil


def test_a_player_bids_a_number_or_nil() -> None:
    assert biddable(dealt()) == f"{NUMBERS} nil"


def test_partners_together_bid_no_more_than_all_tricks() -> None:
    assert biddable(say(dealt(), "11 4")) == "1 2 nil"
    with refused("expected a bid of 1, 2, nil, got 3"):
        say(dealt(), "11 4 3")


def test_beside_a_bid_of_all_tricks_partner_may_bid_0() -> None:
    assert biddable(say(dealt(), "13 4")) == "0 nil"


def test_a_number_bid_of_0_is_no_nil() -> None:
    state = dealt(least_bid=0)
    assert biddable(state) == f"0 {NUMBERS} nil"
    assert not say(state, "0").bids[1].nil


def test_a_nil_bids_no_tricks() -> None:
    with refused("got nil with 3 tricks"):
        act(dealt(), MakeBid(Bid(3, nil=True)))


def test_where_there_is_no_nil_zero_means_zero() -> None:
    assert biddable(dealt(nil=0, least_bid=0)) == f"0 {NUMBERS}"


def test_rules_may_set_a_least_bid_of_a_player() -> None:
    assert biddable(dealt(least_bid=11)) == "11 12 13 nil"


def test_rules_may_set_a_least_bid_of_a_side() -> None:
    assert biddable(say(dealt(least_team=4), "1 5")).startswith("3 4")
    assert biddable(say(dealt(least_team=4), "4 5")).startswith("1 2")


def test_rules_may_set_a_least_bid_beside_a_nil() -> None:
    assert biddable(say(dealt(least_beside_nil=4), "nil 5")).startswith("4 5")
    assert not biddable(say(dealt(least_beside_nil=4), "3 5")).endswith("nil")
    assert biddable(say(dealt(least_beside_nil=4), "4 5")).endswith("nil")


def test_a_double_nil_may_be_forbidden() -> None:
    assert biddable(say(dealt(), "nil 3")).endswith("nil")
    assert not biddable(say(dealt(double_nil="forbidden"), "nil 3")).endswith("nil")


def test_solo_players_bid_freely() -> None:
    assert biddable(say(dealt(preset="solo"), "13 13 13")) == f"{NUMBERS} nil"


# The total


def test_the_last_bid_may_not_make_up_all_tricks() -> None:
    assert biddable(say(dealt(no_exact_total=True), "3 4 3")) == "1 2 4 5 6 7 8 9 nil"
    assert "3" in biddable(say(dealt(), "3 4 3")).split()


def test_the_last_bid_must_bring_the_total_to_its_minimum() -> None:
    assert biddable(say(dealt(least_total=11), "2 2 2")) == "5 6 7 8 9 10 11"
    assert biddable(say(dealt(least_total=11), "4 4 3")).endswith("9 nil")


def test_a_last_bidder_without_another_bid_may_bid_what_the_total_forbids() -> None:
    state = dealt(nil=0, no_exact_total=True)
    assert biddable(say(state, "1 12 1")) == "1"
    assert biddable(say(dealt(nil=0, no_exact_total=True, least_bid=0), "0 13 0")) == "0"


# The second partner states the total


def test_the_second_partner_states_the_sides_total() -> None:
    state = say(dealt(preset="seed"), "4 3 5 7")
    assert SPADES.pub(state).numbers == (7, 5)


def test_the_second_partner_may_state_less_than_the_first_or_all() -> None:
    assert biddable(say(dealt(preset="seed"), "9 3")) == f"0 {NUMBERS} nil"


def test_a_nil_stands_alone_beside_the_other_number() -> None:
    assert SPADES.pub(say(dealt(preset="seed"), "nil 3 5 nil")).numbers == (3, 5)
    assert SPADES.pub(say(dealt(preset="seed"), "nil 0 nil nil")).numbers == (0, None)


# Mirror, whiz, suicide


def test_in_mirror_a_player_bids_the_number_of_spades_in_hand() -> None:
    assert biddable(dealt(preset="mirror")) == "3"
    assert biddable(say(dealt(preset="mirror"), "3")) == "4"
    with refused("expected a bid in mirror of 3, got 4"):
        say(dealt(preset="mirror"), "4")


def test_mirror_without_spades_is_nil() -> None:
    assert biddable(dealt(ONE_SUIT_EACH, preset="mirror")) == "nil"
    assert biddable(dealt(ONE_SUIT_EACH, preset="mirror", nil=0)) == "0"


def test_whiz_is_the_number_of_spades_or_nil() -> None:
    assert biddable(dealt(preset="whiz")) == "3 nil"
    assert biddable(dealt(ONE_SUIT_EACH, preset="whiz")) == "nil"


def test_suicide_one_partner_bids_nil_and_the_other_four_or_more() -> None:
    four_up = "4 5 6 7 8 9 10 11 12 13"
    assert biddable(dealt(preset="suicide")) == f"{four_up} nil"
    assert biddable(say(dealt(preset="suicide"), "nil nil")) == four_up
    assert biddable(say(dealt(preset="suicide"), "5 nil")) == "nil"


def test_a_high_deuce_counts_as_a_spade_in_mirror() -> None:
    for seed in range(30):
        state = at_random(seed, preset="mirror", jokers="jjdd")
        spades = {card for card in state.hands[1] if card[0] == "S" or card in ("D2", "LJ", "BJ")}
        assert biddable(state) == (str(len(spades)) if spades else "nil")


# Blind bids


def test_nil_is_bid_blind_by_a_side_a_hundred_behind() -> None:
    assert biddable(dealt(scores=BEHIND)) == f"{NUMBERS} nil"
    assert biddable(say(dealt(scores=BEHIND), "1")) == f"{NUMBERS} nil blind_nil"
    with refused("you may not bid blind now"):
        say(dealt(scores=(0, 99)), "1 blind_nil")


def test_a_player_that_has_looked_cannot_bid_blind() -> None:
    looked = say(act(dealt(scores=BEHIND), Reveal(), seat=2), "1")
    assert biddable(looked) == f"{NUMBERS} nil"
    with refused("you may not bid blind, because you have looked at your hand"):
        say(looked, "blind_nil")


def test_looking_changes_no_other_players_decision() -> None:
    state = dealt(scores=BEHIND)
    assert SPADES.progress(act(state, Reveal(), seat=2)) == SPADES.progress(state)


def test_a_player_that_sees_the_hand_cannot_look_again() -> None:
    for seat in (1, 3):
        with refused("you see your hand already, because you have looked, have bid, or may not bid blind"):
            act(dealt(scores=BEHIND), Reveal(), seat=seat)
    with refused("you see your hand already, because you have looked, have bid, or may not bid blind"):
        act(act(dealt(scores=BEHIND), Reveal(), seat=2), Reveal(), seat=2)
    with refused("you may look at your hand only during the bidding"):
        act(say(dealt(scores=BEHIND), "1 1 1 1"), Reveal(), seat=2)


def test_one_partner_of_a_side_bids_nil_blind_and_the_other_then_sees_his_hand() -> None:
    state = say(dealt(scores=BEHIND), "1 blind_nil 1")
    assert biddable(state) == f"{NUMBERS} nil"
    assert own(state, 0).hand == state.hands[0]


def test_both_partners_bid_nil_blind_where_the_rules_allow_two() -> None:
    state = say(dealt(scores=BEHIND, blind_nils=2), "1 blind_nil 1")
    assert biddable(state).endswith("nil blind_nil")


def test_rules_may_forbid_blind_bids_in_the_first_hand() -> None:
    state = dealt(blind_nil_behind=0, blind_after_first=True)
    assert SPADES.pub(state).blind == ()
    following = SPADES.carry(finish(say(state, "3 3 3 3")))
    assert SPADES.pub(SPADES.apply(following, None, SPADES.chance(following, Random(2)))).blind == (
        0,
        1,
        2,
        3,
    )


@pytest.mark.parametrize(("first", "least"), [("blind_2", "blind_4"), ("nil", "blind_6"), ("3", None)])
def test_the_second_partner_completes_a_blind_bid_or_makes_no_blind_bid(
    first: str, least: str | None
) -> None:
    state = say(dealt(blind_bid=6, blind_bid_behind=0, blind_nil=0), f"{first} 3")
    blind = [word for word in biddable(state).split() if word.startswith("blind")]
    assert (blind[0] if blind else None) == least


def test_solo_a_blind_number_has_its_least() -> None:
    state = dealt(preset="solo", blind_bid=6, blind_bid_behind=0)
    assert next(word for word in biddable(state).split() if word.startswith("blind")) == "blind_6"


def test_a_blind_number_may_need_a_side_that_is_behind() -> None:
    state = dealt(blind_bid=6, blind_bid_behind=100, blind_nil=0)
    assert SPADES.pub(state).blind == ()
    assert SPADES.pub(dealt(blind_bid=6, blind_nil=0, scores=BEHIND)).blind == (0, 2)


# Hands without bids


def test_the_first_hand_may_bid_itself() -> None:
    state = dealt(first_hand_bids_itself=True)
    assert (state.phase, state.turn) == ("play", 1)
    ended = finish(state)
    result = SPADES.result(ended)
    assert result is not None
    assert [side.points for side in result.sides] == [10 * side.tricks for side in result.sides]
    assert [side.bags for side in result.sides] == [0, 0]
    assert result.bids == ()
    following = SPADES.carry(ended)
    assert SPADES.apply(following, None, SPADES.chance(following, Random(2))).phase == "bidding"
