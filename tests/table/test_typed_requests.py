"""Requests with values of the game's types: they lack no field of the messages that they come from."""

from __future__ import annotations

import pytest
from msgspec import Struct

from protocol.v1.requests import Act, Host, Rule
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling


@pytest.mark.parametrize(
    ("message", "typed"),
    [(Act, MakeAction), (Host, ChangeTable), (Rule, MakeRuling)],
    ids=lambda kind: kind.__name__,
)
def test_a_typed_request_has_every_field_of_its_message_but_the_table(
    message: type[Struct], typed: type[Struct]
) -> None:
    assert set(typed.__struct_fields__) == set(message.__struct_fields__) - {"table"}
