"""Bo Haglund's double-dummy solver from the package endplay, for one position at a time.

The solver's library has one state for the whole process and crashes if two threads use it at once, so the
threads take turns. A robot that plays over a websocket may call the solver from any thread of its process.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.machinery import ModuleSpec, PathFinder
from threading import Lock
from types import ModuleType

from bots.bridge.sampler.bits import SUITS, Hands

_ANY_TARGET, _ONE_CARD, _ALL_CARDS, _EVEN_IF_ONE, _THREAD = -1, 1, 3, 1, 0
_NOTRUMP = 4
_turns = Lock()

ONE_TRICK: Hands = ((1, 0, 0, 0), (2, 0, 0, 0), (4, 0, 0, 0), (8, 0, 0, 0))
Solve = Callable[[Hands, int, Sequence[int]], tuple[list[tuple[int, int]], int]]
"""A function that solves a position: it returns each legal card with the tricks that the side to play wins
after that card, the current trick included, and the number of positions that the solver examined.
"""


class SolverMissing(Exception):
    """The error for a double-dummy solver that is not installed or does not load."""


@contextmanager
def solving(trumps: int | None, best_only: bool = False) -> Iterator[Solve]:
    """Return a context manager with a function that solves positions with the given trumps.

    While one thread has this context open, other threads wait for the solver. The number of examined
    positions depends only on the positions that are solved and on their order. With `best_only` the solver
    returns only one of the best cards, at less than half the cost.

    Raises SolverMissing if the double-dummy solver is not installed or does not load.
    """
    dds = _library()
    with _turns:
        # A change of trumps makes the library forget the positions of earlier questions.
        _solve(dds, False, 1 if trumps == 0 else 0, ONE_TRICK, 0, ())
        yield partial(_solve, dds, best_only, trumps)


def _solve(
    dds: ModuleType, best_only: bool, trumps: int | None, hands: Hands, leader: int, trick: Sequence[int]
) -> tuple[list[tuple[int, int]], int]:
    deal = dds.deal(trump=_NOTRUMP if trumps is None else 3 - trumps, first=leader)
    for seat, hand in enumerate(hands):
        row = deal.remainCards[seat]
        for suit in SUITS:
            row[3 - suit] = hand[suit] << 2
    for place, code in enumerate(trick):
        deal.currentTrickSuit[place], deal.currentTrickRank[place] = 3 - code // 13, code % 13 + 2
    found = dds.futureTricks()
    cards = _ONE_CARD if best_only else _ALL_CARDS
    dds.SolveBoard(deal, _ANY_TARGET, cards, _EVEN_IF_ONE, found, _THREAD)
    values = []
    for place in range(found.cards):
        suit, tricks = 13 * (3 - found.suit[place]), found.score[place]
        values.append((suit + found.rank[place] - 2, tricks))
        equals = found.equals[place] >> 2
        while equals:
            bit = equals & -equals
            values.append((suit + bit.bit_length() - 1, tricks))
            equals ^= bit
    return values, found.nodes


def installed() -> bool:
    """Return True if the double-dummy solver is installed.

    The solver is not loaded for this check, because loading takes half a second.
    """
    return _found() is not None


def _found() -> ModuleSpec | None:
    package = importlib.util.find_spec("endplay")
    folders = None if package is None else package.submodule_search_locations
    return None if folders is None else PathFinder.find_spec("_dds", folders)


@cache
def _library() -> ModuleType:
    """Return the Python bindings of the double-dummy solver from the package endplay.

    The solver's bindings are loaded without the package endplay, because that package imports a plotting
    library, which takes a second and needs a writable folder.
    """
    try:
        spec = _found()
        if spec is None or spec.loader is None:
            raise SolverMissing(
                "expected the double-dummy solver of the package endplay, got an installation without it"
            )
        dds = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(dds)
    except (ImportError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise SolverMissing(
            f"expected the double-dummy solver of the package endplay to load, got the error: {reason}"
        ) from None
    dds.SetMaxThreads(1)
    return dds
