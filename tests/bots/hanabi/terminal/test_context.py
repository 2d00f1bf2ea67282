"""The notes of players on cards are listed by position."""

from __future__ import annotations

from server.games.base import Seated
from tests.bots.hanabi.terminal.drawn import sheet
from tests.games.hanabi.dealt import TWO, does, game


def test_notes_are_listed_by_position_and_after_the_game_for_all_players() -> None:
    state = does(game(*TWO), "play 0")
    mine = {0: "one", 3: "save", 6: "his", 50: "red pile", 4: ""}
    assert sheet(state, Seated(0), notes=mine).page("notes") == [
        "  R1, played: one",
        "  Ann's slot 3: save",
        "  Bob's slot 4: his",
        "  Red pile: red pile",
    ]
    assert sheet(state, Seated(0)).page("notes") == ["There are no notes"]
    over = does(state, "play 6", "play 2", "play 7")
    every = sheet(over, all_notes={0: mine, 1: {}}).page("notes")
    assert every[0] == "Ann:" and "Bob:" not in every
