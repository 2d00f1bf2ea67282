"""Boards that the solver takes no time for, and one that it takes long for."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import Card
from server.records.bridge.double_dummy.analysing import BoardAnalysing, about_deal, about_play
from server.records.bridge.double_dummy.analysis import Analysis, CardValues, Par
from server.records.bridge.record import BoardRecord, DoubleDummy, Hands
from server.workers.analyst import Analyst

RANKS = "AKQJT98765432"


def hands(text: str) -> Hands:
    """Four hands from North on, as in PBN."""
    north, east, south, west = (parse_hand(hand) for hand in text.split())
    return north, east, south, west


def whole_suits(order: str = "SHDC") -> Hands:
    """Each hand holds all of one suit, North first."""
    north, east, south, west = (tuple(Card(suit + rank) for rank in RANKS) for suit in order)
    return north, east, south, west


HARD = hands(".AK92.AQJ763.J92 4.3.KT9852.K8764 AJ9832.QT874..AQ KQT765.J65.4.T53")
"""The worst of some hundreds of random deals: four seconds at the very least."""


def board(**told: object) -> BoardRecord:
    """Board 1 with a whole suit each, 7S by North: East leads a heart, North takes every trick."""
    fields = {
        "hands": whole_suits(),
        "dealer": Seat.NORTH,
        "vulnerable": Vulnerability.NONE,
        "contract": Contract(7, Strain.SPADES, Seat.NORTH),
    }
    return BoardRecord(**{**fields, **told})


def played(cards: int) -> tuple[Card, ...]:
    """So many cards of that board: after the first trick North leads each."""
    first = [Card(f"{suit}2") for suit in "HDCS"]
    later = [Card(suit + rank) for rank in reversed(RANKS[:-1]) for suit in "SHDC"]
    return tuple((first + later)[:cards])


ANALYSING = BoardAnalysing()


class BoardAnalyst(Analyst):
    """An analyst that is asked about boards."""

    async def table(self, hands: Hands) -> DoubleDummy:
        """Return the 20 results of a full deal."""
        return (await self.answer(ANALYSING, about_deal(hands))).double_dummy

    async def par(self, hands: Hands, dealer: Seat, vulnerable: Vulnerability) -> Par:
        """Return what both sides get when neither can do better."""
        return (await self.answer(ANALYSING, about_deal(hands))).pars[dealer, vulnerable]

    async def plays(self, record: BoardRecord) -> tuple[CardValues, ...]:
        """Return the worth of every card that could be played."""
        found = [await self.answer(ANALYSING, each) for each in about_play(record)]
        return found[0] if found else ()

    async def board(self, record: BoardRecord) -> Analysis:
        """Return the analysis of a board."""
        return await self.analysis(ANALYSING, record)
