"""Hanabi by every family of variants and with every character: two worlds that an observer cannot tell apart.

The worlds differ in all that the observer has not seen: a player's own hand, what he threw into a hole, the
deck, a seed, others' notes. Nothing hidden is named in a frame, an answer, a log or a metric either.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from protocol.v1.hanabi import Options
from server.games.base import Kibitzer, Seated
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.of_state import game_of
from tests.markers import every
from tests.secrecy.checks import faults, performed, strays, suspicions, whispers
from tests.secrecy.hanabi.author import ENDS, draw_hanabi
from tests.secrecy.hanabi.knowledge import eyes, named, public, seen, sees, token
from tests.secrecy.hanabi.tables import SEEDED, observers, tables
from tests.secrecy.scenes.worlds import Observer, Probe, Scene, Try, Unseen
from tests.secrecy.staging.lines import Heard, Transcript
from tests.secrecy.staging.stage import perform

EXAMPLES = int(os.environ.get("KIBITZ_SCENES", "1"))
"""How many scenes there are at each table. KIBITZ_SCENES=500 shows more."""


@cache
def scene(table: str, seed: int) -> Scene:
    return draw_hanabi(Random(f"{table} {seed}"), table)


@pytest.mark.parametrize("table", every(3, tables()))
def test_no_observer_can_tell_what_is_hidden_from_him(table: str) -> None:
    for seed in range(EXAMPLES):
        both = performed(scene(table, seed))
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == [], f"scene {seed}"


@pytest.mark.parametrize("table", ("No Variant", "Throw It in a Hole", "Slow-Witted"))
def test_over_whole_games_no_hidden_card_is_named(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    for observer in observers(table)[::5]:
        whole = draw_hanabi(Random(f"{table} {observer.name}"), table, observer, "over", lively=True)
        assert [*whispers(whole, 0, perform(whole, traces=True))] == []
    assert [*named("".join(capfd.readouterr()))] == []


def test_every_hidden_card_is_named_as_soon_as_it_may_be() -> None:
    whole = draw_hanabi(Random(2), "No Variant", Observer(), "over")
    heard = [heard._replace(position=0) for heard in perform(whole).heard]
    told = {secret.partition(" ")[0] for secret in whispers(whole, 0, Transcript(heard=heard))}
    assert told == set(whole.worlds[0].deck)


def test_the_canary_sings_of_a_card_in_either_encoding_in_a_log_and_in_a_metric() -> None:
    begun = draw_hanabi(Random(1), "No Variant", Observer(seat=0), "begun")  # type: ignore[arg-type]
    last = len(begun.worlds[0].states) - 1
    hidden = next(order for order in range(50) if token(order) not in begun.known[0][0][last])
    for through, frame in (
        ("json", b'frame {"t":"patch","own":{"cards":{"%d":{"suit":0,"rank":1}}}}' % hidden),
        ("msgpack", b"frame \x81\xa1x\x81%c\x82\xa4suit\x00\xa4rank\x01" % hidden),
        ("json", b'frame {"t":"view","pub":{"deck":[{"suit":0,"rank":1},{"suit":0,"rank":1}]}}'),
        ("json", b'frame {"t":"patch","pub":{"last":{"t":"moved","card":{"suit":0,"rank":1}}}}'),
        ("file", b'body {"deck":[{"suitIndex":0,"rank":1}]}'),
        ("http", b'body {"message":"it is Card(suit=0, rank=1)"}'),
        ("http", b'body {"message":"it is Red 1"}'),
    ):
        told = Transcript(heard=[Heard(0, through, frame, last, frozenset())])
        assert list(whispers(begun, 0, told)), frame
    state = begun.worlds[0].states[-1]
    assert list(whispers(begun, 0, Transcript(logs=[(last, f"it is {state.deck[hidden]}")])))
    assert list(whispers(begun, 0, Transcript(metrics='kibitz_entries_total{kind="suit=0"} 1')))


# What such a scene is worth


@pytest.fixture(scope="module")
def drawn() -> list[Scene]:
    """Always the same scenes, one of every table."""
    return [scene(table, 0) for table in tables()]


def ends(scene: Scene) -> tuple[HanabiState, HanabiState]:
    """The game at the end of both worlds."""
    one, other = scene.worlds
    return one.states[-1], other.states[-1]


def test_there_are_tables_of_all_sizes_with_every_option_and_every_character(drawn: list[Scene]) -> None:
    options = [each for each in tables().values() if isinstance(each, Options)]
    assert {each.players for each in options} == set(range(2, 7))
    for name in ("card_cycle", "deck_plays", "empty_clues", "one_extra_card", "one_less_card"):
        assert any(getattr(each, name) for each in options), name
    assert any(each.all_or_nothing for each in options) and any(each.speedrun for each in options)
    assert len(tables()) >= 80 + len(CHARACTERS)
    dealt = {character.name for each in drawn for character in ends(each)[0].characters}
    assert dealt == {nature.name for nature in CHARACTERS.values()}


def test_everybody_sees_the_same_in_both_worlds_and_the_observer_the_same_cards(drawn: list[Scene]) -> None:
    for each in drawn:
        one, other = each.worlds
        assert [public(state) for state in one.states] == [public(state) for state in other.states]
        assert [game_of(state).pub(state) for state in one.states] == [
            game_of(state).pub(state) for state in other.states
        ]
        assert each.known[0] == each.known[1]
        *_, known = seen(one.states, each.observer)
        here, there = ends(each)
        assert all(here.deck[order] == there.deck[order] for order in known)


def test_the_worlds_differ_in_own_hands_in_the_deck_and_in_what_lies_down_a_hole(drawn: list[Scene]) -> None:
    moved = Counter(kind for each in drawn for kind in otherwise(each))
    assert sum(each.differs for each in drawn) > 100
    assert moved["hand"] > 20
    assert moved["deck"] > 80


def otherwise(scene: Scene) -> set[str]:
    """Where the worlds have other cards: in the observer's hand, in the deck, down the hole."""
    one, other = ends(scene)
    changed = {order for order, (a, b) in enumerate(zip(one.deck, other.deck, strict=False)) if a != b}
    mine = {order for seat in eyes(scene.observer) for order in one.hands[seat]} if one.deck else set()
    thrown = {order for order, fate in one.fates.items() if fate.how != "discarded"}
    places = {"hand": mine, "hole": thrown, "deck": set(range(one.drawn, len(one.deck)))}
    return {name for name, orders in places.items() if orders & changed}


def test_in_the_other_world_a_misplay_may_have_fitted() -> None:
    """Where nobody is told what was thrown into the hole."""
    scenes = [scene("Throw It in a Hole", seed) for seed in range(20)]
    assert sum("hole" in otherwise(each) for each in scenes) > 3
    assert any(ends(each)[0].strikes != ends(each)[1].strikes for each in scenes)


def test_who_sees_a_card_in_a_hand_is_known_by_the_scenes_as_by_the_server(drawn: list[Scene]) -> None:
    states = [ends(each)[0] for each in drawn if ends(each)[0].ended is None]
    for state in states:
        for seat in range(len(state.hands)):
            held = [(holder, order) for holder, hand in enumerate(state.hands) for order in hand]
            mine = {order for holder, order in held if sees(state, seat, holder, order)}
            for audience in (Seated(seat), Kibitzer(seat)):
                own = HANABI.own(state, audience)
                assert own is not None and set(own.cards) == mine


def test_only_the_seed_and_its_deck_differ_where_somebody_has_chosen_one() -> None:
    one, other = scene(SEEDED, 0).worlds
    assert (one.options.seed, other.options.seed) == ("mine", "yours")
    assert one.states[-1].deck != other.states[-1].deck
    assert HANABI.pub(one.states[-1]) == HANABI.pub(other.states[-1])


def test_everything_that_players_do_and_try_comes_up(drawn: list[Scene]) -> None:
    done = Counter(type(action).__name__ for each in drawn for _, action in each.worlds[0].log)
    assert min(done[name] for name in ("PlayCard", "Discard", "ColorClue", "RankClue", "Vote")) > 20
    steps = [step for each in drawn for step in each.steps]
    tried = Counter(type(step.action).__name__ for step in steps if isinstance(step, Try))
    assert min(tried[name] for name in ("PlayCard", "Discard", "ColorClue", "RankClue")) > 10
    assert {step.kind for step in steps if isinstance(step, Unseen)} >= {"peek", "blunder", "again", "note"}
    assert {step.kind for step in steps if isinstance(step, Probe)} >= {"look_back", "note", "host", "stream"}
    assert any(each.robots for each in drawn)
    assert {each.observer.name for each in drawn} >= {"public watcher", "watcher of all hands", "seat 5"}


@pytest.mark.parametrize("end", sorted(set(ENDS)))
def test_scenes_end_where_they_are_told_to(end: str) -> None:
    last = [ends(draw_hanabi(Random(seed), "No Variant", Observer(), end))[0] for seed in range(3)]
    assert all((state.ended is not None) is (end == "over") for state in last)
    if end == "late":
        assert any(state.end_turn is not None for state in last)
