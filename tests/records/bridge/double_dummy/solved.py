"""The deals that come with Bo Haglund's solver, list10 and list100, and what he says that they are worth.

A deal is a line PBN and what follows it:

    PBN dealer vulnerable trumps leader "deal"      N E S W; None Both NS EW; S H D C NT; N E S W, each from 0
    FUT n, then n suits, ranks, equals, scores      what the leader's cards are worth to the leader's side;
                                                    ranks from 2, `equals` the bits of ranks that are as good
    TABLE 20 numbers                                by strain S H D C NT, and by declarer N E S W within
    PAR "NS score" "EW score" "NS:contracts" "EW:contracts"     `EW 23Hx`: levels, strain, x for doubled
    PAR2 "score" "contract" ...                     `4S*-EW-1`: what it is, who declares, tricks over or under
    PLAY n "cards"                                  suit and rank of each
    TRACE n numbers                                 declarer's tricks before the lead and after each card but
                                                    those of the last trick
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from protocol.v1.bridge import SEATS, Contract, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import Card
from server.records.bridge.record import BoardRecord, DoubleDummy, Hands

FOLDER = Path(__file__).parents[5] / "shared/data/bridge/dds"
STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
VULNERABILITIES = (Vulnerability.NONE, Vulnerability.BOTH, Vulnerability.NS, Vulnerability.EW)
TRICKS = 13


class SolvedDeal(Struct, frozen=True):
    """A deal, its play, and all that the list says of it."""

    record: BoardRecord
    double_dummy: DoubleDummy
    lead_values: dict[Card, int]
    par_score_ns: int
    par_contracts: frozenset[str]
    par_by_side: tuple[frozenset[str], frozenset[str]]
    trace: tuple[int, ...]


def hands_of(pbn: str) -> Hands:
    """`N:` and four hands, or from another seat."""
    first = "NESW".index(pbn[0])
    told = [parse_hand(hand) for hand in pbn[2:].split()]
    north, east, south, west = (told[(seat - first) % 4] for seat in SEATS)
    return north, east, south, west


def solved_deals(name: str) -> list[SolvedDeal]:
    """Every deal of a list; the test is skipped where the list is not there."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"shared/data/bridge/dds/{name} is not here")
    deals = path.read_text("ascii").split("\nPBN ")[1:]
    return [_deal("PBN " + deal) for deal in deals]


def _deal(text: str) -> SolvedDeal:
    lines = {words[0]: words[2] for line in text.splitlines() if (words := line.strip().partition(" "))[0]}
    codes, pbn = lines["PBN"].split('"')[:2]
    dealer, vulnerable, trumps, leader = map(int, codes.split())
    contract = Contract(1, STRAINS[trumps], Seat((leader + 3) % 4))
    cards = tuple(Card(each) for each in re.findall(r"[SHDC][2-9TJQKA]", lines["PLAY"]))
    double_dummy = _table([int(number) for number in lines["TABLE"].split()])
    score, *contracts = re.findall(r'"(.*?)"', lines["PAR2"])
    sides = re.findall(r'"\w\w:(.*?)"', lines["PAR"])
    assert f'"NS {score}"' in lines["PAR"]
    return SolvedDeal(
        BoardRecord(
            hands=hands_of(pbn),
            dealer=Seat(dealer),
            vulnerable=VULNERABILITIES[vulnerable],
            contract=contract,
            cards=cards,
            claimed=len(cards) < 52,
        ),
        double_dummy,
        dict(_lead_values([int(number) for number in lines["FUT"].split()])),
        int(score),
        frozenset(_in_our_words(each) for each in contracts),
        (frozenset(sides[0].split(",")), frozenset(sides[1].split(","))),
        tuple(int(number) for number in lines["TRACE"].split()[1:]),
    )


def _table(numbers: list[int]) -> DoubleDummy:
    by_strain = {strain: numbers[4 * place : 4 * place + 4] for place, strain in enumerate(STRAINS)}
    return DoubleDummy(tuple(tuple(by_strain[strain][seat] for strain in Strain) for seat in SEATS))


def _lead_values(numbers: list[int]) -> Iterator[tuple[Card, int]]:
    """Declarer's tricks after each lead; the list tells the leader's."""
    count, *rest = numbers
    suits, ranks, equals, scores = (rest[at * count : (at + 1) * count] for at in range(4))
    for suit, rank, others, score in zip(suits, ranks, equals, scores, strict=True):
        for each in range(2, 15):
            if each == rank or others >> each & 1:
                yield Card("SHDC"[suit] + "23456789TJQKA"[each - 2]), TRICKS - score


def _in_our_words(contract: str) -> str:
    """`4S*-EW-1` as `EW 4SX-1`."""
    found = re.fullmatch(r"(\d[SHDCN])(\*?)-([NESW]+)([+-]\d+)?", contract)
    assert found
    bid, doubled, who, over = found.groups()
    return f"{who} {bid}{'X' if doubled else ''}{over or '='}"
