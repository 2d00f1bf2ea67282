"""Tests of claims: honest votes by the solver, and claims of tricks that are certain."""

from __future__ import annotations

import asyncio

import pytest

from bots.bridge.sampler import claims
from bots.bridge.sampler.claims import claim
from bots.bridge.sampler.claims import vote as vote_on
from bots.bridge.sampler.solver import SolverMissing
from bots.thinking import Think
from protocol.v1.bridge import SEATS, Claim, Seat, Vote
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import after, board, view_of
from tests.bots.bridge.robot.claimed_boards import FINESSE, most, play_down, playing
from tests.bots.bridge.sampler.tables import at_once, never, view_on_turn

pytest.importorskip("endplay", reason="endplay is not installed")

TOPS = ("AKQ2.A43.AK54.A3", "JT9.KQJ2.QJT.QJT", "876.T98.9876.K87", "543.765.32.96542")


def claimed(state: BridgeState) -> Claim | None:
    """Return the claim of the player on turn."""
    view, own = view_on_turn(state)
    return claim(view.pub, own)


def votes(state: BridgeState, think: Think = at_once) -> dict[str, bool]:
    """Return the votes of all players that are asked."""
    found = {}
    for seat in SEATS:
        view = view_of(state, seat)
        if view.own is None or view.own.votes is None:
            continue
        plays = dict(enumerate(state.plays))
        answer = asyncio.run(vote_on(view.pub, view.own, view.own.legal_actions(), plays, think))
        assert isinstance(answer, Vote)
        found[seat.letter] = answer.accept
    return found


def test_a_claim_of_the_double_dummy_tricks_is_accepted_and_of_one_more_refused() -> None:
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ"), 8)
    claimer = SEATS[BRIDGE.to_act(state)[0]]
    tricks = most(state, 5)
    if claimer % 2:
        tricks = 5 - tricks
    for number, accepted in ((tricks, True), (tricks + 1, False)):
        asked = BRIDGE.apply(state, claimer, Claim(number, ""))
        for seat, accept in votes(asked).items():
            assert accept is accepted, (seat, number)


def test_without_the_solver_the_plain_search_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(trumps: int | None) -> object:
        raise SolverMissing("not installed")

    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ"), 8)
    claimer = SEATS[BRIDGE.to_act(state)[0]]
    asked = BRIDGE.apply(state, claimer, Claim(5, ""))
    with_solver = votes(asked)
    monkeypatch.setattr(claims, "solving", missing)
    assert votes(asked) == with_solver


def test_a_vote_without_an_answer_is_against_a_doubtful_claim() -> None:
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ"), 5)
    claimer = SEATS[BRIDGE.to_act(state)[0]]
    asked = BRIDGE.apply(state, claimer, Claim(8, ""))
    assert not any(votes(asked, never).values())


def test_declarer_claims_when_top_cards_win_all_the_tricks() -> None:
    state = board("AKQJ.AKQ.AKQ.AKQ", "T98.JT9.JT98.JT9", "765.876.765.8765", "432.5432.432.432", Seat.NORTH)
    led = after(state, "7NT P P P", "SA") if BRIDGE.to_act(state)[0] == 1 else after(state, "7NT P P P")
    begun = after(led, "", "ST S5 S2 SA")
    made = claimed(begun)
    assert made is not None
    assert made.tricks == 12
    assert "from the top" in made.line


def test_there_is_no_claim_while_a_finesse_or_a_guess_is_needed() -> None:
    state = board(*TOPS, Seat.NORTH)
    begun = after(state, "3NT P P P", "SJ S6 S3 SA")
    assert claimed(begun) is None


def test_there_is_no_claim_while_an_opponent_can_ruff() -> None:
    """Two trumps are out, and the tops of the side suits are not safe before they are drawn."""
    state = board("AKQJT.AKQ.AKQ.AK", "98.JT9.JT98.JT98", "765.876.765.7654", "432.5432.432.Q32", Seat.NORTH)
    begun = after(state, "7H P P P", "HJ H6 H2 HA")
    assert claimed(begun) is None


def test_a_claim_in_a_suit_contract_draws_the_trumps_first() -> None:
    state = board("AKQJT.AKQ.AKQ.AK", "98.JT9.JT98.JT98", "765.876.765.7654", "432.5432.432.Q32", Seat.NORTH)
    begun = after(state, "7S P P P", "HJ H6 H2 HA")
    made = claimed(begun)
    assert made is not None
    assert made.line.startswith("drawing trumps")


def test_the_other_side_accepts_a_claim_that_the_sampler_makes() -> None:
    state = board("AKQJT.AKQ.AKQ.AK", "98.JT9.JT98.JT98", "765.876.765.7654", "432.5432.432.Q32", Seat.NORTH)
    begun = after(state, "7S P P P", "HJ H6 H2 HA")
    made = claimed(begun)
    assert made is not None
    asked = BRIDGE.apply(begun, BRIDGE.to_act(begun)[0], made)
    if BRIDGE.to_act(asked):
        assert all(votes(asked).values())
