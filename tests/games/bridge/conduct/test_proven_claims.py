"""Tests of proven claims: a claim that holds against every layout is accepted at once."""

from __future__ import annotations

from protocol.v1.bridge import Claim, Seat, Vote
from protocol.v1.bridge.views import ClaimEnded
from server.games.bridge.conduct import rulings
from server.games.bridge.rules import BRIDGE
from tests.games.bridge.conduct.test_claims import claimed
from tests.games.bridge.deals import act, auction, play, refused

S, E = Seat.SOUTH, Seat.EAST
NO = Vote(False)
TOPS = "N:AKQJ.AKQ.AKQ.432 T987.T98.T98.T98 6543.765.765.AKQ 2.J432.J432.J765"


def test_a_proof_is_searched_only_if_the_options_ask_for_it() -> None:
    assert BRIDGE.prove(claimed("S", 9)) is None
    assert BRIDGE.prove(claimed("S", 9, proven_claims=True)) is not None


def test_no_proof_is_searched_for_a_defenders_partial_claim() -> None:
    assert BRIDGE.prove(claimed("E", 12, proven_claims=True)) is None
    assert BRIDGE.prove(claimed("E", 13, proven_claims=True)) is not None


def test_a_concession_needs_a_vote_and_is_never_proven() -> None:
    assert BRIDGE.prove(claimed("S", 0, proven_claims=True)) is None


def test_a_proven_claim_is_accepted_without_a_vote() -> None:
    state = play(auction("P P 3NT P P P", pbn=TOPS, proven_claims=True), "S2")
    state = act(state, "S", Claim(13))
    search = BRIDGE.prove(state)
    assert search is not None
    ruling = search(lambda: False)
    assert ruling == rulings.Proven(S)
    after = BRIDGE.rule(state, ruling, 0)
    assert (after.phase, after.tricks, BRIDGE.pub(after).last) == ("over", (13, 0), ClaimEnded(S, "proven"))


def test_an_unproven_claim_waits_for_its_votes() -> None:
    search = BRIDGE.prove(claimed("S", 13, proven_claims=True))
    assert search is not None and search(lambda: False) is None


def test_a_proof_settles_a_claim_that_was_already_refused() -> None:
    state = play(auction("P P 3NT P P P", pbn=TOPS, proven_claims=True), "S2")
    disputed = act(act(state, "S", Claim(13)), "E", NO)
    search = BRIDGE.prove(disputed)
    assert search is not None
    assert BRIDGE.rule(disputed, search(lambda: False), 0).phase == "over"


def test_a_proof_is_refused_once_play_has_resumed() -> None:
    with refused("the claim that the server has proven is already settled or cancelled"):
        BRIDGE.rule(act(claimed("E", 5), "W", NO), rulings.Proven(E), 0)
