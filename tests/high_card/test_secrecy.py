"""What an observer may not know of high card reaches it by no byte; a leak that is planted is caught."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.high_card.game import view
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import HighCardPub
from tests.high_card.scenes import OBSERVERS, draw_high_card
from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.scenes.worlds import Observer, Probe, Scene

SCENES = 12


def scenes(observer: Observer) -> list[Scene]:
    """Return always the same scenes."""
    drawn = (draw_high_card(Random(f"{observer.name} {seed}"), observer) for seed in range(SCENES))
    return [scene for scene in drawn if scene.differs]


@pytest.mark.parametrize("observer", OBSERVERS, ids=lambda observer: observer.name)
def test_no_observer_can_tell_what_is_hidden_from_it(observer: Observer) -> None:
    for scene in scenes(observer):
        both = performed(scene)
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == []


def test_the_scenes_differ_in_hidden_cards_and_have_what_a_curious_client_tries() -> None:
    drawn = [scene for observer in OBSERVERS for scene in scenes(observer)]
    ends = [[world.states[-1].cards for world in scene.worlds] for scene in drawn]
    assert sum(one != other for one, other in ends) > 10
    assert any(isinstance(step, Probe) for scene in drawn for step in scene.steps)


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = scenes(Observer())
    assert all(scene.known and world.answers is not None for scene in suite for world in scene.worlds)
    built = view.public_half

    def leaky(state: HighCardState) -> HighCardPub:
        pub = built(state)
        return replace(pub, cards=state.cards) if state.cards else pub

    monkeypatch.setattr(view, "public_half", leaky)
    assert any(suspicions(performed(scene)) for scene in suite)


def test_a_leak_by_a_single_bit_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = scenes(Observer(seat=0))
    assert all(scene.known and world.answers is not None for scene in suite for world in scene.worlds)
    built = view.public_half

    def leaky(state: HighCardState) -> HighCardPub:
        return replace(built(state), deals=99) if state.cards and state.cards[1].height > 6 else built(state)

    monkeypatch.setattr(view, "public_half", leaky)
    assert any(suspicions(performed(scene)) for scene in suite)
