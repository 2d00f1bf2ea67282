"""A comparison of the rules with an independent engine, open_spiel's bridge, at every node of whole boards.

open_spiel numbers the cards C2 D2 H2 S2 C3 … SA from 0, and the calls from 52: pass, double, redouble, then
the bids. Its player 0 is the dealer, and it asks declarer for dummy's cards, as this server does.
"""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.bridge import BIDS, SEATS, Call, Deal, MakeCall, PlayCard, Seat, Side
from protocol.v1.cards import DECK
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scoring import vulnerability_of
from server.games.bridge.state import BridgeState, LogAction

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

BOARDS = 2_000
BATCH = 100
CALLS = (Call.PASS, Call.DOUBLE, Call.REDOUBLE, *BIDS)
NUMBER: dict[LogAction, int] = {
    **{PlayCard(card): 4 * card.height + "CDHS".index(card.suit) for card in DECK},
    **{MakeCall(call): 52 + place for place, call in enumerate(CALLS)},
}


def their_board(deal: Deal) -> object:
    """Return the same deal at open_spiel's table, with the dealer to call."""
    sides = [deal.vulnerable.includes(each.side) for each in (deal.dealer, deal.dealer.lho)]
    game = pyspiel.load_game(
        "bridge",
        {"use_double_dummy_result": False, "dealer_vul": sides[0], "non_dealer_vul": sides[1]},
    )
    state = game.new_initial_state()
    for place in range(13):
        for player in range(4):
            state.apply_action(NUMBER[PlayCard(deal.hands[(deal.dealer + player) % 4][place])])
    return state


def choose(rng: Random, legal: tuple[LogAction, ...], boldness: float) -> LogAction:
    """Return a random card or call; low bids are more likely than high bids.

    A bold player passes more seldom.
    """
    if isinstance(legal[0], PlayCard) or len(legal) == 1:
        return rng.choice(legal)
    if rng.random() > boldness:
        return legal[0]
    penalties = [action for action in legal if action.call in (Call.DOUBLE, Call.REDOUBLE)]
    if penalties and rng.random() < 0.3:
        return penalties[0]
    return legal[min(1 + int(rng.expovariate(0.3)), len(legal) - 1)]


def play_both(seed: int) -> BridgeState:
    """Play one board on both engines, compare them at every node, and return our last state."""
    rng = Random(seed)
    start = BridgeState(board=rng.randint(1, 16))
    deal = BRIDGE.chance(start, rng)
    assert deal is not None
    assert deal.vulnerable is vulnerability_of(start.board)
    ours, theirs = BRIDGE.apply(start, None, deal), their_board(deal)
    boldness, fading = rng.uniform(0.3, 1), rng.choice((0.8, 0.9, 0.95, 1))
    while not theirs.is_terminal():
        actor = Seat((deal.dealer + theirs.current_player()) % 4)
        assert BRIDGE.to_act(ours) == (actor,)
        legal = BRIDGE.legal_actions(ours, actor)
        assert sorted([NUMBER[action] for action in legal]) == theirs.legal_actions(), f"board {seed}"
        action = choose(rng, legal, boldness * fading ** len(ours.calls))
        ours = BRIDGE.apply(ours, actor, action)
        theirs.apply_action(NUMBER[action])
    assert BRIDGE.to_act(ours) == ()
    result = BRIDGE.result(ours)
    assert result is not None
    north_south = result.score_ns if deal.dealer.side is Side.NS else -result.score_ns
    assert theirs.returns() == [north_south, -north_south, north_south, -north_south], f"board {seed}"
    return ours


@pytest.mark.parametrize("batch", range(BOARDS // BATCH))
def test_a_hundred_random_boards_agree_at_every_node_and_in_their_scores(batch: int) -> None:
    finished = [play_both(seed) for seed in range(batch * BATCH, (batch + 1) * BATCH)]
    assert len(finished) == BATCH


def test_the_boards_compared_are_of_every_kind() -> None:
    finished = [play_both(seed) for seed in range(200)]
    contracts = [state.contract for state in finished if state.contract is not None]
    assert len(contracts) < len(finished), "some are passed out"
    assert {contract.doubled for contract in contracts} == {1, 2, 4}
    assert {contract.level for contract in contracts} == set(range(1, 8))
    assert len({contract.strain for contract in contracts}) == 5
    assert {contract.declarer for contract in contracts} == set(SEATS)
    assert {state.deal.vulnerable for state in finished if state.deal is not None} == {
        "None",
        "NS",
        "EW",
        "Both",
    }
    made = [BRIDGE.result(state).score_ns > 0 for state in finished if state.contract in contracts]
    assert True in made
    assert False in made
