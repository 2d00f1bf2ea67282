"""Matches of two robots in the bidding alone: auctions in two rooms, and contracts at double dummy."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from bots.bot import Bot, View
from bots.bridge.view import BridgeView
from bots.view import Action
from protocol.v1.bridge import Call, Contract, MakeCall, Options, Seat, Strain
from server.games.bridge.rules import BRIDGE
from server.records.bridge.record import DoubleDummy
from server.robots.bidding import Bidding, bidding_figures
from server.robots.duel import Contest, Entrant

NINE_TRICKS = DoubleDummy(((9, 9, 9, 9, 9),) * 4)
"""Every declarer takes nine tricks in every strain."""


class Bids(Bot):
    """A robot that makes the call of its class while it is legal, else passes; it plays no card."""

    wish: ClassVar[Call] = Call.PASS

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert isinstance(legal[0], MakeCall), "expected the auction alone"
        wish = MakeCall(self.wish)
        return wish if wish in legal else MakeCall(Call.PASS)


class Passes(Bids):
    wish = Call.PASS


class Bids3NT(Bids):
    wish = Call.THREE_NOTRUMPS


class Bids1H(Bids):
    wish = Call.ONE_HEART


class Doubles(Bids):
    wish = Call.DOUBLE


def match(a: Any, b: Any) -> Bidding:
    contest = Contest(BRIDGE, BridgeView)
    return Bidding(contest, Options(), (Entrant("one", a), Entrant("two", b)), 5, lambda hands: NINE_TRICKS)


@pytest.mark.parametrize(
    ("a", "b", "lead", "kinds"),
    [
        # A's side makes 3NT in both rooms: 400 points in each, and the difference of 800 is 13 IMPs.
        (Bids3NT, Passes, 13, ("uncontested", "game")),
        (Passes, Bids3NT, -13, ("uncontested", "game")),
        (Bids3NT, Bids3NT, 0, ("uncontested", "game")),
        (Passes, Passes, 0, ("uncontested", "passed out")),
    ],
)
async def test_a_contract_scores_what_double_dummy_play_makes_of_it(
    a: Any, b: Any, lead: int, kinds: tuple[str, ...]
) -> None:
    board = await match(a, b).play(0)
    assert (board.lead, board.kinds) == (lead, kinds)


async def test_a_bids_north_south_in_the_open_room_and_east_west_in_the_closed_room() -> None:
    board = await match(Bids3NT, Passes).play(0)
    assert board.contracts == (
        Contract(3, Strain.NOTRUMP, Seat.NORTH),
        Contract(3, Strain.NOTRUMP, Seat.EAST),
    )


async def test_a_doubled_contract_and_a_contested_auction_are_kinds_of_their_own() -> None:
    board = await match(Bids1H, Doubles).play(0)
    assert board.kinds == ("contested", "part-score", "doubled")


async def test_dealer_and_vulnerability_follow_the_number_of_the_board() -> None:
    rooms = match(Bids3NT, Passes)
    boards = [await rooms.play(number) for number in range(4)]
    declarers = [board.contracts[0] for board in boards]
    assert [None if each is None else each.declarer for each in declarers] == [
        Seat.NORTH,
        Seat.SOUTH,
        Seat.SOUTH,
        Seat.NORTH,
    ]
    # Vulnerable on board 2 (North-South) the same contract is worth 600, and 400 to East-West.
    assert [board.lead for board in boards] == [13, 14, 14, 15]


async def test_the_figures_break_the_lead_down_by_kind() -> None:
    rooms = match(Bids3NT, Passes)
    boards = [await rooms.play(number) for number in range(4)]
    figures = bidding_figures(rooms, boards)
    assert (figures.total, figures.won_a, figures.equal) == (56, 4, 0)
    assert {each.kind: (each.deals, each.total) for each in figures.kinds} == {
        "uncontested": (4, 56),
        "game": (4, 56),
    }
