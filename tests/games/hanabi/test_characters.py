"""Tests of the characters of a table: the hands that each seat sees."""

from __future__ import annotations

import pytest

from server.games.base import Kibitzer, Seated
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.dealt import QUACK, THREE, TWO, does, game, pair, refused, trio


@pytest.mark.parametrize(("who", "unseen"), [("Blind Spot", {1}), ("Oblivious", {2}), (QUACK, set())])
def test_characters_do_not_see_some_hands(who: str, unseen: set[int]) -> None:
    state = game(*THREE, characters=trio(who))
    for audience in (Seated(0), Kibitzer(0)):
        own = HANABI.own(state, audience)
        expected = {order for seat in {1, 2} - unseen for order in state.hands[seat]}
        assert set(own.cards) == expected


@pytest.mark.parametrize(("who", "to"), [("Blind Spot", 1), ("Oblivious", 2)])
def test_a_refused_clue_reveals_no_hidden_card(who: str, to: int) -> None:
    state = game(*THREE, characters=trio(who))
    words = {refused(state, f"{clue} {to} {number}") for clue in ("rank", "color") for number in range(1, 5)}
    assert words == {"the clue would touch no card that you see"}
    own = HANABI.own(state, Seated(0))
    assert own.clues is not None
    assert {clue.to for clue in own.clues} == {3 - to}


def test_slow_witted_sees_no_newest_card_until_it_is_another() -> None:
    state = game(*TWO, then="c1 c2", characters=pair("Slow-Witted"))
    assert set(HANABI.own(state, Seated(0)).cards) == {5, 6, 7, 8}
    state = does(state, "rank 1 1", "play 5")
    assert set(HANABI.own(state, Seated(0)).cards) == {6, 7, 8, 9}
    assert (
        refused(game(*TWO, characters=pair("Slow-Witted")), "rank 1 5")
        == "the clue would touch no card that you see"
    )
