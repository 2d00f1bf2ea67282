"""Every value agrees with what the solver's author says, for the deals that come with it, and with a club."""

from __future__ import annotations

from itertools import islice

import pytest

from server.games.bridge.play import legal_cards
from server.records.bridge import pbn
from server.records.bridge.double_dummy.analysis import Analysis, annotated
from server.records.bridge.record import InfoTable, readable_boards
from server.records.bridge.validate import validate
from server.workers.batch import analyse_all
from tests.records.bridge.double_dummy.boards import ANALYSING, BoardAnalyst
from tests.records.bridge.double_dummy.solved import FOLDER, SolvedDeal, solved_deals

pytest.importorskip("endplay", reason="endplay is not installed")
BATCH = 25


@pytest.mark.parametrize(
    "name, batch",
    [
        ("list10.txt", 0),
        *(pytest.param("list100.txt", batch, marks=pytest.mark.corpus) for batch in range(4)),
    ],
)
async def test_all_values_of_the_solvers_own_deals_agree(name: str, batch: int) -> None:
    deals = solved_deals(name)[BATCH * batch : BATCH * (batch + 1)]
    assert len(deals) in (10, BATCH)
    analyst = BoardAnalyst(2, limit_s=100)
    try:
        answers = [
            answer async for _, answer in analyse_all(ANALYSING, [deal.record for deal in deals], analyst)
        ]
    finally:
        await analyst.stop()
    for deal, answer in zip(deals, answers, strict=True):
        assert isinstance(answer, Analysis), answer
        compare(deal, answer)


def compare(deal: SolvedDeal, answer: Analysis) -> None:
    assert answer.double_dummy == deal.double_dummy
    assert answer.par is not None
    assert answer.par.score_ns == deal.par_score_ns
    assert set(answer.par.contracts) == deal.par_contracts
    as_ranges = frozenset(as_range(contract) for contract in answer.par.contracts)
    assert deal.par_by_side == (as_ranges, as_ranges)
    assert answer.cards[0].values == deal.lead_values
    assert best_lead(answer) == deal.trace[0]
    worth = tuple(each.values[each.played] for each in answer.cards if each.played is not None)
    assert worth[:48] == deal.trace[1:]
    assert len(worth) == len(deal.record.cards)
    assert_every_legal_card_is_valued(deal, answer)


@pytest.mark.thorough
async def test_a_clubs_file_has_the_same_results_and_par_contracts_in_the_same_words() -> None:
    path = FOLDER.parent / "pbn/ben__Camrose24_1.pbn"
    if not path.exists():
        pytest.skip("shared/data/bridge/pbn/ben__Camrose24_1.pbn is not here")
    records = list(islice(readable_boards(pbn.boards(path.read_bytes())), 12))
    analyst = BoardAnalyst(2, limit_s=100)
    try:
        async for record, answer in analyse_all(ANALYSING, records, analyst):
            assert isinstance(answer, Analysis), answer
            ours = annotated(record, answer)
            assert ours.double_dummy == record.double_dummy
            assert ours.info["ParContract"] == record.info["ParContract"]
            assert points(ours.info["OptimumScore"]) == points(record.info["OptimumScore"])
    finally:
        await analyst.stop()


def points(score: InfoTable | str) -> int:
    """North-South's; the file tells them of the side that declares."""
    assert isinstance(score, str)
    side, number = score.split()
    return int(number) if side == "NS" else -int(number)


def as_range(contract: str) -> str:
    """`NS 2C+2` as `NS 234C`: every level that makes; `EW 4SX-1` as `EW 4Sx`."""
    who, text = contract.split()
    level, strain, over = int(text[0]), text[1], text[2:].replace("X", "").replace("=", "0")
    levels = "".join(str(level + more) for more in range(max(int(over), 0) + 1))
    return f"{who} {levels}{strain}{'x' if 'X' in text else ''}"


def best_lead(answer: Analysis) -> int:
    """Declarer's tricks after the lead that leaves the fewest."""
    return min(answer.cards[0].values.values())


def assert_every_legal_card_is_valued(deal: SolvedDeal, answer: Analysis) -> None:
    """At each place the hand in turn has a value for each card that follows suit, and for no other."""
    state = validate(deal.record).state
    assert state.deal is not None
    hands = [set(hand) for hand in state.deal.hands]
    for place, each in enumerate(answer.cards):
        legal = legal_cards(tuple(hands[each.seat]), state.plays[:place])
        assert (each.place, set(each.values)) == (place, set(legal))
        if each.played is not None:
            assert state.plays[place].seat is each.seat
            hands[each.seat].remove(each.played)
    assert (answer.cards[-1].played is None) == deal.record.claimed
    if not deal.record.claimed:
        assert answer.cards[-1].values == {deal.record.cards[-1]: validate(deal.record).tricks}
