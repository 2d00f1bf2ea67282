"""Tests of views and patches: which patches apply, and how they change fields."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bots.wire.table_view import TableView
from protocol.v1 import updates
from protocol.v1.bridge import BridgeOwn, Call, Play, Seat
from protocol.v1.cards import Card
from protocol.v1.codec import JSON, Codec, InvalidMessage, decode_update
from protocol.v1.updates import Patch, Said, SeatRow, View
from server.games.bridge.rules import BRIDGE
from tests.bots.scripted import dealt


def watched(codec: Codec, own: BridgeOwn | None = None, **pub: Any) -> TableView:
    """Return a table that has a view of version 1."""
    table = TableView("t1", "public", codec)
    table.take_view(whole_view(codec, own, **pub), 0.0)
    return table


def whole_view(codec: Codec, own: BridgeOwn | None = None, **pub: Any) -> View:
    """Return a view of version 1 as it arrives from the server."""
    plain = {**msgspec.to_builtins(BRIDGE.pub(dealt())), **pub}
    view = View(table="t1", epoch="e", version=1, audience="public", pub=plain, own=own, now_ms=0)
    arrived: View = sent(codec, view)
    return arrived


def sent(codec: Codec, update: Any) -> Any:
    """Return an update as it arrives from the server."""
    return decode_update(codec, codec.encode(update))


def patch(codec: Codec, version: int = 2, epoch: str = "e", **halves: Any) -> Patch:
    return sent(codec, Patch(table="t1", epoch=epoch, version=version, now_ms=0, **halves))


def test_a_field_that_is_patched_is_replaced_and_the_others_stay(codec: Codec) -> None:
    table = watched(codec)
    before = table.view.pub
    assert table.take_patch(patch(codec, pub={"phase": "over"}), 0.0)
    assert table.view.pub.phase == "over"
    assert table.view.pub.dealer == before.dealer
    assert table.version == 2


def test_calls_and_plays_are_patched_by_key(codec: Codec) -> None:
    table = watched(codec, calls={0: "P"})
    table.take_patch(patch(codec, pub={"calls": {1: "1C"}, "plays": {0: {"seat": 1, "card": "SA"}}}), 0.0)
    assert table.view.pub.calls == {0: Call.PASS, 1: Call.ONE_CLUB}
    assert table.view.pub.plays == {0: Play(Seat.EAST, Card.SA)}


def test_null_deletes_a_key(codec: Codec) -> None:
    table = watched(codec, calls={0: "P", 1: "1C"})
    table.take_patch(patch(codec, pub={"calls": {1: None}}), 0.0)
    assert table.view.pub.calls == {0: Call.PASS}


def test_a_list_of_legal_calls_is_replaced_as_a_whole(codec: Codec) -> None:
    table = watched(codec, own=BridgeOwn(decision="0.1", seat=Seat.NORTH, calls=(Call.PASS, Call.ONE_CLUB)))
    table.take_patch(patch(codec, own={"calls": ["P"]}), 0.0)
    assert table.view.own is not None
    assert table.view.own.calls == (Call.PASS,)
    assert table.decision == "0.1"


def test_a_null_own_half_removes_everything_private(codec: Codec) -> None:
    table = watched(codec, own=BridgeOwn(decision="0.1", seat=Seat.NORTH))
    table.take_patch(patch(codec, own=None), 0.0)
    assert table.view.own is None
    assert table.decision is None


def test_a_patch_may_add_an_own_half(codec: Codec) -> None:
    table = watched(codec)
    table.take_patch(patch(codec, own=BridgeOwn(seat=Seat.WEST, hand=(Card.SA,))), 0.0)
    assert table.view.own == BridgeOwn(seat=Seat.WEST, hand=(Card.SA,))


@pytest.mark.parametrize(("version", "epoch"), [(1, "e"), (3, "e"), (2, "other"), (0, "e")])
def test_a_patch_that_does_not_fit_changes_nothing(codec: Codec, version: int, epoch: str) -> None:
    table = watched(codec)
    before = table.view
    assert not table.take_patch(patch(codec, version, epoch, pub={"phase": "over"}), 0.0)
    assert (table.epoch, table.version) == ("e", 1)
    assert table.view == before


def test_a_patch_before_the_first_view_changes_nothing(codec: Codec) -> None:
    table = TableView("t1", "public", codec)
    assert not table.take_patch(patch(codec, version=1, pub={"phase": "over"}), 0.0)


def test_the_newest_update_sets_the_deadline(codec: Codec) -> None:
    table = watched(codec)
    table.take_patch(patch(codec, deadline_ms=1234), 0.0)
    assert table.view.deadline_ms == 1234
    table.take_patch(patch(codec, version=3), 0.0)
    assert table.view.deadline_ms is None


def test_the_arrival_time_of_a_decision_is_that_of_its_first_update(codec: Codec) -> None:
    table = watched(codec)
    table.take_patch(patch(codec, own=BridgeOwn(decision="0.4", seat=Seat.WEST)), 10.0)
    table.take_patch(patch(codec, version=3, pub={"phase": "play"}), 11.0)
    assert table.prompted_s == 10.0
    table.take_patch(patch(codec, version=4, own={"decision": "0.8"}), 12.0)
    assert table.prompted_s == 12.0


def test_the_client_follows_a_change_of_audience_by_the_server(codec: Codec) -> None:
    table = watched(codec)
    pub = msgspec.to_builtins(BRIDGE.pub(dealt()))
    table.take_view(
        sent(codec, View(table="t1", epoch="e", version=1, audience="seat", pub=pub, now_ms=0)), 0.0
    )
    assert table.as_ == "seat"


def test_an_unknown_game_is_named_in_the_error(codec: Codec) -> None:
    table = watched(codec, game="belote")
    with pytest.raises(InvalidMessage, match="belote"):
        _ = table.view


def test_unknown_fields_of_a_newer_server_are_ignored(codec: Codec) -> None:
    table = watched(codec, last={"t": "claimed", "tricks": 3}, explanations={0: "strong"})
    assert table.view.pub.last is None
    assert table.view.pub.phase == "auction"


def test_people_are_replaced_chat_is_appended_and_notes_are_stored_by_card() -> None:
    table = watched(JSON)
    people = updates.People(table="t1", seats=(SeatRow(0, "Ann"),), watchers=3)
    table.take_message(people)
    for place in range(60):
        table.take_message(updates.Chat(table="t1", lines=(Said("Ann", str(place), 0),)))
    table.take_message(updates.Note(table="t1", card=4, text="red"))
    assert table.people == people
    assert [line.text for line in table.chat] == [str(place) for place in range(10, 60)]
    assert table.notes == {4: "red"}


def test_requests_for_consent_are_forgotten_with_the_deal() -> None:
    table = watched(JSON)
    table.take_message(updates.Appoint(table="t1", player="p7", office="seat", name="Dirk", seat=1))
    asked = {("p7", "seat", 1): "Dirk"}
    table.take_patch(patch(JSON, pub={"phase": "play"}), 0.0)
    assert table.appointments == asked
    again = TableView("t1", "public", JSON)
    again.copy_messages(table)
    again.take_view(whole_view(JSON), 0.0)
    assert again.appointments == asked
    table.take_patch(patch(JSON, version=3, pub={"board": 2}), 0.0)
    assert table.appointments == {}


def test_an_unknown_phase_is_read_as_play(codec: Codec) -> None:
    table = watched(codec, phase="appeal", last={"t": "appealed", "seat": 1})
    assert table.view.pub.phase == "play"
    assert table.view.pub.last is None


def test_a_phase_that_is_no_text_is_invalid(codec: Codec) -> None:
    with pytest.raises(InvalidMessage, match=r"phase"):
        _ = watched(codec, phase=7).view
