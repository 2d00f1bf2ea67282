"""Tests of the deal: the size of hands, the deck by chance or from a seed, and the characters."""

from __future__ import annotations

import re

import pytest

from protocol.v1.hanabi import Options
from server.errors import IllegalAction
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.dealt import TWO, deal_of, game

SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}


class FirstOnes:
    """A source of randomness that always takes the first values."""

    def sample(self, population, k):  # type: ignore[no-untyped-def]
        return list(population[:k])


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        ("p4v0s1", {"players": 3}),
        ("p3v1s1", {"players": 3}),
        ("p3v0s1", {"players": 3, "variant": "6 Suits"}),
        ("legacy-1-p4v0s1", {"players": 3}),
    ],
)
def test_a_seed_of_another_table_is_refused(seed: str, options: dict[str, object]) -> None:
    with pytest.raises(IllegalAction, match=re.escape(f", got {seed}")):
        HANABI.start(Options(seed=seed, **options))


def test_without_a_seed_deals_differ_and_have_an_empty_seed() -> None:
    deals = [deal_of(number) for number in range(20)]
    assert len({deal.deck for deal in deals}) == 20
    assert {deal.seed for deal in deals} == {""}


def test_characters_do_not_change_the_deck_of_a_seed() -> None:
    assert deal_of("7", detrimental_characters=True).deck == deal_of("7").deck


@pytest.mark.parametrize(("players", "size"), SIZES.items())
def test_hands_are_dealt_one_after_the_other_and_are_as_large_as_the_number_of_players_says(
    players: int, size: int
) -> None:
    for more in (0, 1, -1):
        options = Options(players=players, one_extra_card=more == 1, one_less_card=more == -1)
        state = HANABI.start(options)
        deal = HANABI.chance(state, FirstOnes())
        assert deal is not None
        hands = HANABI.apply(state, None, deal).hands
        assert [len(hand) for hand in hands] == [size + more] * players
        assert sum(hands, ()) == tuple(range((size + more) * players))


def test_one_extra_and_one_less_card_cancel_each_other() -> None:
    state = game(*TWO, one_extra_card=True, one_less_card=True)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert not HANABI.pub(state).options.one_extra_card and not HANABI.pub(state).options.one_less_card
