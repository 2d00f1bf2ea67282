"""An observer at another hub can tell no hidden card, and neither can anyone that hears the hubs talk.

The observer is the only one at its hub; all others are at the hub that has the table. So every byte between
the two hubs is for the observer, and has to be the same in two worlds that differ in what is hidden from it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from protocol.v1.codec import MSGPACK
from protocol.v1.updates import TableRow
from server.games.base import AllHands
from server.hub.far import edges, messages
from server.hub.hub import Hub
from server.hub.listeners import Crowd, Frame
from server.table.summary import Summary
from tests.markers import every
from tests.secrecy.checks import differences, faults, performed, strays, suspicions
from tests.secrecy.hanabi.author import draw_hanabi
from tests.secrecy.hanabi.tables import tables
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.worlds import OBSERVERS, Observer, Restart, Scene
from tests.secrecy.spades.author import draw_spades

SCENES = int(os.environ.get("KIBITZ_SCENES", "2"))
"""How many scenes each of thirteen observers is shown. KIBITZ_SCENES=500 shows more."""


@pytest.mark.parametrize("observer", every(3, OBSERVERS), ids=lambda observer: observer.name)
def test_no_observer_at_another_hub_can_tell_what_is_hidden_from_him(observer: Observer) -> None:
    for scene in scenes(observer, SCENES):
        both = performed(scene, elsewhere=True)
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == []


@pytest.mark.parametrize("table", ["classic, blind at any time", "two who draw", "passing beside nil"])
def test_no_observer_of_spades_at_another_hub_can_tell_what_is_hidden_from_him(table: str) -> None:
    for seed in range(SCENES):
        scene = draw_spades(Random(f"elsewhere {table} {seed}"), table)
        both = performed(scene, elsewhere=True)
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == []


@pytest.mark.parametrize("table", [*tables()][:2])
def test_no_observer_of_hanabi_at_another_hub_can_tell_what_is_hidden_from_him(table: str) -> None:
    for seed in range(SCENES):
        scene = draw_hanabi(Random(f"elsewhere {table} {seed}"), table)
        both = performed(scene, elsewhere=True)
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == []


def scenes(observer: Observer, count: int) -> list[Scene]:
    """Return scenes whose worlds differ and in which the server is not started again."""
    found: list[Scene] = []
    rng = Random(observer.name)
    while len(found) < count:
        scene = draw_scene(rng, observer)
        if scene.differs and not any(isinstance(step, Restart) for step in scene.steps):
            found.append(scene)
    return found


# Leaks that are planted between the hubs are found


def a_row_with_a_hash_of_the_hands(patch: pytest.MonkeyPatch) -> None:
    announced = Hub._announced

    def leaking(hub: Hub, table: str) -> tuple[Summary, TableRow] | None:
        found, room = announced(hub, table), hub.live(table)
        if found is None or room is None:
            return found
        name = hashlib.sha256(repr(room.table.state.hands).encode()).hexdigest()
        return found[0], replace(found[1], name=name)

    patch.setattr(Hub, "_announced", leaking)


def a_message_more_if_north_has_the_better_hand(patch: pytest.MonkeyPatch) -> None:
    deliver = edges._EdgeListener.deliver

    def leaking(listener: edges._EdgeListener, frame: Frame) -> None:
        deliver(listener, frame)
        room = listener._edge.edges._tables.live(listener.table)
        if room is not None and room.table.state.hands:
            hands = [sorted(map(str, hand)) for hand in room.table.state.hands]
            if hands[0] > hands[2]:
                listener._edge.tell(messages.Moved("t0"))

    patch.setattr(edges._EdgeListener, "deliver", leaking)


def the_patches_of_all_hands_for_every_crowd(patch: pytest.MonkeyPatch) -> None:
    send_to_crowd = edges.Edges.send_to_crowd

    def leaking(self: edges.Edges, table: str, crowd: Crowd, version: int, frame: Frame) -> None:
        room = self._tables.live(table)
        assert room is not None
        hidden = MSGPACK.encode(room.table.own(AllHands()))
        send_to_crowd(self, table, crowd, version, Frame(frame.payload + hidden, frame.binary))

    patch.setattr(edges.Edges, "send_to_crowd", leaking)


@pytest.mark.parametrize(
    "plant",
    [
        a_row_with_a_hash_of_the_hands,
        a_message_more_if_north_has_the_better_hand,
        the_patches_of_all_hands_for_every_crowd,
    ],
)
def test_a_leak_between_the_hubs_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    watcher = next(observer for observer in OBSERVERS if observer.name == "public watcher")
    for scene in scenes(watcher, 12):
        both = performed(scene, elsewhere=True)
        if [*differences(both.one, both.other)]:
            return
    raise AssertionError("expected the leak to be found")
