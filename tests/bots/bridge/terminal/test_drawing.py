"""Tests of the drawing of a bridge table for each audience, and of its words."""

from __future__ import annotations

import io

import msgspec
from rich.console import Console
from rich.text import Text

from bots.bridge.terminal.drawing import draw, known_hands
from bots.terminal.screen import clock, picture, who
from bots.wire.table_view import TableView
from protocol.v1.bridge import BridgeOwn, PlayCard, Seat, format_hand
from protocol.v1.cards import Card
from protocol.v1.codec import MSGPACK
from protocol.v1.updates import People, SeatRow, View
from server.games.base import AllHands, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.terminal.drawn_tables import DEAL, HANDS, after


def shown(state: BridgeState, own: BridgeOwn | None = None) -> str:
    """Return the table as plain text."""
    console = Console(file=io.StringIO(), width=100)
    console.print(draw(BRIDGE.pub(state), own, {Seat.NORTH: Text("Ann"), Seat.WEST: Text("Bob")}))
    return console.file.getvalue()


def seen(state: BridgeState, audience) -> dict[str, str]:
    known = known_hands(BRIDGE.pub(state), BRIDGE.own(state, audience))
    return {seat.letter: format_hand(hand) for seat, hand in known.items()}


def test_the_public_sees_dummy_after_the_lead_and_all_hands_at_the_end() -> None:
    assert seen(after("1NT P 3NT P P P"), Public()) == {}
    assert seen(after("1NT P 3NT P P P HK"), Public()) == {"S": HANDS[2]}
    assert seen(after("P P P P"), Public()) == dict(zip("NESW", HANDS, strict=True))


def test_a_seat_sees_its_own_hand_and_dummy() -> None:
    assert seen(after("1NT P"), Seated(1)) == {"E": HANDS[1]}
    lead = seen(after("1NT P 3NT P P P HK"), Seated(1))
    assert lead == {"E": "QJT.QJ2.652.J98", "S": HANDS[2]}


def test_an_audience_of_all_hands_sees_all_hands() -> None:
    assert seen(after("1NT P"), AllHands()) == dict(zip("NESW", HANDS, strict=True))


def test_hands_are_drawn_around_the_trick() -> None:
    text = shown(after("1NT P 3NT P P P HK"), BRIDGE.own(DEAL, Seated(0)))
    lines = text.splitlines()
    place = {word: next(n for n, line in enumerate(lines) if word in line) for word in ("Ann", "Bob", "▶S")}
    assert place["Ann"] < place["Bob"] < place["▶S"]
    assert "♠ A K 3" in text
    assert "♣ A K Q 7 6" in text
    assert "♥K" in text
    assert "12 cards" in text
    assert "3NT by North; tricks NS 0, EW 0; South is to play" in text


def test_the_auction_begins_in_the_dealers_column() -> None:
    lines = shown(after("1NT P 2S X")).splitlines()
    head = next(line for line in lines if "W    N    E    S" in line)
    rows = lines[lines.index(head) + 1 :]
    column = {letter: head.index(f"{letter}    ") for letter in "WNE"} | {"S": head.rindex("S")}
    assert rows[0][column["N"] :].startswith("1NT")
    assert rows[0][column["E"]] == "–"
    assert rows[0][column["S"] :].startswith("2♠")
    assert rows[1][column["W"]] == "X"
    assert rows[1][column["N"]] == "?"


def test_the_last_trick_stays_until_the_next_is_led() -> None:
    done = after("1NT P 3NT P P P HK H5 H7 H3")
    assert all(card in shown(done) for card in ("♥K", "♥5", "♥7", "♥3"))
    assert "♥7" not in shown(BRIDGE.apply(done, 1, PlayCard(Card.SQ)))


def test_the_clock_counts_down_to_zero() -> None:
    assert clock(None, 0) == ""
    assert clock(450_000, 0) == "clock 7:30"
    assert clock(450_000, 445_500) == "clock 0:04"
    assert clock(450_000, 999_999) == "clock 0:00"


def test_a_seat_shows_a_present_or_absent_player_a_robot_or_that_it_is_empty() -> None:
    assert who(SeatRow(0, "Ann", "p1", here=True)).plain == "● Ann"
    assert who(SeatRow(0, "Ann", "p1")).plain == "○ Ann"
    assert who(SeatRow(0, "plain", robot="plain", here=True)).plain == "● robot plain"
    assert who(SeatRow(0, "Deep", "b1", here=True, robot_of="Dora")).plain == "● robot Deep"
    assert who(SeatRow(0)).plain == "empty"


def test_the_whole_picture_fits_a_terminal_of_80_by_24() -> None:
    watched = TableView("t1", "public", MSGPACK)
    seats = tuple(SeatRow(seat, "A long long name", "p", here=True) for seat in range(4))
    watched.take_message(People(table="t1", seats=seats, watchers=12, paused=True))
    over = after("P P P P")
    view = View(
        table="0123456789abcdef",
        epoch="e",
        version=1,
        audience="public",
        pub=msgspec.to_builtins(BRIDGE.pub(over)),
        now_ms=0,
        deadline_ms=1000,
    )
    watched.take_view(view, 0.0)
    console = Console(file=io.StringIO(), width=80)
    console.print(picture(watched, 0.0, "connection lost, connecting again"))
    lines = console.file.getvalue().splitlines()
    assert len(lines) <= 22
    assert max(len(line) for line in lines) <= 80
    assert any("paused, 12 watching" in line and "connection lost" in line for line in lines)
    assert all(hand in console.file.getvalue() for hand in ("♠ A K 3", "♠ Q J 10", "♣ A K Q 7 6", "♣ 10"))
