"""Double dummy against an engine of its own making: the score of every contract on random deals.

open_spiel reckons its table when the last card is dealt. KIBITZ_DEALS says on how many deals, 200 for the
whole of it; by default a few, for each takes a second or so.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import SEATS, Contract, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, Card, display_order
from server.records.bridge.record import DoubleDummy, Hands
from tests.records.bridge.double_dummy.boards import BoardAnalyst

pytest.importorskip("endplay", reason="endplay is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

DEALS = int(os.environ.get("KIBITZ_DEALS", "8"))
VULNERABILITIES = {
    Vulnerability.NONE: (False, False),
    Vulnerability.NS: (True, False),
    Vulnerability.EW: (False, True),
    Vulnerability.BOTH: (True, True),
}


def dealt(seed: int) -> Hands:
    deck = list(DECK)
    Random(seed).shuffle(deck)
    north, east, south, west = (
        tuple(sorted(deck[place::4], key=display_order)) for place in range(len(SEATS))
    )
    return north, east, south, west


def their_scores(hands: Hands, vulnerable: Vulnerability) -> list[int]:
    """The points of North-South for a pass-out, then for each contract; North deals."""
    north_south, east_west = VULNERABILITIES[vulnerable]
    game = pyspiel.load_game(
        "bridge",
        {"use_double_dummy_result": True, "dealer_vul": north_south, "non_dealer_vul": east_west},
    )
    state = game.new_initial_state()
    for place in range(13):
        for hand in hands:
            state.apply_action(_number(hand[place]))
    return list(state.score_by_contract())


def _number(card: Card) -> int:
    """open_spiel numbers the cards C2 D2 H2 S2 C3 … SA from 0."""
    return 4 * card.height + "CDHS".index(card.suit)


def our_scores(table: DoubleDummy, vulnerable: Vulnerability) -> Iterator[int]:
    """The same out of our table, by level, strain, declarer, and doubled."""
    yield 0
    for level in range(1, 8):
        for strain in Strain:
            for declarer in Seat:
                for doubled in (1, 2, 4):
                    contract = Contract(level, strain, declarer, doubled)
                    exposed = vulnerable.includes(declarer.side)
                    points = score(contract, table.of(declarer, strain), exposed)
                    yield -points if declarer % 2 else points


@pytest.mark.thorough
@pytest.mark.timeout(60 + 10 * DEALS)
async def test_every_contract_scores_the_same_on_random_deals() -> None:
    analyst = BoardAnalyst(2, limit_s=100)
    try:
        for seed in range(DEALS):
            hands, vulnerable = dealt(seed), tuple(Vulnerability)[seed % 4]
            table = await analyst.table(hands)
            assert list(our_scores(table, vulnerable)) == their_scores(hands, vulnerable), f"deal {seed}"
    finally:
        await analyst.stop()
