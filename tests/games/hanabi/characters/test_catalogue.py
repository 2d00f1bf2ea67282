"""Tests of every detrimental character: its restrictions, its memory, and the hands that it does not see."""

from __future__ import annotations

import pytest

from protocol.v1.hanabi import End, Ended
from server.games.hanabi.characters.catalogue import CHARACTERS
from tests.games.hanabi.dealt import QUACK, THREE, TWO, does, game, left, pair, refused, trio


def test_there_are_thirty_one_and_five_of_them_never_play_for_two() -> None:
    assert len(CHARACTERS) == 31
    assert {nature.id for nature in CHARACTERS.values()} == set(range(35)) - {16, 20, 25, 32}
    alone = {nature.name for nature in CHARACTERS.values() if not nature.for_two}
    assert alone == {"Spiteful", "Insolent", "Contrarian", "Blind Spot", "Oblivious"}


MIXED = ("a1 a2 a3 a4 a5", "a1 a2 b1 b3 c5")
# Characters, with moves that they may make, and moves that they may not. The other hand is MIXED[1].
CLUES = [
    ("Fuming 1", ["rank 1 1", "rank 1 5", "color 1 1"], ["color 1 0", "color 1 2"]),
    ("Dumbfounded 2", ["color 1 0", "color 1 2", "rank 1 2"], ["rank 1 1", "rank 1 3"]),
    ("Inept 0", ["color 1 1", "rank 1 5", "rank 1 3"], ["color 1 0", "rank 1 1", "rank 1 2"]),
    ("Awkward 1", ["rank 1 2", "rank 1 3", "color 1 2"], ["rank 1 1", "color 1 0", "color 1 1"]),
    ("Conservative", ["rank 1 2", "rank 1 5", "color 1 2"], ["rank 1 1", "color 1 0", "color 1 1"]),
    ("Greedy", ["rank 1 1", "color 1 0", "color 1 1"], ["rank 1 2", "rank 1 5", "color 1 2"]),
    ("Picky", ["rank 1 1", "rank 1 3", "rank 1 5", "color 1 0", "color 1 2"], ["rank 1 2", "color 1 1"]),
    ("Compulsive", ["rank 1 1", "rank 1 5", "color 1 0", "color 1 2"], ["rank 1 2", "color 1 1"]),
    ("Genius", ["color 1 0", "color 1 1", "play 0"], ["rank 1 1", "rank 1 2"]),
    ("Hesitant", ["play 0", "play 3"], ["play 4"]),
    (QUACK, ["rank 1 1", "color 1 0", "play 4"], []),
]


@pytest.mark.parametrize(("who", "may", "may_not"), CLUES)
def test_what_a_character_may_and_may_not_do(who: str, may: list[str], may_not: list[str]) -> None:
    state = game(*MIXED, characters=pair(who))
    assert [refused(state, move) for move in may] == [""] * len(may)
    assert all(refused(state, move).startswith(who.rstrip(" 0123456789")) for move in may_not)


def test_spiteful_does_not_clue_the_next_player_and_insolent_not_the_one_before() -> None:
    spiteful, insolent = (game(*THREE, characters=trio(who)) for who in ("Spiteful", "Insolent"))
    assert (bool(refused(spiteful, "rank 1 1")), refused(spiteful, "rank 2 1")) == (True, "")
    assert (refused(insolent, "rank 1 1"), bool(refused(insolent, "rank 2 1"))) == ("", True)


def test_vindictive_must_clue_after_a_clue_and_is_stuck_without_one() -> None:
    state = does(game(*THREE, characters=trio(QUACK, "Vindictive")), "rank 1 1")
    assert "has received a clue" in refused(state, "play 5")
    assert refused(state, "rank 2 1") == ""
    free = does(state, "rank 2 1", "rank 0 1", "rank 2 2")
    assert refused(free, "play 5") == ""


def test_vindictive_is_stuck_where_no_clue_is_left() -> None:
    state = does(game(*THREE, characters=trio(QUACK, "Vindictive")), "rank 1 1", "rank 2 1", "rank 0 1")
    state = does(state, "rank 2 2", "rank 2 2", "rank 0 1", "rank 2 3", "play 5", "play 10", "rank 1 2")
    assert (state.tokens, state.ended) == (0, Ended(End.CHARACTER_SOFTLOCK, 1))


def test_insistent_is_stuck_where_no_clue_is_left() -> None:
    state = does(game(*TWO, characters=pair("Insistent")), *("rank 1 4", "rank 0 1") * 4)
    assert (state.tokens, state.ended) == (0, Ended(End.CHARACTER_SOFTLOCK, 0))


def test_miser_keeps_three_clues() -> None:
    state = game(*TWO, characters=pair("Miser"))
    state = does(state, "rank 1 1", "rank 0 1", "rank 1 1", "rank 0 1")
    assert refused(state, "rank 1 1") == ""
    state = does(state, "rank 1 1", "play 5")
    assert "fewer than 4 clue tokens" in refused(state, "rank 1 2")


def test_mood_swings_gives_the_other_kind_than_last_time() -> None:
    state = does(game(*TWO, characters=pair("Mood Swings")), "rank 1 1", "rank 0 1")
    assert "must alternate between" in refused(state, "rank 1 2")
    state = does(state, "discard 0", "rank 0 2")
    assert "must alternate between" in refused(state, "rank 1 2")
    assert refused(state, "color 1 1") == ""


def test_insistent_clues_one_of_the_same_cards_until_one_has_left() -> None:
    state = does(
        game("a2 a3 a4 a4 a5", "b1 b2 c3 b4 b5", characters=pair("Insistent")), "color 1 1", "rank 0 2"
    )
    assert "must clue" in refused(state, "play 0")
    assert "the last clue again" in refused(state, "color 1 2")
    assert refused(state, "rank 1 2") == ""
    assert refused(does(state, "rank 1 2", "play 5"), "rank 1 3") != ""
    assert (
        refused(
            does(
                game("a2 a3 a4 a4 a5", "b1 b2 c3 b4 b5", characters=pair("Insistent")), "color 1 1", "play 5"
            ),
            "play 0",
        )
        == ""
    )


def test_vulnerable_is_not_given_a_2_or_a_5_and_color_blind_no_colour() -> None:
    vulnerable, blind = (game(*TWO, characters=pair(QUACK, who)) for who in ("Vulnerable", "Color-Blind"))
    assert [bool(refused(vulnerable, f"rank 1 {rank}")) for rank in range(1, 6)] == [
        False,
        True,
        False,
        False,
        True,
    ]
    assert (refused(vulnerable, "color 1 1"), refused(blind, "rank 1 2")) == ("", "")
    assert "colour" in refused(blind, "color 1 1")


def test_impulsive_must_play_the_newest_card_when_it_was_touched() -> None:
    state = does(game(*TWO, then="c3", characters=pair(QUACK, "Impulsive")), "rank 1 5")
    assert all("newest" in refused(state, move) for move in ("play 5", "discard 9", "rank 0 1"))
    after = does(state, "play 9", "rank 1 1")
    assert refused(after, "discard 6") == ""
    assert refused(does(game(*TWO, characters=pair(QUACK, "Impulsive")), "rank 1 1"), "play 5") == ""


def test_indolent_does_not_play_twice_running() -> None:
    state = does(game(*TWO, characters=pair("Indolent")), "play 0", "play 5")
    assert "two turns in a row" in refused(state, "play 1")
    assert refused(does(state, "rank 1 2", "play 6"), "play 1") == ""


@pytest.mark.parametrize(
    ("who", "allowed"), [("Anxious", {1, 3, 5, 7}), ("Traumatized", {0, 2, 4, 6}), ("Wasteful", {0, 1})]
)
def test_some_characters_may_discard_only_with_some_numbers_of_clues(who: str, allowed: set[int]) -> None:
    state, seen = game(*TWO, characters=pair(who)), {}
    for _ in range(4):
        state = does(state, "rank 1 1")
        state = does(state, "rank 0 1")
        seen[state.tokens] = refused(state, "discard 0") == ""
    state = game(*TWO, characters=pair(QUACK, who))
    for _ in range(4):
        state = does(state, "rank 1 1")
        seen[state.tokens] = refused(state, "discard 5") == ""
        state = does(state, "rank 0 1")
    assert {tokens for tokens, may in seen.items() if may} == allowed & set(seen)
    assert set(seen) == set(range(8))


def test_genius_gives_a_colour_and_then_a_rank_to_the_same_player_in_one_turn() -> None:
    state = does(game(*THREE, characters=trio("Genius")), "color 1 1")
    assert (state.seat, state.turn, state.moves, state.tokens) == (0, 0, 1, 7)
    for move in ("play 0", "color 1 1", "rank 2 1"):
        assert "same player" in refused(state, move)
    state = does(state, "rank 1 2")
    assert (state.seat, state.turn, state.moves, state.tokens) == (1, 1, 2, 6)


def test_genius_needs_two_clues() -> None:
    state = does(
        game(*TWO, characters=pair(QUACK, "Genius")), *("rank 1 1", "color 0 0", "rank 0 1") * 2, "rank 1 1"
    )
    assert state.tokens == 1
    assert "two clue tokens" in refused(state, "color 0 0")


def test_panicky_discards_once_more_with_four_clues_or_fewer() -> None:
    calm = does(game(*TWO, characters=pair("Panicky")), *("rank 1 1", "rank 0 1") * 2, "discard 0")
    assert (calm.tokens, calm.seat) == (5, 1)
    state = does(game(*TWO, characters=pair("Panicky")), *("rank 1 1", "rank 0 1") * 3, "discard 0")
    assert (state.tokens, state.seat, state.turn) == (3, 0, 6)
    assert all("second card" in refused(state, move) for move in ("play 1", "rank 1 1"))
    state = does(state, "discard 1")
    assert (state.tokens, state.seat, state.turn) == (4, 1, 7)


def test_panic_compares_half_clue_tokens_exactly() -> None:
    state = does(
        game(*TWO, variant="Clue Starved (5 Suits)", characters=pair("Panicky")),
        *("rank 1 1", "rank 0 1") * 2,
    )
    assert does(state, "discard 0").seat == 1
    state = does(state, "rank 1 1", "rank 0 1", "play 0", "rank 0 2")
    assert (state.tokens, does(state, "discard 1").seat) == (2, 0)


def test_contrarian_turns_the_order_around_and_the_last_round_has_two_turns() -> None:
    state = game(*THREE, characters=trio(QUACK, "Contrarian"))
    seats = []
    for _ in range(7):
        seats.append(state.seat)
        state = does(state, f"rank {(state.seat + 1) % 3} 3")
    assert seats == [0, 1, 0, 2, 1, 2, 0]
    assert does(left(state, 1), "discard 5").end_turn == state.turn + 3


def test_stubborn_does_not_do_the_same_as_the_player_before() -> None:
    first = game(*THREE, characters=trio("Stubborn", "Stubborn"))
    assert refused(first, "rank 1 1") == refused(first, "play 0") == ""
    state = does(first, "rank 2 1")
    assert "previous player" in refused(state, "color 2 2")
    assert refused(state, "play 5") == ""
    state = does(state, "play 5", "rank 0 1")
    assert "previous player" in refused(state, "rank 1 2")
    assert (refused(state, "play 0"), refused(state, "discard 0")) == ("", "")


def test_a_followers_card_fits_only_after_two_of_its_rank() -> None:
    hands = ("a1 b2 b3 b4 b5", "b1 a2 a3 a4 a5", "c1 c2 c3 c4 c5")
    early = does(game(*hands, characters=trio("Follower")), "play 0")
    assert (early.strikes, early.score) == (1, 0)
    state = does(game(*hands, characters=trio(QUACK, QUACK, "Follower")), "play 0", "play 5", "play 10")
    assert (state.strikes, state.score) == (0, 3)
