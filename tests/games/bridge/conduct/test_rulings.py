"""Tests of director's rulings: rolling back, awarded tricks and adjusted scores (Laws 12, 21, 79)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    AwardTricks,
    Contract,
    Options,
    Outcome,
    Result,
    RollBack,
    Ruling,
    Seat,
    Strain,
)
from protocol.v1.bridge.views import Ruled
from server.games.base import Director, Public
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, call, deal, dealt, own, play, play_on, refused, to_act

N, E, S, W = Seat
MADE = Outcome(60, Contract(4, Strain.SPADES, N), 10)
DOWN = Outcome(40, Contract(4, Strain.SPADES, N), 9)


def ruled(state: BridgeState, ruling: Ruling) -> BridgeState:
    after = BRIDGE.rule(state, ruling, 0)
    assert isinstance(after, BridgeState)
    return after


def result(state: BridgeState) -> Result:
    found = BRIDGE.result(state)
    assert found is not None, "expected a board that is over"
    return found


# Back to a call or card


def test_the_director_goes_back_to_a_call() -> None:
    ruling = RollBack(calls=1, reason="misinformation (Law 21B1)")
    state = ruled(auction("1NT P 2C P"), ruling)
    assert (state.calls, to_act(state)) == (auction("1NT").calls, "E")
    assert BRIDGE.pub(state).last == Ruled(ruling)


def test_the_director_goes_back_to_a_card() -> None:
    state = ruled(play(auction("P P 1NT P P P"), "S3 SQ SJ S4 H4"), RollBack(calls=6, cards=2))
    assert ([each.card for each in state.plays], to_act(state)) == (["S3", "SQ"], "E")


def test_the_director_goes_back_into_the_auction_from_the_play() -> None:
    state = ruled(play(auction("P P 1NT P P P"), "S3"), RollBack(calls=2))
    assert (state.phase, state.contract, to_act(state)) == ("auction", None, "S")


def test_the_director_goes_back_from_a_board_that_is_over() -> None:
    state = ruled(auction("P P P P"), RollBack(calls=3))
    assert (state.phase, BRIDGE.result(state), to_act(state)) == ("auction", None, "W")


def test_the_director_cannot_roll_forward() -> None:
    with refused("expected at most 1 call and 0 cards to remain, got 2 and 0"):
        ruled(auction("1NT"), RollBack(calls=2))


def test_cards_cannot_be_kept_without_all_calls() -> None:
    with refused("you can take back calls only if you also take back all cards"):
        ruled(play(auction("P P 1NT P P P"), "S3"), RollBack(calls=2, cards=1))


def test_nothing_is_rolled_back_or_scored_before_a_deal() -> None:
    fresh = BRIDGE.start(BRIDGE.options_type())
    with refused("no board is dealt, so no call or card can be taken back"):
        ruled(fresh, RollBack(calls=0))
    with refused("no board is dealt, so there is no board to score"):
        ruled(fresh, AwardTricks(7))


# Tricks


@pytest.mark.parametrize(("letter", "won"), [("N", (9, 4)), ("E", (4, 9))])
def test_awarded_tricks_are_declarers(letter: str, won: tuple[int, int]) -> None:
    state = ruled(auction("1NT P P P", dealer=letter), AwardTricks(9))
    assert (state.tricks, result(state).tricks) == (won, 9)


def test_no_tricks_are_awarded_without_a_contract() -> None:
    with refused("this board has no contract, so no tricks can be awarded"):
        ruled(auction("1NT"), AwardTricks(9))


def test_a_later_award_replaces_an_artificial_score() -> None:
    state = ruled(auction("1NT P P P"), ArtificialScore("average", "average"))
    assert result(ruled(state, AwardTricks(7))) == Result(
        90, Contract(1, Strain.NOTRUMP, N), tricks=7, claimed=True
    )


# Assigned scores (Law 12C1)


def test_an_assigned_score_is_weighed() -> None:
    state = ruled(play_on(auction("4S P P P")), AssignScore((MADE, DOWN)))
    assert result(state).score_ns == round(0.6 * 420 - 0.4 * 50)


def test_each_side_has_its_own_outcomes_of_an_assigned_score() -> None:
    # 60 % of 420 and 40 % of -50 are 232; East-West have 50 where the contract fails
    down = replace(DOWN, weight=100)
    ended = result(ruled(play_on(auction("4S P P P")), AssignScore((MADE, DOWN), east_west=(down,))))
    assert (ended.score_ns, ended.score_ew) == (232, 50)


def test_a_half_is_rounded_away_from_0_for_east_west_too() -> None:
    # 5 % of 3NT= 400 and 5 % of 2NT+1 150 by East: 27.5 for East-West
    outcomes = tuple(Outcome(5, Contract(level, Strain.NOTRUMP, E), 9) for level in (2, 3))
    ended = result(ruled(dealt(), AssignScore((Outcome(100),), east_west=(*outcomes, Outcome(90)))))
    assert (ended.score_ns, ended.score_ew) == (0, 28)


@pytest.mark.parametrize("east_west", [None, (MADE, DOWN), (replace(MADE, weight=100),)])
def test_east_wests_points_are_given_only_if_they_differ_from_the_negated_score(
    east_west: tuple[Outcome, ...] | None,
) -> None:
    ended = result(ruled(dealt(), AssignScore((MADE, DOWN), east_west=east_west)))
    assert ended.score_ew == (-420 if east_west and len(east_west) == 1 else None)


def test_a_later_ruling_replaces_an_assigned_score_completely() -> None:
    split = AssignScore((MADE, DOWN), east_west=(replace(DOWN, weight=100),))
    over = ruled(play_on(auction("4S P P P")), split)
    for state in (ruled(over, ArtificialScore("plus", "minus")), ruled(over, AwardTricks(10))):
        assert result(state).score_ew is None
    later = ruled(
        ruled(BRIDGE.carry(over), ArtificialScore("plus", "minus", board=1)), AwardTricks(9, board=1)
    )
    known = BRIDGE.pub(later).results
    assert known is not None and (known[1].score_ns, known[1].score_ew, known[1].adjusted) == (
        -50,
        None,
        None,
    )


def test_at_total_points_results_and_tally_agree_about_an_assigned_score() -> None:
    split = AssignScore((MADE, DOWN), east_west=(replace(DOWN, weight=100),))
    state = ruled(play_on(BRIDGE.apply(BRIDGE.start(Options(scoring="total")), None, deal())), split)
    for shown in (BRIDGE.pub(state), BRIDGE.pub(BRIDGE.carry(state))):
        assert shown.results is not None and shown.tally is not None
        assert (shown.results[1].score_ns, shown.results[1].score_ew) == shown.tally.total == (232, 50)


def test_an_assigned_score_ends_the_board() -> None:
    state = ruled(auction("1NT"), AssignScore((Outcome(100),)))
    assert (state.phase, result(state).score_ns, to_act(state)) == ("over", 0, "")


def test_half_a_point_is_rounded_away_from_zero() -> None:
    half = Outcome(50, Contract(1, Strain.CLUBS, E), 7), Outcome(50, Contract(1, Strain.HEARTS, E), 6)
    assert result(ruled(dealt(), AssignScore(half))).score_ns == -10
    odd = Outcome(1, Contract(1, Strain.NOTRUMP, E), 6), Outcome(99)
    assert result(ruled(dealt(), AssignScore(odd))).score_ns == 1


def test_weights_add_up_to_100_on_both_sides() -> None:
    with refused("expected outcomes with weights that add up to 100, got 60"):
        ruled(dealt(), AssignScore((MADE,)))
    with refused("expected outcomes with weights that add up to 100, got 40"):
        ruled(dealt(), AssignScore((MADE, DOWN), east_west=(DOWN,)))


def test_an_outcome_with_a_contract_has_tricks() -> None:
    with refused("expected each outcome to have a contract and its tricks, or neither if it is passed out"):
        ruled(dealt(), AssignScore((Outcome(100, Contract(1, Strain.CLUBS, E)),)))


# Artificial scores (Law 12C2)


def test_an_artificial_score_takes_the_boards_place() -> None:
    ruling = ArtificialScore("plus", "minus", reason="East-West could not play")
    state = ruled(auction("1NT"), ruling)
    assert (result(state).score_ns, result(state).adjusted) == (0, ruling)


# Boards of before


def sitting() -> BridgeState:
    """Return a sitting after board 1, 1NT by North just made, with board 2 dealt."""
    first = ruled(auction("1NT P P P"), AwardTricks(7))
    return BRIDGE.apply(BRIDGE.carry(first), None, deal(board=2))


def test_an_earlier_board_is_corrected_and_the_board_in_play_goes_on() -> None:
    state = ruled(sitting(), AwardTricks(8, board=1))
    assert (state.phase, to_act(state)) == ("auction", "N")
    known = BRIDGE.pub(state).results
    assert known is not None and known[1].score_ns == 120


def test_an_earlier_board_gets_an_adjusted_score() -> None:
    for ruling, score in (
        (AssignScore((MADE, DOWN), board=1), 232),
        (ArtificialScore("plus", "plus", board=1), 0),
    ):
        known = BRIDGE.pub(ruled(sitting(), ruling)).results
        assert known is not None and (known[1].score_ns, known[1].adjusted) == (score, ruling)


def test_a_board_that_was_not_played_is_not_corrected() -> None:
    with refused("expected one of the last 32 boards that this table has finished, got board 7"):
        ruled(sitting(), AwardTricks(8, board=7))


def test_the_results_of_a_sitting_are_shown_board_by_board() -> None:
    state = call(sitting(), "P P P P")
    known = BRIDGE.pub(state).results
    assert known is not None and [known[board].score_ns for board in (1, 2)] == [90, 0]


def test_with_total_scoring_a_board_can_be_corrected_only_until_the_next_deal() -> None:
    first = ruled(auction("1NT P P P", scoring="total"), AwardTricks(7))
    corrected = ruled(first, AwardTricks(8))
    tally = BRIDGE.pub(corrected).tally
    assert tally is not None and tally.total == (120, 0)
    second = BRIDGE.carry(corrected)
    with refused("with total scoring, a board can be corrected only until the next deal"):
        ruled(second, AwardTricks(7, board=1))


# Who learns what


def test_a_ruling_is_public_and_renews_every_decision() -> None:
    before = auction("1NT P")
    after = ruled(before, RollBack(calls=2))
    assert BRIDGE.own(after, Public()) is None
    assert BRIDGE.progress(after) != BRIDGE.progress(before)
    assert isinstance(BRIDGE.pub(after).last, Ruled)


def test_per_action_think_time_is_shown_only_to_the_director() -> None:
    state = BRIDGE.apply(BRIDGE.start(BRIDGE.options_type()), None, deal(), 10_000)
    state = BRIDGE.apply(state, N, BRIDGE.legal_actions(auction("1NT"), E)[0], 12_500)
    assert isinstance(state, BridgeState)
    known = BRIDGE.own(state, Director())
    assert known is not None and known.times == {0: 2_500}
    assert all(own(state, letter).times is None for letter in "NESW")
