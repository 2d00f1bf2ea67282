"""Tests of the legal moves of a turn, and of the reasons for which other moves are refused."""

from __future__ import annotations

from tests.games.hanabi.dealt import TWO, does, game, left, refused


def test_with_an_inverted_suit_a_card_may_be_discarded_while_all_clue_tokens_are_available() -> None:
    state = does(game(*TWO, variant="Orange (5 Suits)"), "discard 1")
    assert (state.tokens, state.fates[1].how) == (8, "discarded")


def test_clues_go_to_others_are_of_the_variant_and_touch_something() -> None:
    state = game(*TWO)
    assert "another player" in refused(state, "rank 0 1")
    assert "another player" in refused(state, "rank 2 1")
    assert "colours of this variant" in refused(state, "color 1 5")
    assert "ranks" in refused(state, "rank 1 6")
    assert refused(state, "color 1 0") == "the clue would touch no card that you see"
    assert refused(game(*TWO, empty_clues=True), "color 1 0") == ""


def test_no_clue_can_be_given_without_a_token() -> None:
    state = does(game(*TWO), *("rank 1 1", "rank 0 1") * 4)
    assert (state.tokens, refused(state, "rank 1 1")) == (0, "no clue token is left")


def test_where_clues_alternate_a_rank_follows_a_colour_of_any_player() -> None:
    state = does(game(*TWO, variant="Alternating Clues (5 Suits)"), "rank 1 1")
    assert "alternate" in refused(state, "rank 0 1")
    state = does(state, "color 0 0", "discard 0")
    assert "alternate" in refused(state, "color 0 0")
    assert refused(state, "rank 0 2") == ""


def test_the_last_card_of_the_deck_is_discarded_from_there_only_where_it_may_be_inverted() -> None:
    options = {"deck_plays": True, "variant": "Orange (5 Suits)"}
    assert refused(left(game(*TWO, deck_plays=True), 1), "discard 49") == "card 49 is not in your hand"
    assert refused(left(game(*TWO, **options), 1), "discard 49") == ""
    assert refused(left(game(*TWO, **options), 1), "play 49") == ""
