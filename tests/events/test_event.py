"""An event is what its log says."""

from __future__ import annotations

import pytest

from server.errors import StoreError
from server.events import entries
from server.events.commands import (
    Adjust,
    Announce,
    AnswerCall,
    CallDirector,
    Enter,
    Hold,
    Join,
    Leave,
    MakeDraw,
    Remove,
    Substitute,
)
from server.events.drawing import make
from server.events.entries import Begun, TableEnded
from server.events.event import fold, restore
from server.games.registry import GAMES
from tests.events.tuesday import Tuesday, named


def evening() -> Tuesday:
    """Return an event in whose log nearly every kind of entry stands."""
    tuesday = Tuesday.opened(6)
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    tuesday.asks("Bob", Join("7"))
    tuesday.starts()
    tuesday.reports(1, {0: 420})
    tuesday.asks("Dora", Adjust(round=1, table=2, board=1, awards=(6000, 4000)))
    tuesday.asks("1N", CallDirector(text="a revoke"))
    tuesday.asks("Dora", Announce(text="Coffee"))
    tuesday.asks("Dora", Hold())
    tuesday.asks("Dora", Hold(on=False))
    tuesday.plays_round()
    tuesday.asks("5S", Leave())
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1S", robot="plain"))
    tuesday.asks("Dora", MakeDraw())
    return tuesday


def test_the_log_gives_the_same_event_again() -> None:
    tuesday = evening()
    packed = [entries.encode(each) for each in tuesday.log]
    again = restore(tuesday.event.id, GAMES["bridge"], map(entries.decode, packed))
    assert again == tuesday.event and again.index == len(packed)


def test_every_part_of_the_log_gives_an_event() -> None:
    tuesday = evening()
    for length in range(1, len(tuesday.log) + 1):
        assert restore("e-tuesday", GAMES["bridge"], tuesday.log[:length]).index == length


def test_a_log_without_its_beginning_is_no_event() -> None:
    for log in ((), (TableEnded(at_ms=0, round=0, table=1),)):
        with pytest.raises(StoreError, match="begin with the entry `begun`"):
            restore("e-tuesday", GAMES["bridge"], log)


def test_an_entry_that_cannot_follow_is_refused() -> None:
    event = Tuesday.opened(6).event
    begun = Begun(at_ms=0, name="", conditions=event.conditions, directors=())
    for entry in (begun, TableEnded(at_ms=0, round=0, table=1), entries.Scored(at_ms=0)):
        with pytest.raises(StoreError):
            fold(event, entry)


def test_only_what_directors_change_counts_in_the_version() -> None:
    tuesday = Tuesday.started(6)
    seen = tuesday.event.version
    tuesday.reports(1, {0: 420})
    tuesday.asks("1N", CallDirector())
    tuesday.asks("5S", Leave())
    tuesday.plays_round()
    made = make(tuesday.event)
    at_ms = tuesday.now_ms
    tuesday.takes((entries.Drawn(draw=made.draw, at_ms=at_ms), entries.Published(at_ms=at_ms)))
    assert tuesday.event.version == seen
    for number, command in enumerate(
        (Hold(), AnswerCall(call=1), Announce(text="Tea"), Remove(entrant="1")), 1
    ):
        tuesday.asks("Dora", command)
        assert tuesday.event.version == seen + number
