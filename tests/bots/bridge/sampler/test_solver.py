"""Tests of the binding against the values that come with the solver, and against the server's analysis."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import PathFinder
from random import Random

import pytest

from bots.bridge.sampler import solver
from bots.bridge.sampler.bits import Hands, held, number_of
from bots.bridge.sampler.solver import SolverMissing, solving
from protocol.rules.tricks import index_winner
from protocol.v1.bridge import Contract, Hand, Play, Seat, Strain
from protocol.v1.cards import DECK
from server.games.bridge.play import legal_cards
from server.records.bridge.double_dummy.solver import solve_play
from tests.bots.bridge.bidding.tables import deal
from tests.records.bridge.double_dummy.solved import solved_deals

endplay = pytest.importorskip("endplay", reason="endplay is not installed")


def four(hands: tuple[Hand, ...]) -> Hands:
    north, east, south, west = (held(hand) for hand in hands)
    return north, east, south, west


@pytest.mark.parametrize("name", ["list10.txt", "list100.txt"])
def test_the_leads_of_the_solvers_own_deals_have_their_values(name: str) -> None:
    for each in solved_deals(name)[:25]:
        contract = each.record.contract
        assert contract is not None
        with solving(number_of(contract.strain.trumps)) as solve:
            values, nodes = solve(four(each.record.hands), contract.declarer.lho, ())
        assert {DECK[code]: 13 - tricks for code, tricks in values} == each.lead_values
        assert nodes > 0


def test_every_card_of_a_play_has_the_value_of_the_servers_analysis() -> None:
    rng = Random(4)
    hands = deal(rng)
    contract = Contract(4, Strain.HEARTS, Seat.WEST)
    trumps = number_of(contract.strain.trumps)
    left, turn, trick, played, won = list(hands), contract.declarer.lho, [], [], 0
    positions = []
    while len(played) < 48:
        north, east, south, west = left
        leader = Seat((turn - len(trick)) % 4)
        with solving(trumps) as solve:
            values, _ = solve(four((north, east, south, west)), leader, [card.deck_index for card in trick])
        ours, rest = turn.side is contract.declarer.side, 13 - len(played) // 4
        positions.append({DECK[code]: won + (tricks if ours else rest - tricks) for code, tricks in values})
        card = rng.choice(legal_cards(left[turn], [Play(turn, other) for other in trick]))
        left[turn] = tuple(other for other in left[turn] if other is not card)
        played.append(card)
        trick.append(card)
        turn = turn.lho
        if len(trick) == 4:
            turn = Seat((leader + index_winner([card.deck_index for card in trick], trumps)) % 4)
            won += turn.side is contract.declarer.side
            trick = []
    analysed = solve_play(hands, contract, played)
    assert positions == [each.values for each in analysed[:48]]


def endings(number: int, cards: int) -> list[Hands]:
    """Return positions with so many cards in each hand, at random."""
    rng = Random(5)
    return [four(tuple(hand[:cards] for hand in deal(rng))) for _ in range(number)]


def test_several_threads_take_turns() -> None:
    positions = endings(40, 6)

    def all_values(trumps: int | None) -> list[object]:
        with solving(trumps) as solve:
            return [solve(hands, 0, ()) for hands in positions]

    alone = [all_values(trumps) for trumps in (None, 0, 1, 2, 3)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(all_values, (None, 0, 1, 2, 3))) == alone


@pytest.mark.parametrize("trumps", [None, 0, 2])
def test_the_cost_does_not_depend_on_what_was_solved_before(trumps: int | None) -> None:
    first, *others = endings(12, 9)
    with solving(trumps) as solve:
        alone = solve(first, 0, ())
    with solving(trumps) as solve:
        for hands in (*others, first):
            solve(hands, 1, ())
    with solving(trumps) as solve:
        assert solve(first, 0, ()) == alone


def test_a_missing_solver_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    solver._library.cache_clear()
    monkeypatch.setattr(PathFinder, "find_spec", lambda *_: None)
    try:
        with pytest.raises(SolverMissing, match="without it"), solving(None):
            pass
        assert not solver.installed()
    finally:
        monkeypatch.undo()
        solver._library.cache_clear()
    assert solver.installed()


def test_one_best_card_has_the_tricks_of_the_best_of_all_cards_and_costs_less() -> None:
    rng, costs = Random(5), [0, 0]
    for _ in range(5):
        hands = four(deal(rng))
        found = []
        for place, best_only in enumerate((False, True)):
            with solving(None, best_only=best_only) as solve:
                values, nodes = solve(hands, 0, ())
            costs[place] += nodes
            found.append(max(tricks for _, tricks in values))
        assert found[0] == found[1]
    assert costs[1] < costs[0]
