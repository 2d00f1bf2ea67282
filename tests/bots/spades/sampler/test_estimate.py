"""The quick estimates agree with the plain robot's bids well enough to weight imagined hands."""

from __future__ import annotations

from random import Random
from statistics import correlation, fmean

from bots.spades.robot.plain import SpadesPlain
from bots.spades.sampler.bits import codes_of, held
from bots.spades.sampler.estimate import NIL_FROM, expected_bid, log_fit, quick, weight_of
from protocol.v1.spades import Options
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.games.spades.settled import rules_of
from tests.bots.spades.sampler.hands import dealt
from tests.games.spades.hands import cards

TOPS = (13,) * 4
SHARE = 3.25


def hand(text: str) -> tuple[int, ...]:
    return held(codes_of(rules_of(Options())), cards(text))


STRONG = hand("SA SK SQ S9 S5 HA HK H3 DA D4 CK C8 C2")
WEAK = hand("S5 S3 H9 H7 H4 H2 D8 D5 D3 D2 C6 C4 C3")


def test_its_expected_bid_follows_the_plain_robots_bids() -> None:
    robot, guessed, bid = SpadesPlain(), [], []
    for seed in range(25):
        state = dealt(Options(blind_nil=0), Random(seed))
        while state.phase == "bidding":
            seat = SPADES.to_act(state)[0]
            own = SPADES.own(state, Seated(seat))
            assert own is not None and own.hand is not None
            action = robot.choose(SPADES.pub(state), own)
            if not action.bid.nil:
                tricks, _ = quick(held(codes_of(state.rules), own.hand), TOPS)
                guessed.append(expected_bid(tricks, SHARE))
                bid.append(float(action.bid.tricks))
            state = SPADES.apply(state, seat, action)
    assert correlation(guessed, bid) > 0.85
    assert abs(fmean(guessed) - fmean(bid)) < 0.4


def test_a_strong_hand_has_many_tricks_and_no_nil_and_a_weak_one_the_reverse() -> None:
    assert quick(STRONG, TOPS)[0] > 6 > 1.5 > quick(WEAK, TOPS)[0]
    assert quick(WEAK, TOPS)[1] > NIL_FROM > 0.01 > quick(STRONG, TOPS)[1]


def test_a_bid_fits_the_hand_that_would_make_it() -> None:
    assert log_fit(STRONG, TOPS, 7, SHARE) > log_fit(WEAK, TOPS, 7, SHARE) + 2
    assert log_fit(WEAK, TOPS, None, SHARE) > log_fit(STRONG, TOPS, None, SHARE) + 2
    assert log_fit(WEAK, TOPS, 1, SHARE) > log_fit(STRONG, TOPS, 1, SHARE)


def test_weights_stay_finite_and_positive() -> None:
    assert 0.0 < weight_of(-1e9) < weight_of(0.0) == 1.0 < weight_of(1e9) < float("inf")
