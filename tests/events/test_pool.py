"""The pool of substitutes: players offer to play, and the side of an absent player takes one of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events import commands
from server.events.commands import (
    MOST_ENTRIES,
    Change,
    Claim,
    Enrol,
    Enter,
    Finish,
    Join,
    Leave,
    Offer,
    OpenEntries,
    Remove,
    Substitute,
    TakeSubstitute,
)
from server.events.event import Event, restore
from server.events.people import Person
from server.events.shown import EventShown, about
from server.games.registry import GAMES
from tests.events.tuesday import PLAIN, Tuesday, named

TAKE = TakeSubstitute(player="p-Ann", out="p-3S")


def stuck(*offers: str) -> Tuesday:
    """Return an event in whose first round the player 3S is absent, with these players in the pool."""
    tuesday = Tuesday.started(6)
    for name in offers:
        tuesday.asks(name, Offer())
    tuesday.away = frozenset({"p-3S"})
    return tuesday


def seen(tuesday: Tuesday, name: str) -> EventShown:
    return about(tuesday.event, f"p-{name}", lambda round, table: "", 0, tuesday.away)


def pool(event: Event) -> list[str]:
    return [each.name for each in event.pool.values()]


def at_table(event: Event) -> set[str]:
    assert event.playing is not None
    tables = event.playing.tables.values()
    return {each.name for table in tables for each in table.seating.chairs.values()}


# The pool


def test_a_player_offers_to_play_and_takes_the_offer_back() -> None:
    tuesday = Tuesday.opened(2)
    tuesday.asks("Ann", Offer())
    tuesday.asks("Bob", Offer())
    assert pool(tuesday.event) == ["Ann", "Bob"] and seen(tuesday, "Ann").mine.offers
    assert tuesday.asks("Ann", Offer()) == ()
    tuesday.asks("Ann", Offer(on=False))
    assert pool(tuesday.event) == ["Bob"] and not seen(tuesday, "Ann").mine.offers
    assert tuesday.asks("Ann", Offer(on=False)) == ()
    assert restore(tuesday.event.id, GAMES["bridge"], tuesday.log) == tuesday.event


def test_players_and_directors_of_the_event_are_not_in_the_pool() -> None:
    tuesday = Tuesday.opened(2)
    assert "1N has entered already" in tuesday.refusal("1N", Offer())
    assert "Dora directs the event" in tuesday.refusal("Dora", Offer())
    tuesday.asks("Bob", Enter(partners=(named("Carl"),)))
    assert "Carl has entered already" in tuesday.refusal("Carl", Offer())


def test_a_player_that_comes_to_play_or_to_direct_leaves_the_pool() -> None:
    tuesday = Tuesday.opened(2)
    for name in ("Ann", "Bob", "Carl", "Dan", "Eve", "Fay", "Guy"):
        tuesday.asks(name, Offer())
    tuesday.asks("Ann", Enter())
    tuesday.asks("Bob", Join("3"))
    tuesday.asks("Dora", Enrol(players=(named("Carl"), named("X"))))
    tuesday.codes = ("ABCDE12345",)
    tuesday.asks("Dora", Enrol(players=(commands.Named(name="Y"), named("Z"))))
    tuesday.asks("Dan", Claim(code="ABCDE12345"))
    tuesday.asks("Dora", Substitute(entrant="1", out=1, player=named("Eve")))
    tuesday.asks("Dora", Change(directors=(named("Dora"), named("Fay"))))
    assert pool(tuesday.event) == ["Guy"]


def test_a_player_that_has_left_the_event_may_offer_to_play() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("3N", Leave())
    tuesday.asks("3N", Offer())
    assert pool(tuesday.event) == ["3N"]


def test_the_player_that_uploaded_the_boards_is_not_in_the_pool() -> None:
    tuesday = Tuesday.opened(2)
    tuesday.event = replace(tuesday.event, uploader=Person("p-Ann", "Ann"))
    assert "uploaded the boards" in tuesday.refusal("Ann", Offer())


def test_the_pool_is_open_from_the_first_entry_to_the_last_round() -> None:
    tuesday = Tuesday()
    assert "accepts no offers" in tuesday.refusal("Ann", Offer())
    tuesday.asks("Dora", OpenEntries())
    tuesday.asks("Ann", Offer())
    tuesday.asks("Dora", Finish(cancel=True))
    assert "is over" in tuesday.refusal("Bob", Offer())


def test_one_player_cannot_fill_the_log_with_offers() -> None:
    tuesday = Tuesday.opened(2)
    for _ in range(MOST_ENTRIES):
        tuesday.asks("Ann", Offer())
        tuesday.asks("Ann", Offer(on=False))
    assert "rate_limited" in tuesday.refusal("Ann", Offer())
    assert "rate_limited" in tuesday.refusal("Ann", Enter())


def test_the_pool_has_a_largest_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_OFFERS", 1)
    tuesday = Tuesday.opened(2)
    tuesday.asks("Ann", Offer())
    assert "forbidden" in tuesday.refusal("Bob", Offer())


# The side of an absent player


def test_the_partner_of_an_absent_player_takes_a_substitute() -> None:
    tuesday = stuck("Ann", "Bob")
    tuesday.asks("3N", TAKE)
    entrant = tuesday.event.entrants["3"]
    assert [each.name for each in entrant.players] == ["3N", "Ann"] and entrant.former[0].name == "3S"
    assert pool(tuesday.event) == ["Bob"] and "Ann" in at_table(tuesday.event)
    assert restore(tuesday.event.id, GAMES["bridge"], tuesday.log) == tuesday.event


@pytest.mark.parametrize(
    ("name", "command", "reason"),
    [
        ("1N", TAKE, "no player p-3S of your entry is absent"),
        ("Bob", TAKE, "you have not entered"),
        ("3N", TakeSubstitute(player="p-Bob", out="p-3S"), "no player p-Bob offers"),
        ("3N", TakeSubstitute(player="p-Ann", out="p-3N"), "no player p-3N of your entry is absent"),
        ("3N", TakeSubstitute(player="p-Ann", out=""), "is absent from the table"),
        ("3S", TAKE, "no player p-3S of your entry is absent"),
    ],
)
def test_nobody_else_and_for_no_other_player_takes_a_substitute(
    name: str, command: TakeSubstitute, reason: str
) -> None:
    assert reason in stuck("Ann").refusal(name, command)


def test_a_player_that_is_at_the_table_is_not_replaced_by_the_partner() -> None:
    tuesday = stuck("Ann")
    tuesday.away = frozenset()
    assert "is absent from the table" in tuesday.refusal("3N", TAKE)


def test_a_player_that_reads_the_page_of_the_event_meanwhile_may_take_a_substitute() -> None:
    tuesday = stuck("Ann")
    tuesday.away = frozenset({"p-3N", "p-3S"})
    assert seen(tuesday, "3N").away == ("p-3S",)
    tuesday.asks("3N", TAKE)


def test_between_two_rounds_only_a_director_names_a_substitute() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Ann", Offer())
    tuesday.away = frozenset({"p-3S"})
    assert "only a player with a seat" in tuesday.refusal("3N", TAKE)
    tuesday.asks("Dora", Substitute(entrant="3", out=2, player=named("Ann")))
    assert pool(tuesday.event) == []


def test_a_substitute_that_may_know_a_board_of_the_table_is_refused_to_the_side_and_the_director() -> None:
    tuesday = stuck("Ann")
    tuesday.knowing = frozenset({"p-Ann"})
    imposed = Substitute(entrant="3", out=2, player=named("Ann"))
    for name, command in (("3N", TAKE), ("Dora", imposed)):
        try:
            tuesday.asks(name, command)
        except Refusal as refusal:
            assert "may know cards" in str(refusal)
        else:
            raise AssertionError(f"expected a refusal of {command}")


def test_a_player_of_the_pool_that_still_has_a_seat_is_refused() -> None:
    tuesday = stuck()
    tuesday.asks("Dora", Remove(entrant="5"))
    tuesday.asks("5N", Offer())
    assert "has a seat" in tuesday.refusal("3N", TakeSubstitute(player="p-5N", out="p-3S"))


def test_a_director_imposes_a_substitute_of_the_pool_at_any_time_under_its_own_name() -> None:
    tuesday = stuck("Ann")
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1N", player=commands.Named(id="p-Ann")))
    assert [each.name for each in tuesday.event.entrants["1"].players] == ["Ann", "1S"]


# What people see of it


def test_the_pool_is_seen_by_directors_and_by_the_side_of_an_absent_player_alone() -> None:
    tuesday = stuck("Ann", "Bob")
    for name in ("Dora", "3N"):
        shown = seen(tuesday, name)
        assert [each.name for each in shown.pool] == ["Ann", "Bob"] and shown.away == ("p-3S",), name
    for name in ("1N", "3S", "Ann", "Bob", "Stranger", ""):
        shown = seen(tuesday, name)
        assert (shown.pool, shown.away) == ((), ()), name
    tuesday.away = frozenset()
    assert seen(tuesday, "3N").pool == () and len(seen(tuesday, "Dora").pool) == 2


def test_a_side_sees_no_absent_player_of_another_side() -> None:
    tuesday = stuck("Ann")
    tuesday.away = frozenset({"p-3S", "p-1S", "p-2N"})
    assert seen(tuesday, "3N").away == ("p-3S",)
    assert seen(tuesday, "Dora").away == ("p-1S", "p-2N", "p-3S")


def test_a_team_sees_its_absent_player_from_both_of_its_tables() -> None:
    tuesday = Tuesday.started(4, replace(PLAIN, form="teams", movement="swiss", scoring="match", vp="wbf"))
    tuesday.away = frozenset({"p-1S"})
    assert all(seen(tuesday, name).away == ("p-1S",) for name in ("1N", "1E", "1W"))
