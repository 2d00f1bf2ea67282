"""The views of a hand (deal) of Spades: what players and watchers may know, built field by field."""

from __future__ import annotations

from typing import assert_never

from protocol.v1.spades import SpadesOwn, SpadesPub
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.spades import bidding, dealing, exchange, play, results
from server.games.spades.state import SpadesState


def public_half(state: SpadesState) -> SpadesPub:
    """Return the public half of the view of a deal of Spades: bids, cards on the table, and scores.

    If partners must exchange cards, the public half of the view shows the seats and the number of cards, but
    not the cards.
    """
    ended = state.ended
    return SpadesPub(
        rules=state.rules,
        hand=state.hand,
        dealer=state.dealer,
        phase=state.phase,
        bids=state.bids,
        plays=dict(enumerate(state.plays)),
        tricks=state.tricks,
        scores=state.scores if ended is None else tuple(side.after for side in ended.sides),
        numbers=state.numbers,
        turn=state.turn,
        revealed=dict.fromkeys(state.revealed, True),
        blind=_blind(state),
        exchange=exchange.step(state),
        broken=state.broken,
        drawn=tuple(map(len, state.laid_away)) if state.phase == "draw" else None,
        result=ended,
        results=results.visible_results(state) or None,
        winner=state.winner if ended is None else ended.winner,
        last=state.event,
    )


def _blind(state: SpadesState) -> tuple[int, ...]:
    if state.phase != "bidding":
        return ()
    return tuple(seat for seat in range(state.rules.players) if not bidding.has_looked(state, seat))


def own_half(state: SpadesState, audience: Audience) -> SpadesOwn | None:
    """Return what only people of this audience may see of a deal, or None for the audience `Public`."""
    match audience:
        case Public():
            return None
        case Seated(seat) | Kibitzer(seat):
            return _of_seat(state, seat)
        case AllHands() | Commentator() | Director():
            return _of_all(state)
        case _:
            assert_never(audience)


def _of_all(state: SpadesState) -> SpadesOwn:
    """Return the part of the view for people that see every hand, such as the director.

    The stock, from which the players of a game for two draw, remains hidden even from people that see every
    hand.
    """
    if state.deal is None:
        return SpadesOwn()
    passes = {card_pass.seat: card_pass.cards for card_pass in state.passes}
    return SpadesOwn(hands=state.hands, passes=passes or None)


def _of_seat(state: SpadesState, seat: int) -> SpadesOwn:
    """Return the half of the view that one seat sees; its hand is included once the player may see it."""
    own = SpadesOwn(seat=seat)
    if state.deal is None:
        return own
    if bidding.has_looked(state, seat):
        own.hand = state.hands[seat]
    else:
        own.may = ("reveal",)
    if state.passes:
        own.passed, own.received = exchange.passed_and_received(state, seat)
    if state.laid_away:
        own.laid_away = state.laid_away[seat]
    if seat == state.turn:
        _add_answers(state, seat, own)
    return own


def _add_answers(state: SpadesState, seat: int, own: SpadesOwn) -> None:
    """Add the legal actions of the seat in turn to the part of the view that only this seat sees."""
    match state.phase:
        case "play":
            own.cards = play.legal_cards_of(state)
        case "bidding":
            own.bids = bidding.legal_bids(state, seat)
        case "exchange":
            due = exchange.step(state)
            own.passing = None if due is None else due.count
        case "draw":
            own.drawn = dealing.offered(state)
        case "deal" | "over":
            pass
        case _:
            assert_never(state.phase)
