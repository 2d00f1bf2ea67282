"""Tests of claims, undo requests, questions, rulings and looks, typed at a terminal."""

from __future__ import annotations

import pytest

from bots.terminal.person import read_audience
from protocol.v1 import requests
from protocol.v1.bridge import Ask, Call, Claim, Explain, Grant, MakeCall, PlayCard, PlayOn, Seat, Undo, Vote
from protocol.v1.codes import Code
from protocol.v1.updates import Chat, Knock, Notice, People, Refused, Said, SeatRow
from server.games.bridge.rules import BRIDGE
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import CLOSING, Pipe, leave, send_to_all, start_playing, start_watching


def in_play(server: ScriptedServer) -> None:
    """Return a board at which North declares one notrump and East has led. South is dummy."""
    for call in (Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS):
        server.acts(BRIDGE.to_act(server.state)[0], MakeCall(call))
    server.acts(Seat.EAST, BRIDGE.legal_actions(server.state, Seat.EAST)[0])


async def test_a_person_alerts_a_call_and_explains_another_later(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person, "N")
    person.types("1c! 16 or more")
    await until(lambda: server.log)
    person.types("explain 1 any shape")
    await until(lambda: len(server.log) == 2)
    assert server.log == [
        (Seat.NORTH, MakeCall(Call.ONE_CLUB, alert=True, explanation="16 or more")),
        (Seat.NORTH, Explain(0, "any shape")),
    ]
    await person.waits_for("1. North's 1♣*: 16 or more")
    await person.waits_for("1. North's 1♣* (late): 16 or more; any shape")
    await leave(person, playing)


async def test_a_person_asks_about_a_call_by_its_number(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "E")
    server.acts(Seat.NORTH, MakeCall(Call.ONE_CLUB))
    await person.waits_for("Your call")
    person.types("ask 1 how strong?")
    await until(lambda: server.log[-1] == (Seat.EAST, Ask(0, "how strong?")))
    await person.waits_for("East asks about 1. North's 1♣: how strong?")
    person.types("ask 2")
    await person.waits_for("this auction has 1 call, numbered from 0")
    await leave(person, playing)


async def test_a_person_votes_on_a_claim(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "W")
    in_play(server)
    server.acts(Seat.NORTH, Claim(9, "on a squeeze"))
    await person.waits_for("North claims 9 of 13 tricks: on a squeeze. Accept or refuse?")
    person.types("?")
    await person.waits_for("accept refuse")
    person.types("refuse")
    await person.waits_for("North's claim is refused; the director rules on it")
    await person.waits_for("Type `play on` to agree to continue play")
    person.types("play on")
    await until(lambda: server.log[-1] == (Seat.WEST, PlayOn()))
    assert (Seat.WEST, Vote(accept=False)) in server.log
    await leave(person, playing)


async def test_a_player_without_a_vote_may_dispute_a_claim(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "S")
    await person.waits_for("Your hand")
    in_play(server)
    server.acts(Seat.NORTH, Claim(13))
    await person.waits_for("North claims 13 of 13 tricks")
    person.types("?")
    await person.waits_for("refuse (disputes the claim although you have no vote on it)")
    person.types("refuse")
    await until(lambda: server.log[-1] == (Seat.SOUTH, Vote(accept=False)))
    await person.waits_for("North's claim is refused")
    await leave(person, playing)


async def test_all_people_see_a_claim_and_its_end(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    in_play(server)
    await person.waits_for("Your card from dummy")
    person.types("claim 3 aces")
    await person.waits_for("North claims 3 of 13 tricks: aces")
    for opponent in (Seat.EAST, Seat.WEST):
        server.acts(opponent, Vote(accept=True))
    await person.waits_for("North's claim is accepted")
    await person.waits_for("1NT by North: 4 down, 200 to East-West (claimed)")
    await leave(person, playing)


async def test_a_person_grants_an_opponents_undo_request(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "E")
    server.acts(Seat.NORTH, MakeCall(Call.SEVEN_NOTRUMPS))
    await person.waits_for("Your call")
    person.types("grant")
    await person.waits_for("no opponent has asked for an undo")
    server.acts(Seat.NORTH, Undo("a slip"))
    await person.waits_for("North asks for an undo: a slip")
    person.types("grant")
    await until(lambda: server.log[-1] == (Seat.EAST, Grant(Seat.NORTH, accept=True)))
    server.acts(Seat.WEST, Grant(Seat.NORTH, accept=True))
    await person.waits_for("North takes back an action; 0 calls remain")
    await leave(person, playing)


async def test_a_typed_undo_request_and_its_refusal_are_shown(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "N")
    person.types("1s")
    await until(lambda: server.log)
    person.types("undo I meant hearts")
    await until(lambda: server.log[-1] == (Seat.NORTH, Undo("I meant hearts")))
    await person.waits_for("North asks for an undo: I meant hearts")
    server.acts(Seat.EAST, Grant(Seat.NORTH, accept=False))
    await person.waits_for("North's undo request is not granted")
    await leave(person, playing)


async def test_a_player_shows_the_hand_to_a_watcher_by_name(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    person.types("show Carl")
    await person.waits_for(
        "expected the name of a watcher that asks to see your hand (no watcher has asked), got 'Carl'"
    )
    send_to_all(server, Knock(table=TABLE, player="p7", name="Carl"))
    await person.waits_for("Carl asks to see your hand; `show Carl` allows it")
    person.types("show carl")
    await until(lambda: isinstance(server.heard[-1], requests.Show))
    assert (server.heard[-1].player, server.heard[-1].hand) == ("p7", True)
    person.types("hide carl")
    await until(lambda: isinstance(server.heard[-1], requests.Show) and not server.heard[-1].hand)
    await leave(person, playing)


async def test_warnings_and_chat_of_other_people_are_printed(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    send_to_all(server, Notice(kind="clock", table=TABLE, left_ms=30_000))
    await person.waits_for("30 seconds left for the player on turn")
    send_to_all(server, Chat(table=TABLE, lines=(Said("Eve", "ha\x1b[2J", 0, seat=1, to="opponents"),)))
    await person.waits_for("Eve (E) to opponents: ha [2J")
    await leave(person, playing)


async def test_chat_goes_to_the_named_receivers(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "N")
    for line in ("/opp well bid", "/td please", "/hello"):
        person.types(line)
    await until(lambda: sum(isinstance(request, requests.Chat) for request in server.heard) == 3)
    chats = [request for request in server.heard if isinstance(request, requests.Chat)]
    assert [(chat.to, chat.text) for chat in chats] == [
        ("opponents", "well bid"), ("director", "please"), ("table", "hello")
    ]  # fmt: skip
    await leave(person, playing)


async def test_a_director_rules_seats_and_stops_the_clock_from_the_terminal(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = start_watching(server, person, "director")
    await person.waits_for("You are carl, id carl")
    send_to_all(
        server, People(table=TABLE, seats=(SeatRow(0, "Ann", "p-ann"),), watchers=1, directors=("d",))
    )
    for line in (
        "rule tricks 9: agreed",
        "pause",
        "add 2min",
        "seat e ann",
        "seat s nobody",
        "robot w plain",
    ):
        person.types(line)
    person.types("director p9")
    await until(lambda: sum(isinstance(request, requests.Host) for request in server.heard) == 6)
    rulings = [request.ruling for request in server.heard if isinstance(request, requests.Rule)]
    assert rulings == [{"t": "tricks", "tricks": 9, "board": None, "reason": "agreed"}]
    pause, more, east, south, robot, office = (
        request for request in server.heard if isinstance(request, requests.Host)
    )
    assert pause.pause is True
    assert more.add_ms == 120_000
    assert (east.place, south.place, robot.seats) == ({1: "p-ann"}, {2: None}, {3: "plain"})
    assert office.directors == ("d", "p9")
    person.types("rule nonsense")
    await person.waits_for("expected one of these rulings")
    person.types("dance")
    await person.waits_for("expected one of the commands that ? lists, got 'dance'")
    await leave(person, watching)


async def test_a_watcher_who_may_not_see_a_hand_yet_learns_how_to_ask_again(
    server: ScriptedServer, person: Pipe
) -> None:
    not_yet = Refused(code=Code.FORBIDDEN, message="by permission of the seat")
    server.faults.refusals = [not_yet, not_yet]  # of the look at how many sit there, too
    watching = start_watching(server, person, "S")
    await person.waits_for("You cannot see that hand yet: by permission of the seat. `look S` asks again")
    await person.waits_for("Board 1")
    server.faults.refusals = [Refused(code=Code.FORBIDDEN, message="still not")]
    person.types("look S")
    await person.waits_for("still not")
    person.types("look all")
    await until(lambda: [r for r in server.heard if isinstance(r, requests.Watch)][-1].as_ == "all")
    server.acts(Seat.NORTH, MakeCall(Call.ONE_CLUB))
    await person.waits_for("North: 1♣")
    send_to_all(server, CLOSING)
    await watching


async def test_a_watcher_sees_claims_and_undone_actions(server: ScriptedServer, person: Pipe) -> None:
    watching = start_watching(server, person)
    await person.waits_for("Board 1")
    in_play(server)
    lead = server.state.plays[0].card
    await person.waits_for("East leads")
    server.acts(Seat.EAST, Undo())
    server.acts(Seat.NORTH, Grant(Seat.EAST, accept=True))
    await person.waits_for("East takes back an action; 4 calls remain")
    server.acts(Seat.EAST, PlayCard(lead))
    await person.waits_for("East leads", times=2)
    server.acts(Seat.EAST, Claim(0))
    await person.waits_for("East claims nothing: concedes 13")
    server.acts(Seat.WEST, Vote(accept=False))
    await person.waits_for("East's claim is void: partner objects (Law 68B2)")
    await leave(person, watching)


@pytest.mark.parametrize(
    ("said", "meant"), [("public", "public"), ("all", "all"), ("N", 0), ("west", 3), ("2", 2)]
)
def test_an_audience_is_a_role_or_a_seat(said: str, meant: object) -> None:
    assert read_audience(said) == meant


async def test_a_player_asks_for_the_next_deal_or_holds_it_after_a_deal(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person, "N")
    await person.waits_for("Your call")
    person.types("wait")
    await until(lambda: isinstance(server.heard[-1], requests.Wait))
    person.types("next")
    await until(lambda: isinstance(server.heard[-1], requests.Next))
    await leave(person, playing)
