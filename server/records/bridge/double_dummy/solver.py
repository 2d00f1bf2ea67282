"""Bo Haglund's double-dummy solver from the package endplay, which runs only in worker processes.

The double-dummy solver has one state for the whole process and crashes if two threads use it, so it may use
only a single thread.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from ctypes import Array, Structure, c_int, c_uint
from functools import cache
from importlib.machinery import PathFinder
from types import ModuleType
from typing import TypeVar

from msgspec import Struct

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Contract, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, Card, Suit, display_order
from server.errors import NotInstalled
from server.records.bridge.double_dummy.analysis import CardValues, Par
from server.records.bridge.record import DoubleDummy, Hands

Answer = TypeVar("Answer")

# The library uses these numbers for strains, suits, cards and vulnerabilities.
_STRAINS = {Strain.SPADES: 0, Strain.HEARTS: 1, Strain.DIAMONDS: 2, Strain.CLUBS: 3, Strain.NOTRUMP: 4}
_SUITS = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.DIAMONDS: 2, Suit.CLUBS: 3}
_CODES = {card: (_SUITS[card.suit], card.height + 2) for card in DECK}
_CARDS = {code: card for card, code in _CODES.items()}
_VULNERABILITIES = (Vulnerability.NONE, Vulnerability.BOTH, Vulnerability.NS, Vulnerability.EW)
_PAR_STRAINS = "NSHDC"
_DECLARERS = ("N", "E", "S", "W", "NS", "EW")
_ANY_TARGET, _ALL_CARDS, _EVEN_IF_ONE, _THREAD = -1, 3, 1, 0


class Solved(Struct, frozen=True):
    """The double-dummy results of a deal, and par for every dealer and vulnerability."""

    double_dummy: DoubleDummy
    pars: dict[tuple[Seat, Vulnerability], Par]


def solve_deal(hands: Hands) -> Solved:
    """Return the double-dummy results of a full deal, which takes from 0.1 to 10 seconds.

    Raises NotInstalled if the double-dummy solver is missing.
    """
    dds = _library()
    deal, table = dds.ddTableDeal(), dds.ddTableResults()
    _set_hands(hands, deal.cards)
    dds.CalcDDtable(deal, table)
    pars = {
        (dealer, vulnerable): _par(dds, table, dealer, code)
        for dealer in SEATS
        for code, vulnerable in enumerate(_VULNERABILITIES)
    }
    return Solved(DoubleDummy(tuple(_results(table.resTable, seat) for seat in SEATS)), pars)


def solve_play(hands: Hands, contract: Contract, cards: Sequence[Card]) -> tuple[CardValues, ...]:
    """Return the double-dummy values of the legal cards at each position of a valid play.

    If fewer than 52 cards were played, the position after the last card is included. Raises NotInstalled if
    the double-dummy solver is missing.
    """
    position = _Position(hands, contract)
    found = []
    for place, played in enumerate((*cards, None)[:52]):
        found.append(CardValues(place, position.seat, played, position.values()))
        if played is not None:
            position.play(played)
    return tuple(found)


def answer_or_error(solve: Callable[[], Answer]) -> Answer | NotInstalled:
    """Return the result of the function `solve`, or the NotInstalled error that it raises."""
    try:
        return solve()
    except NotInstalled as error:
        return error


class _Position:
    """A position in the play in the form that the double-dummy solver needs.

    `_over` is the number of finished tricks, and `_won` is the number of finished tricks that declarer won.
    """

    def __init__(self, hands: Hands, contract: Contract) -> None:
        self._dds = _library()
        self._contract = contract
        self._deal = self._dds.deal(trump=_STRAINS[contract.strain], first=contract.declarer.lho)
        _set_hands(hands, self._deal.remainCards)
        self._trick: list[Card] = []
        self._won = self._over = 0

    @property
    def seat(self) -> Seat:
        """Return the seat that plays the next card."""
        return Seat((self._deal.first + len(self._trick)) % 4)

    def values(self) -> dict[Card, int]:
        """Return declarer's number of tricks after each legal card, in the order of a displayed hand."""
        found = self._dds.futureTricks()
        self._dds.SolveBoard(self._deal, _ANY_TARGET, _ALL_CARDS, _EVEN_IF_ONE, found, _THREAD)
        ours = self.seat.side is self._contract.declarer.side
        worth = {
            card: self._won + (found.score[at] if ours else 13 - self._over - found.score[at])
            for at in range(found.cards)
            for card in _equals(found.suit[at], 1 << found.rank[at] | found.equals[at])
        }
        return {card: worth[card] for card in sorted(worth, key=display_order)}

    def play(self, card: Card) -> None:
        suit, rank = _CODES[card]
        self._deal.remainCards[self.seat][suit] ^= 1 << rank
        self._trick.append(card)
        if len(self._trick) == 4:
            self._end_trick()
        else:
            at = len(self._trick) - 1
            self._deal.currentTrickSuit[at], self._deal.currentTrickRank[at] = suit, rank

    def _end_trick(self) -> None:
        deal = self._deal
        deal.first = (deal.first + winner(self._trick, self._contract.strain.trumps)) % 4
        self._won += SEATS[deal.first].side is self._contract.declarer.side
        self._over += 1
        self._trick.clear()
        for at in range(3):
            deal.currentTrickSuit[at] = deal.currentTrickRank[at] = 0


def _set_hands(hands: Hands, cards: Array[Array[c_uint]]) -> None:
    for seat, hand in zip(SEATS, hands, strict=True):
        for card in hand:
            suit, rank = _CODES[card]
            cards[seat][suit] |= 1 << rank


def _results(table: Array[Array[c_int]], seat: Seat) -> tuple[int, int, int, int, int]:
    clubs, diamonds, hearts, spades, notrump = (table[_STRAINS[strain]][seat] for strain in Strain)
    return clubs, diamonds, hearts, spades, notrump


def _equals(suit: int, ranks: int) -> tuple[Card, ...]:
    """Return the cards of a suit from the bits of `ranks`: bit 2 for the two, bit 14 for the ace."""
    return tuple(_CARDS[suit, rank] for rank in range(2, 15) if ranks >> rank & 1)


def _par(dds: ModuleType, table: Structure, dealer: Seat, vulnerable: int) -> Par:
    found = dds.parResultsMaster()
    dds.DealerParBin(table, found, dealer, vulnerable)
    # Level 0 stands for a board that is passed out.
    contracts = [each for each in found.contracts[: found.number] if each.level]
    contracts.sort(key=lambda each: (each.level, -each.denom, each.seats))
    names = (
        _par_contract(each.level, each.denom, each.seats, each.overTricks - each.underTricks)
        for each in contracts
    )
    return Par(found.score, tuple(names))


def _par_contract(level: int, strain: int, declarer: int, over: int) -> str:
    """Return the text of a par contract for PBN's tag ParContract, doubled if the contract goes down."""
    result = f"X{over}" if over < 0 else f"+{over}" if over else "="
    return f"{_DECLARERS[declarer]} {level}{_PAR_STRAINS[strain]}{result}"


@cache
def _library() -> ModuleType:
    """Return endplay's Python bindings of the double-dummy solver.

    Raises NotInstalled if endplay's Python bindings of the solver are missing or cannot be loaded.

    The solver's bindings are loaded without the rest of the package endplay, which imports a plotting library
    that takes a second and needs a writable folder.
    """
    try:
        package = importlib.util.find_spec("endplay")
        folders = None if package is None else package.submodule_search_locations
        spec = None if folders is None else PathFinder.find_spec("_dds", folders)
        if spec is None or spec.loader is None:
            raise NotInstalled("double-dummy analysis is not installed: the server needs endplay's solver")
        dds = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(dds)
    except (ImportError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise NotInstalled(
            f"double-dummy analysis is not installed: endplay's solver does not load: {reason}"
        ) from None
    dds.SetMaxThreads(1)
    return dds
