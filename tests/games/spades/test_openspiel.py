"""The rules against an independent engine: open_spiel's spades, where it is sound.

Its spades are never broken, it bids nil for nought, and knows neither blind bids nor an exchange; so our
table leads spades only when forced to, and nobody bids all tricks beside a partner who is still to bid. Its
cards are numbered C2 C3 … SA from 0, its bids from 52, nil; its player 0 bids and leads first, our East.
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
    """What open_spiel calls a bid or a card."""
    if isinstance(action, MakeBid):
        return 52 + action.bid.tricks
    assert isinstance(action, PlayCard)
    return CARDS[action.card]


def their_hand(state: SpadesState) -> object:
    """The same deal at open_spiel's table."""
    theirs = pyspiel.load_game("spades").new_initial_state()
    for place in range(13):
        for player in range(4):
            theirs.apply_action(CARDS[state.hands[(player + 1) % 4][place]])
    return theirs


def play_both(seed: int) -> tuple[SpadesState, object]:
    """One hand played on both tables, compared at every node."""
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
