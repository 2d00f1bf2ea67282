"""A director types rulings in words."""

from __future__ import annotations

import pytest

from bots.bridge.terminal.rulings import read_ruling
from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    AwardTricks,
    Contract,
    Outcome,
    PlayGoesOn,
    RollBack,
    Ruling,
    Seat,
    Strain,
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tricks 9", AwardTricks(9)),
        ("tricks 9 board 4: a trump was out", AwardTricks(9, 4, "a trump was out")),
        ("back 3", RollBack(3)),
        ("back 3 calls", RollBack(3)),
        ("back 5 calls 2 cards: misinformed", RollBack(5, 2, "misinformed")),
        ("go on", PlayGoesOn()),
        ("average", ArtificialScore("average", "average")),
        ("average plus minus board 3", ArtificialScore("plus", "minus", 3)),
        ("score pass", AssignScore((Outcome(100),))),
        (
            "score 60% 4S S 10, 40% 4SX S 9",
            AssignScore(
                (
                    Outcome(60, Contract(4, Strain.SPADES, Seat.SOUTH), 10),
                    Outcome(40, Contract(4, Strain.SPADES, Seat.SOUTH, 2), 9),
                )
            ),
        ),
        ("score 3n w 8", AssignScore((Outcome(100, Contract(3, Strain.NOTRUMP, Seat.WEST), 8),))),
    ],
)
def test_a_director_types_rulings(typed: str, meant: Ruling) -> None:
    assert read_ruling(typed) == meant


@pytest.mark.parametrize("typed", ["", "nonsense", "tricks nine", "back", "score 8S S 3", "average good bad"])
def test_an_unknown_ruling_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_ruling(typed)
