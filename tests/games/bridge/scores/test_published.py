"""Tests of scores and constants against published tables."""

from __future__ import annotations

from protocol.rules.bridge import scoring
from protocol.v1.bridge import Contract, Seat, Strain
from tests.games.bridge.scores.sheets import published

DENOMINATIONS = ((Strain.CLUBS, Strain.DIAMONDS), (Strain.HEARTS, Strain.SPADES), (Strain.NOTRUMP,))


def test_every_contract_made_scores_as_the_published_instant_scorer_says() -> None:
    table = published("acbl_instant_scorer_making_contracts.json")
    assert len(table) == 21
    for place, rows in enumerate(table):
        level, strains = place // 3 + 1, DENOMINATIONS[place % 3]
        assert len(rows) == 8 - level
        for over, row in enumerate(rows):
            for strain in strains:
                assert row == [
                    scoring.score(Contract(level, strain, Seat.NORTH, doubled), level + 6 + over, vulnerable)
                    for vulnerable in (False, True)
                    for doubled in (1, 2, 4)
                ], (level, strain, over)


def test_the_constants_of_rubber_bridge_agree_with_the_published_ones() -> None:
    told = published("rubber_bridge_constants.json")
    one = {name: scoring.trick_points(Contract(1, Strain(name), Seat.NORTH)) for name in "CDHS"}
    assert {name: told["trick_points"][name] for name in "CDHS"} == one
    notrumps = [scoring.trick_points(Contract(level, Strain.NOTRUMP, Seat.NORTH)) for level in (1, 2)]
    first, following = told["trick_points"]["NT_first"], told["trick_points"]["NT_next"]
    assert notrumps == [first, first + following]
    assert told["game_below_line"] == scoring.GAME
    assert [scoring.insult(2), scoring.insult(4)] == [told["insult"]["doubled"], told["insult"]["redoubled"]]
    assert {
        "small_nv": scoring.slam(6, vulnerable=False),
        "small_v": scoring.slam(6, vulnerable=True),
        "grand_nv": scoring.slam(7, vulnerable=False),
        "grand_v": scoring.slam(7, vulnerable=True),
    } == told["slam"]
    over = told["overtrick"]
    for risk, doubled in (("doubled", 2), ("redoubled", 4)):
        played = Contract(1, Strain.CLUBS, Seat.NORTH, doubled)
        assert scoring.overtricks(played, 1, vulnerable=False) == over[f"{risk}_nv"]
        assert scoring.overtricks(played, 1, vulnerable=True) == over[f"{risk}_v"]
    assert scoring.undertricks(1, 1, vulnerable=False) == told["undertricks"]["undoubled_nv"]
    assert scoring.undertricks(1, 1, vulnerable=True) == told["undertricks"]["undoubled_v"]
