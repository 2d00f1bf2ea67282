"""Calls where the rules end: the search imagines hands that fit the auction and compares contracts."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any

import pytest

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.hand_facts import facts_of
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler import bidding
from bots.bridge.sampler.bidding import (
    HANDS,
    LAYOUTS,
    NODES,
    CallQuestion,
    best_call,
    candidates,
    expected_points,
    expected_tricks,
    imagined,
    points_of,
)
from bots.bridge.sampler.solver import SolverMissing
from bots.bridge.sampler.stakes import Stakes
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import DECK
from tests.bots.bridge.bidding.tables import calls, deal
from tests.records.bridge.double_dummy.solved import solved_deals

GAME = "A2.KQ754.AQ4.K32"
"""A hand that belongs in game after partner's single raise of hearts."""
BIDDER = Bidder(SAYC)


def question(cards: str, auction: str, compared: str, seed: int = 1, level: str = "quick") -> CallQuestion:
    """Return the question which of these calls a hand makes after an auction that North began."""
    return CallQuestion(
        ("sayc", "sayc"),
        Seat.NORTH,
        Vulnerability.NONE,
        calls(auction),
        parse_hand(cards),
        calls(compared),
        str(seed),
        LAYOUTS[level],
        NODES[level],
    )


def best(cards: str, auction: str, compared: str, seed: int = 1, level: str = "quick") -> str:
    asked = question(cards, auction, compared, seed, level)
    return asked.candidates[best_call(asked)].value


@pytest.mark.parametrize("seed", range(3))
def test_with_the_strength_for_game_the_search_bids_it_instead_of_a_pass(seed: int) -> None:
    assert best(GAME, "1H P 2H P", "P 4H", seed) == "4H"


@pytest.mark.parametrize("seed", range(3))
def test_with_a_minimum_the_search_keeps_to_the_pass_of_the_rules(seed: int) -> None:
    assert best("A2.KQ754.Q64.432", "1H P 2H P", "P 4H 6H", seed) == "P"


@pytest.mark.parametrize("level", ["quick", "standard"])
def test_with_a_part_score_that_makes_two_hearts_a_game_the_search_stays_there(level: str) -> None:
    bare = question(GAME, "1H P 2H P", "P 4H", level=level)
    rubber = replace(bare, currency="points", parts=(40, 0))
    theirs = replace(bare, currency="points", parts=(0, 40))
    assert [bare.candidates[best_call(each)] for each in (bare, rubber, theirs)] == ["4H", "P", "4H"]


def test_contracts_are_scored_double_dummy_where_there_is_time_for_the_solver() -> None:
    assert best(GAME, "1H P 2H P", "P 4H", level="standard") == "4H"


def test_the_same_seed_gives_the_same_layouts_and_the_same_call_also_in_another_process() -> None:
    asked = question(GAME, "1H P 2H P", "P 3NT 4H 6H")
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked and best_call(again) == best_call(asked)
    assert [*imagined(asked, BIDDER, Random(4))] == [*imagined(again, BIDDER, Random(4))]


def test_imagined_hands_are_a_deal_with_the_own_hand_in_which_the_others_fit_their_calls() -> None:
    asked = question("K2.Q7543.A64.432", "1NT P", "P 2H", level="standard")
    lows = []
    for hands in imagined(asked, BIDDER, Random(5)):
        assert hands[Seat.SOUTH] == asked.hand
        assert sorted(card.deck_index for hand in hands for card in hand) == list(range(52))
        north = facts_of(hands[Seat.NORTH])
        lows.append(15 <= north.hcp <= 17 and north.balanced)
    assert fmean(lows) > 0.9


def test_the_last_hand_that_is_imagined_fits_its_calls_as_well() -> None:
    asked = question("K653.9862.T8.T87", "1D X P", "1S P", level="standard")
    told = BIDDER.constraints(asked.dealer, asked.vulnerability, asked.calls)
    for hands in imagined(asked, BIDDER, Random(9)):
        assert all(told[seat].allow(facts_of(hands[seat])) for seat in SEATS if seat is not asked.seat)


def test_hands_that_contradict_every_rule_still_give_layouts() -> None:
    # Two partners who both open seven notrumps cannot be dealt by any rule.
    asked = question("K2.Q7543.A64.432", "7C P 7NT X XX P", "P")
    hands = next(imagined(asked, BIDDER, Random(6)))
    assert sorted(card.deck_index for hand in hands for card in hand) == [card.deck_index for card in DECK]


class CountedRandom(Random):
    """Random numbers that count the hands that are drawn with them."""

    hands = 0

    def sample(self, *args: Any, **kwargs: Any) -> list[Any]:
        self.hands += 1
        return super().sample(*args, **kwargs)


def test_the_draws_of_hands_are_limited_where_none_fit_the_calls() -> None:
    # So many calls of three players leave hardly any hands that fit all of them.
    auction = "1C 1D 1H 2H P 3D P 3H P 3S P 4D P 4S P"
    asked, rng = question("83.T8754.K42.T43", auction, "P 5D", level="standard"), CountedRandom(6)
    assert len([*imagined(asked, BIDDER, rng)]) == LAYOUTS["standard"]
    assert HANDS * LAYOUTS["standard"] < rng.hands < 3 * HANDS * LAYOUTS["standard"]


def compared(cards: str, auction: str, first: str) -> list[str]:
    made = calls(auction)
    told = BIDDER.constraints(Seat.NORTH, Vulnerability.NONE, made)
    partner = SEATS[(len(made) + 2) % 4]
    found = candidates(parse_hand(cards), told[partner], legal_calls(made), Call(first))
    return [call.value for call in found]


def test_the_candidates_are_pass_double_and_the_cheapest_bid_and_game_in_each_strain_that_may_fit() -> None:
    assert compared("A2.KQ754.AQ4.K32", "1H P 2H P", "P") == ["P", "3H", "4H", "2NT", "3NT"]
    assert compared("A2.KQ754.AQ4.K32", "1H P 2H 4S", "X") == ["X", "P", "5H", "4NT"]
    assert compared("AKQJ98.2.432.432", "1D 1H", "P") == ["P", "X", "1S", "4S", "1NT", "3NT"]


def test_the_estimate_of_tricks_is_near_the_double_dummy_results_of_known_deals() -> None:
    """The tables of double-dummy results come with the solver's library."""
    errors: dict[bool, list[float]] = {False: [], True: []}
    for solved in solved_deals("list100.txt"):
        hands = solved.record.hands
        for declarer in SEATS:
            both = [facts_of(hands[seat]).lengths for seat in (declarer, declarer.partner)]
            for strain, each in enumerate(Strain):
                if strain == 4 or sum(lengths[strain] for lengths in both) >= 7:
                    estimate = expected_tricks(hands, strain, declarer)
                    errors[strain == 4].append(estimate - solved.double_dummy.of(declarer, each))
    for notrump, found in errors.items():
        assert len(found) >= 400 and abs(fmean(found)) < 0.3, (notrump, fmean(found))
        assert fmean(abs(error) for error in found) < 1.2


def test_a_contract_that_needs_more_tricks_than_expected_is_worth_less() -> None:
    game = Stakes(Contract(4, Strain.SPADES, Seat.NORTH), vulnerable=True)
    worths = [expected_points(game, tricks) for tricks in (7.0, 8.5, 9.5, 10.5, 12.0)]
    assert worths == sorted(worths) and worths[0] < 0 < worths[3]
    assert expected_points(game, 30.0) == pytest.approx(game.points(13), abs=1)


def random_hands(seed: int) -> tuple[Hand, Hand, Hand, Hand]:
    return deal(Random(seed))


def test_points_are_those_of_the_side_that_asks_and_a_passed_out_board_is_worth_none() -> None:
    hands = random_hands(7)
    mine, theirs = Contract(4, Strain.SPADES, Seat.NORTH), Contract(4, Strain.SPADES, Seat.EAST)
    asked = question("A2.KQ754.AQ4.K32", "1H P 2H P", "P")
    (none, ours, of_them), cost = points_of(asked, hands, (None, mine, theirs), 1)
    assert none == 0.0 and cost > 0
    (_, same, swapped), _ = points_of(question("A2.KQ754.AQ4.K32", "1H", "P"), hands, (None, mine, theirs), 1)
    assert (same, swapped) == (-ours, -of_them)


def test_without_the_solver_all_contracts_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(trumps: int | None, best_only: bool) -> None:
        raise SolverMissing("expected the solver")

    hands = random_hands(8)
    ends = Contract(4, Strain.SPADES, Seat.NORTH), Contract(3, Strain.NOTRUMP, Seat.SOUTH)
    asked = question("A2.KQ754.AQ4.K32", "1H P 2H P", "P")
    estimated, nothing = points_of(asked, hands, ends, 0)
    solved, _ = points_of(asked, hands, ends, 1)
    monkeypatch.setattr(bidding, "solving", missing)
    assert points_of(asked, hands, ends, 1) == (estimated, nothing) == (estimated, 0)
    assert solved != estimated
