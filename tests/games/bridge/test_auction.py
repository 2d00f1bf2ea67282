"""Tests of the auction (Laws 17 to 22)."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import BIDS, SEATS
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, call, contract_of, dealt, may_call, play, refused, to_act

ASCENDING = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


# Law 17: the player in turn


@pytest.mark.parametrize("dealer", "NESW")
def test_the_dealer_calls_first(dealer: str) -> None:
    assert to_act(dealt(dealer=dealer)) == dealer


def test_the_turn_to_call_passes_clockwise() -> None:
    turns = [to_act(auction(calls)) for calls in ("", "1C", "1C P", "1C P 1H", "1C P 1H P")]
    assert turns == ["N", "E", "S", "W", "N"]


@pytest.mark.parametrize("out_of_turn", "NSW")
def test_a_call_out_of_turn_is_refused(out_of_turn: str) -> None:
    with refused("it is East's turn"):
        call(auction("1C"), "1H", by=out_of_turn)


def test_only_the_player_in_turn_has_legal_calls() -> None:
    state = auction("1C")
    assert [len(BRIDGE.legal_actions(state, each)) for each in SEATS] == [0, 36, 0, 0]


# Law 18: bids


def test_the_bids_stand_in_the_order_of_the_law() -> None:
    assert [str(bid) for bid in BIDS] == ASCENDING


def test_the_first_call_may_be_a_pass_or_any_bid() -> None:
    assert may_call(dealt()).split() == ["P", *ASCENDING]


@pytest.mark.parametrize("last", range(35))
def test_a_bid_suffices_exactly_when_it_stands_above_the_last_bid(last: int) -> None:
    state = auction(ASCENDING[last])
    assert may_call(state).split() == ["P", "X", *ASCENDING[last + 1 :]]
    for insufficient in ASCENDING[: last + 1]:
        with refused(f"{insufficient} is not sufficient over {ASCENDING[last]} (Law 18)"):
            call(state, insufficient)


def test_the_same_level_in_a_higher_strain_suffices() -> None:
    assert contract_of(auction("1C 1D 1H 1S 1NT P P P")) == "1NT by N"


def test_a_lower_strain_needs_a_higher_level() -> None:
    with refused("1C is not sufficient over 1NT"):
        auction("1NT 1C")
    assert to_act(auction("1NT 2C")) == "S"


def test_a_bid_must_beat_the_last_bid_also_after_a_double() -> None:
    with refused("1H is not sufficient over 1S"):
        auction("1S X 1H")


def test_over_seven_notrumps_no_bid_is_possible() -> None:
    assert may_call(auction("7NT")) == "P X"
    assert may_call(auction("7NT P")) == "P"


# Law 19: doubles and redoubles


def test_no_double_is_possible_before_a_bid() -> None:
    with refused("a double needs an opponent's bid"):
        auction("X")
    with refused("a double needs an opponent's bid"):
        auction("P P X")


def test_an_opponents_bid_may_be_doubled_at_once_or_after_two_passes() -> None:
    assert "X" in may_call(auction("1S")).split()
    assert "X" in may_call(auction("1S P P")).split()


def test_partners_bid_may_not_be_doubled() -> None:
    assert "X" not in may_call(auction("1S P")).split()
    with refused("a double needs an opponent's bid"):
        auction("1S P X")


def test_a_double_may_not_be_doubled() -> None:
    with refused("a double needs an opponent's bid"):
        auction("1S X X")
    with refused("a double needs an opponent's bid"):
        auction("1S X P X")


def test_a_redoubled_bid_may_not_be_doubled() -> None:
    with refused("a double needs an opponent's bid"):
        auction("1S X XX X")


def test_either_partner_of_the_doubled_side_may_redouble() -> None:
    assert "XX" in may_call(auction("1S X")).split()
    assert "XX" in may_call(auction("1S X P P")).split()


def test_a_redouble_needs_an_opponents_double() -> None:
    for calls in ("XX", "1S XX", "1S P XX"):
        with refused("a redouble needs an opponent's double"):
            auction(calls)


def test_the_doublers_side_may_not_redouble() -> None:
    with refused("a redouble needs an opponent's double"):
        auction("1S X P XX")


def test_a_redouble_may_not_be_redoubled() -> None:
    with refused("a redouble needs an opponent's double"):
        auction("1S X XX XX")


def test_after_a_new_bid_the_old_double_can_no_longer_be_redoubled() -> None:
    with refused("a redouble needs an opponent's double"):
        auction("1S X 2S XX")


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1S P P P", "1S by N"),
        ("1S X P P P", "1SX by N"),
        ("1S P P X P P P", "1SX by N"),
        ("1S X XX P P P", "1SXX by N"),
        ("1S X P P XX P P P", "1SXX by N"),
    ],
)
def test_doubles_and_redoubles_stand_when_three_passes_follow(calls: str, contract: str) -> None:
    assert contract_of(auction(calls)) == contract


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1S X 2S P P P", "2S by N"),
        ("1S X XX 2H P P P", "2H by W"),
        ("1S X XX 2H X P P P", "2HX by W"),
    ],
)
def test_a_later_bid_cancels_doubles_and_redoubles(calls: str, contract: str) -> None:
    assert contract_of(auction(calls)) == contract


def test_after_a_double_the_bids_go_on_from_the_doubled_one() -> None:
    assert may_call(auction("7H X")) == "P XX 7S 7NT"


# Law 22: the end of the auction


def test_four_passes_pass_the_board_out() -> None:
    state = auction("P P P P")
    result = BRIDGE.result(state)
    assert result is not None
    assert (to_act(state), result.contract, result.tricks, result.score_ns) == ("", None, None, 0)


def test_three_passes_do_not_end_an_auction_without_a_bid() -> None:
    state = auction("P P P")
    assert to_act(state) == "W"
    assert contract_of(call(state, "1C P P P")) == "1C by W"


@pytest.mark.parametrize("calls", ["1C P P", "1C X P P", "1C X XX P P", "P P P 1C P P"])
def test_two_passes_do_not_end_an_auction(calls: str) -> None:
    state = auction(calls)
    assert (state.phase, state.contract) == ("auction", None)


def test_no_call_is_possible_after_the_end() -> None:
    for over in ("1C P P P", "P P P P"):
        with refused("the auction is over (Law 22)"):
            call(auction(over), "P", by="N")


def test_no_call_is_possible_before_the_deal() -> None:
    with refused("no call is possible before the deal"):
        call(BridgeState(), "P", by="N")


def test_no_card_is_played_during_the_auction() -> None:
    with refused("no card is played before the auction is over (Law 22)"):
        play(auction("1NT P P"), "S5")


def test_a_board_passed_out_is_not_redealt() -> None:
    following = BRIDGE.carry(auction("P P P P"))
    assert following.board == 2


LONGEST = "P P P " + " P P ".join(f"{bid} P P X P P XX" for bid in ASCENDING) + " P P P"
"""The longest possible auction: three passes, every bid doubled and redoubled late, and final passes."""


def test_the_longest_auction_has_319_calls() -> None:
    state = auction(LONGEST)
    assert len(state.calls) == 319
    assert contract_of(state) == "7NTXX by W"


def test_at_every_call_of_the_longest_auction_it_could_also_have_been_shorter() -> None:
    state = dealt()
    for text in LONGEST.split():
        assert text in may_call(state).split()
        assert may_call(state).startswith("P"), "a pass is always legal"
        state = call(state, text)


# Law 22A and the definitions: the declarer


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1NT P 3NT P P P", "3NT by N"),
        ("1H P 2H P 4H P P P", "4H by N"),
        ("1C P 1H P 2H P P P", "2H by S"),
        ("1C P 1H P 4H P P P", "4H by S"),
        ("1C P 1NT P 3NT P P P", "3NT by S"),
    ],
)
def test_declarer_is_the_first_of_the_pair_to_name_the_final_strain(calls: str, contract: str) -> None:
    assert contract_of(auction(calls)) == contract


def test_the_opponents_naming_the_strain_first_do_not_count() -> None:
    assert contract_of(auction("1H 1S P 2S P P 3H P P P")) == "3H by N"
    assert contract_of(auction("1S P P 2S P P P")) == "2S by W"
    assert contract_of(auction("1S 2C P 2S P 3S P P P")) == "3S by W"


@pytest.mark.parametrize("dealer", "NESW")
def test_declarer_follows_the_dealer_around_the_table(dealer: str) -> None:
    opener_passes = auction("P 1D P 3D P P P", dealer=dealer)
    assert opener_passes.contract is not None
    assert opener_passes.contract.declarer is SEATS[("NESW".index(dealer) + 1) % 4]
