"""The bidding beside that of experts and of a strong engine, on the same boards.

`python -m tests.bots.bridge.bidding.experts SYSTEM` prints how far the contracts of recorded auctions are
from par, and those of the frozen plain robot and of the bidder in all four seats of the same boards. Every
contract scores what double-dummy play makes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bots.bridge.bidding.system import SYSTEMS
from protocol.rules.bridge.auction import contract, is_over
from protocol.v1.bridge import SEATS, Call, Seat, Vulnerability
from server.games.bridge.scores.comparison import imps
from server.games.bridge.scoring import result
from server.records.bridge import lin, pbn
from server.records.bridge.double_dummy.solver import solve_deal
from server.records.bridge.record import BoardRecord, DoubleDummy, in_rotation
from tests.bots.bridge.bidding.strength import Hands, Player, mean_and_error, ours, par, plain

RECORDS = Path(__file__).parents[5] / "shared" / "data" / "bridge"
EXPERTS = (*(f"vugraph_748{number:02}.lin" for number in (1, 2, 5, 6)), "usbf_sf_14502.lin")
ENGINE = "ben__camrose2024_BEN.pbn"


@dataclass(frozen=True)
class Recorded:
    """A board with an auction that was made at a table."""

    hands: Hands
    dealer: Seat
    vulnerability: Vulnerability
    calls: tuple[Call, ...]


def experts() -> list[Recorded]:
    """Return the boards of three matches of experts, most of them bid at two tables."""
    return [each for name in EXPERTS for each in _read(lin.boards((RECORDS / "lin" / name).read_bytes()))]


def engine() -> list[Recorded]:
    """Return the boards of an international match as BEN, a neural network, bids them in all four seats."""
    return list(_read(pbn.boards((RECORDS / "pbn" / ENGINE).read_bytes())))


def _read(boards: Iterator[object]) -> Iterator[Recorded]:
    for board in boards:
        if not isinstance(board, BoardRecord) or board.dealer is None or board.vulnerable is None:
            continue
        calls = in_rotation(board.calls)
        if all(len(hand) == 13 for hand in board.hands) and is_over(calls):
            yield Recorded(board.hands, board.dealer, board.vulnerable, calls)


def bid_out(board: Recorded, player: Player) -> tuple[Call, ...]:
    """Return the auction if one bidding bids the board in all four seats."""
    calls: tuple[Call, ...] = ()
    while not is_over(calls):
        seat = SEATS[(board.dealer + len(calls)) % 4]
        calls = (*calls, player(board.hands[seat], seat, board.dealer, board.vulnerability, calls))
    return calls


def from_par(board: Recorded, calls: tuple[Call, ...], tricks: DoubleDummy) -> int:
    """Return the distance of an auction's contract from par, in IMPs."""
    final = contract(board.dealer, calls)
    made = None if final is None else tricks.of(final.declarer, final.strain)
    reached = result(final, made, board.vulnerability).score_ns
    return abs(imps(reached - par(tricks, board.dealer, board.vulnerability)[0]))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.bridge.bidding.experts", description=__doc__)
    parser.add_argument("system", nargs="?", choices=sorted(SYSTEMS), default="sayc")
    system = SYSTEMS[parser.parse_args(arguments).system]
    for name, boards in (("experts", experts()), ("BEN", engine())):
        solved = {board.hands: solve_deal(board.hands).double_dummy for board in boards}
        for bidding, player in ((name, None), ("plain", plain), (system.name, ours(system))):
            distances = [
                from_par(
                    board, board.calls if player is None else bid_out(board, player), solved[board.hands]
                )
                for board in boards
            ]
            mean, error = mean_and_error(distances)
            print(f"{mean:.2f} ± {error:.2f} IMPs from par: {bidding}, {len(boards)} boards of {name}")


if __name__ == "__main__":
    main()
