"""Tests of the lines about people who see hands, and of a player's consent to an office."""

from __future__ import annotations

from protocol.v1 import requests
from protocol.v1.requests import Delay
from protocol.v1.updates import Appoint, People, SeatRow
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import Pipe, leave, send_to_all, start_playing, start_watching


def people(**access: object) -> People:
    seats = (SeatRow(0, "Ann", "p-ann"),)
    return People(table=TABLE, seats=seats, watchers=1, **access)  # type: ignore[arg-type]


async def test_a_player_learns_which_people_see_the_hands_and_each_change(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    send_to_all(server, people())
    await person.waits_for("Watchers see a hand after the deal, or earlier with the permission of its player")
    send_to_all(server, people(delay=Delay(ms=180_000)))
    await person.waits_for("Watchers see every hand 3 minutes late")
    send_to_all(server, people(hands="live", directors=("d1",), commentators=("c1", "c2")))
    await person.waits_for("Watchers see every hand while it is played")
    await person.waits_for("1 director sees every hand while it is played")
    await person.waits_for("2 commentators see every hand while it is played")
    robot = SeatRow(2, "Deep", "b1", robot_of="Dora")
    send_to_all(server, People(table=TABLE, seats=(robot,), watchers=1))
    await person.waits_for("Deep is a robot of Dora")
    await leave(person, playing)


async def test_a_watcher_learns_which_people_see_the_hands_too(server: ScriptedServer, person: Pipe) -> None:
    watching = start_watching(server, person)
    await person.waits_for("Board 1")
    send_to_all(server, people(hands="live"))
    await person.waits_for("Watchers see every hand while it is played")
    await leave(person, watching)


async def test_a_player_agrees_to_an_office_by_name_and_withdraws_the_consent(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    person.types("consent Dirk")
    await person.waits_for("expected a player that is proposed for an office or a seat (none), got 'Dirk'")
    send_to_all(server, Appoint(table=TABLE, player="p7", office="director", name="Dirk"))
    await person.waits_for(
        "The host wants to make Dirk director, which shows every hand to Dirk; `consent Dirk` agrees"
    )
    person.types("consent dirk")
    await until(lambda: isinstance(server.heard[-1], requests.Consent))
    agreed = server.heard[-1]
    assert (agreed.player, agreed.office, agreed.agree) == ("p7", "director", True)
    person.types("dissent dirk")
    await until(lambda: isinstance(server.heard[-1], requests.Consent) and not server.heard[-1].agree)
    await leave(person, playing)


async def test_a_player_that_has_stood_up_is_asked_too_and_agrees(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = start_watching(server, person)
    await person.waits_for("Board 1")
    send_to_all(server, Appoint(table=TABLE, player="p7", office="seat", name="Dirk", seat=1))
    await person.waits_for("`consent Dirk` agrees")
    person.types("?")
    await person.waits_for("consent Dirk | dissent Dirk")
    person.types("consent dirk")
    await until(lambda: isinstance(server.heard[-1], requests.Consent))
    agreed = server.heard[-1]
    assert (agreed.player, agreed.office, agreed.seat) == ("p7", "seat", 1)
    await leave(person, watching)
