"""Tests of the director's pages at a terminal: times, the record, arrivals. Other people do not get them."""

from __future__ import annotations

from random import Random

from bots.bridge.terminal.drawing import known_hands
from bots.bridge.terminal.record import record_words, sums_words, times_words
from bots.sheets.text import clock_time
from bots.terminal.talk import history_words
from protocol.v1.bridge import SEATS, Ask, Call, Claim, Explain, MakeCall, PlayCard, Seat, Vote
from protocol.v1.updates import CameOrWent, People, SeatRow
from server.games.base import Audience, Director, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.terminal.test_drawing import DEAL, shown


def after(state: BridgeState, *steps: tuple[float, Seat, object]) -> BridgeState:
    """Return the state after these actions of seats, each some seconds after the deal."""
    for seconds, seat, action in steps:
        state = BRIDGE.apply(state, seat, action, round(seconds * 1000))
    return state


ONE_NOTRUMP = (3.2, Seat.NORTH, MakeCall(Call.ONE_NOTRUMP, alert=True, explanation="weak"))
QUESTION = (4.0, Seat.EAST, Ask(0, "how weak?"))
ANSWER = (6.0, Seat.NORTH, Explain(0, "12 to 14"))
PASSES = [(place + 7.0, Seat(place % 4), MakeCall(Call.PASS)) for place in (1, 2, 3)]


def told(state: BridgeState, audience: Audience) -> tuple[list[str], list[str]]:
    view = BRIDGE.pub(state), BRIDGE.own(state, audience)
    return times_words(*view), record_words(*view)


def test_a_director_sees_the_time_of_each_call_and_card() -> None:
    state = after(DEAL, ONE_NOTRUMP, *PASSES)
    lead = BRIDGE.legal_actions(state, Seat.EAST)[0]
    assert isinstance(lead, PlayCard)
    lines, _ = told(after(state, (22.5, Seat.EAST, lead)), Director())
    assert lines[1] == "N 1NT 3.2   E pass 4.8   S pass 1.0   W pass 1.0"
    assert lines[2].startswith(" 1. E ") and lines[2].endswith(" 12.5")
    assert lines[3] == "Thought: N 3 s, E 17 s, S 1 s, W 1 s; last action 12.5 s"


def test_a_director_sees_every_explanation_with_its_time() -> None:
    _, lines = told(after(DEAL, ONE_NOTRUMP, QUESTION, ANSWER), Director())
    assert lines == [
        f"{clock_time(3_200)} North alerts 1. N 1NT: weak",
        f"{clock_time(4_000)} East asks about 1. N 1NT: how weak?",
        f"{clock_time(6_000)} North alerts 1. N 1NT: 12 to 14",
    ]


def test_a_seat_sees_the_explanations_it_received_and_partner_does_not() -> None:
    state = after(DEAL, ONE_NOTRUMP, QUESTION, ANSWER)
    times, opponent = told(state, Seated(1))
    assert times == ["Only a director can see think times; type `look director` if you direct this table"]
    assert opponent == ["1. North's 1NT* (late): weak; 12 to 14"]
    for audience in (Seated(2), Public()):
        assert told(state, audience)[1] == [
            "There are no alerts, questions or explanations of this board that you may see"
        ]


def test_a_claim_is_complete_in_the_record_and_one_row_in_the_drawing() -> None:
    line = "drawing trumps " * 20
    state = after(DEAL, ONE_NOTRUMP, *PASSES)
    state = after(
        state,
        (11.0, Seat.EAST, BRIDGE.legal_actions(state, Seat.EAST)[0]),
        (12.0, Seat.NORTH, Claim(13, line)),
    )
    state = after(state, (13.0, Seat.EAST, Vote(accept=False)))
    own = BRIDGE.own(state, Director())
    assert record_words(BRIDGE.pub(state), own)[-1] == f"North claims 13 of 13 tricks: {line}"
    picture = shown(state, own)
    assert picture.count("drawing trumps") < 7 and "Refused: North claims 13 of 13 tricks" in picture
    assert set(known_hands(BRIDGE.pub(state), own)) == set(SEATS), "who judges it sees all four hands"
    assert sums_words(BRIDGE.pub(state), own) in picture


def test_a_director_sees_arrivals_and_departures() -> None:
    people = People(
        table="t1",
        seats=(SeatRow(0, "Ann", "p-ann"), SeatRow(1)),
        watchers=1,
        history=(CameOrWent(0, here=True, at_ms=1_000), CameOrWent(1, here=False, at_ms=2_000)),
    )
    seat = "NESW".__getitem__
    came, went = history_words(people, "director", seat)
    assert (came, went) == (f"{clock_time(1_000)} N (Ann) came", f"{clock_time(2_000)} E (empty now) went")
    only = "Only a director can see arrivals and departures; type `look director`"
    assert history_words(people, "public", seat) == [only]
    assert history_words(None, "director", seat) == ["No player has taken or left a seat"]


def test_no_time_is_used_before_the_first_call() -> None:
    state = BridgeState()
    state = BRIDGE.apply(state, None, BRIDGE.chance(state, Random(1)), 0)
    times, record = told(state, Director())
    assert times == ["Seconds before each call and card:", "Thought: N 0 s, E 0 s, S 0 s, W 0 s"]
    assert record == ["There are no alerts, questions or explanations of this board that you may see"]
