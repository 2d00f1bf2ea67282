"""Requests that a session must refuse."""

from __future__ import annotations

from typing import Any

from protocol.v1.updates import Refused
from tests.rooms import Person


async def refused(code: str, person: Person, request: Any) -> Refused:
    """Assert that a request is refused with this code."""
    answer = await person.ask(request)
    assert isinstance(answer, Refused) and answer.code == code, answer
    return answer
