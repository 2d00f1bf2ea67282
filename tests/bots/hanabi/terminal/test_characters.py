"""A character's rule is told in words, with the colour, rank or suit that was drawn for it."""

from __future__ import annotations

import pytest

from bots.hanabi.terminal.characters import RULES, character_words, drawn_words, rule_words
from protocol.v1.hanabi import Character, Options
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.rules import HANABI

VARIANT = HANABI.pub(HANABI.start(Options())).variant


@pytest.mark.parametrize(
    ("id_", "metadata", "drawn"),
    [(0, 2, "green"), (1, 3, "3"), (2, 4, "Purple"), (3, 5, "5"), (4, -1, ""), (0, 99, "")],
)
def test_the_drawn_value_is_a_colour_a_rank_or_a_suit_by_the_character(
    id_: int, metadata: int, drawn: str
) -> None:
    assert drawn_words(VARIANT, Character(id_, "Someone", metadata)) == drawn


def test_a_name_is_followed_by_the_drawn_value_if_there_is_one() -> None:
    assert character_words(VARIANT, Character(3, "Awkward", 3)) == "Awkward: 3"
    assert character_words(VARIANT, Character(18, "Hesitant", -1)) == "Hesitant"


def test_a_rule_names_the_drawn_value() -> None:
    words = rule_words(VARIANT, Character(3, "Awkward", 3))
    assert words == "Awkward: may give no clue that touches a 3"
    assert "does not know" in rule_words(VARIANT, Character(999, "New", -1))


@pytest.mark.parametrize("known", CHARACTERS.values(), ids=lambda known: known.name)
def test_every_character_of_the_server_has_a_rule_in_words(known: Character) -> None:
    assert known.id in RULES
