"""A match of two robots at bridge in the bidding alone: a contract scores what double-dummy play makes of it.

Both rooms bid the same boards, and the difference of the scores counts in IMPs. The play, in which the robots
may differ as well, adds no noise. A score at double dummy says nothing of a lead that a good player misses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict, replace

from protocol.rules.bridge.scoring import GAME, trick_points
from protocol.v1.bridge import SEATS, BridgePub, Call, Contract, Deal, Options, Side, Vulnerability
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scores.comparison import imps
from server.games.bridge.scoring import result
from server.records.bridge.double_dummy.solver import solve_deal
from server.records.bridge.record import DoubleDummy, Hands
from server.robots.duel import Contest, Entrant, Spread, Table, spread
from server.robots.rooms import RoomFigures, figures_of

Kind = Literal["contested", "uncontested", "slam", "game", "part-score", "passed out", "doubled"]
"""The kinds of auctions: each board is contested or not, and has one height and possibly a double."""
SLAM = 6
Solve = Callable[[Hands], DoubleDummy]


class BidBoard(Struct, frozen=True):
    """A board that both rooms have bid: robot A's lead in IMPs, its kinds, and the contract in each room."""

    lead: int
    kinds: tuple[Kind, ...]
    contracts: tuple[Contract | None, Contract | None]


@dataclass
class Bidding:
    """A match of robots A and B in which only the auctions count.

    In the open room robot A bids North-South, in the closed room East-West. `solve` returns the tricks of
    double-dummy play. `seed` and the number of a board determine its cards; its number determines dealer and
    vulnerability. `thought_ns` collects the time (ns) of each decision of A and of B.
    """

    contest: Contest
    options: Options
    entrants: tuple[Entrant, Entrant]
    seed: int
    solve: Solve
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    async def play(self, number: int) -> BidBoard:
        """Bid the board with the number `number`, counted from 0, in both rooms.

        Raises RobotFault if a robot's code fails or a robot makes a call that is not legal, and NotInstalled
        without a double-dummy solver.
        """
        game = self.contest.game
        start = game.start(replace(self.options, first_board=number + 1))
        deal = game.chance(start, Random(f"{self.seed} {number} 1"))
        assert isinstance(deal, Deal), "expected a contest at bridge"
        rooms: list[BridgePub] = []
        for room in (0, 1):
            seating = tuple((seat + room) % 2 for seat in SEATS)
            table = Table(self.contest, self.entrants, self.thought_ns, number, seating)
            end = await table.hand(game.apply(start, None, deal), 1, until=_is_bid)
            pub = game.pub(end)
            assert isinstance(pub, BridgePub), "expected a contest at bridge"
            rooms.append(pub)
        tricks = self.solve(deal.hands)
        scores = [_score(pub.contract, tricks, deal.vulnerable) for pub in rooms]
        contracts = rooms[0].contract, rooms[1].contract
        return BidBoard(imps(scores[0] - scores[1]), kinds_of(rooms), contracts)


def bidding_match(contest: Contest, options: Any, robots: Sequence[Entrant], seed: int) -> Bidding:
    """Return a match of two robots in the bidding. Raises ValueError for another game and for one robot."""
    if contest.game is not BRIDGE or len(robots) != 2:
        raise ValueError(f"--bidding-only compares two robots at bridge, got {contest.game.name}")
    return Bidding(contest, options, (robots[0], robots[1]), seed, _solved)


def _solved(hands: Hands) -> DoubleDummy:
    return solve_deal(hands).double_dummy


def _is_bid(pub: object) -> bool:
    """Return True once an auction has ended with a contract; a board that is passed out is over by then."""
    return isinstance(pub, BridgePub) and pub.contract is not None


def _score(contract: Contract | None, tricks: DoubleDummy, vulnerable: Vulnerability) -> int:
    """Return North-South's score for a contract that takes the tricks of double-dummy play."""
    made = None if contract is None else tricks.of(contract.declarer, contract.strain)
    return result(contract, made, vulnerable).score_ns


def kinds_of(rooms: Sequence[BridgePub]) -> tuple[Kind, ...]:
    """Return the kinds of a board that was bid in several rooms.

    A board is contested if both sides made a call other than a pass in one of the rooms. Its height is that
    of the highest contract, and it is doubled if one of the contracts is.
    """
    contested = any(len(_sides_that_bid(pub)) == len(Side) for pub in rooms)
    contracts = [pub.contract for pub in rooms if pub.contract is not None]
    kinds: list[Kind] = ["contested" if contested else "uncontested", _height(contracts)]
    if any(contract.doubled > 1 for contract in contracts):
        kinds.append("doubled")
    return tuple(kinds)


def _sides_that_bid(pub: BridgePub) -> set[Side]:
    """Return the sides that made a call other than a pass."""
    calls = pub.calls.items()
    return {SEATS[(pub.dealer + at) % len(SEATS)].side for at, call in calls if call is not Call.PASS}


def _height(contracts: Sequence[Contract]) -> Kind:
    if not contracts:
        return "passed out"
    if any(contract.level >= SLAM for contract in contracts):
        return "slam"
    undoubled = (replace(contract, doubled=1) for contract in contracts)
    return "game" if any(trick_points(contract) >= GAME for contract in undoubled) else "part-score"


class KindFigures(Struct, frozen=True):
    """Robot A's lead on the boards of one kind: the mean a board, and the sum of all."""

    kind: str
    deals: int
    lead: Spread
    total: int


class BiddingFigures(RoomFigures, frozen=True):
    """The statistics of a match in the bidding, as `kibitz duel --bidding-only --json` prints them.

    `kinds` has the lead for each kind of auction that occurred; a board counts for each of its kinds.
    """

    kinds: tuple[KindFigures, ...]


def bidding_figures(match: Bidding, boards: Sequence[BidBoard]) -> BiddingFigures:
    """Return the statistics of a match in the bidding from its boards."""
    leads = [board.lead for board in boards]
    whole = figures_of(match.contest, match.entrants, match.seed, leads, match.thought_ns)
    kinds = tuple(
        KindFigures(kind, len(some), spread(some), sum(some))
        for kind in get_args(Kind)
        if (some := [board.lead for board in boards if kind in board.kinds])
    )
    return BiddingFigures(**asdict(whole), kinds=kinds)
