"""The views of a bridge board: what players, watchers and directors may know, built field by field."""

from __future__ import annotations

from typing import assert_never

from protocol.rules.bridge import auction
from protocol.v1.bridge import (
    SEATS,
    BridgeOwn,
    BridgePub,
    Call,
    Called,
    Dealt,
    Hand,
    Last,
    Match,
    Played,
    Seat,
    Tally,
)
from protocol.v1.bridge import Play as CardPlayed
from protocol.v1.bridge.scores import BoardSet
from protocol.v1.bridge.views import May
from protocol.v1.cards import Card
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge import board_set as board_sets
from server.games.bridge import match as matches
from server.games.bridge import play, results
from server.games.bridge.conduct import alerts, claims, convention_cards, leads, undo
from server.games.bridge.scores import sheet
from server.games.bridge.state import BridgeState


def public_half(state: BridgeState) -> BridgePub:
    """Return the public half of the view of a board, which everybody may see.

    The public half of a board's view has the auction and the cards played, dummy's hand from the opening lead
    on, and all hands at the end.
    """
    deal, dummy, phase = state.deal, state.dummy, state.phase
    over = phase == "over"
    active = state.claim is None
    return BridgePub(
        board=state.board,
        dealer=sheet.dealer(state.sheet, state.options, state.board) if deal is None else deal.dealer,
        vulnerable=(
            sheet.vulnerable(state.sheet, state.options, state.board) if deal is None else deal.vulnerable
        ),
        phase=phase,
        calls=_calls(state) if state.options.review or not state.plays or over else {},
        plays=_plays(state),
        tricks=state.tricks,
        turn=state.turn if active else None,
        actor=state.actor,
        contract=state.contract,
        dummy=state.hands[dummy] if dummy is not None and not over else None,
        result=results.result(state) if over else None,
        hands=deal.hands if deal is not None and over else None,
        last=_last(state),
        claim=None if active else claims.visible_claim(state),
        remarks=alerts.visible_remarks(state, None) if over and state.call_remarks else None,
        results=results.visible_results(state),
        tally=None if state.sheet is None else tally(state),
        match=None if state.match is None else public_match(state),
        board_set=None if state.board_set is None else public_set(state),
        partner_robot=bool(state.options.partner_robot),
        face_down=leads.shown(state),
    )


def _calls(state: BridgeState) -> dict[int, Call]:
    return dict(enumerate(state.calls))


def _plays(state: BridgeState) -> dict[int, CardPlayed]:
    """Return the played cards that all players may see now.

    If the options forbid looking back, players see only the cards of the newest trick, until the next lead
    (Law 66A).
    """
    plays = dict(enumerate(state.plays))
    if state.options.look_back == "all" or state.phase == "over" or not plays:
        return plays
    first = (len(plays) - 1) // 4 * 4
    return {number: plays[number] for number in range(first, len(plays))}


def tally(state: BridgeState) -> Tally | None:
    """Return the score sheet, including this board if it is over; None at a table without a score sheet."""
    after = results.scored(state)
    return None if after is None else sheet.tally(after, state.options)


def public_match(state: BridgeState) -> Match | None:
    """Return the view of the match, including this board if it is over; None if the table plays no match."""
    standing = results.match_standing(state)
    return None if standing is None else matches.public_match(standing)


def public_set(state: BridgeState) -> BoardSet | None:
    """Return the view of the set of boards, including this board if it is over; None without a set."""
    standing = results.set_standing(state)
    return None if standing is None else board_sets.public_set(standing)


def _last(state: BridgeState) -> Last | None:
    if state.event is not None:
        return state.event
    if state.deal is None:
        return None
    if state.plays:
        return Played(state.plays[-1].seat, state.plays[-1].card)
    if state.calls:
        return Called(auction.caller(state.deal.dealer, state.calls[:-1]), state.calls[-1])
    return Dealt()


def own_half(state: BridgeState, audience: Audience) -> BridgeOwn | None:
    """Return what only people of this audience may see of a board, or None for the audience `Public`."""
    match audience:
        case Public():
            return None
        case Seated(number):
            return _of_seat(state, SEATS[number], playing=True) if number < 4 else BridgeOwn()
        case Kibitzer(number):
            return _of_seat(state, SEATS[number], playing=False) if number < 4 else BridgeOwn()
        case AllHands() | Commentator():
            return _of_all(state)
        case Director():
            own = _of_all(state)
            own.record = alerts.record(state) if state.call_remarks else None
            own.times = _times(state)
            return own
        case _:
            assert_never(audience)


def _of_all(state: BridgeState) -> BridgeOwn:
    """Return the part of the view for people that see every hand, such as the director."""
    own = BridgeOwn(
        hands=state.hands if state.deal is not None else None, systems=convention_cards.may_open(state, None)
    )
    if state.call_remarks:
        own.remarks, own.questions = alerts.visible_remarks(state, None), alerts.questions(state, None)
    if state.undos:
        own.undos = undo.visible_requests(state, None)
    if state.options.look_back != "all":
        own.plays = dict(enumerate(state.plays))
    if not state.options.review:
        own.auction = _calls(state)
    if state.lead is not None:
        own.lead = state.lead.card
    return own


def _times(state: BridgeState) -> dict[int, int]:
    """Return the time (ms) that each call and card took, which only the director may see (Law 73D)."""
    return {
        number: after - before
        for number, (before, after) in enumerate(zip(state.times, state.times[1:], strict=False))
    }


def _of_seat(state: BridgeState, seat: Seat, *, playing: bool) -> BridgeOwn:
    """Return the part of the view for the player of a seat, or for a watcher of this seat's hand.

    `playing` is True for the seat's player and False for a watcher of the seat's hand. Watchers may open
    every convention card at any time; players may not.
    """
    options = state.options
    hand = state.hands[seat] if state.deal is not None else None
    own = BridgeOwn(seat=seat, hand=hand, may=available_actions(state, seat))
    if state.call_remarks:
        own.remarks, own.questions = alerts.visible_remarks(state, seat), alerts.questions(state, seat)
    if state.undos:
        own.undos = undo.visible_requests(state, seat)
    if options.screens:
        own.screens = True
    elif options.explains == "partner":
        own.partner_explains = True
    if state.lead is not None:
        own.lead = _lead_of(state, seat)
    if options.look_back != "all":
        own.last_trick = _last_trick(state, seat)
    if options.dummy_sees and seat is state.dummy:
        own.declarer = _declarer(state)
    if state.side_cards != convention_cards.NONE:
        own.systems = convention_cards.may_open(state, seat if playing else None)
    _add_answers(state, seat, own)
    return own


def _lead_of(state: BridgeState, seat: Seat) -> Card | None:
    """Return the opening lead that lies face down, for the player that chose it and watchers of that hand."""
    lead, contract = state.lead, state.contract
    return lead.card if lead is not None and contract is not None and seat is contract.declarer.lho else None


def _declarer(state: BridgeState) -> Hand | None:
    return None if state.contract is None else state.hands[state.contract.declarer]


def _last_trick(state: BridgeState, seat: Seat) -> tuple[CardPlayed, ...] | None:
    """Return the last complete trick while the seat may still look at its cards, otherwise None.

    The players of a side, except dummy, may look at the last trick until the side has played to the next
    trick (Law 66B).
    """
    trick = play.current_trick(state.plays)
    if not trick or seat is state.dummy or any(card.seat.side is seat.side for card in trick):
        return None
    before = len(state.plays) - len(trick)
    return state.plays[before - 4 : before] or None


def _add_answers(state: BridgeState, seat: Seat, own: BridgeOwn) -> None:
    """Add the legal actions to the part of the view that this seat sees, if the seat must act now."""
    turn = state.turn
    if state.claim is not None:
        if seat in claims.waiting(state):
            own.play_on = state.phase == "disputed"
            own.votes = None if own.play_on else (True, False)
    elif state.lead is not None:
        own.no_questions = seat in leads.waiting(state)
    elif turn is None or state.actor is not seat:
        return
    elif state.contract is None:
        own.calls = auction.legal_calls(state.calls)
    else:
        own.cards = play.legal_cards(state.hands[turn], state.plays)


_KINDS: tuple[May, ...] = ("claim", "undo", "grant", "ask", "explain", "system", "doubt")
# Build all 128 lists of actions once, when the module is loaded: every view of a seat needs one of them.
_MAYS = tuple(tuple(kind for bit, kind in enumerate(_KINDS) if chosen >> bit & 1) for chosen in range(128))


def available_actions(state: BridgeState, seat: Seat) -> tuple[May, ...]:
    """Return the actions that the seat may take now even if it is another player's turn, such as a claim.

    The actions open to a seat even when not in turn depend only on public information and on remarks that
    this seat may read.
    """
    called = bool(state.calls)
    return _MAYS[
        claims.may_claim(state, seat)
        | undo.may_request(state, seat) << 1
        | (bool(state.undos) and undo.to_answer(state, seat)) << 2
        | (called and alerts.may_ask(state, seat)) << 3
        | (called and state.phase != "over") << 4
        | convention_cards.may_lay(state) << 5
        | (state.claim is not None and claims.may_doubt(state, seat)) << 6
    ]
