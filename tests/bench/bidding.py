"""Where the rules of bidding gain and lose: today's rules against those of another commit, call by call.

    python -m tests.bench.frozen COMMIT FOLDER
    PYTHONPATH=FOLDER python -m tests.bench.bidding --boards 1600 --seed 1

Both sides bid by rules alone, without the sampler's search, so that 1,600 boards take some seconds, and each
contract scores what double-dummy play makes. The auctions that differ are grouped by the level and the
meaning of their first differing call. The trick counts are kept in a file, so that a second run of the same
boards needs no solver.
"""

from __future__ import annotations

import argparse
import importlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any

from msgspec import Struct

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.sampler.bits import held, number_of
from bots.bridge.sampler.solver import solving
from protocol.rules.bridge.auction import Calls, caller, contract, is_over
from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import Contract, Deal, Options
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scores.comparison import imps
from server.robots.duel import spread
from tests.bench.frozen import NAME

SHOWN = 40
"""The number of groups that are printed, the largest gains and losses first."""


class Difference(Struct, frozen=True):
    """A board that both rules bid differently: our lead in IMPs, and the first differing call of each."""

    board: int
    lead: int
    ours: str
    theirs: str


class Tricks:
    """The tricks of double-dummy play, kept in a file."""

    def __init__(self, file: Path) -> None:
        self._kept = sqlite3.connect(file, timeout=60)
        self._kept.execute("CREATE TABLE IF NOT EXISTS tricks(deal TEXT PRIMARY KEY, made INT) STRICT")

    def of(self, deal: Deal, made: Contract) -> int:
        """Return declarer's tricks in a contract."""
        name = f"{deal.hands} {made.strain} {made.declarer}"
        row = self._kept.execute("SELECT made FROM tricks WHERE deal = ?", (name,)).fetchone()
        if row is not None:
            return int(row[0])
        north, east, south, west = (held(hand) for hand in deal.hands)
        with solving(number_of(made.strain.trumps), best_only=True) as solve:
            leads, _ = solve((north, east, south, west), made.declarer.lho, ())
        tricks = 13 - max(taken for _, taken in leads)
        self._kept.execute("INSERT INTO tricks VALUES (?, ?)", (name, tricks))
        self._kept.commit()
        return tricks

    def points(self, deal: Deal, final: Contract | None) -> int:
        """Return North-South's score for a contract."""
        if final is None:
            return 0
        points = score(final, self.of(deal, final), deal.vulnerable.includes(final.declarer.side))
        return points if final.declarer % 2 == 0 else -points


def dealt(seed: int, number: int) -> Deal:
    """Return the board with a number, from 0, as `kibitz duel` deals it."""
    deal = BRIDGE.chance(BRIDGE.start(Options(first_board=number + 1)), Random(f"{seed} {number} 1"))
    assert isinstance(deal, Deal), "expected a table that deals at once"
    return deal


Bid = Callable[[Any, Any, Any, Any], Any]
"""The function `Bidder.call`, of today or of another commit."""


def bid_out(deal: Deal, bidders: tuple[Bid, Bid]) -> Calls:
    """Return the auction of a deal with the bidders of North-South and of East-West."""
    calls: Calls = ()
    while not is_over(calls):
        seat = caller(deal.dealer, calls)
        calls = (*calls, bidders[seat % 2](deal.hands[seat], deal.dealer, deal.vulnerable, calls).call)
    return calls


def compared(deal: Deal, number: int, ours: Bid, theirs: Bid, tricks: Tricks) -> Difference | None:
    """Return how a board differs between the two rooms, or None if both auctions are the same."""
    here, there = bid_out(deal, (ours, theirs)), bid_out(deal, (theirs, ours))
    if here == there:
        return None
    one, other = contract(deal.dealer, here), contract(deal.dealer, there)
    lead = 0 if one == other else imps(tricks.points(deal, one) - tricks.points(deal, other))
    place = next(at for at, calls in enumerate(zip(here, there, strict=False)) if calls[0] is not calls[1])
    seat = caller(deal.dealer, here[:place])
    mine, yours = (
        _named(bid(deal.hands[seat], deal.dealer, deal.vulnerable, here[:place])) for bid in (ours, theirs)
    )
    return Difference(number, lead, mine, yours)


def _named(choice: Any) -> str:
    """Return the level of a call and the name of its meaning, without its suit."""
    call = choice.call
    return f"{call.level if call.is_bid else call} {choice.explanation.words.partition(':')[0]}"[:40]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bidding", description=__doc__)
    parser.add_argument("--boards", type=int, default=1600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", choices=sorted(SYSTEMS), default="sayc")
    parser.add_argument("--kept", type=Path, default=Path(gettempdir()) / "kibitz-tricks.sqlite")
    chosen = parser.parse_args(arguments)
    theirs = importlib.import_module(f"{NAME}.bridge.bidding.bidder")
    systems = importlib.import_module(f"{NAME}.bridge.bidding.system").SYSTEMS
    ours, other = Bidder(SYSTEMS[chosen.system]).call, theirs.Bidder(systems[chosen.system]).call
    tricks = Tricks(chosen.kept)
    found = [
        compared(dealt(chosen.seed, number), number, ours, other, tricks) for number in range(chosen.boards)
    ]
    lead = spread([0 if each is None else each.lead for each in found])
    groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
    for each in found:
        if each is not None:
            groups[each.ours, each.theirs].append(each)
    differing = sum(len(each) for each in groups.values())
    print(f"lead {lead.mean:+.2f} IMPs a board ({lead.low:+.2f} to {lead.high:+.2f}), {differing} differ")
    by_size = sorted(groups.items(), key=lambda group: -abs(sum(each.lead for each in group[1])))
    for (mine, yours), boards in by_size[:SHOWN]:
        worst = [each.board for each in sorted(boards, key=lambda each: each.lead)[:3] if each.lead < 0]
        total = sum(each.lead for each in boards)
        print(f"{total:+5d} in {len(boards):3d}  {mine:40} | {yours:40} worst {worst}")


if __name__ == "__main__":
    main()
