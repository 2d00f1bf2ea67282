"""The end of a game of Hanabi, and the conditions for it."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.hanabi.ends import End
from protocol.v1.hanabi.nouns import Ended
from server.games.hanabi.piles import next_ranks
from server.games.hanabi.state import HanabiState

MAX_STRIKES = 3


def checked(state: HanabiState) -> Ended | None:
    """Return the reason why the game ends before its next turn, or None if the game continues.

    If there are several reasons, the first in the order of `_reasons` counts.
    """
    return state.ended or next(_reasons(state), None)


def _reasons(state: HanabiState) -> Iterator[Ended]:
    variant, options = state.variant, state.options
    out_of_reach = state.max_score < variant.stack * len(variant.suits)
    if state.strikes == MAX_STRIKES:
        yield Ended(End.STRIKEOUT)
    if options.speedrun and out_of_reach:
        yield Ended(End.SPEEDRUN_FAIL)
    if options.all_or_nothing and out_of_reach:
        yield Ended(End.ALL_OR_NOTHING_FAIL)
    if options.all_or_nothing and not state.hands[state.seat] and state.tokens < state.clue_cost:
        yield Ended(End.ALL_OR_NOTHING_SOFTLOCK, state.seat)
    if state.turn == state.end_turn or state.score == state.max_score or not _anything_playable(state):
        yield Ended(End.NORMAL)


def _anything_playable(state: HanabiState) -> bool:
    """Return True if any card of the deck or of a player with a further turn could be played on a pile.

    While all players have a further turn, the highest possible score tells it: as long as it is above the
    score, some pile's next card is in a hand or in the deck.
    """
    if not state.stranded:
        return state.score < state.max_score
    ranks, gone = state.ranks, {*state.fates, *state.stranded}
    fitting_ranks = tuple(next_ranks(state.variant, ranks, suit) for suit in range(len(ranks)))
    return any(
        card.rank in fitting_ranks[card.suit] for order, card in enumerate(state.deck) if order not in gone
    )
