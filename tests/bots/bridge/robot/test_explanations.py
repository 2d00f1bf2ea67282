"""Tests of the plain robot's explanations: they are true, and partner does not see them."""

from __future__ import annotations

from random import Random

import pytest

from bots.bridge.bidding.writer import written
from bots.bridge.robot.bidding import choose_call
from bots.bridge.robot.explanations import Promise, artificial, meaning, promise
from bots.bridge.robot.hands import balanced, lengths, points, support
from bots.plain_bot import PlainBot
from protocol.rules.bridge.auction import is_over, legal_calls
from protocol.v1.bridge import Ask, Call, Hand, MakeCall, Options, Seat
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, random_board, view_of

DOUBLE = ("AK32.4.K432.K432", "QJT9.AKQJ2.Q5.J9", "876.8765.J876.QT", "54.T93.AT9.A8765")
"""East opens one heart, and after two passes North has a double."""
TAKEOUT = "Takeout double: 12+ points, at least three spades, at least three diamonds, at least three clubs"


def keeps(told: Promise, hand: Hand) -> bool:
    """Return True if a hand keeps a promise."""
    held, value = lengths(hand), points(hand)
    worths = [value]
    if told.count == "support":
        worths += [support(hand, suit) for suit in told.lengths]
    if told.count == "either":
        worths += [value + held[suit] - 5 for suit in told.lengths]
    long = all(held[suit] >= least for suit, least in told.lengths.items())
    flat = balanced(hand) or not told.balanced
    return max(worths) >= told.low and value <= (told.high or 37) and long and flat


def test_every_call_of_the_robot_keeps_its_explained_promise() -> None:
    for number in range(1, 400):
        state = random_board(Random(number), number)
        calls: tuple[Call, ...] = ()
        while not is_over(calls):
            seat = Seat((state.deal.dealer + len(calls)) % 4)
            hand = state.hands[seat]
            call = choose_call(hand, seat, state.deal.dealer, calls, legal_calls(calls))
            calls = (*calls, call)
            told = promise(state.deal.dealer, calls)
            assert keeps(told, hand), f"{seat.letter} after {calls}: {told}"


@pytest.mark.parametrize(
    ("auction", "words"),
    [
        ("1NT", "15-17 points, balanced"),
        ("2S", "6-11 points, at least six spades"),
        ("1H X", TAKEOUT),
        ("1H P 2H", "6+ points in support of hearts, at least four hearts"),
        ("1H 1NT", "15-18 points, balanced, hearts stopped"),
        ("1H P P", "nothing beyond the earlier calls"),
    ],
)
def test_explanations_use_the_words_of_players(auction: str, words: str) -> None:
    assert written(meaning(Seat.NORTH, [Call(word) for word in auction.split()])) == words


def test_only_a_double_that_asks_for_a_suit_is_artificial() -> None:
    assert artificial(Seat.NORTH, (Call.ONE_HEART,), Call.DOUBLE)
    assert not artificial(Seat.NORTH, (Call.ONE_HEART, Call.ONE_SPADE, Call.PASS), Call.DOUBLE)
    assert not artificial(Seat.NORTH, (Call.ONE_HEART,), Call.ONE_NOTRUMP)


def doubled(options: Options | None = None) -> tuple[BridgeState, PlainBot]:
    """Return the robot at North with its view. East has opened one heart, and South and West have passed."""
    state = board(*DOUBLE, dealer=Seat.EAST)
    if options is not None:
        state = BRIDGE.apply(BridgeState(options=options), None, state.deal)
    for call in (Call.ONE_HEART, Call.PASS, Call.PASS):
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(call))
    robot = PlainBot()
    view = view_of(state, Seat.NORTH)
    action = robot.choose(view, view.own.legal_actions())
    return BRIDGE.apply(state, Seat.NORTH, action), robot


def test_the_robot_alerts_its_takeout_double_to_the_opponents_alone() -> None:
    state, _ = doubled()
    assert state.calls[-1] is Call.DOUBLE
    remarks = view_of(state, Seat.EAST).own.remarks
    assert [(remark.alert, remark.text) for remark in remarks.values()] == [(True, TAKEOUT)]
    assert view_of(state, Seat.SOUTH).own.remarks is None


def test_the_robot_answers_a_question_once() -> None:
    state, robot = doubled()
    state = BRIDGE.apply(state, Seat.EAST, Ask(3, "how strong?"))
    robot.seen(view_of(state, Seat.NORTH))
    answers = robot.answer(view_of(state, Seat.NORTH))
    assert [(answer.call, answer.text, answer.alert) for answer in answers] == [(3, TAKEOUT, True)]
    assert answers[0].meaning == meaning(Seat.EAST, state.calls)
    state = BRIDGE.apply(state, Seat.NORTH, answers[0])
    assert robot.answer(view_of(state, Seat.NORTH)) == ()


def test_a_substitute_robot_says_that_a_call_was_not_its_own() -> None:
    state, _ = doubled()
    state = BRIDGE.apply(state, Seat.EAST, Ask(3))
    stranger = PlainBot()
    stranger.seen(view_of(state, Seat.NORTH))
    (answer,) = stranger.answer(view_of(state, Seat.NORTH))
    assert answer.text == f"another player made this call; mine would mean: {TAKEOUT}"
    assert answer.meaning is not None
    assert not answer.meaning.made


def test_behind_screens_the_robot_explains_partners_call_to_its_screen_mate() -> None:
    state, _ = doubled(Options(screens=True))
    state = BRIDGE.apply(state, Seat.WEST, Ask(3))
    south = PlainBot()
    south.seen(view_of(state, Seat.SOUTH))
    (answer,) = south.answer(view_of(state, Seat.SOUTH))
    assert answer.call == 3
    state = BRIDGE.apply(state, Seat.SOUTH, answer)
    assert view_of(state, Seat.WEST).own.questions[12 + 3].answered


def test_a_robot_answers_only_questions_to_its_own_seat() -> None:
    state, robot = doubled()
    robot.seen(view_of(state, Seat.NORTH))
    assert robot.answer(view_of(state, Seat.NORTH)) == ()
    asked = BRIDGE.apply(state, Seat.EAST, Ask(1))
    robot.seen(view_of(asked, Seat.NORTH))
    assert robot.answer(view_of(asked, Seat.NORTH)) == ()


def test_where_partner_explains_the_robot_alerts_partners_double_once_and_unasked() -> None:
    state, _ = doubled(Options(explains="partner"))
    assert view_of(state, Seat.EAST).own.remarks is None
    partner = PlainBot()
    partner.seen(view_of(state, Seat.SOUTH))
    (alert,) = partner.answer(view_of(state, Seat.SOUTH))
    assert (alert.call, alert.alert, alert.text) == (
        3,
        True,
        f"another player made this call; mine would mean: {TAKEOUT}",
    )
    state = BRIDGE.apply(state, Seat.SOUTH, alert)
    assert partner.answer(view_of(state, Seat.SOUTH)) == ()
    assert view_of(state, Seat.EAST).own.remarks.keys() == {4 * 3 + Seat.SOUTH}


def test_where_partner_explains_the_robot_answers_a_question_about_partners_call() -> None:
    state, _ = doubled(Options(explains="partner"))
    state = BRIDGE.apply(state, Seat.EAST, Ask(3))
    partner = PlainBot()
    partner.seen(view_of(state, Seat.SOUTH))
    assert [answer.call for answer in partner.answer(view_of(state, Seat.SOUTH))] == [3]
    assert PlainBot().answer(view_of(state, Seat.NORTH)) == ()
