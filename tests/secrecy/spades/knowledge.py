"""Who knows which cards of a Spades hand: the rows of the matrix, written down once more for the scenes.

Nothing here asks what the server shows, so that the two can differ.
"""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.v1.spades import Bid, Keep, MakeBid, Options, Pass, PlayCard, Reveal
from protocol.v1.spades.deck import deck_of
from server.games.spades import settled
from server.games.spades.rules import SPADES as GAME
from server.games.spades.state import SpadesState
from tests.secrecy.scenes.worlds import Cards, Kind, Observer, World


def sees(observer: Observer | None) -> frozenset[int]:
    """The seats whose hands an observer knows as well as their players do."""
    if observer is None:
        return frozenset()
    if observer.role:
        return frozenset(range(6))
    return frozenset(observer.hands if observer.seat is None else (observer.seat,))


def unseen_by_its_player(state: SpadesState, seat: int) -> bool:
    """Whether the player of a seat has not looked, because something may still be bid blind there."""
    rule, mate_bid = state.rules, None
    if state.phase != "bidding" or seat in state.bids or seat in state.revealed:
        return False
    if rule.blind_after_first and state.hand == 1:
        return False
    if rule.sides == "pairs":
        mate_bid = state.bids.get((seat + rule.players // 2) % rule.players)
    ours = seat % (rule.players // 2 if rule.sides == "pairs" else rule.players)
    best = max(score.points for side, score in enumerate(state.scores) if side != ours)
    late = best - state.scores[ours].points
    return _nil_left(state, mate_bid, late) or _number_left(state, mate_bid, late)


def _nil_left(state: SpadesState, mate: Bid | None, late: int) -> bool:
    rule = state.rules
    if not rule.blind_nil or (rule.blind_nil_behind and late < rule.blind_nil_behind):
        return False
    if mate is None:
        return True
    if not mate.nil:
        return mate.tricks >= rule.least_beside_nil
    return rule.double_nil != "forbidden" and not (mate.blind and rule.blind_nils == 1)


def _number_left(state: SpadesState, mate: Bid | None, late: int) -> bool:
    rule = state.rules
    if not rule.blind_bid or (rule.blind_bid_behind and late < rule.blind_bid_behind):
        return False
    if mate is None or mate.nil:
        return True
    before = mate.tricks if rule.team_bid == "sum" else 0
    return mate.blind and rule.blind_bid - before <= 13 - before


def known(world: World, observer: Observer | None) -> tuple[Cards, ...]:
    """The cards that the observer, or the public, may be told after so many entries."""
    everything = observer is not None and bool(observer.role)
    return tuple(_known(state, sees(observer), everything) for state in world.states)


def _known(state: SpadesState, seats: frozenset[int], everything: bool) -> Cards:
    ends = [result.last_trick for result in state.results.values()]
    cards = {play.card for play in (*state.plays, *(play for trick in ends for play in trick))}
    if state.deal is None:
        return frozenset(cards)
    for seat in seats & frozenset(range(state.rules.players)):
        if everything or not unseen_by_its_player(state, seat):
            cards.update(state.hands[seat])
        cards.update(card for given in state.passes if seat in (given.seat, given.to) for card in given.cards)
        if state.laid_away and not everything:
            cards.update(state.laid_away[seat])
            if state.phase == "draw" and state.turn == seat:
                cards.update(state.deal.stock[2 * state.draws : 2 * state.draws + 2])
    return frozenset(cards)


def deck(options: Options) -> tuple[str, ...]:
    return deck_of(settled.rules_of(options)).cards


def try_with(options: Options, sort: int, a: int) -> dict[str, Any]:
    """Mostly cards and bids, and what is no action of this game."""
    cards = deck_of(settled.rules_of(options)).cards
    card, others = cards[a % len(cards)], cards[a % 40 : a % 40 + 1 + a % 4]
    if sort < 2:
        return msgspec.to_builtins(PlayCard(card))
    if sort == 2:
        bids = (Bid(a % 14), Bid(nil=True), Bid(a % 14, blind=True), Bid(nil=True, blind=True), Bid(17))
        actions = (*map(MakeBid, bids), Pass(others), Keep(card))
        return msgspec.to_builtins(actions[a % len(actions)])
    return ({"t": "deal"}, {"t": "bid", "bid": {"tricks": 99}}, {}, {"t": "pass", "cards": ["XX"]})[a % 4]


VAIN: tuple[Any, ...] = (
    Reveal(),
    MakeBid(Bid(17)),
    MakeBid(Bid(nil=True, blind=True)),
    MakeBid(Bid(6, blind=True)),
    MakeBid(Bid(3, nil=True)),
)
"""What is often not allowed; an author tries it where it is not."""

SPADES = Kind(
    game=GAME,
    deck=deck,
    known=known,
    try_with=try_with,
    number=lambda state: state.hand,
)
