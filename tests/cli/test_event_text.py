"""An event as lines of text: what a director needs, and what a player is told."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from server.cli.event_text import lines_of
from server.events.commands import (
    Announce,
    CallDirector,
    Enrol,
    Enter,
    Hold,
    MakeDraw,
    Named,
    Offer,
    Start,
)
from server.events.shown import about
from tests.events.tuesday import PLAIN, Tuesday


def shown(tuesday: Tuesday, name: str) -> str:
    """Return the lines about an event as a person sees them."""
    player = f"p-{name}" if name else ""
    found = about(tuesday.event, player, lambda _, table: f"t{table}", tuesday.now_ms, tuesday.away)
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return "\n".join(lines_of(read))


def test_a_director_reads_calls_clocks_boards_and_announcements() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, board_s=600))
    tuesday.asks("Dora", Hold(table=2))
    tuesday.now_ms += 61_000
    tuesday.asks("1N", CallDirector(text="A revoke"))
    tuesday.asks("Dora", Announce(text="Coffee", table=2))
    tuesday.asks("Dora", Announce(text="Play on", tables=(1, 3)))
    lines = shown(tuesday, "Dora").splitlines()
    assert "call 1 of 1 1N – 1S, 0:00 ago: A revoke" in lines
    assert "announced 0:00 ago to table 2: Coffee" in lines
    assert "announced 0:00 ago to tables 1, 3: Play on" in lines
    (first, second, third) = (line for line in lines if line.startswith("  table"))
    assert "(0 boards done, 2 to finish, ends in 18:59)" in first and first.endswith("t1")
    assert "clock stopped" in second and "clock stopped" not in third
    assert "p-1N" in shown(tuesday, "Dora") and "p-1N" not in shown(tuesday, "")


def test_players_that_have_not_checked_in_or_accepted_are_named() -> None:
    tuesday = Tuesday.opened(1, replace(PLAIN, check_in=True))
    tuesday.asks("Dora", Enrol(players=(Named("p-Ann", "Ann"), Named("p-Bob", "Bob")), present=False))
    tuesday.asks("Cid", Enter())
    tuesday.asks("Eve", Enter(partners=(Named("p-Fay", "Fay"),)))
    said = shown(tuesday, "Dora")
    assert "Ann – Bob  (not checked in: Ann, Bob)" in said
    assert "Cid  (wants a partner)" in said and "Fay: has yet to accept" in said


def test_an_entry_of_a_draw_without_opponents_meets_robots_or_sits_out() -> None:
    for robot, said in ((None, "sits out: 5 5N – 5S"), ("plain", "5 5N – 5S v robots")):
        tuesday = Tuesday.opened(5, replace(PLAIN, robot=robot))
        tuesday.asks("Dora", MakeDraw())
        assert said in shown(tuesday, "Dora")
        tuesday.asks("Dora", Start())
        assert said in shown(tuesday, "Dora")


def test_directors_and_partners_read_which_player_is_absent_and_a_player_that_offers_to_play() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Ann", Offer())
    tuesday.away = frozenset({"p-3S"})
    for name in ("Dora", "3N"):
        said = shown(tuesday, name).splitlines()
        assert {"absent from the table: 3S", "offers to play as a substitute: Ann (p-Ann)"} <= set(said)
    assert "substitute" not in shown(tuesday, "1N")
    assert "you offer to play as a substitute" in shown(tuesday, "Ann")


def test_a_pair_that_did_not_come_is_named_at_its_table() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, no_show_s=60))
    tuesday.misses("3")
    said = shown(tuesday, "")
    assert "3N – 3S  (has not come; plays again after check_in)" in said
    assert "(not played: 3 did not come)" in said
