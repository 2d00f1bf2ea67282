"""The listeners of chat, for every speaker, every circle and every listener, as pure values."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call, MakeCall, Options
from protocol.v1.requests import ChatTo, NoClock, Policy
from protocol.v1.updates import Said
from server.errors import Refusal
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.table import table as tables
from server.table.chat_scope import Line, circle_of, hears, hears_as, speaks_as
from server.table.events import Sat
from server.table.seats import Chair
from server.table.table import HandAccess, Roles, Table
from tests.tables import NAMES, NOON, act, dealt

POLICY = Policy(hands="live", clock=NoClock())
SEES: tuple[Audience, ...] = (Public(), *map(Kibitzer, range(4)), AllHands(), Commentator(), Director())
SEATED: tuple[Audience, ...] = tuple(map(Seated, range(4)))
TO: tuple[ChatTo, ...] = get_args(ChatTo)


def live() -> Table:
    """Return a board in its auction, at a table with a director."""
    return replace(
        dealt(policy=POLICY), roles=Roles(directors=frozenset({"dora"}), commentators=frozenset({"carl"}))
    )


def over() -> Table:
    """Return the same board, passed out."""
    return act(live(), *(MakeCall(Call.PASS),) * 4)


def player_of(place: Audience) -> str:
    """Return a player with this audience."""
    match place:
        case Seated(seat):
            return NAMES[seat]
        case Director():
            return "dora"
        case Commentator():
            return "carl"
        case _:
            return "somebody"


def line(at: Table, place: Audience, to: ChatTo) -> Line | None:
    """Return a line of chat from a player with this audience, None if it may not be sent."""
    try:
        circle = circle_of(at, to, place)
    except Refusal:
        return None
    said = Said(name="", text="", at_ms=NOON, to=to)
    return Line(said=said, player=player_of(place), circle=circle, deal=at.deal, order=0, delayed=False)


def hearers(at: Table, said: Line) -> set[Audience]:
    """Return the audiences that receive a line, besides the speaker."""
    return {place for place in (*SEATED, *SEES) if hears(at, said, player_of(place) + "'s friend", place)} | {
        place for place in SEATED if hears(at, said, player_of(place), place)
    }


@pytest.mark.parametrize("at", [live(), over()], ids=["live", "over"])
def test_no_line_of_a_watcher_reaches_a_seat(at: Table) -> None:
    for place, to in product(SEES, TO):
        said = line(at, place, to)
        if said is not None and not isinstance(place, Director):
            assert not hearers(at, said) & set(SEATED), (place, to)


def test_during_a_board_no_viewer_gets_chat_of_a_watcher_that_sees_more_or_other_cards() -> None:
    at = live()
    for place, to in product(SEES[:-1], ("table", "kibitzers")):
        said = line(at, place, to)  # type: ignore[arg-type]
        assert said is not None
        above = (
            {AllHands(), Commentator(), Director()} if place == Commentator() else {Commentator(), Director()}
        )
        assert hearers(at, said) == {place, *above}, (place, to)


def test_chat_to_opponents_never_reaches_the_speakers_partner() -> None:
    for at, seat in product((live(), over()), range(4)):
        said = line(at, Seated(seat), "opponents")
        assert said is not None and Seated((seat + 2) % 4) not in hearers(at, said)
        assert {Seated((seat + 1) % 4), Seated((seat + 3) % 4)} <= hearers(at, said)


def test_partners_speak_with_each_other_between_boards_alone() -> None:
    for seat in range(4):
        assert line(live(), Seated(seat), "partner") is None
        said = line(over(), Seated(seat), "partner")
        assert said is not None
        assert hearers(over(), said) == {Seated(seat), Seated((seat + 2) % 4), Director()}


def test_private_lines_of_a_board_are_not_opened_to_watchers_by_its_end() -> None:
    for seat, to in product(range(4), ("opponents", "kibitzers", "director")):
        said = line(live(), Seated(seat), to)  # type: ignore[arg-type]
        assert said is not None
        assert {place for place in SEES if hears(over(), said, "late", place)} == {Director()}


def test_a_player_beside_the_table_has_no_opponents_and_is_no_opponent() -> None:
    at = tables.begin(
        "t",
        BRIDGE,
        0,
        tables.open_with(BRIDGE, Options(waiting=1, scoring="rubber"), (Chair(),) * 5, POLICY, NOON),
    )
    for seat in range(5):
        at = tables.fold(at, Sat(at_ms=NOON, seat=seat, player=f"p{seat}", name=""))
    for to in ("opponents", "partner"):
        with pytest.raises(Refusal):
            circle_of(at, to, Seated(4))  # type: ignore[arg-type]
    said = line(at, Seated(0), "opponents")
    assert said is not None
    assert [seat for seat in range(5) if hears(at, replace(said, player="p0"), f"p{seat}", Seated(seat))] == [
        0,
        1,
        3,
    ]


def test_a_player_speaks_and_listens_as_the_seat_whatever_the_watched_audience() -> None:
    assert hears_as(live(), "north", Public()) == speaks_as(live(), "north", Public(), None) == Seated(0)


def test_officers_speak_as_officers_and_listen_by_their_audience() -> None:
    assert speaks_as(live(), "dora", Public(), None) == Director()
    assert speaks_as(live(), "carl", Kibitzer(1), None) == Commentator()
    assert hears_as(live(), "dora", Public()) == Public()


def test_a_watcher_that_has_seen_cards_speaks_as_a_watcher_of_these_cards() -> None:
    at = live()
    assert speaks_as(at, "eve", Public(), None) == Public()
    assert speaks_as(at, "eve", Public(), Kibitzer(2)) == Kibitzer(2)
    assert speaks_as(at, "eve", Kibitzer(1), Kibitzer(2)) == AllHands()
    assert (
        speaks_as(replace(at, hand_access=HandAccess(seen_by=frozenset({"eve"}))), "eve", Public(), None)
        == AllHands()
    )
    assert speaks_as(
        replace(at, hand_access=HandAccess(former_seats={"eve": 3})), "eve", Public(), None
    ) == Kibitzer(3)
    assert speaks_as(over(), "eve", Public(), AllHands()) == Public()
