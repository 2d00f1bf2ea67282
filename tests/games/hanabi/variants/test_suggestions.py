"""Tests of the search for names similar to an unknown name."""

from __future__ import annotations

from server.games.hanabi.variants.suggestions import MOST_WORDS, nearest

NAMES = (
    "No Variant",
    "Rainbow (5 Suits)",
    "Rainbow (6 Suits)",
    "Pink & Brown (6 Suits)",
    "Dark Pink (6 Suits)",
)


def test_the_name_with_the_most_equal_words_comes_first() -> None:
    assert nearest("pink brown", NAMES)[0] == "Pink & Brown (6 Suits)"
    assert nearest("6 rainbow", NAMES)[0] == "Rainbow (6 Suits)"


def test_words_may_be_misspelt_and_in_any_case() -> None:
    assert nearest("RAINBWO", NAMES, 2) == ["Rainbow (5 Suits)", "Rainbow (6 Suits)"]


def test_a_name_without_the_word_is_no_suggestion() -> None:
    assert nearest("variant", NAMES) == ["No Variant"]
    assert nearest("zzz", NAMES) == nearest("", NAMES) == []


def test_the_word_suits_makes_no_names_similar() -> None:
    assert nearest("suits", NAMES) == []


def test_no_more_names_are_suggested_than_asked_for() -> None:
    assert len(nearest("6", NAMES, 2)) == 2
    assert len(nearest("6", NAMES)) == 3


def test_only_the_first_words_of_a_long_text_are_compared() -> None:
    assert nearest("zzz " * (MOST_WORDS - 1) + "pink", NAMES) != []
    assert nearest("zzz " * MOST_WORDS + "pink", NAMES) == []
