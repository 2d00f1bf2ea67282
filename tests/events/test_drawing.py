"""The question to a movement for the next round of an event."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events.commands import Announce, Asked, Leave, MakeDraw, decide
from server.events.drawing import asked_of, checked, make
from server.events.entries import Begun
from server.events.event import begin
from server.events.standings import field_of
from server.games.registry import GAMES
from tests.events.tuesday import DORA, PLAIN, Tuesday


def test_the_numbers_of_a_fixed_movement_stay_with_their_pairs() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("2N", Leave())
    tuesday.plays_round()
    asked = asked_of(tuesday.event)
    assert asked.numbers == ("1", None, "3", "4", "5", "6")
    assert (asked.round, asked.at_start, len(asked.earlier)) == (1, 6, 1)


def test_a_swiss_is_drawn_in_the_order_of_the_ranking() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, movement="swiss", scoring="imp", vp="wbf"))
    tuesday.plays_round()
    assert set(asked_of(tuesday.event).order) == set("123456")
    assert tuesday.event.round is not None
    best = {meeting.sides[0] for meeting in tuesday.event.round.draw.meetings if meeting.table == 3}
    assert asked_of(tuesday.event).order[0] in best, "North-South of the last table has the best scores"


def test_the_same_question_gets_the_same_draw() -> None:
    event = Tuesday.opened(9, replace(PLAIN, movement="swiss")).event
    assert make(event) == make(event)


def test_all_lots_follow_from_a_secret_seed_and_in_an_older_log_from_the_id_of_the_event() -> None:
    swiss = replace(PLAIN, movement="swiss")
    event = begin("e-tuesday", GAMES["bridge"], Begun(at_ms=0, name="", conditions=swiss, directors=(DORA,)))
    assert asked_of(event).seed == "e-tuesday"
    begun = Begun(at_ms=0, name="", conditions=swiss, directors=(DORA,), seed="drawn by the server")
    secret = begin("e-tuesday", GAMES["bridge"], begun)
    assert asked_of(secret).seed == "drawn by the server"
    assert field_of(secret, everything=True).seed != field_of(event, everything=True).seed


def test_a_draw_that_cannot_be_made_is_refused_with_its_reason() -> None:
    with pytest.raises(Refusal, match="at least 3 entries"):
        make(Tuesday.opened(2).event)


def test_no_round_is_drawn_after_the_last_one() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1))
    tuesday.plays_round()
    with pytest.raises(Refusal):
        checked(tuesday.event)


def test_a_draw_for_an_event_that_has_changed_since_is_not_used() -> None:
    tuesday = Tuesday.opened(6)
    made = make(tuesday.event)
    tuesday.asks("Dora", Announce(text="Coffee"))
    asked = Asked(DORA, MakeDraw(), 0, made=made)
    with pytest.raises(Refusal, match="has changed meanwhile"):
        decide(tuesday.event, asked)
