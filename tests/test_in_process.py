"""Robots at a table of this process, without sockets."""

from random import Random

import pytest

from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.bridge import Deal, Seat, Vulnerability, parse_hand
from server.errors import Refusal
from server.in_process import play_boards, play_table

SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


class Grand(RandomBot):
    """A robot that bids a grand slam in its longest suit as soon as possible, and then plays any card."""

    def choose(self, view, legal):
        if view.own.calls is None:
            return legal[0]
        longest = max("CDHS", key=lambda suit: sum(card.suit == suit for card in view.own.hand))
        return next((action for action in legal if action.call == f"7{longest}"), legal[0])


async def test_the_same_robot_classes_play_without_sockets() -> None:
    results = await play_boards([PlainBot] * 4, 3, rng=Random(1))
    assert len(results) == 3
    assert all(result.contract is None or 0 <= result.tricks <= 13 for result in results)


async def test_the_same_cards_and_robots_give_the_same_results() -> None:
    first = await play_boards([PlainBot] * 4, 4, rng=Random(7))
    assert await play_boards([PlainBot] * 4, 4, rng=Random(7)) == first


async def test_they_play_the_deals_that_they_are_given() -> None:
    hands = tuple(parse_hand(suit) for suit in SUITS)
    grand = Deal(5, Seat.NORTH, Vulnerability.NS, hands)
    (result,) = await play_boards([Grand, PlainBot, PlainBot, PlainBot], 9, deals=(grand,))
    assert (str(result.contract), result.tricks, result.score_ns) == ("7S", 13, 2210)


async def test_a_game_of_spades_is_played_to_its_end() -> None:
    results = await play_table(
        [PlainBot, RandomBot] * 2, "spades", {"target": 100, "floor": -100}, rng=Random(3)
    )
    assert [result.hand for result in results] == list(range(1, len(results) + 1))
    assert [result.winner is not None for result in results] == [False] * (len(results) - 1) + [True]


async def test_robots_of_another_game_and_too_few_of_them_are_refused_in_words() -> None:
    with pytest.raises(Refusal, match="which play spades"):
        await play_table([Grand, BridgeAlone] * 2, "spades")
    with pytest.raises(Refusal, match="expected seats from 0 to 1, got 2"):
        await play_table([RandomBot] * 3, "spades", {"preset": "solo", "players": 2})


class BridgeAlone(PlainBot):
    """A robot that plays only bridge."""

    games = ("bridge",)
