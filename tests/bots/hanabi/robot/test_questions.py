"""Each question is about the cards that are most likely playable, the newer first."""

from __future__ import annotations

from tests.bots.hanabi.robot.situations import NOBODYS, dealt, goes_on


def test_of_two_equally_likely_playable_cards_the_clue_shows_the_newer() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r1 y4 g1", *NOBODYS[2:])
    assert goes_on(table, 2)[1] == ["clues", "plays g1"]
