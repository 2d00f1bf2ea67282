"""The turn of a player to call: the bid that stands, the points to expect of partner, and scores."""

from __future__ import annotations

import pytest

from bots.bridge.sampler.stakes import imps
from bots.bridge.sampler.turn import mean, weighed, worth
from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import Call, Contract, Seat, Strain
from tests.bots.bridge.sampler.turns import THEIRS, turn_of

HAND = "A2.KQ754.Q43.K32"


@pytest.mark.parametrize(
    ("auction", "own", "theirs"),
    [
        ("1NT P 3NT P", "3NT", None),
        ("1NT P 3NT X", None, None),
        ("1S P 4S 5H", None, "5H"),
        ("1S P 4S 5D P P", None, "5D"),
        ("1S P 4S 5D X P", None, "5D"),
        ("P P", None, None),
    ],
)
def test_the_bid_that_stands_belongs_to_one_side(auction: str, own: str | None, theirs: str | None) -> None:
    turn = turn_of(HAND, auction)
    assert (turn.own_bid, turn.their_bid) == (own, theirs)


def test_partner_is_expected_to_have_a_third_of_the_points_that_nobody_has_shown() -> None:
    unknown = turn_of(HAND, "")
    assert unknown.partner_points == pytest.approx((40 - 14) / 3)
    raised, doubted = turn_of(HAND, "1H P 2H P"), turn_of(HAND, "1H P P 2S")
    assert 6 <= raised.partner_points <= 11
    assert doubted.partner_points < raised.partner_points


def test_the_contract_after_a_call_is_the_one_that_all_players_pass() -> None:
    turn = turn_of(HAND, "1H P 2H 3D")
    assert turn.ending(Call.PASS) == Contract(3, Strain.DIAMONDS, Seat.WEST)
    assert turn.ending(Call.DOUBLE) == Contract(3, Strain.DIAMONDS, Seat.WEST, 2)
    assert turn.ending(Call.FOUR_HEARTS) == Contract(4, Strain.HEARTS, Seat.NORTH)
    with pytest.raises(ValueError, match="expected an auction with a bid"):
        turn_of(HAND, "P P").ending(Call.PASS)


def test_scores_belong_to_the_side_that_is_to_call() -> None:
    turn = turn_of(HAND, "1H P 2H 4S")
    assert mean(turn.scores(Call.PASS, 8.0, 0.01)) == 100
    assert mean(turn.scores(Call.DOUBLE, 8.0, 0.01)) == 300
    assert mean(turn.scores(Call.DOUBLE, 10.0, 0.01)) == -590
    vulnerable = turn_of(HAND, "1H P 2H 4S", THEIRS)
    assert mean(vulnerable.scores(Call.DOUBLE, 8.0, 0.01)) == 500


def test_a_contract_that_fails_by_more_than_two_tricks_counts_as_doubled() -> None:
    turn = turn_of(HAND, "1H P 2H 4S")
    ended = turn.ending(Call.FIVE_HEARTS)
    doubled = Contract(ended.level, ended.strain, ended.declarer, 2)
    for tricks, contract in ((11, ended), (9, ended), (8, doubled)):
        found = mean(turn.scores(Call.FIVE_HEARTS, float(tricks), 0.01, doubled=True))
        assert found == score(contract, tricks, vulnerable=False)
    assert mean(turn.scores(Call.FIVE_HEARTS, 8.0, 0.01)) == score(ended, 8, vulnerable=False)


def test_the_chances_of_all_scores_add_up_to_one() -> None:
    scores = turn_of(HAND, "1H P 2H 4S").scores(Call.PASS, 9.3, 1.4)
    assert sum(chance for chance, _ in scores) == pytest.approx(1, abs=2e-3)
    assert len(scores) > 7


def test_a_part_score_on_the_table_changes_the_scores() -> None:
    at_rubber = turn_of(HAND, "1H P 2H 3D", currency="points", parts=(0, 40))
    plain = turn_of(HAND, "1H P 2H 3D", currency="points")
    assert mean(at_rubber.scores(Call.PASS, 9.0, 0.01)) < mean(plain.scores(Call.PASS, 9.0, 0.01)) - 200


def test_the_worth_of_scores_is_their_mean_lead_over_another_score() -> None:
    assert worth([(1.0, 620)], 620, "imps") == 0
    assert worth([(0.5, 640), (0.5, -100)], 140, "imps") == pytest.approx((imps(500) + imps(-240)) / 2)
    assert worth([(1.0, 90)], 0, "points") == pytest.approx(2.0)


def test_facts_are_added_up_with_their_weights() -> None:
    assert weighed({"aces": 0.5, "points": 2.0}, {"aces": 2, "points": 3}) == 7
