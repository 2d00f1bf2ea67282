"""Alerts, explanations and questions about calls, and the players that may read them (Laws 20F, 21, 40B)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Ask, EarlierRemark, Explain, MakeCall, Question, Remark, Seat
from protocol.v1.bridge.views import Remarked
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.bridge.state import BridgeState, CallRemark

MOST_REMARKS = 40
"""The maximum number of questions and late explanations that a player may write on one board."""


def with_call(state: BridgeState, seat: Seat, action: MakeCall, at_ms: int) -> tuple[CallRemark, ...]:
    """Return all remarks about the calls of a board, with the alert or explanation of a new call added."""
    if not action.alert and not action.explanation and not action.meaning:
        return state.call_remarks
    text, call = action.explanation, len(state.calls)
    remark = CallRemark(at_ms, seat, call, text, action.alert, meaning=action.meaning)
    return (*state.call_remarks, remark)


def ask(state: BridgeState, seat: Seat, action: Ask, at_ms: int) -> BridgeState:
    """Return the board after a question about a call.

    Raises IllegalAction if the seat may not ask about this call.
    """
    caller = _caller(state, action.call)
    if caller.side is seat.side:
        raise IllegalAction("you may ask only about calls of the opponents (Law 20F)")
    if not may_ask(state, seat):
        raise IllegalAction(
            "you may ask during the auction and, unless you are dummy, at your turn to play (Law 20F)"
        )
    _check_count(state, seat)
    open_questions = questions(state, seat) or {}
    waiting = open_questions.get(4 * action.call + seat)
    if waiting is not None and not waiting.answered:
        raise IllegalAction("you have asked about this call already: please wait for the answer")
    question = CallRemark(at_ms, seat, action.call, action.text, question=True)
    return replace(state, call_remarks=(*state.call_remarks, question))


def _check_count(state: BridgeState, seat: Seat) -> None:
    """Raise IllegalAction if a seat has written too many questions and explanations on this board.

    The number of questions and explanations is limited, because every later view of the board contains them
    all.
    """
    written = [each for each in state.call_remarks if each.seat is seat and (each.late or each.question)]
    if len(written) >= MOST_REMARKS:
        raise IllegalAction(
            f"you may write at most {MOST_REMARKS} questions and late explanations on one board"
        )


def may_ask(state: BridgeState, seat: Seat) -> bool:
    """Return True if a seat may ask about calls now (Law 20F).

    Every seat may ask about calls during the auction, and every seat but dummy before the opening lead. After
    the opening lead, a player may ask about calls only at that player's turn to play.
    """
    if state.phase == "auction":
        return True
    contract = state.contract
    if state.phase != "play" or contract is None or seat is contract.declarer.partner:
        return False
    return not state.plays or state.actor is seat


def explain(state: BridgeState, seat: Seat, action: Explain, at_ms: int) -> BridgeState:
    """Return the board after a late or corrected explanation of a call.

    Raises IllegalAction if the seat may not explain this call.
    """
    caller = _caller(state, action.call)
    if not _explains(state, seat, caller):
        raise IllegalAction(_own_calls_only(state))
    _check_count(state, seat)
    remark = CallRemark(
        at_ms, seat, action.call, action.text, action.alert, late=True, meaning=action.meaning
    )
    return replace(state, call_remarks=(*state.call_remarks, remark))


def _explains(state: BridgeState, seat: Seat, caller: Seat) -> bool:
    """Return True if a seat may explain a call of the seat `caller`.

    Where partners explain, the player of the call may only correct what partner said, and as a defender not
    before the end of the play (Law 20F5).
    """
    if partner_explains(state):
        contract = state.contract
        corrects = seat is caller and contract is not None and seat.side is contract.declarer.side
        return seat is caller.partner or corrects
    return seat is caller or (state.options.screens and seat.side is caller.side)


def _own_calls_only(state: BridgeState) -> str:
    """Return the words that refuse an explanation of a call that the player may not explain."""
    if state.options.screens:
        return "you may explain only calls of your own side (Law 20F)"
    if partner_explains(state):
        return (
            "you may explain only your partner's calls, or correct your own as declarer or dummy (Law 20F5)"
        )
    return "you may explain only your own calls (Law 20F)"


def partner_explains(state: BridgeState) -> bool:
    """Return True at a table where the partner of the player that calls alerts and explains the call."""
    return state.options.explains == "partner" and not state.options.screens


def _caller(state: BridgeState, call: int) -> Seat:
    if state.deal is None or state.phase == "over":
        raise IllegalAction(
            "you may ask about calls and explain them only between the deal and the end of a board"
        )
    if call >= len(state.calls):
        raise IllegalAction(
            f"this auction has {with_count(len(state.calls), 'call')}, numbered from 0, and no call {call}"
        )
    return Seat((state.deal.dealer + call) % 4)


def withdrawn(remarks: tuple[CallRemark, ...], calls: int) -> tuple[CallRemark, ...]:
    """Return all remarks about calls, marked as withdrawn if their call is after the first `calls` calls."""
    return tuple(replace(each, withdrawn=True) if each.call >= calls else each for each in remarks)


def screen_mate(seat: Seat) -> Seat:
    """Return the seat on the same side of the screen: North with East, South with West."""
    return SEATS[seat ^ 1]


def may_read(state: BridgeState, listener: Seat, remark: CallRemark) -> bool:
    """Return True if the player of seat `listener` may read a remark about a call.

    Without screens, players may read the remarks about calls that their opponents wrote. With screens,
    players may read only the remarks about calls that their screen-mate wrote. Where partners explain, all
    four players hear the explanations, and none reads what came with the call itself.
    """
    speaker = remark.seat
    if listener is speaker:
        return True
    if partner_explains(state):
        return remark.late
    if state.options.screens:
        return listener is screen_mate(speaker)
    return listener.side is not speaker.side


def visible_remarks(state: BridgeState, seat: Seat | None) -> dict[int, Remark] | None:
    """Return the alerts and explanations of calls that a seat may read.

    In the returned dictionary, the key of a remark is 4 times the index of the call plus the number of the
    seat that wrote it. If `seat` is None, returns the alerts and explanations of all seats. Returns None if
    there is no alert or explanation to read.
    """
    remarks: dict[int, Remark] = {}
    for remark in state.call_remarks:
        if remark.question or remark.withdrawn or not (seat is None or may_read(state, seat, remark)):
            continue
        key = 4 * remark.call + remark.seat
        before = remarks.get(key)
        said = 1 if before is None else before.said + 1
        remarks[key] = Remark(
            remark.seat, remark.alert, remark.text, remark.late, said, _earlier(before), remark.meaning
        )
    return remarks or None


def _earlier(before: Remark | None) -> dict[int, EarlierRemark] | None:
    """Return all explanations of a call up to `before`, the newest of them, or None if there are none."""
    if before is None:
        return None
    last = EarlierRemark(before.alert, before.text, before.late, before.meaning)
    return {**(before.earlier or {}), before.said - 1: last}


def questions(state: BridgeState, seat: Seat | None) -> dict[int, Question] | None:
    """Return the questions that a seat has asked or must answer, or every seat's questions if `seat` is None.

    If a seat asked about one call several times, only the newest of these questions is returned. In the
    returned dictionary, the key of a question is 4 times the index of the call plus the number of the asking
    seat. Returns None if there are no questions to return.
    """
    asked: dict[int, Question] = {}
    for remark in state.call_remarks:
        if remark.withdrawn:
            continue
        if remark.question:
            if seat is None or seat is remark.seat or seat is _answerer(state, remark):
                asked[4 * remark.call + remark.seat] = Question(remark.seat, remark.call, remark.text)
            continue
        for asker in SEATS:
            question = asked.get(4 * remark.call + asker)
            if question is not None and remark.seat is _answerer_of(state, asker, remark.call):
                asked[4 * remark.call + asker] = replace(question, answered=True)
    return asked or None


def to_answer(state: BridgeState, seat: Seat) -> bool:
    """Return True if an opponent's question about a call waits for this seat's answer."""
    asked = questions(state, seat) or {}
    return any(question.seat is not seat and not question.answered for question in asked.values())


def _answerer(state: BridgeState, question: CallRemark) -> Seat:
    return _answerer_of(state, question.seat, question.call)


def _answerer_of(state: BridgeState, asker: Seat, call: int) -> Seat:
    """Return the seat that must answer the question of the player `asker` about the call `call`.

    A question about a call is answered by the player of the call or, with screens, by the screen-mate of the
    player that asks, or by the partner of the player of the call where partners explain.
    """
    if state.options.screens:
        return screen_mate(asker)
    made = _made(state, call)
    return made.partner if partner_explains(state) else made


def _made(state: BridgeState, call: int) -> Seat:
    assert state.deal is not None, "expected a board with cards, got a board before its deal"
    return Seat((state.deal.dealer + call) % 4)


def record(state: BridgeState) -> dict[int, Remarked]:
    """Return all questions, alerts and explanations of calls, with times, oldest first, for the director."""
    return {
        number: Remarked(
            remark.at_ms, remark.seat, remark.call, remark.text, remark.alert, remark.question, remark.meaning
        )
        for number, remark in enumerate(state.call_remarks)
    }
