"""Results, scores and rules of Spades in words."""

from __future__ import annotations

from bots.spades.terminal.scores import rules_words, scores_words
from protocol.v1.spades import Rules
from server.games.spades.rules import SPADES
from tests.bots.spades.terminal.drawn import told
from tests.bots.spades.terminal.test_events import whole_game
from tests.games.spades.hands import at_random, dealt, finish, say


def test_a_result_names_nils_bags_and_penalties() -> None:
    state = finish(say(dealt(bag_limit=1, bag_penalty=50), "1 1 1 nil"), seed=3)
    words = "\n".join(told([state]))
    ended = SPADES.result(state)
    for side, letters in enumerate(("NS", "EW")):
        got = ended.sides[side]
        assert got.bags > 0 and f"Hand 1, {letters}: {got.tricks} of {got.bid}" in words
        assert f"{got.points:+d}" in words and f"now {got.after.points} points" in words
        assert f"with {got.bags} bag" in words and f"{-got.penalty} for bags" in words


def test_the_page_of_scores_has_all_hands_and_the_present_score() -> None:
    seen = whole_game(1, preset="solo", target=0, rounds=2, floor=0)
    lines = scores_words(SPADES.pub(seen[-1]))
    assert [line.split(",")[0] for line in lines[:8]] == ["Hand 1"] * 4 + ["Hand 2"] * 4
    assert lines[8].startswith("North: ") and lines[-1].endswith(told(seen)[-1])


def test_rules_are_described_by_the_most_similar_preset_and_its_differences() -> None:
    assert rules_words(Rules()) == ["preset=classic"]
    state = at_random(preset="seed", target=300, ten_for_200=True)
    assert rules_words(state.rules) == ["preset=seed, and ten_for_200=yes target=300"]
