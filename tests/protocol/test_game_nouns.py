"""The types that a game adds to the protocol."""

from __future__ import annotations

from protocol.v1.registry import GAMES


def test_the_title_of_a_game_is_its_name_in_words_with_capitals_and_without_underscores() -> None:
    assert GAMES["bridge"].title == "Bridge"
    assert GAMES["hanabi_replay"].title == "HanabiReplay"


def test_a_game_without_directors_has_no_rulings() -> None:
    assert [game for game, nouns in GAMES.items() if nouns.ruling is not None] == ["bridge"]
