"""No hidden card is named in anything that leaves the server: frames, answers, logs, metrics and errors."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

from protocol.v1.bridge import Seat
from protocol.v1.cards import DECK, Card
from server.errors import IllegalAction
from server.games.bridge.rules import Bridge
from server.games.bridge.state import BridgeState
from server.hub.action_trace import ActionTrace
from tests.markers import every
from tests.secrecy.checks import faults, performed, secrets, strings, suspicions, whispers
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.knowledge import seen_in
from tests.secrecy.scenes.worlds import OBSERVERS, Observer, Scene
from tests.secrecy.staging.lines import Heard, Transcript, cards_named
from tests.secrecy.staging.stage import perform

NOTHING: frozenset[Card] = frozenset()


def played_out(observer: Observer) -> list[Scene]:
    """Whole boards with an observer who tries everything, and some that stop before."""
    return [draw_scene(Random(seed), observer, "over" if seed < 3 else None) for seed in range(5)]


@pytest.mark.parametrize("observer", every(3, OBSERVERS), ids=lambda observer: observer.name)
def test_over_whole_boards_no_hidden_card_is_named(
    observer: Observer, capfd: pytest.CaptureFixture[str]
) -> None:
    heard = 0
    for scene in played_out(observer):
        told = perform(scene)
        assert [*whispers(scene, 0, told)] == []
        heard += len(told.heard)
    assert heard > 100
    assert [*secrets(list(capfd.readouterr()), NOTHING)] == []


@pytest.mark.parametrize("elsewhere", [False, True], ids=["at the owner", "at another hub"])
def test_no_line_of_the_log_names_a_hidden_card_when_every_action_is_traced(elsewhere: bool) -> None:
    traced = 0
    for seed, observer in enumerate(OBSERVERS[:3]):
        scene = draw_scene(Random(seed), observer, "over")
        told = perform(scene, elsewhere=elsewhere, traces=True)
        assert [*whispers(scene, 0, told)] == []
        traced += sum(text.startswith("kibitz.trace DEBUG ") for _, text in told.logs)
    assert traced > 300


def test_a_trace_that_names_the_action_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(self: ActionTrace, asked: Any, table: str, source: str, peer: str = "") -> Any:
        logging.getLogger("kibitz.trace").debug("an action", extra={"source": repr(asked.command)})
        return asked

    monkeypatch.setattr(ActionTrace, "follow", tells)
    scene = draw_scene(Random(2), Observer(), "over")
    assert any("is logged" in found for found in whispers(scene, 0, perform(scene, traces=True)))


def test_every_hidden_card_is_named_as_soon_as_it_may_be() -> None:
    scene = draw_scene(Random(2), Observer(), "over")
    told = perform(scene)
    named = {
        Card(name) for heard in told.heard for name in secrets(strings(heard), NOTHING) if len(name) == 2
    }
    assert named == set(DECK)


def test_the_canary_sings_of_a_card_in_either_encoding_in_a_log_and_in_a_metric() -> None:
    scene = draw_scene(Random(2), Observer(seat=Seat.NORTH), "auction")
    world = scene.worlds[0]
    last = len(world.states) - 1
    known = seen_in(world)[last].known(world.states[last], scene.observer.sees)
    hidden = next(card for card in DECK if card not in known)
    for through, frame in (
        ("json", b'frame {"t":"view","x":["%s"]}' % hidden.encode()),
        ("msgpack", b"frame \x81\xa1x\x91\xa2" + hidden.encode()),
        ("http", b'body {"message":"not (%s)"}' % hidden.encode()),
        ("http", b"status 200 [(b'x-card', b'%s')]" % hidden.encode()),
        ("json", b"close 4200 %s" % hidden.encode()),
    ):
        told = Transcript(heard=[Heard(0, through, frame, last, NOTHING)])
        assert list(whispers(scene, 0, told)), frame
    assert list(whispers(scene, 0, Transcript(logs=[(last, f"it is {hidden!r}")])))
    assert list(whispers(scene, 0, Transcript(logs=[(last, "N:AK2.QJ.T9876.543")])))
    assert list(whispers(scene, 0, Transcript(metrics=f'kibitz_entries_total{{kind="{hidden}"}} 1')))


def test_a_token_names_no_card_and_cards_in_a_row_or_beside_a_token_are_named() -> None:
    token = "8G-S8_4cQOiU5nSGO61v8mlzN9A-H2_x"
    assert len(token) == 32 and cards_named(f'{{"token":"{token}"}}') == []
    assert cards_named(f"{token} S8 {token}") == ["S8"]
    row = "SA-SK-SQ-SJ-ST-S9-S8-S7-S6-S5-S4"
    assert len(row) == 32 and len(cards_named(row)) == 11


def test_the_canary_sings_of_a_word_that_is_for_others() -> None:
    scene = next(
        scene
        for scene in (draw_scene(Random(seed), Observer(seat=Seat.NORTH), "play") for seed in range(99))
        if any(not word.heard for word in scene.words.values())
    )
    word = next(text for text, word in scene.words.items() if not word.heard)
    heard = Heard(0, "json", b'frame {"t":"chat","text":"%s"}' % word.encode(), 1, NOTHING)
    assert list(whispers(scene, 0, Transcript(heard=[heard])))
    assert list(whispers(scene, 0, Transcript(logs=[(1, f"said: {word}")])))
    assert list(whispers(scene, 0, Transcript(metrics=f'kibitz_said_total{{text="{word}"}} 1')))


def test_what_the_observer_has_named_itself_may_be_said_back_to_it() -> None:
    scene = draw_scene(Random(2), Observer(), "auction")
    heard = Heard(0, "json", b'frame {"message":"you do not hold SA"}', 1, frozenset({Card.SA}))
    assert list(whispers(scene, 0, Transcript(heard=[heard]))) == []


# Faults: what nobody foresaw must not tell either


def _breaks(self: Bridge, state: BridgeState, seat: int | None, action: Any, at_ms: int = 0) -> BridgeState:
    try:
        return _apply(self, state, seat, action, at_ms)
    except IllegalAction:
        raise RuntimeError(f"{state.hands} {[card.value for card in DECK]}") from None


_apply = Bridge.apply


@pytest.mark.parametrize("seat", every(4, Seat))
def test_a_fault_whose_text_quotes_the_deal_says_only_that_there_was_one(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = [draw_scene(Random(seed), Observer(seat=seat), "play") for seed in range(6)]
    folded = [len(world.answers) for scene in scenes for world in scene.worlds]
    assert all(folded)
    monkeypatch.setattr(Bridge, "apply", _breaks)
    met = [performed(scene) for scene in scenes if scene.differs]
    assert any(faults(both) for both in met)
    assert any(b'"code":"internal"' in heard.what for both in met for heard in both.one.heard)
    assert [suspicions(both) for both in met] == [[]] * len(met)
