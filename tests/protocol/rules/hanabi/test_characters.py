"""Tests of what is drawn for characters, and of the rule of the Follower."""

from __future__ import annotations

from protocol.rules.hanabi.characters import DRAWN, FOLLOWER, follows
from server.games.hanabi.characters import CHARACTERS


def test_a_follower_needs_two_cards_of_the_rank_on_the_piles() -> None:
    piles = ((1, 2), (1,), (1, 2, 3), (), ())
    assert [follows(piles, rank) for rank in (1, 2, 3, 4)] == [True, True, False, False]
    assert not follows((), 1)


def test_the_id_is_that_of_the_character_in_the_catalogue() -> None:
    assert CHARACTERS[FOLLOWER].name == "Follower"


def test_a_value_is_drawn_for_the_characters_that_the_catalogue_says() -> None:
    drawn = {id: rules.metadata for id, rules in CHARACTERS.items() if rules.metadata is not None}
    assert drawn == DRAWN
    assert [CHARACTERS[id].name for id in DRAWN] == ["Fuming", "Dumbfounded", "Inept", "Awkward"]
