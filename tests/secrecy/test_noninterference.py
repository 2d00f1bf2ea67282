"""Two worlds that an observer cannot tell apart by the rules, it cannot tell apart by any byte either.

Everything that reaches the observer is compared: frames of both encodings, answers over HTTP, close codes,
their order, their sizes and their times.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import SEATS, Deal, Seat
from server.games.bridge.state import BridgeState
from tests.secrecy.checks import faults, performed, suspicions
from tests.secrecy.probes import PROBES
from tests.secrecy.scenes import ENDS, draw_scene
from tests.secrecy.worlds import OBSERVERS, Observer, Probe, Scene, known, shown_out, visible

EXAMPLES = 20
"""How many scenes each observer is shown; there are eleven observers."""


@pytest.mark.parametrize("observer", OBSERVERS, ids=lambda observer: observer.name)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(rng=st.randoms(use_true_random=False))
def test_no_observer_can_tell_where_the_hidden_cards_are(observer: Observer, rng: Random) -> None:
    scene = draw_scene(rng, observer)
    assume(scene.differs)
    both = performed(scene)
    assert faults(both) == []
    assert suspicions(both) == []


# What such a scene is worth


def scenes(count: int = 150) -> list[Scene]:
    """Always the same scenes, of every observer in turn."""
    return [draw_scene(Random(seed), OBSERVERS[seed % len(OBSERVERS)]) for seed in range(count)]


def test_the_two_worlds_differ_in_hidden_cards() -> None:
    differ = [scene for scene in scenes() if scene.differs]
    moved = [_moved(scene) for scene in differ if any(scene.states[-1].hands)]
    assert len(differ) > 130
    assert min(moved) >= 2
    assert sum(moved) / len(moved) > 10


def _moved(scene: Scene) -> int:
    """How many cards are in other hands at the end."""
    hands = zip(scene.states[-1].hands, scene.other_states[-1].hands, strict=True)
    return sum(len(set(here) - set(there)) for here, there in hands)


def test_what_the_observer_knows_is_the_same_in_both_worlds() -> None:
    for scene in scenes():
        for here, there in zip(scene.states, scene.other_states, strict=True):
            seen = visible(here, scene.observer.sees) | (set(SEATS) if here.phase == "over" else set())
            assert [here.hands[seat] for seat in sorted(seen)] == [there.hands[seat] for seat in sorted(seen)]
            assert here.pub() == there.pub()
            assert known(here, scene.observer.sees) == known(there, scene.observer.sees)


def test_nobody_who_has_shown_out_is_dealt_the_suit_again() -> None:
    ends = [(state, shown_out(state.plays)) for scene in scenes() for state in (scene.other_states[-1],)]
    assert any(suits for _, voids in ends for suits in voids.values())
    for state, voids in ends:
        for seat in SEATS:
            assert not {card.suit for card in state.hands[seat]} & voids[seat]


def test_the_deal_that_is_still_to_come_is_another_one() -> None:
    for scene in scenes(30):
        dealt = sum(isinstance(action, Deal) for _, action in scene.log)
        assert scene.deals[dealt] != scene.other[dealt]


def test_every_probe_every_end_and_every_kind_of_table_comes_up() -> None:
    drawn = scenes()
    probes = Counter(step.kind for scene in drawn for step in scene.steps if isinstance(step, Probe))
    steps = Counter(type(step).__name__ for scene in drawn for step in scene.steps)
    unseen = {step.kind for scene in drawn for step in scene.steps if type(step).__name__ == "Unseen"}
    assert set(probes) == set(PROBES)
    assert min(steps[kind] for kind in ("Move", "NextBoard", "Unseen", "Restart")) > 10
    assert {"peek", "blunder", "again"} <= unseen
    assert sum(len(scene.late) for scene in drawn) > 20
    assert {len(scene.robots) for scene in drawn} >= {0, 1, 3, 4}
    assert {(scene.live, scene.uploaded, scene.append_ms > 0) for scene in drawn} == {
        (live, uploaded, slow)
        for live in (True, False)
        for uploaded in (True, False)
        for slow in (True, False)
    }
    assert {type(scene.clock).__name__ for scene in drawn} == {
        "NoneType",
        "NoClock",
        "PerMove",
        "PerBoard",
        "Bank",
    }
    assert {scene.states[-1].phase for scene in drawn} == {"auction", "play", "over"}
    assert len({len(scene.log) for scene in drawn}) > 30


@pytest.mark.parametrize("end", ENDS)
def test_a_scene_ends_where_it_is_told_to(end: str) -> None:
    states = [draw_scene(Random(seed), OBSERVERS[0], end).states[-1] for seed in range(20)]
    ended: dict[str, list[bool]] = {
        "dealt": [not state.calls for state in states],
        "auction": [bool(state.calls) and not state.plays for state in states],
        "before the lead": [not state.plays and state.phase != "auction" for state in states],
        "lead": [len(state.plays) < 2 and state.phase != "auction" for state in states],
        "play": [len(state.plays) > 1 or state.contract is None for state in states],
        "over": [state.phase == "over" for state in states],
    }
    assert all(ended[end])


def test_everybody_knows_dummy_once_a_card_is_led_and_all_hands_at_the_end() -> None:
    scene = draw_scene(Random(5), Observer(seat=Seat.NORTH), "over")
    before = next(state for state in scene.states if state.phase == "play")
    led = next(state for state in scene.states if len(state.plays) == 1)
    public: frozenset[Seat] = frozenset()
    assert known(before, public) == frozenset()
    assert len(known(led, public)) == 14
    assert len(known(led, frozenset({led.plays[0].seat}))) == 26
    assert len(known(scene.states[-1], public)) == 52
    assert known(BridgeState(), frozenset(SEATS)) == frozenset()
