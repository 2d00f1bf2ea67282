"""The random robot looks at its hand at random if it may still bid blind."""

from __future__ import annotations

from random import Random

from bots.spades.robot.random_play import SpadesRandomPlay
from bots.spades.view import SpadesView
from protocol.v1.spades import Options, Reveal
from server.games.base import Public, Seated
from server.games.spades.rules import SPADES


def view(blind_nil_behind: int, audience: Public | Seated) -> SpadesView:
    """Return the view of an audience after the deal."""
    state = SPADES.start(Options(blind_nil_behind=blind_nil_behind))
    state = SPADES.apply(state, None, SPADES.chance(state, Random(1)))
    return SpadesView("t", SPADES.pub(state), SPADES.own(state, audience))


def test_it_looks_about_every_second_time() -> None:
    may_look, random = view(0, Seated(1)), Random(1)
    looks = [SpadesRandomPlay().first(may_look, random) for _ in range(100)]
    assert set(looks) == {None, Reveal()}
    assert 30 < looks.count(None) < 70


def test_it_does_nothing_before_a_decision_without_a_blind_bid_or_a_seat() -> None:
    for blind in (view(200, Seated(1)), view(0, Public())):
        assert all(SpadesRandomPlay().first(blind, Random(seed)) is None for seed in range(50))
