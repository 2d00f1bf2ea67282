"""The strength of bidding without play: boards are bid out, and contracts score what double-dummy play makes.

`python -m tests.bots.bridge.bidding.strength BOARDS SYSTEM SEED` prints the lead over the frozen plain robot
and the distance from par. Deals are solved once and kept in the folder for temporary files, in a file that
the seed names.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from tempfile import gettempdir

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SYSTEMS, System
from protocol.rules.bridge.auction import contract, is_over, legal_calls
from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Vulnerability
from server.games.bridge.scores.comparison import imps
from server.games.bridge.scoring import dealer_of, result, vulnerability_of
from server.records.bridge.double_dummy.solver import solve_deal
from server.records.bridge.record import DoubleDummy
from tests.bots.bridge.bidding.tables import deal
from tests.bots.bridge.frozen.bidding import choose_call

Hands = tuple[Hand, Hand, Hand, Hand]
Player = Callable[[Hand, Seat, Seat, Vulnerability, tuple[Call, ...]], Call]
KINDS = ("part-score", "game", "slam", "doubled")


@dataclass(frozen=True)
class SolvedBoard:
    """A board with the tricks of double-dummy play."""

    number: int
    hands: Hands
    tricks: DoubleDummy

    @property
    def dealer(self) -> Seat:
        return dealer_of(self.number)

    @property
    def vulnerability(self) -> Vulnerability:
        return vulnerability_of(self.number)

    def score(self, final: Contract | None) -> int:
        """Return North-South's score for a contract, or for a board that was passed out."""
        tricks = None if final is None else self.tricks.of(final.declarer, final.strain)
        return result(final, tricks, self.vulnerability).score_ns

    @property
    def par(self) -> tuple[int, str]:
        """Return North-South's par score and the kind of par's contract."""
        return par(self.tricks, self.dealer, self.vulnerability)


def solved_boards(seed: str, number: int) -> list[SolvedBoard]:
    """Return boards with random deals, solved now or read from the folder for temporary files.

    Each line of the file has a deal and its tricks, so several processes may add to it at once.
    """
    path = Path(gettempdir()) / "kibitz_solved_deals" / f"{seed}.jsonl"
    path.parent.mkdir(exist_ok=True)
    known = _known(path)
    rng, boards = Random(seed), list[SolvedBoard]()
    for index in range(number):
        hands = deal(rng)
        cards = "".join(card for hand in hands for card in hand)
        tricks = known.get(cards)
        if tricks is None:
            tricks = solve_deal(hands).double_dummy
            with path.open("a") as file:
                file.write(f"{json.dumps([cards, tricks.tricks])}\n")
        boards.append(SolvedBoard(index + 1, hands, tricks))
    return boards


def _known(path: Path) -> dict[str, DoubleDummy]:
    """Return the results in a file by the cards of the deal; a line that was cut off is left out."""
    found: dict[str, DoubleDummy] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            cards, tricks = json.loads(line)
        except ValueError:
            continue
        found[cards] = DoubleDummy(tuple(tuple(row) for row in tricks))
    return found


def par(tricks: DoubleDummy, dealer: Seat, vulnerability: Vulnerability) -> tuple[int, str]:
    """Return the par score of North-South and the kind of its contract, found backwards from the highest bid.

    After each bid the other side may bid on, or end the auction and double what fails.
    """
    held: dict[tuple[int, int], tuple[int, str]] = {}
    for index in reversed(range(len(BIDS))):
        bid = BIDS[index]
        for side in (0, 1):
            declarer = max(Seat(side), Seat(side + 2), key=lambda seat: tricks.of(seat, bid.strain))
            made = tricks.of(declarer, bid.strain)
            fails = made < bid.level + 6
            final = Contract(bid.level, bid.strain, declarer, 2 if fails else 1)
            points = score(final, made, vulnerability.includes(declarer.side))
            ended = (points if side == 0 else -points), _kind(bid, fails)
            higher = (held[other, 1 - side] for other in range(index + 1, len(BIDS)))
            held[index, side] = _best(1 - side, (ended, *higher))
    # The dealer's side chooses first, and the other side if the dealer's side passes.
    value = 0, "part-score"
    for side in (1 - dealer % 2, dealer % 2):
        value = _best(side, (value, *(held[index, side] for index in range(len(BIDS)))))
    return value


def _best(side: int, ends: Sequence[tuple[int, str]]) -> tuple[int, str]:
    return (max if side == 0 else min)(ends, key=lambda end: end[0])


def _kind(bid: Call, doubled: bool) -> str:
    if doubled:
        return "doubled"
    if bid.level >= 6:
        return "slam"
    strain = BIDS.index(bid) % 5
    return "game" if bid.level >= (3 if strain == 4 else 4 if strain >= 2 else 5) else "part-score"


def ours(system: System) -> Player:
    """Return the calls of the bidder with a system."""
    bidder = Bidder(system)

    def call(
        hand: Hand, seat: Seat, dealer: Seat, vulnerability: Vulnerability, calls: tuple[Call, ...]
    ) -> Call:
        return bidder.call(hand, dealer, vulnerability, calls).call

    return call


def plain(
    hand: Hand, seat: Seat, dealer: Seat, vulnerability: Vulnerability, calls: tuple[Call, ...]
) -> Call:
    """Return the call of the frozen plain robot."""
    return choose_call(hand, seat, dealer, calls, legal_calls(calls))


def bid_board(board: SolvedBoard, north_south: Player, east_west: Player) -> tuple[Call, ...]:
    """Return the auction of two partnerships on a board."""
    calls: tuple[Call, ...] = ()
    players = (north_south, east_west)
    while not is_over(calls):
        seat = SEATS[(board.dealer + len(calls)) % 4]
        calls = (*calls, players[seat % 2](board.hands[seat], seat, board.dealer, board.vulnerability, calls))
    return calls


@dataclass(frozen=True)
class TwoRooms:
    """A board that two teams bid, the first as North-South in one room and as East-West in the other."""

    board: SolvedBoard
    auctions: tuple[tuple[Call, ...], tuple[Call, ...]]

    @property
    def lead(self) -> int:
        """Return the IMPs that the first team gains."""
        first, second = (self.board.score(contract(self.board.dealer, calls)) for calls in self.auctions)
        return imps(first - second)


def play_match(boards: Sequence[SolvedBoard], team: Player, other: Player) -> Iterator[TwoRooms]:
    """Yield the boards of a match between two teams."""
    for board in boards:
        yield TwoRooms(board, (bid_board(board, team, other), bid_board(board, other, team)))


@dataclass(frozen=True)
class FromPar:
    """The distance of a board's result from par in IMPs, and the kind of par's contract."""

    board: SolvedBoard
    calls: tuple[Call, ...]
    imps: int
    kind: str


def distances_from_par(boards: Sequence[SolvedBoard], player: Player) -> Iterator[FromPar]:
    """Yield the results of boards that one bidding bids in all four seats."""
    for board in boards:
        calls = bid_board(board, player, player)
        points, kind = board.par
        reached = board.score(contract(board.dealer, calls))
        yield FromPar(board, calls, abs(imps(reached - points)), kind)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean of numbers and its standard error."""
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers))


def report(boards: Sequence[SolvedBoard], system: System) -> Iterator[str]:
    """Yield the lines of a report on a system."""
    leads = [each.lead for each in play_match(boards, ours(system), plain)]
    mean, error = mean_and_error(leads)
    yield f"{system.name}: {mean:+.2f} ± {error:.2f} IMPs a board over the plain robot, {len(boards)} boards"
    distances = list(distances_from_par(boards, ours(system)))
    yield f"  {fmean(each.imps for each in distances):.2f} IMPs from par"
    for kind in KINDS:
        some = [each.imps for each in distances if each.kind == kind]
        if some:
            yield f"  {fmean(some):.2f} IMPs from par, if par is {kind} ({len(some)} boards)"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.bridge.bidding.strength", description=__doc__)
    parser.add_argument("boards", nargs="?", type=int, default=1000)
    parser.add_argument("system", nargs="?", choices=sorted(SYSTEMS), default="sayc")
    parser.add_argument("seed", nargs="?", default="final")
    asked = parser.parse_args(arguments)
    for line in report(solved_boards(asked.seed, asked.boards), SYSTEMS[asked.system]):
        print(line)


if __name__ == "__main__":
    main()
