"""Tests of the frame of a character's rules: its restrictions, its memory and its special turns."""

from __future__ import annotations

from server.games.hanabi.characters import CHARACTERS


def test_there_are_thirty_one_and_five_of_them_never_play_for_two() -> None:
    assert len(CHARACTERS) == 31
    assert {nature.id for nature in CHARACTERS.values()} == set(range(35)) - {16, 20, 25, 32}
    alone = {nature.name for nature in CHARACTERS.values() if not nature.for_two}
    assert alone == {"Spiteful", "Insolent", "Contrarian", "Blind Spot", "Oblivious"}
