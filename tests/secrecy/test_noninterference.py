"""Two worlds that an observer cannot tell apart by the rules, it cannot tell apart by any byte either.

Everything that reaches the observer is compared: frames of both encodings, answers over HTTP, close codes,
their order, their sizes and their times. The worlds differ in hidden cards, and in what is said, asked,
granted, voted and laid out of the observer's hearing.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import SEATS, Deal, MakeCall, Options, Seat
from server.games.bridge.state import BridgeState
from tests.games.of_state import game_of
from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.scenes.author import ENDS, draw_scene
from tests.secrecy.scenes.hearing import hears
from tests.secrecy.scenes.knowledge import Seen, seen_in
from tests.secrecy.scenes.worlds import OBSERVERS, Move, Observer, Probe, Say, Scene, Try, Unseen
from tests.secrecy.staging.probes import PROBES

EXAMPLES = int(os.environ.get("KIBITZ_SCENES", "10"))
"""How many scenes each of thirteen observers is shown. KIBITZ_SCENES=500 shows more, others every time."""


@pytest.mark.parametrize("observer", OBSERVERS, ids=lambda observer: observer.name)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize="KIBITZ_SCENES" not in os.environ,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_observer_can_tell_what_is_hidden_from_him(observer: Observer, seed: int) -> None:
    scene = draw_scene(Random(seed), observer)
    assume(scene.differs)
    both = performed(scene)
    assert (strays(both), faults(both)) == ([], [])
    assert suspicions(both) == []


# What such a scene is worth


def scenes(count: int = 195) -> list[Scene]:
    """Always the same scenes, of every observer in turn."""
    return [drawn_once(seed) for seed in range(count)]


@cache
def drawn_once(seed: int) -> Scene:
    return draw_scene(Random(seed), OBSERVERS[seed % len(OBSERVERS)])


def test_the_two_worlds_differ_in_hidden_cards() -> None:
    drawn = [scene for scene in scenes() if not scene.observer.role]
    moved = [_moved(scene) for scene in drawn]
    assert sum(count > 0 for count in moved) > 100
    assert sum(moved) / len(moved) > 8


def _moved(scene: Scene) -> int:
    """How many cards are in other hands at the end."""
    one, other = (world.states[-1].hands for world in scene.worlds)
    return sum(len(set(here) - set(there)) for here, there in zip(one, other, strict=True))


def test_many_scenes_differ_in_words() -> None:
    assert sum(scene.private for scene in scenes()) > 50


def test_what_the_observer_knows_is_the_same_at_the_end_of_both_worlds() -> None:
    for scene in scenes():
        one, other = (world.states[-1] for world in scene.worlds)
        seen, there = (seen_in(world)[-1] for world in scene.worlds)
        known = set(SEATS) if seen.over else seen.visible(scene.observer.sees)
        assert [one.hands[seat] for seat in sorted(known)] == [other.hands[seat] for seat in sorted(known)]
        assert game_of(one).pub(one) == game_of(other).pub(other)
        assert seen.known(one, scene.observer.sees) == there.known(other, scene.observer.sees)


def test_nobody_who_has_shown_out_is_dealt_the_suit_again() -> None:
    ends = [(scene.worlds[1].states[-1], seen_in(scene.worlds[1])[-1].out) for scene in scenes()]
    assert any(out for _, out in ends)
    for state, out in ends:
        for seat, suit in out:
            assert suit not in {card.suit for card in state.hands[seat]} or state.plays != _whole(state)


def _whole(state: BridgeState) -> tuple[object, ...]:
    return state.plays if not state.rewinds else ()


def test_the_deal_that_is_still_to_come_is_another_one() -> None:
    for scene in scenes(39):
        one, other = scene.worlds
        dealt = sum(isinstance(action, Deal) for _, action in one.log)
        assert one.deals[dealt] != other.deals[dealt]


def test_every_probe_every_end_and_every_kind_of_table_comes_up() -> None:
    drawn = scenes()
    steps = [step for scene in drawn for step in scene.steps]
    kinds = Counter(type(step).__name__ for step in steps)
    assert {step.kind for step in steps if isinstance(step, Probe)} == set(PROBES)
    assert min(kinds[kind] for kind in ("Move", "NextBoard", "Try", "Say", "Unseen", "Restart")) > 10
    assert {"peek", "knock", "blunder", "again", "upload"} <= {
        step.kind for step in steps if isinstance(step, Unseen)
    }
    assert sum(isinstance(step, Move) and step.late for step in steps) > 20
    assert {len(scene.robots) for scene in drawn} >= {0, 1, 3, 4}
    assert {(scene.live, scene.uploaded, scene.append_ms > 0) for scene in drawn} == {
        (live, uploaded, slow)
        for live in (True, False)
        for uploaded in (True, False)
        for slow in (True, False)
    }
    assert {type(scene.policy.clock).__name__ for scene in drawn} == {
        "NoneType",
        "NoClock",
        "PerMove",
        "PerBoard",
        "Bank",
    }
    assert {scene.policy.access for scene in drawn} == {"open", "private", "invited"}
    assert {scene.policy.tempo_ms > 0 for scene in drawn} == {True, False}
    assert {scene.worlds[0].states[-1].phase for scene in drawn} >= {"auction", "play", "over", "claim"}
    assert len({len(scene.worlds[0].log) for scene in drawn}) > 30


@pytest.mark.parametrize(
    "option",
    [
        "undo",
        "proven_claims",
        "screens",
        "explains",
        "face_down_lead",
        "dummy_sees",
        "look_back",
        "review",
        "own_card",
        "stop_ms",
    ],
)
def test_every_option_of_the_laws_comes_up(option: str) -> None:
    values = {getattr(scene.options, option) for scene in scenes()}
    assert len(values) == (3 if option == "undo" else 2)
    assert getattr(Options(), option) in values


def test_every_act_beside_calls_and_cards_comes_up_and_most_of_them_in_one_world_only() -> None:
    drawn = scenes(390)
    done = [
        Counter(type(action).__name__ for _, action in world.log) for scene in drawn for world in scene.worlds
    ]
    acts = sum(done, Counter())
    for name in ("Claim", "Vote", "PlayOn", "NoQuestions", "Undo", "Grant", "Ask", "Explain", "LayCard"):
        assert acts[name] > 10, name
    for name in ("RollBack", "PlayGoesOn", "Proven"):
        assert acts[name], name
    assert acts["AwardTricks"] + acts["ArtificialScore"]
    alone = Counter(name for scene in drawn for name in _alone(scene))
    assert {"Ask", "Explain", "Undo", "Grant", "Vote", "MakeCall", "LayCard"} <= set(alone)
    said = {(step.who, step.to) for scene in drawn for step in scene.steps if _differs(step)}
    assert {to for _, to in said} == {"table", "opponents", "kibitzers", "director"}
    assert {"watcher", "commentator"} <= {who for who, _ in said}
    tried = {type(step.action).__name__ for scene in drawn for step in scene.steps if isinstance(step, Try)}
    assert tried == {"Grant", "Explain", "Ask", "Vote", "PlayOn", "NoQuestions", "Undo", "Claim", "LayCard"}


def _differs(step: object) -> bool:
    return isinstance(step, Say) and step.texts[0] != step.texts[1]


def _alone(scene: Scene) -> set[str]:
    """The kinds of action that are not the same in both worlds."""
    one, other = (
        Counter((seat, action) for seat, action in world.log if not isinstance(action, Deal))
        for world in scene.worlds
    )
    return {type(action).__name__ for _, action in (one - other) + (other - one)}


def test_what_differs_is_never_the_observers_own_and_calls_only_in_words() -> None:
    for scene in scenes():
        mine = [[each for each in world.log if each[0] == scene.observer.seat] for world in scene.worlds]
        assert scene.observer.seat is None or mine[0] == mine[1]
        calls = [
            [action.call for _, action in world.log if isinstance(action, MakeCall)] for world in scene.worlds
        ]
        assert calls[0] == calls[1]


def test_who_hears_what_is_for_a_seat() -> None:
    north = frozenset({Seat.NORTH})
    assert [observer.name for observer in OBSERVERS if hears(observer, north)] == [
        "north",
        "kibitzer of north",
        "kibitzer of west and north",
        "watcher of all hands",
        "commentator",
    ]


@pytest.mark.parametrize("end", ENDS)
def test_a_scene_ends_where_it_is_told_to(end: str) -> None:
    drawn = [draw_scene(Random(seed), OBSERVERS[0], end) for seed in range(20)]
    states = [scene.worlds[0].states[-1] for scene in drawn]
    stopped = [state.phase in ("claim", "disputed") for state in states]
    ended: dict[str, list[bool]] = {
        "dealt": [not state.calls for state in states],
        "auction": [not state.plays for state in states],
        "before the lead": [not state.plays for state in states],
        "lead": [len(state.plays) < 2 for state in states],
        "play": [len(state.plays) > 1 or state.phase == "over" for state in states],
        "over": [state.phase == "over" for state in states],
    }
    assert all(one or other for one, other in zip(ended[end], stopped, strict=True))


def test_everybody_knows_dummy_once_a_card_is_led_and_all_hands_at_the_end() -> None:
    world = next(
        scene.worlds[0]
        for scene in (draw_scene(Random(seed), Observer(seat=Seat.NORTH), "over") for seed in range(99))
        if not scene.worlds[0].states[-1].rewinds and len(scene.worlds[0].states[-1].plays) == 52
    )
    all_seen = list(zip(world.states, seen_in(world), strict=True))
    before, seen_before = next(each for each in all_seen if each[0].phase == "play")
    led, seen_led = next(each for each in all_seen if len(each[0].plays) == 1)
    public: frozenset[Seat] = frozenset()
    assert seen_before.known(before, public) == frozenset()
    assert len(seen_led.known(led, public)) == 14
    assert len(seen_led.known(led, frozenset({led.plays[0].seat}))) == 26
    assert len(all_seen[-1][1].known(world.states[-1], public)) == 52
    assert Seen().known(BridgeState(), frozenset(SEATS)) == frozenset()


def test_a_hand_that_was_faced_in_a_claim_is_known_when_play_goes_on() -> None:
    faced = [
        (seen_in(world)[-1], action_seat)
        for scene in scenes(390)
        for world in scene.worlds[:1]
        for action_seat, action in world.log
        if type(action).__name__ == "Claim" and world.states[-1].board == 1
    ]
    assert faced
    assert all(seen.over or seat in seen.faced for seen, seat in faced)
