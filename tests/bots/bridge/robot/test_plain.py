"""The plain robot plays from its view alone, and better than by chance."""

from __future__ import annotations

from random import Random

from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.bridge import SEATS
from tests.bots.bridge.robot.auctions import after, play_out, random_board


def test_a_robot_plays_from_its_view_alone_and_always_the_same() -> None:
    state = random_board(Random(8))
    assert play_out(state, [PlainBot()] * 4) == play_out(state, [PlainBot()] * 4)


def test_plain_play_takes_more_tricks_than_random_play() -> None:
    """With the same auction, declarer takes more tricks by plain play than by random play."""
    rng, plain, chance = Random(9), PlainBot(), RandomBot(1)
    better = 0
    for number in range(1, 41):
        state = random_board(rng, number)
        auction = play_out(state, [plain] * 4)
        if auction.contract is None:
            continue
        contract = after(state, " ".join(auction.calls))
        declarer = auction.contract.declarer
        by_chance = [chance if seat.side is declarer.side else plain for seat in SEATS]
        better += auction.tricks[declarer % 2] - play_out(contract, by_chance).tricks[declarer % 2]
    assert better > 40


def test_most_contracts_are_made() -> None:
    rng, plain = Random(10), PlainBot()
    ends = [play_out(random_board(rng, number), [plain] * 4) for number in range(1, 121)]
    bid = [end for end in ends if end.contract is not None]
    made = [end for end in bid if end.tricks[end.contract.declarer % 2] >= end.contract.level + 6]
    assert len(bid) > 100
    assert len(made) > len(bid) / 2
