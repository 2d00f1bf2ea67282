"""The properties of every view, message and answer, whatever happened before."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from protocol.v1.updates import Chat, Done, Lobby, Refused, View
from server.games.base import Audience, Kibitzer, Seated
from server.games.bridge.state import BridgeState
from server.hub.room import Room
from server.hub.viewers import AUDIENCES_BY_NAME
from server.table import access
from server.table.schedule import next_deal_ms, opens_ms
from server.table.table import Table
from tests.patching import Shown
from tests.rooms import Person

CARD = re.compile(r'"([CDHS][2-9TJQKA])"')


def cards_in(plain: object) -> set[str]:
    """Return every card that is named anywhere in a value."""
    return set(CARD.findall(msgspec.json.encode(plain).decode()))


def check_view(table: Table, person: Person) -> None:
    """Check that a patched live view equals the table; delayed views are not compared."""
    shown = person.tables[table.id]
    if not access.sees_live(table, person.player.id):
        return
    audience = audience_of(shown.audience, table.seat_of(person.player.id))
    halves = [table.game.pub(table.state), table.own(audience)]
    assert list(shown.halves) == person.codec.decode_plain(person.codec.encode(halves), 1 << 20)
    times = (table.clock.deadline_ms(), opens_ms(table), next_deal_ms(table, None))
    assert (shown.deadline_ms, shown.opens_ms, shown.next_deal_ms) == times


def audience_of(name: str | int, seat: int | None) -> Audience:
    """Return the audience of a view."""
    if isinstance(name, int):
        return Kibitzer(name)
    if name == "seat":
        assert seat is not None, "expected only who has a seat to be shown it"
        return Seated(seat)
    return AUDIENCES_BY_NAME[name]


def check_hands(table: Table, player: str, shown: Shown) -> None:
    """Check that no live view shows a hand that its viewer may not see; delayed views are not checked."""
    state, pub, own = table.state, shown.pub, shown.own
    assert isinstance(state, BridgeState)
    if not access.sees_live(table, player):
        return
    if shown.audience in ("all", "director", "commentator"):
        _check_entitled(table, player, shown.audience)
        return
    assert own is None or own.get("hands") is None
    if pub["phase"] == "over":
        return
    assert pub["hands"] is None and pub["remarks"] is None
    allowed = {play["card"] for play in pub["plays"].values()} | cards_in([pub["dummy"]])
    if pub["dummy"] is not None:
        assert state.plays and state.dummy is not None
        assert set(pub["dummy"]) == set(state.hands[state.dummy])
    if pub["claim"] is not None:
        assert set(pub["claim"]["hand"]) == set(state.hands[pub["claim"]["seat"]])
        allowed |= set(pub["claim"]["hand"])
    if isinstance(pub["last"], dict) and pub["last"]["t"] in ("cut", "played"):
        allowed |= cards_in(pub["last"])
    if shown.audience == "public":
        assert own is None
    else:
        allowed |= _seats_cards(table, player, shown)
    assert cards_in([pub, own]) <= allowed, (player, shown.audience, cards_in([pub, own]) - allowed)


def _check_entitled(table: Table, player: str, audience: str | int) -> None:
    assert table.right_of(player) is None, f"{player} plays and is shown {audience}"
    match audience:
        case "director":
            assert player in table.roles.directors
        case "commentator":
            assert player in table.roles.commentators
        case _:
            assert table.over or (player and table.policy.hands == "live")


def _seats_cards(table: Table, player: str, shown: Shown) -> set[str]:
    """Return the cards beyond the public ones that a seat or its kibitzer may see."""
    state, own = table.state, shown.own
    assert isinstance(state, BridgeState) and own is not None
    if shown.audience == "seat":
        seat = table.seat_of(player)
        assert seat is not None
    else:
        seat = int(shown.audience)
        assert table.right_of(player) is None
        assert table.policy.hands == "live" or (seat, player) in table.hand_access.permissions
    if seat >= 4:
        return set()
    assert own["seat"] == seat
    mine = set(own["hand"] or ())
    if state.deal is not None:
        assert mine == set(state.hands[seat])
    for key in own["remarks"] or {}:
        speaker = int(key) % 4
        if state.options.explains == "partner" and not state.options.screens:
            continue  # partner explains aloud
        heard = (seat, seat ^ 1) if state.options.screens else (seat, (seat + 1) % 4, (seat + 3) % 4)
        assert speaker in heard, f"seat {seat} is told what its partner said"
    if own["declarer"] is not None:
        assert state.options.dummy_sees and seat == state.dummy
        mine |= set(own["declarer"])
    return mine | {play["card"] for play in own["last_trick"] or ()}


def check_talk(table: Table, person: Person, heard: list[Any], before: frozenset[str]) -> None:
    """Check that no line of a watcher reaches a seat.

    `before` are the players that had a right to a seat before the checked messages. A player who sits down
    later may have received watchers' lines until the view of the seat arrived.
    """
    plays = table.right_of(person.player.id) is not None
    seated = plays and person.player.id in before
    for update in heard:
        seated = seated or (plays and isinstance(update, View) and update.audience == "seat")
        for line in update.lines if isinstance(update, Chat) and seated else ():
            mine = line.name == person.player.name
            assert mine or line.seat is not None or line.role == "director", line


def check_answers(person: Person, asked: list[int]) -> None:
    """Check that each request has one answer, and each answer a request."""
    answers = Counter(each.id for each in person.of(Done, Refused, Lobby) if each.id)
    assert answers == Counter(asked), (person.player.id, answers - Counter(asked), Counter(asked) - answers)


def as_shown(shown: Shown) -> tuple[Any, ...]:
    return shown.audience, shown.pub, shown.own, shown.deadline_ms, shown.opens_ms, shown.next_deal_ms


def moves_by_itself_ms(room: Room, now_ms: int) -> int | None:
    """Return the time by which the table must have changed without requests, None if it may stay as it is.

    Without people, without a clock, and while a director is awaited, the table waits.
    """
    table = room.table
    if table.paused or table.closed or not room.viewers.presence.people_present:
        return None
    if table.over:
        return table.policy.pause_ms if table.game.deal_due(table.game.carry(table.state)) else None
    if table.game.deal_due(table.state):
        return 0 if table.ready else None
    robots = [seat for seat in table.game.to_act(table.state) if table.chairs[seat].house is not None]
    if robots:
        return max(table.policy.robot_ms, table.policy.tempo_ms, table.game.pause_ms(table.state)) + 2_000
    if table.game.disputed(table.state) and table.roles.directors:
        return None
    deadline = table.clock.deadline_ms()
    timed = [seat for seat in table.game.to_act(table.state) if table.chairs[seat].timed]
    rules = type(table.clock.rules).__name__
    assert (deadline is not None) is (bool(timed) and rules != "NoClock"), (timed, rules, deadline)
    return None if deadline is None else max(0, deadline - now_ms)
