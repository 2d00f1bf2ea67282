"""A bridge table in words: its state, its result, and each event once."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from bots.bridge.terminal.words import news, outcome, standing
from protocol.v1.bridge import Result
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.terminal.drawn_tables import after


def test_a_result_is_described_in_words() -> None:
    assert outcome(BRIDGE.pub(after("P P P P"))) == "Passed out"
    assert standing(BRIDGE.pub(after("1NT X XX P P P"))).startswith("1NT by North, redoubled; tricks NS 0")
    pub = BRIDGE.pub(after("1NT P P P"))
    made = Result(score_ns=90, contract=pub.contract, tricks=7)
    down = Result(score_ns=-100, contract=pub.contract, tricks=5)
    assert outcome(replace(pub, result=made)) == "1NT by North: just made, 90 to North-South"
    assert outcome(replace(pub, result=down)) == "1NT by North: 2 down, 100 to East-West"


def test_each_event_is_described_once() -> None:
    words = ["1S", "P", "4S", "P", "P", "P", "HK", "H5", "H7", "H3"]
    pubs = [None, *(BRIDGE.pub(after(" ".join(words[:count]))) for count in range(len(words) + 1))]
    told = [line for before, pub in pairwise(pubs) for line in news(before, pub)]
    assert told == [
        "Board 1, dealer North, neither side vulnerable",
        "North: 1♠",
        "East: pass",
        "South: 4♠",
        "West: pass",
        "North: pass",
        "East: pass",
        "The contract is 4♠ by North",
        "East leads ♥K",
        "South ♥5",
        "West ♥7",
        "North ♥3",
        "Tricks: NS 0, EW 1",
    ]
    assert list(news(None, pubs[-1])) == told
    assert list(news(pubs[-1], pubs[-1])) == []
