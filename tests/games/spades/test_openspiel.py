"""A comparison of the rules with an independent engine, open_spiel's spades, as far as that engine is sound.

In open_spiel spades are never broken, a bid of zero is nil, and there are no blind bids and no exchange. So
in these tests spades are led only when forced, and no player bids all tricks before partner has bid.
open_spiel numbers the cards C2 C3 … SA from 0 and the bids from 52, which is nil. Its player 0, our East,
bids and leads first.
"""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.cards import DECK
from protocol.v1.spades import Bid, MakeBid, Options, PlayCard
from server.games.spades.rules import SPADES
from server.games.spades.state import LogAction, SpadesState

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

HANDS = 400
OPTIONS = Options(lead_spades="only_if_forced", first_trick="free", floor=0, blind_nil=0)
CARDS = {card.value: place for place, card in enumerate(DECK)}


def number(action: LogAction) -> int:
    """Return open_spiel's number of a bid or a card."""
    if isinstance(action, MakeBid):
        return 52 + action.bid.tricks
    assert isinstance(action, PlayCard)
    return CARDS[action.card]


def their_hand(state: SpadesState) -> object:
    """Return the same deal at open_spiel's table."""
    theirs = pyspiel.load_game("spades").new_initial_state()
    for place in range(13):
        for player in range(4):
            theirs.apply_action(CARDS[state.hands[(player + 1) % 4][place]])
    return theirs


def play_both(seed: int) -> tuple[SpadesState, object]:
    """Play one hand on both engines, and compare them at every node."""
    rng = Random(seed)
    before = SPADES.start(OPTIONS)
    ours = SPADES.apply(before, None, SPADES.chance(before, rng))
    theirs = their_hand(ours)
    boldness = rng.choice((0.1, 0.3, 1))
    while not theirs.is_terminal():
        actor = (theirs.current_player() + 1) % 4
        assert SPADES.to_act(ours) == (actor,)
        legal = SPADES.legal_actions(ours, actor)
        assert sorted(map(number, legal)) == theirs.legal_actions(), f"hand {seed}"
        choices = [action for action in legal if action != MakeBid(Bid(13))]
        if isinstance(legal[0], MakeBid) and rng.random() > boldness:
            choices = choices[:5]
        action = rng.choice(choices)
        ours = SPADES.apply(ours, actor, action)
        theirs.apply_action(number(action))
    return ours, theirs


@pytest.mark.parametrize("batch", range(4))
def test_legal_actions_trick_winners_and_scores_are_open_spiels(batch: int) -> None:
    for seed in range(HANDS // 4 * batch, HANDS // 4 * (batch + 1)):
        ours, theirs = play_both(seed)
        result = SPADES.result(ours)
        assert result is not None
        scores = [result.sides[(player + 1) % 2].after.points for player in range(4)]
        assert theirs.returns() == scores, f"hand {seed}"
