"""Refusals of HTTP requests."""

from __future__ import annotations

import httpx


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    assert answer.headers["content-type"] == "application/json"
    return answer.status_code, answer.json()["code"]
