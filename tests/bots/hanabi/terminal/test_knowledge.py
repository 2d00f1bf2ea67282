"""The literal knowledge from clues stands below a card, in a short notation."""

from __future__ import annotations

from server.games.base import Seated
from tests.bots.hanabi.terminal.drawn import shown
from tests.games.hanabi.dealt import TWO, does, game


def test_clues_about_a_card_are_below_it_unless_the_card_shows_as_much() -> None:
    state = does(game(*TWO), "color 1 1", "rank 0 2", "rank 1 2")
    mine, others = shown(state, Seated(1)).splitlines()[3:5], shown(state, Seated(0)).splitlines()[3:5]
    assert mine[0].split()[-5:] == ["[Y?]", "[Y?]", "[Y?]", "[Y2]", "[Y?]"]
    assert mine[1].split() == ["Y1345"] * 4
    assert others[0].split()[-5:] == ["[Y5]", "[Y4]", "[Y3]", "[Y2]", "[Y1]"]
    assert others[1].split() == ["Y1345"] * 3 + ["Y2", "Y1345"]


def test_a_rainbow_card_may_belong_to_any_suit_with_the_same_touches() -> None:
    state = does(game(*TWO, variant="Rainbow (5 Suits)"), "color 1 1")
    assert shown(state, Seated(1)).splitlines()[4].split() == ["YM"] * 5
