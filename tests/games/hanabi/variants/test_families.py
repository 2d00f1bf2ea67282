"""Tests of the families of variants: their names, and the changes that they make."""

from __future__ import annotations

import pytest

from server.games.hanabi.variants.catalogue import compose

FIVE = "R+Y+G+B+P"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (FIVE, "No Variant"),
        ("R+Y+G+B", "4 Suits"),
        ("R+Y+G+B+Ra", "Rainbow (5 Suits)"),
        ("R+Y+G+Ra+Wh1", "Rainbow & Gray (5 Suits)"),
        ("R+Y+G+B+P:R", "Reversed (5 Suits)"),
        ("R+Y+G+B+Ra:R", "Rainbow Reversed (5 Suits)"),
        (f"{FIVE},AC", "Alternating Clues (5 Suits)"),
        ("R+Y+G+B+Ra,AC", "Alternating Clues & Rainbow (5 Suits)"),
        (f"{FIVE},P1", "Pink-Ones (5 Suits)"),
        (f"{FIVE},D5", "Deceptive-Fives (5 Suits)"),
        (f"{FIVE},Su", "Sudoku (5 Suits)"),
        ("AR1+AR2+AG1+AG2", "Ambiguous (4 Suits)"),
        ("R+DRY+Y+Wh+Br", "Candy Corn Mix (5 Suits)"),
    ],
)
def test_a_variant_is_named_after_its_family_its_special_suits_and_its_size(text: str, name: str) -> None:
    assert compose(0, text).name == name


def test_a_variant_without_modifiers_changes_no_rule() -> None:
    plain = compose(0, FIVE)
    assert (plain.ranks, plain.stack, plain.touch, plain.special) == ((1, 2, 3, 4, 5), 5, "equal", None)


@pytest.mark.parametrize(
    ("modifier", "field", "value"),
    [
        ("OE", "touch", "odd_even"),
        ("OE", "ranks", (1, 2)),
        ("NM", "ranks", ()),
        ("CM", "colors", ()),
        ("C4", "single_rank", 4),
        ("CS", "half_clues", True),
        ("TB", "blind_ranks", True),
        ("TB", "blind_colors", True),
    ],
)
def test_a_modifier_changes_a_rule(modifier: str, field: str, value: object) -> None:
    assert getattr(compose(0, f"{FIVE},{modifier}"), field) == value


def test_a_pile_of_sudoku_has_as_many_cards_as_there_are_suits() -> None:
    four = compose(0, "R+Y+G+B,Su")
    assert (four.stack, four.ranks, four.sudoku) == (4, (1, 2, 3, 4), True)


def test_a_special_rank_with_its_own_way_to_be_touched_by_ranks_has_no_rank_clue() -> None:
    assert compose(0, f"{FIVE},P1").ranks == (2, 3, 4, 5)
    assert compose(0, f"{FIVE},D5").ranks == (1, 2, 3, 4)
    assert compose(0, f"{FIVE},R1").ranks == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("modifier", ["XX", "X1", ""])
def test_an_unknown_modifier_is_refused(modifier: str) -> None:
    with pytest.raises(LookupError):
        compose(0, f"{FIVE},{modifier}")
