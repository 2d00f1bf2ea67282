"""The rules that decide when and why a game of Hanabi ends."""

from __future__ import annotations

from protocol.rules.hanabi.limits import MAX_STRIKES
from protocol.rules.hanabi.piles import next_ranks
from protocol.v1.hanabi.ends import End
from protocol.v1.hanabi.nouns import Ended
from server.games.hanabi.state import HanabiState


def checked(state: HanabiState) -> Ended | None:
    """Return the reason why the game ends now, before its next turn, or None if the game goes on.

    If there are several reasons, the function returns the first one that it checks.
    """
    if state.ended is not None:
        return state.ended
    if state.strikes == MAX_STRIKES:
        return Ended(End.STRIKEOUT)
    options = state.options
    if options.speedrun or options.all_or_nothing:
        failed = _failed(state)
        if failed is not None:
            return failed
    return Ended(End.NORMAL) if state.turn == state.end_turn or not _can_grow(state) else None


def _failed(state: HanabiState) -> Ended | None:
    """Return the reason to end the game if the highest possible score is required but cannot be reached.

    Returns None if the game goes on.
    """
    variant, options = state.variant, state.options
    out_of_reach = state.max_score < variant.stack * len(variant.suits)
    if options.speedrun and out_of_reach:
        return Ended(End.SPEEDRUN_FAIL)
    if options.all_or_nothing and out_of_reach:
        return Ended(End.ALL_OR_NOTHING_FAIL)
    if options.all_or_nothing and not state.hands[state.seat] and state.tokens < state.clue_cost:
        return Ended(End.ALL_OR_NOTHING_SOFTLOCK, state.seat)
    return None


def _can_grow(state: HanabiState) -> bool:
    """Return True if any card of the deck, or of a player with a further turn, can still raise the score.

    While all players have a further turn, the function only compares two scores: if the highest possible
    score is above the present one, the next card of some pile is in a hand or in the deck.
    """
    if state.score == state.max_score:
        return False
    return not state.stranded or anything_playable(state)


def anything_playable(state: HanabiState) -> bool:
    """Return True if any card of the deck or of a player with a further turn fits on a pile now."""
    ranks, gone = state.ranks, {*state.fates, *state.stranded}
    fitting_ranks = tuple(next_ranks(state.variant, ranks, suit) for suit in range(len(ranks)))
    return any(
        card.rank in fitting_ranks[card.suit] for order, card in enumerate(state.deck) if order not in gone
    )
