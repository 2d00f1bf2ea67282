"""Alerts, explanations and questions (Laws 20F, 21 and 40B), and who may know of them."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Ask, Explain, MakeCall, Question, Remark, Seat
from protocol.v1.bridge.views import Remarked
from server.errors import IllegalAction
from server.games.bridge.state import BridgeState, Told

MOST_WORDS = 40
"""How many questions and late explanations a seat has in a board."""


def with_call(state: BridgeState, seat: Seat, action: MakeCall, at_ms: int) -> tuple[Told, ...]:
    """The record after a call that is about to be made."""
    if not action.alert and not action.explanation:
        return state.told
    remark = Told(at_ms, seat, len(state.calls), action.explanation, action.alert)
    return (*state.told, remark)


def ask(state: BridgeState, seat: Seat, action: Ask, at_ms: int) -> BridgeState:
    """The board after a question. Raises IllegalAction."""
    caller = _caller(state, action.call)
    if caller.side is seat.side:
        raise IllegalAction("a player asks about calls of the opponents (Law 20F)")
    if not may_ask(state, seat):
        raise IllegalAction("a player asks during the auction or before his own play, dummy never (Law 20F)")
    _check_patience(state, seat)
    open_questions = questions(state, seat) or {}
    waiting = open_questions.get(4 * action.call + seat)
    if waiting is not None and not waiting.answered:
        raise IllegalAction("you have asked about this call, and the answer is still to come")
    question = Told(at_ms, seat, action.call, action.text, question=True)
    return replace(state, told=(*state.told, question))


def _check_patience(state: BridgeState, seat: Seat) -> None:
    """Raise IllegalAction for a seat that talks on and on: what was said is in every view of the board."""
    if sum(told.seat is seat and (told.late or told.question) for told in state.told) >= MOST_WORDS:
        raise IllegalAction(f"expected at most {MOST_WORDS} questions and late explanations a board")


def may_ask(state: BridgeState, seat: Seat) -> bool:
    """During the auction; then before one's own play, and before the lead everybody but dummy (Law 20F)."""
    if state.phase == "auction":
        return True
    contract = state.contract
    if state.phase != "play" or contract is None or seat is contract.declarer.partner:
        return False
    return not state.plays or state.actor is seat


def explain(state: BridgeState, seat: Seat, action: Explain, at_ms: int) -> BridgeState:
    """The board after an explanation, late or to correct an earlier one. Raises IllegalAction."""
    caller = _caller(state, action.call)
    if not _explains(state, seat, caller):
        whose = "their own side's calls to the screen-mate" if state.options.screens else "their own calls"
        raise IllegalAction(f"players explain {whose} (Law 20F)")
    _check_patience(state, seat)
    remark = Told(at_ms, seat, action.call, action.text, action.alert, late=True)
    return replace(state, told=(*state.told, remark))


def _explains(state: BridgeState, seat: Seat, caller: Seat) -> bool:
    return seat is caller or (state.options.screens and seat.side is caller.side)


def _caller(state: BridgeState, call: int) -> Seat:
    if state.deal is None or state.phase == "over":
        raise IllegalAction("calls are asked about and explained while a board is played")
    if call >= len(state.calls):
        raise IllegalAction(f"expected a call from 0 to {len(state.calls) - 1}, got {call}")
    return Seat((state.deal.dealer + call) % 4)


def withdrawn(told: tuple[Told, ...], calls: int) -> tuple[Told, ...]:
    """The record when only the first `calls` stand."""
    return tuple(replace(each, withdrawn=True) if each.call >= calls else each for each in told)


def screen_mate(seat: Seat) -> Seat:
    """Who sits on the same side of the screen: North with East, South with West."""
    return SEATS[seat ^ 1]


def hears(state: BridgeState, listener: Seat, speaker: Seat) -> bool:
    """Whether a seat is told what another one tells: an opponent's words, or with screens the mate's."""
    if listener is speaker:
        return True
    if state.options.screens:
        return listener is screen_mate(speaker)
    return listener.side is not speaker.side


def shown(state: BridgeState, seat: Seat | None) -> dict[int, Remark] | None:
    """What one seat is told of the calls, or all that was told (None); None for nothing."""
    remarks: dict[int, Remark] = {}
    for told in state.told:
        if told.question or told.withdrawn or not (seat is None or hears(state, seat, told.seat)):
            continue
        key = 4 * told.call + told.seat
        before = remarks.get(key)
        said = 1 if before is None else before.said + 1
        remarks[key] = Remark(told.seat, told.alert, told.text, told.late, said)
    return remarks or None


def questions(state: BridgeState, seat: Seat | None) -> dict[int, Question] | None:
    """The questions that this seat asked or has to answer, or all of them (None), the newest of each kind.

    They are keyed as remarks are, by call and asker.
    """
    asked: dict[int, Question] = {}
    for told in state.told:
        if told.withdrawn:
            continue
        if told.question:
            if seat is None or seat is told.seat or seat is _answerer(state, told):
                asked[4 * told.call + told.seat] = Question(told.seat, told.call, told.text)
            continue
        for asker in SEATS:
            question = asked.get(4 * told.call + asker)
            if question is not None and told.seat is _answerer_of(state, asker, told.call):
                asked[4 * told.call + asker] = replace(question, answered=True)
    return asked or None


def to_answer(state: BridgeState, seat: Seat) -> bool:
    """Whether somebody has asked this seat and has no answer yet."""
    asked = questions(state, seat) or {}
    return any(question.seat is not seat and not question.answered for question in asked.values())


def _answerer(state: BridgeState, question: Told) -> Seat:
    return _answerer_of(state, question.seat, question.call)


def _answerer_of(state: BridgeState, asker: Seat, call: int) -> Seat:
    """Who is asked: the caller, or with screens the asker's screen-mate."""
    return screen_mate(asker) if state.options.screens else _made(state, call)


def _made(state: BridgeState, call: int) -> Seat:
    assert state.deal is not None, "expected a board that is dealt"
    return Seat((state.deal.dealer + call) % 4)


def record(state: BridgeState) -> dict[int, Remarked]:
    """All that was said of calls, in its order and with its times, for the director."""
    return {
        place: Remarked(told.at_ms, told.seat, told.call, told.text, told.alert, told.question)
        for place, told in enumerate(state.told)
    }
