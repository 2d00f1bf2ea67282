"""The views of a game of Hanabi: what players and watchers may know, built field by field."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from protocol.v1.hanabi import Card, Fate, HanabiOwn, HanabiPub
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.hanabi import characters, moves, results
from server.games.hanabi.piles import direction
from server.games.hanabi.state import HanabiState


def public_half(state: HanabiState) -> HanabiPub:
    """Return the public half of the view of a game, which everybody may see.

    The public half of a Hanabi view has the order of the cards in each hand, but no suit or rank of a card
    that is still in a hand.
    """
    over = state.ended is not None
    pub = HanabiPub(
        game_no=state.game_no,
        options=replace(state.options, seed=None),
        variant=state.variant,
        seeded=state.options.seed is not None,
        phase="over" if over else "play" if state.deck else "deal",
        turn=None if over or not state.deck else state.seat,
        turns=state.turn,
        hands=state.hands,
        cards=_known(state),
        fates=_fates(state),
        given=dict(enumerate(state.clues)),
        possible=state.possible,
        clues=state.tokens / state.clue_cost,
        left=len(state.deck) - state.drawn,
        characters=state.characters,
        end_turn=state.end_turn,
        votes=state.votes,
        result=results.result_of(state),
        last=state.event,
    )
    if not _hidden(state):
        _show_piles(state, pub)
    if over:
        pub.deck, pub.seed = state.deck, state.seed or None
    return pub


def _hidden(state: HanabiState) -> bool:
    """Return True if the piles are hidden: in variants named "Throw It in a Hole", until the game ends."""
    return state.variant.hole and state.ended is None


def _show_piles(state: HanabiState, pub: HanabiPub) -> None:
    pub.piles = state.piles
    ranks = enumerate(state.ranks)
    pub.directions = tuple(direction(state.variant, pile, suit) for suit, pile in ranks)
    pub.strikes, pub.score, pub.best = state.strikes, state.score, state.max_score


def _known(state: HanabiState) -> dict[int, Card]:
    """Return the cards that everybody may see: cards that have left a hand and are not on a hidden pile."""
    hidden = _hidden(state)
    return {
        order: state.deck[order]
        for order, fate in state.fates.items()
        if fate.how == "discarded" or not hidden
    }


def _fate(state: HanabiState, fate: Fate) -> Fate:
    thrown = _hidden(state) and fate.how == "misplayed"
    return replace(fate, how="played") if thrown else fate


def _fates(state: HanabiState) -> dict[int, Fate]:
    if not _hidden(state):
        return state.fates
    return {order: _fate(state, fate) for order, fate in state.fates.items()}


def own_half(state: HanabiState, audience: Audience) -> HanabiOwn | None:
    """Return what only people of this audience may see of a game, or None for the audience `Public`."""
    match audience:
        case Public():
            return None
        case Seated(seat):
            return _of_seat(state, seat, plays=True)
        case Kibitzer(seat):
            return _of_seat(state, seat, plays=False)
        case AllHands() | Commentator() | Director():
            return _of_all(state)
        case _:
            assert_never(audience)


def _of_all(state: HanabiState) -> HanabiOwn:
    """Return the part of the view for people that see every hand: all cards that are not in the deck."""
    return HanabiOwn(cards={order: state.deck[order] for order in range(state.drawn)})


def _of_seat(state: HanabiState, seat: int, *, plays: bool) -> HanabiOwn:
    own = HanabiOwn(seat=seat)
    if not state.deck:
        return own
    own.cards = {
        order: state.deck[order]
        for holder, hand in enumerate(state.hands)
        for order in characters.seen_cards(state, seat, holder, hand)
    }
    if seat in state.to_act:
        _add_answers(state, seat, own)
    if plays and state.ended is None:
        own.may = ("vote",)
    return own


def _add_answers(state: HanabiState, seat: int, own: HanabiOwn) -> None:
    """Add the legal moves of the seat in turn to the part of the view that only this seat sees."""
    own.plays, own.discards, own.clues = moves.choices(state, seat)
