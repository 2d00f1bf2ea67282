"""Tests of replays of bridge: a leader shows recorded boards and tries other lines of play."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.bridge import Call, Seat
from protocol.v1.bridge.replay import Comment, Explained, Load, Options, Recorded, ReplayOwn, TryCall, TryCard
from protocol.v1.cards import Card
from protocol.v1.replay import MAX_BOARDS, Finish, Rewind, Seek
from server.errors import IllegalAction
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.replay import REPLAY, BridgeReplay
from tests.games.bridge.deals import EXAMPLE, deal
from tests.games.replay.files import (
    AUCTION,
    LEADS,
    WHOLE,
    after_actions,
    cards_in,
    opened,
    recorded,
    view_after,
)

# The record


def test_a_replay_begins_with_the_first_board_as_it_was_dealt() -> None:
    pub = view_after()
    assert (pub.phase, pub.turn, pub.calls, pub.at, pub.tried) == ("auction", Seat.NORTH, {}, 0, None)
    assert (pub.file, pub.files_boards, pub.place) == ("file", 1, 0)
    assert pub.hands == deal(EXAMPLE).hands


def test_the_calls_come_first_then_the_cards_and_then_the_recorded_end() -> None:
    assert (view_after().auction, view_after().moves) == (6, 6 + 8 + 1)
    assert list(view_after(Seek(0, 3)).calls.values()) == [Call.ONE_NOTRUMP, Call.PASS, Call.THREE_NOTRUMPS]
    assert cards_in(view_after(Seek(0, 10))) == "HT HJ H3 H4"
    assert view_after(Seek(0, 14)).result is None


def test_the_end_of_a_record_shows_the_tricks_that_it_tells() -> None:
    pub = view_after(Seek(0, 15))
    assert pub.result is not None
    assert (pub.phase, pub.result.tricks, pub.result.score_ns, pub.result.claimed) == ("over", 9, 400, True)


def test_a_record_without_a_result_stops_at_its_last_card() -> None:
    unfinished = opened(recorded(AUCTION, LEADS))
    pub = view_after(Seek(0, 14), of=unfinished)
    assert (pub.moves, pub.phase, pub.result) == (14, "play", None)
    with pytest.raises(IllegalAction, match="this board has 14 moves, so move 15 cannot be shown"):
        after_actions(unfinished, Seek(0, 15))


def test_declarers_tricks_are_those_of_east_west_where_they_declare() -> None:
    east = opened(recorded("P 1NT P P P", "D5", tricks=7))
    assert view_after(Seek(0, 7), of=east).tricks == (6, 7)


def test_a_board_passed_out_ends_with_its_fourth_pass() -> None:
    pub = view_after(Seek(0, 4), of=opened(recorded("P P P P")))
    assert pub.result is not None and (pub.moves, pub.result.contract) == (4, None)


def test_a_calls_explanation_is_shown_from_that_call_on() -> None:
    told = opened(recorded(explained=(Explained(0, alert=True, text="15-17"),)))
    assert view_after(of=told).remarks is None
    remarks = view_after(Seek(0, 1), of=told).remarks
    assert remarks is not None
    assert (remarks[0].seat, remarks[0].alert, remarks[0].text) == (Seat.NORTH, True, "15-17")


def test_comments_are_seen_where_they_were_made() -> None:
    written = opened(recorded(comments=(Comment(0, "begins"), Comment(2, "now"), Comment(2, "look"))))
    assert view_after(of=written).comments == ("begins",)
    assert view_after(Seek(0, 1), of=written).comments == ()
    assert view_after(Seek(0, 2), of=written).comments == ("now", "look")


def test_the_fault_of_a_record_is_shown_at_its_end() -> None:
    broken = opened(recorded("1NT P", fault="call 3, 1C: too low (Law 18)"))
    assert view_after(Seek(0, 1), of=broken).fault == ""
    assert view_after(Seek(0, 2), of=broken).fault == "call 3, 1C: too low (Law 18)"


def test_a_board_whose_cards_are_not_known_shows_why() -> None:
    torn = opened(recorded(), Recorded(number=2, fault="line 9: 14 cards"))
    pub = view_after(Seek(1, 0), of=torn)
    assert (pub.board, pub.hands, pub.phase, pub.fault) == (2, None, "deal", "line 9: 14 cards")
    assert REPLAY.legal_actions(after_actions(torn, Seek(1, 0)), 0)[-1] == Finish()
    with pytest.raises(IllegalAction, match="can be tried"):
        after_actions(torn, Seek(1, 0), TryCall(Call.PASS))


def test_another_board_shows_its_own_players_and_name() -> None:
    two = opened(WHOLE, recorded(board=7, players=("Ann", "Bob", "Cid", "Dan"), name="7, closed"))
    pub = view_after(Seek(0, 9), Seek(1, 0), of=two)
    assert (pub.board, pub.place, pub.players[1], pub.name, pub.plays) == (7, 1, "Bob", "7, closed", {})


# Tried lines


def test_another_card_leaves_the_record_which_stays_as_it_was() -> None:
    tried = after_actions(opened(WHOLE), Seek(0, 8), TryCard(Card.H5))
    pub = REPLAY.pub(tried)
    assert (cards_in(pub), pub.tried, pub.at, pub.moves) == ("HT HJ H5", 8, 9, 9)
    assert tried.boards == (WHOLE,)
    assert cards_in(view_after(Seek(0, 9), of=tried)) == "HT HJ H3"


def test_a_call_that_is_tried_needs_not_the_words_of_the_record() -> None:
    told = opened(recorded(explained=(Explained(0, alert=True, text="15-17"),)))
    pub = view_after(TryCall(Call.ONE_NOTRUMP), of=told)
    assert pub.tried is None
    assert pub.remarks is not None


def test_a_line_goes_on_where_the_record_breaks_off() -> None:
    broken = after_actions(opened(recorded("1NT P", fault="too low")), Seek(0, 2), TryCall(Call.TWO_CLUBS))
    assert (REPLAY.pub(broken).tried, REPLAY.pub(broken).fault) == (2, "")
    assert REPLAY.pub(after_actions(broken, Rewind(2))).fault == ""
    assert REPLAY.pub(after_actions(broken, Seek(0, 2))).fault == "too low"


def test_a_line_may_begin_before_the_opening_lead_and_end_the_board() -> None:
    state = after_actions(opened(WHOLE), Seek(0, 1))
    for _ in range(3):
        state = after_actions(state, TryCall(Call.PASS))
    assert REPLAY.pub(state).contract is not None and str(REPLAY.pub(state).contract) == "1NT"
    while state.position is not None and state.position.actor is not None:
        state = after_actions(state, REPLAY.legal_actions(state, 0)[0])
    assert (REPLAY.pub(state).phase, REPLAY.pub(state).moves, REPLAY.pub(state).auction) == (
        "over",
        4 + 52,
        4,
    )
    with pytest.raises(IllegalAction, match="can be tried"):
        after_actions(state, TryCard(Card.S2))


@pytest.mark.parametrize(
    ("where", "move", "law"),
    [
        (Seek(0, 1), TryCall(Call.ONE_CLUB), "Law 18"),
        (Seek(0, 8), TryCard(Card.SA), "hold"),
        (Seek(0, 8), TryCard(Card.S8), "Law 44"),
        (Seek(0, 8), TryCall(Call.PASS), "auction"),
        (Seek(0, 1), TryCard(Card.HT), "Law 22"),
        (Seek(0, 15), TryCard(Card.D3), "can be tried"),
    ],
)
def test_a_tried_move_is_judged_by_the_rules(where: Seek, move: TryCall | TryCard, law: str) -> None:
    with pytest.raises(IllegalAction, match=law):
        after_actions(opened(WHOLE), where, move)


# Views and decisions


def audiences() -> list[Audience]:
    return [Kibitzer(1), AllHands(), Director(), Commentator()]


def test_no_card_is_hidden_from_any_audience() -> None:
    for at in (1, 8, 15):
        state = after_actions(opened(WHOLE), Seek(0, at))
        assert REPLAY.pub(state).hands == deal(EXAMPLE).hands
        assert REPLAY.own(state, Public()) is None
        assert [REPLAY.own(state, audience) for audience in audiences()] == [ReplayOwn()] * 4


def test_the_leader_sees_the_legal_tries() -> None:
    calls, play = (
        REPLAY.own(opened(WHOLE), Seated(0)),
        REPLAY.own(after_actions(opened(WHOLE), Seek(0, 8)), Seated(0)),
    )
    assert calls is not None and calls.calls is not None and len(calls.calls) == 36
    assert play is not None
    assert play.legal_tries() == (TryCard(Card.H5), TryCard(Card.H3), TryCard(Card.H2))
    assert ReplayOwn().legal_tries() == ()


# Files


def test_a_file_has_at_least_one_board_and_a_greatest_number() -> None:
    for boards in ((), (recorded(),) * (MAX_BOARDS + 1)):
        with pytest.raises(IllegalAction, match="expected 1 to 512 boards"):
            REPLAY.apply(BridgeReplay(), None, Load("", boards))
    assert view_after(of=opened(*(recorded(),) * MAX_BOARDS)).files_boards == MAX_BOARDS


def test_a_board_is_52_cards_or_none_at_all() -> None:
    dealt = deal(EXAMPLE)
    north, *others = dealt.hands
    short = msgspec.structs.replace(dealt, hands=(north[:12], *others))
    with pytest.raises(IllegalAction, match="Law 6"):
        opened(Recorded(deal=short))
    with pytest.raises(IllegalAction, match="has calls, cards or tricks but no deal"):
        opened(Recorded(calls=(Call.PASS,)))


def test_an_illegal_recorded_move_is_refused_when_it_is_reached() -> None:
    spoilt = opened(recorded("1NT 1C P"))
    assert REPLAY.pub(after_actions(spoilt, Seek(0, 1))).at == 1
    with pytest.raises(IllegalAction, match="Law 18"):
        after_actions(spoilt, Seek(0, 2))


def test_a_replay_has_no_options() -> None:
    assert msgspec.to_builtins(Options()) == {}
