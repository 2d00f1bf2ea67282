"""A game that is reconstructed at once is understood as a game that was followed move by move."""

from __future__ import annotations

from random import Random

import pytest

from bots.hanabi.robot.friendly_memory import remembered
from tests.bots.hanabi.robot.situations import seen
from tests.games.hanabi.random_play import random_game, random_options


@pytest.mark.parametrize("cycle", [False, True], ids=["usual", "with card cycling"])
def test_the_past_is_the_same_whenever_it_was_read(cycle: bool) -> None:
    rng, followed = Random(8), None
    options = random_options("No Variant", rng, players=4, card_cycle=cycle, detrimental_characters=False)
    for state in random_game(options, rng, clumsy=0):
        if state.ended is not None:
            continue
        view = seen(state, 2)
        followed = remembered(followed, *view, 2)
        game, again = followed.game, remembered(None, *view, 2).game
        assert [*map(tuple, game.hands)] == [*view[0].hands]
        assert (game.meant, game.possible, game.called) == (again.meant, again.possible, again.called)
        assert (game.breaches, game.left, game.waits) == (again.breaches, again.left, again.waits)


def test_a_memory_of_another_seat_does_not_continue() -> None:
    state = next(random_game(random_options("No Variant", Random(1), players=3), Random(1)))
    first = remembered(None, *seen(state, 0), 0)
    assert first.continues(seen(state, 0)[0], 0, [])
    assert not first.continues(seen(state, 1)[0], 1, [])
