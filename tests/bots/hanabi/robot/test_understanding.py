"""The friendly robot reads clues by the conventions, and takes players literally that break them."""

from __future__ import annotations

import pytest

from bots.hanabi.robot.friendly import HanabiFriendly
from bots.hanabi.robot.friendly_memory import remembered
from bots.hanabi.robot.hand_knowledge import BREACHES
from bots.hanabi.robot.suits import touched_by
from bots.hanabi.robot.understanding import MEANINGLESS, REFUSAL, SAVE_FIRST, ClueGiven, Understanding
from protocol.rules.hanabi.limits import MAX_STRIKES
from protocol.v1.hanabi import Action, Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.robot.situations import COLORS, after, dealt, seen

RED, YELLOW, GREEN, BLUE, PURPLE = range(5)
R1, R2 = 1, 2
"""The kinds of the red 1 and the red 2."""


def answer(state: HanabiState) -> Action:
    """Return the action of a friendly robot on turn."""
    return HanabiFriendly().choose(*seen(state))


def understood(state: HanabiState, seat: int) -> Understanding:
    """Return the game as a friendly robot in this seat understands it."""
    return remembered(None, *seen(state, seat), seat).game


def meaning(state: HanabiState, order: int) -> str:
    """Return what its player takes a card for, such as `r1 y1`."""
    seat = next(seat for seat, hand in enumerate(state.hands) if order in hand)
    return words(understood(state, seat).thinks(seat, order))


def words(kinds: int) -> str:
    return " ".join(f"{COLORS[kind >> 3]}{kind & 7}" for kind in range(40) if kinds >> kind & 1)


def test_a_clue_says_that_its_newest_card_can_be_played() -> None:
    table = dealt("r4 y3 g4 b2", "y4 r3 p4 r1", "g2 p4 g3 b5", "y2 p5 b3 b4")
    table = after(table, ColorClue(1, RED))
    assert meaning(table, 7) == "r1"
    assert meaning(table, 5) == "r1 r2 r3 r4 r5"
    assert answer(table) == PlayCard(7)


@pytest.mark.parametrize(
    ("chop", "clue", "means"),
    [
        ("r5", RankClue(1, 5), "r5 y5 g5 b5 p5"),
        ("r2", RankClue(1, 2), "r2 y2 g2 b2 p2"),
        ("r1", ColorClue(1, RED), "r1"),
        ("r1", RankClue(1, 1), "r1 y1 g1 b1 p1"),
    ],
    ids=["5s by rank", "2s by rank", "nothing by colour", "nothing by the rank 1"],
)
def test_a_clue_on_the_chop_saves(chop: str, clue: Clue, means: str) -> None:
    table = after(dealt("y4 y3 g4 b1", f"{chop} r3 p4 y4", "g4 p4 g3 b3", "y1 p3 b3 b4"), clue)
    assert meaning(table, 4) == means


@pytest.mark.parametrize(("clue", "means"), [(RankClue(0, 4), "r4"), (ColorClue(0, RED), "r1 r4")])
def test_a_last_copy_on_the_chop_is_saved_by_rank_or_by_colour(clue: Clue, means: str) -> None:
    table = dealt("r4 y3 g4 b2", "y2 r3 p4 y4", "r4 p4 g3 b5", "g2 p1 b3 b4", then="b1 b1")
    table = after(table, RankClue(3, 1), ColorClue(3, PURPLE), Discard(8), PlayCard(13), RankClue(1, 2))
    assert meaning(after(table, clue), 0) == means


def test_a_2_of_which_the_giver_sees_another_copy_is_not_saved() -> None:
    table = dealt("y4 y3 g4 b1", "r2 r3 p4 y4", "g4 r2 g3 b3", "y1 p3 b3 b4")
    assert meaning(after(table, RankClue(1, 2)), 4) == "y2 g2 b2 p2"


def test_a_2_of_which_only_the_giver_holds_another_copy_is_saved() -> None:
    """The other players must not take the clue for a finesse."""
    table = dealt("y4 y3 r2 b1", "g4 g3 p4 y4", "g4 y3 g3 b3", "r2 p3 b3 b4")
    table = after(table, RankClue(3, 2))
    assert meaning(table, 12) == "r2 y2 g2 b2 p2"
    assert understood(table, 1).called == {}


def test_a_play_clue_builds_on_the_clued_cards_of_other_players() -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 p4 b1", "y2 p4 g3 r2", "y4 p5 b3 r1")
    assert meaning(after(table, ColorClue(3, RED), ColorClue(2, RED)), 11) == "r2"


FINESSE = ("y4 y3 g4 b3", "g4 y3 p4 r1", "g3 p4 b4 r2", "y4 p5 b3 b4")
"""Four hands: the red 1 is the newest card of the player between the first player and the red 2."""


def test_a_clue_on_a_card_that_comes_one_later_calls_the_newest_card_of_the_player_in_between() -> None:
    table = after(dealt(*FINESSE), ColorClue(2, RED))
    assert understood(table, 1).called == {7: R1}
    assert answer(table) == PlayCard(7)
    table = after(table, PlayCard(7))
    assert meaning(table, 11) == "r2"
    assert answer(table) == PlayCard(11)


def test_a_finesse_that_is_not_answered_at_once_is_none() -> None:
    table = after(dealt(*FINESSE), ColorClue(2, RED))
    assert meaning(table, 11) == "r1 r2"
    assert meaning(after(table, RankClue(3, 5)), 11) == "r1"


def test_a_player_after_the_receiver_of_a_clue_is_not_called() -> None:
    table = dealt("y4 y3 g4 b3", "g3 p4 b4 r2", "g4 y3 p4 r1", "y4 p5 b3 b4")
    assert understood(after(table, ColorClue(1, RED)), 2).called == {}


def test_a_prompted_player_plays_a_clued_card_and_not_the_newest_one() -> None:
    table = dealt("y4 y3 g4 b3", "r2 g4 p4 y3", "g3 p4 b4 r3", "y4 p5 b3 r1")
    table = after(table, RankClue(1, 2), ColorClue(3, RED), RankClue(3, 5), PlayCard(15), ColorClue(2, RED))
    assert understood(table, 1).called == {4: R2}
    assert answer(table) == PlayCard(4)


def test_a_misplay_ends_the_calls_of_its_clue() -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 b1 p4", "g3 p4 b4 b1", "y4 p5 b3 r2")
    table = after(table, ColorClue(3, RED))
    assert understood(table, 1).called == {7: R1}
    assert understood(table, 2).called == {11: R1}
    assert understood(after(table, PlayCard(7)), 2).called == {}


def test_four_clues_without_a_meaning_are_the_end_of_trust() -> None:
    table = dealt(
        "g4 y3 r4 b3", "y4 r3 p4 g3", "g4 p4 b4 y3", "b3 p5 b5 g5", then="p3 p3 b4 b2 y2 g2 g2 y2 p2 p2 r2"
    )
    table = after(table, RankClue(1, 3), RankClue(0, 3), RankClue(0, 4), RankClue(0, 4), ColorClue(1, YELLOW))
    assert understood(table, 3).breaches[0] == MEANINGLESS
    table = after(table, Discard(6), Discard(8), Discard(12), ColorClue(1, RED))
    assert understood(table, 3).breaches[0] == 2 * MEANINGLESS
    assert understood(table, 3).trusts(0)
    assert 4 * MEANINGLESS == BREACHES


PLAY_CLUE = after(dealt("r4 y3 g4 b2", "y4 r3 p4 r1", "g2 p4 g3 b5", "y2 p5 b3 b4"), ColorClue(1, RED))
"""A table at which the second player has been asked to play the red 1."""


@pytest.mark.parametrize(
    ("move", "weight"),
    [
        (Discard(4), REFUSAL),
        (RankClue(3, 5), REFUSAL),
        (RankClue(3, 2), SAVE_FIRST),
        (PlayCard(7), 0),
    ],
    ids=["a discard", "a clue", "a clue that may save the chop", "the play"],
)
def test_another_move_than_a_play_by_the_conventions_is_a_breach(move: Action, weight: float) -> None:
    assert understood(after(PLAY_CLUE, move), 2).breaches[1] == weight


def test_a_refused_play_and_one_more_breach_are_the_end_of_trust() -> None:
    assert REFUSAL < BREACHES <= REFUSAL + min(SAVE_FIRST, MEANINGLESS)


def test_after_two_strikes_only_cards_that_are_literally_playable_are_expected_to_be_played() -> None:
    game = understood(PLAY_CLUE, 2)
    assert game.plays(1) == [7]
    game.strikes = MAX_STRIKES - 1
    assert game.plays(1) == []
    game.judge(1, 4, "discarded")
    assert game.breaches[1] == 0


def told(game: Understanding, table: HanabiState, clue: Clue) -> Understanding:
    """Return the game after a clue by the first player."""
    cards = touched_by(table.variant, clue)
    touched = tuple(order for order in table.hands[clue.to] if cards >> _kind(table, order) & 1)
    game.hear(ClueGiven(0, clue.to, touched, cards, getattr(clue, "rank", None), True))
    return game


def _kind(table: HanabiState, order: int) -> int:
    return 8 * table.deck[order].suit + table.deck[order].rank


@pytest.mark.parametrize(
    ("hand", "breaches", "means"),
    [("p2 r4 b4 r1", 0, "r1"), ("p2 r4 b4 r1", 2, "r1 r2 r3 r4 r5"), ("p2 y4 b4 r1", 2, "r1")],
    ids=["by convention", "literally", "literally, a single card"],
)
def test_clues_of_a_player_without_conventions_mean_a_play_only_for_a_single_card(
    hand: str, breaches: int, means: str
) -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 p4 b1", hand, "y1 p5 b3 b2")
    game = understood(table, 2)
    game.breaches[0] = breaches
    assert words(told(game, table, ColorClue(2, RED)).thinks(2, 11)) == means


def test_a_play_of_a_card_without_a_clue_restores_the_trust_in_a_player() -> None:
    game = understood(dealt("y1 y3 g4 b3", "g4 y3 p4 b1", "g3 p4 b4 b1", "y4 p5 b3 r2"), 2)
    game.breaches[0] = BREACHES
    game.judge(0, 0, "played")
    assert game.trusts(0)


def test_a_play_of_a_clued_card_does_not_restore_lost_trust() -> None:
    """A player that takes clues literally may know the card from other clues."""
    game = understood(PLAY_CLUE, 2)
    game.breaches[1] = BREACHES
    game.judge(1, 7, "played")
    assert not game.trusts(1)
