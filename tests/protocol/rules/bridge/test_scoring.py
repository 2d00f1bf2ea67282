"""Tests of duplicate scores (Law 77)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from protocol.rules.bridge.scoring import IMP_STEPS, score
from protocol.v1.bridge import Contract, Seat, Strain

SHARED = Path(__file__).parents[5] / "shared" / "data" / "bridge" / "scoring"
STRAINS = {"minor": (Strain.CLUBS, Strain.DIAMONDS), "major": (Strain.HEARTS, Strain.SPADES)}
DOUBLED = {"": 1, "X": 2, "XX": 4}

MADE_EXACTLY = """
minor     70/70    90/90   110/110  130/130   400/600   920/1370 1440/2140
minorX   140/140  180/180  470/670  510/710   550/750  1090/1540 1630/2330
minorXX  230/230  560/760  640/840  720/920   800/1000 1380/1830 1960/2660
major     80/80   110/110  140/140  420/620   450/650   980/1430 1510/2210
majorX   160/160  470/670  530/730  590/790   650/850  1210/1660 1770/2470
majorXX  520/720  640/840  760/960  880/1080 1000/1200 1620/2070 2240/2940
NT        90/90   120/120  400/600  430/630   460/660   990/1440 1520/2220
NTX      180/180  490/690  550/750  610/810   670/870  1230/1680 1790/2490
NTXX     560/760  680/880  800/1000 920/1120 1040/1240 1660/2110 2280/2980
"""
"""Scores of contracts from level 1 to 7 without overtricks: not vulnerable / vulnerable."""

DEFEATED = """
 1   50  100  200   100  200  400
 2  100  300  600   200  500 1000
 3  150  500 1000   300  800 1600
 4  200  800 1600   400 1100 2200
 5  250 1100 2200   500 1400 2800
 6  300 1400 2800   600 1700 3400
 7  350 1700 3400   700 2000 4000
13  650 3500 7000  1300 3800 7600
"""
"""Scores by undertricks: not vulnerable, doubled, redoubled; vulnerable, doubled, redoubled."""


def contract(text: str) -> Contract:
    """Return the contract of a text such as `4SX`."""
    bid = text.rstrip("X")
    return Contract(int(bid[0]), Strain(bid[1:]), Seat.SOUTH, DOUBLED[text[len(bid) :]])


def exact_scores() -> list[tuple[str, int, int]]:
    """Return every contract of the table with its two scores."""
    rows = []
    for line in MADE_EXACTLY.split("\n")[1:-1]:
        name, *pairs = line.split()
        denomination = name.rstrip("X")
        for level, pair in enumerate(pairs, start=1):
            for strain in STRAINS.get(denomination, (Strain.NOTRUMP,)):
                safe, vulnerable = pair.split("/")
                rows.append((f"{level}{strain}{name[len(denomination) :]}", int(safe), int(vulnerable)))
    return rows


# Law 77: contracts made


def test_the_table_of_contracts_holds_all_105() -> None:
    assert len({name for name, _, _ in exact_scores()}) == 105


@pytest.mark.parametrize(("name", "safe", "vulnerable"), exact_scores())
def test_a_contract_made_exactly_scores_as_in_the_table(name: str, safe: int, vulnerable: int) -> None:
    made = contract(name)
    assert score(made, made.level + 6, vulnerable=False) == safe
    assert score(made, made.level + 6, vulnerable=True) == vulnerable


@pytest.mark.parametrize(
    ("name", "over", "safe", "vulnerable"),
    [
        ("1C", 1, 90, 90),
        ("1NT", 2, 150, 150),
        ("2S", 2, 170, 170),
        ("3NT", 1, 430, 630),
        ("4H", 1, 450, 650),
        ("4H", 2, 480, 680),
        ("6D", 1, 940, 1390),
        ("1CX", 1, 240, 340),
        ("2SX", 1, 570, 870),
        ("1NTX", 6, 780, 1380),
        ("1CXX", 1, 430, 630),
        ("4SXX", 1, 1080, 1480),
        ("1NTXX", 6, 1760, 3160),
    ],
)
def test_overtricks(name: str, over: int, safe: int, vulnerable: int) -> None:
    made = contract(name)
    assert score(made, made.level + 6 + over, vulnerable=False) == safe
    assert score(made, made.level + 6 + over, vulnerable=True) == vulnerable


def test_game_bid_and_made_by_doubling_alone_earns_the_game_bonus() -> None:
    assert score(contract("2SX"), 8, vulnerable=False) == 120 + 300 + 50
    assert score(contract("2S"), 8, vulnerable=False) == 60 + 50


def test_a_slam_made_but_not_bid_earns_no_slam_bonus() -> None:
    assert score(contract("4S"), 12, vulnerable=True) == 120 + 500 + 2 * 30


def test_a_grand_slam_earns_the_grand_slam_bonus_instead_of_the_small_one() -> None:
    assert score(contract("7S"), 13, vulnerable=False) == 210 + 300 + 1000


# Law 77: contracts defeated


@pytest.mark.parametrize("line", DEFEATED.strip().split("\n"))
@pytest.mark.parametrize("strain", Strain)
def test_undertricks_cost_the_same_in_every_strain(line: str, strain: Strain) -> None:
    down, *points = (int(number) for number in line.split())
    level = max(down - 6, 1)
    scores = [
        -score(Contract(level, strain, Seat.EAST, doubled), level + 6 - down, vulnerable)
        for vulnerable in (False, True)
        for doubled in (1, 2, 4)
    ]
    assert scores == points


@pytest.mark.parametrize("level", range(1, 8))
def test_the_level_of_a_defeated_contract_does_not_matter(level: int) -> None:
    assert score(Contract(level, Strain.HEARTS, Seat.NORTH, 2), level + 6 - 3, vulnerable=False) == -500


# Tables computed elsewhere


def _read(name: str) -> Any:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"../shared/data/bridge/scoring/{name} is not here")
    return json.loads(path.read_text())


def test_all_2940_scores_agree_with_the_shared_table() -> None:
    rows = _read("duplicate_scores_all_contracts.json")["rows"]
    assert len(rows) == 2940
    for level, strain, risk, vulnerable, tricks, points in rows:
        played = Contract(level, Strain(strain), Seat.NORTH, DOUBLED[risk])
        assert score(played, tricks, vulnerable) == points, (level, strain, risk, vulnerable, tricks)


# Law 78B


def test_the_scale_of_imps_has_24_steps_that_rise_by_tens() -> None:
    assert len(IMP_STEPS) == 24 and (IMP_STEPS[0], IMP_STEPS[9], IMP_STEPS[-1]) == (20, 430, 4000)
    assert list(IMP_STEPS) == sorted(set(IMP_STEPS)) and all(step % 10 == 0 for step in IMP_STEPS)
