"""Requests in a table's inbox: the fields that an answer repeats."""

from __future__ import annotations

from protocol.v1.requests import Sit
from server.hub.inbox import InboxRequest
from server.table.commands import Command
from server.table.typed_requests import MakeAction
from tests.rooms import House


def repeated(command: Command) -> dict[str, object]:
    """Return the fields that the answer to a command repeats."""
    return InboxRequest(House.player("Ann"), command, lambda update: None).known


def test_the_answer_to_an_action_repeats_its_number() -> None:
    assert repeated(MakeAction({}, n=4)) == {"id": 0, "n": 4}
    assert repeated(MakeAction({}, n=4, id=9)) == {"id": 9, "n": 4}


def test_the_answer_to_any_other_request_repeats_its_id_and_has_no_number() -> None:
    assert repeated(Sit(table="t", seat=0, id=9)) == {"id": 9, "n": None}
