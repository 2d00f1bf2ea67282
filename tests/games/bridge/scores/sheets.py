"""Sittings in the notation of scorers, and published tables of scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Contract, Honours, Line, Options, Result, Strain, Vulnerability
from server.games.bridge import scoring
from server.games.bridge.scores import sheet
from server.games.bridge.scores.sheet import Sheet
from tests.games.bridge.deals import seat

SHARED = Path(__file__).parents[5] / "shared" / "data" / "bridge" / "scoring"
RUBBER = Options(scoring="rubber")
FOUR_DEAL = Options(scoring="chicago")
PLAIN_CHICAGO = Options(scoring="chicago", chicago="duplicate")
DOUBLED = {"": 1, "X": 2, "XX": 4}


def published(name: str) -> Any:
    """Return a table computed elsewhere; skip the test, with a message, if the table is absent."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"../shared/data/bridge/scoring/{name} is not here")
    return json.loads(path.read_text())


def contract(text: str, declarer: str = "S") -> Contract:
    """Return the contract of a text such as `4SX`."""
    bid = text.rstrip("X")
    return Contract(int(bid[0]), Strain(bid[1:]), seat(declarer), DOUBLED[text[len(bid) :]])


def result(text: str, vulnerable: Vulnerability = Vulnerability.NONE) -> Result:
    """Return a board's result from a text such as `4SX S +1`, `2H E -2 honours N 100` or `passed out`."""
    if text == "passed out":
        return scoring.result(None, None, vulnerable)
    bid, declarer, over, *held = text.split()
    played = contract(bid, declarer)
    tricks = played.level + 6 + (0 if over == "=" else int(over))
    honours = Honours(seat(held[1]), int(held[2])) if held else None
    return replace(scoring.result(played, tricks, vulnerable), honours=honours)


def deals(text: str) -> list[str]:
    """Return the deals of a text with one deal on each line; text after a colon is a comment."""
    return [line.split(":")[0].strip() for line in text.strip().split("\n")]


def due(options: Options, text: str = "") -> Sheet:
    """Return the score sheet before the deal that follows these deals."""
    after = sheet.opening(options)
    assert after is not None
    for board, deal in enumerate(deals(text) if text else [], start=1):
        assert not sheet.over(after, options), f"the sitting is over before {deal}"
        vulnerable = sheet.vulnerable(after, options, board)
        after = sheet.next_deal(sheet.scored(after, options, result(deal, vulnerable), vulnerable), options)
    return after


def scored(options: Options, text: str) -> Sheet:
    """Return the score sheet just after the last of these deals."""
    *before, newest = deals(text)
    start = due(options, "\n".join(before))
    vulnerable = sheet.vulnerable(start, options, len(before) + 1)
    return sheet.scored(start, options, result(newest, vulnerable), vulnerable)


def written(lines: tuple[Line, ...]) -> list[str]:
    """Return entries in the notation of scorers, such as `NS 120 tricks below`."""
    return [f"{line.side} {line.points} {line.what}{' below' if line.below else ''}" for line in lines]


def dealers(options: Options, text: str) -> str:
    """Return the dealers of these deals, and the dealer of the next one."""
    lines = deals(text)
    starts = [due(options, "\n".join(lines[:count])) for count in range(len(lines) + 1)]
    return "".join(sheet.dealer(start, options, 1).letter for start in starts)


def vulnerabilities(options: Options, text: str) -> list[str]:
    """Return the vulnerability of each of these deals, and of the next one."""
    lines = deals(text)
    starts = [due(options, "\n".join(lines[:count])) for count in range(len(lines) + 1)]
    return [str(sheet.vulnerable(start, options, 1)) for start in starts]
