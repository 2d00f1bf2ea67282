"""The sampler at bridge: every call is explained from the rules by which it was made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import ACOL, PRECISION, SAYC, SYSTEMS, System
from bots.bridge.bidding.writer import written
from bots.bridge.sampler.bidding import LAYOUTS, CallQuestion, best_call
from bots.bridge.sampler.brain import JUDGED, MOST_CHARACTERS, MOST_ON_CARD, BridgeSampler, card_text, cut
from bots.bridge.sampler.carding import STANDARD, Carding
from bots.bridge.view import BridgeView
from protocol.v1.bridge import (
    SEATS,
    Action,
    Ask,
    BridgeOwn,
    Call,
    Claim,
    Explain,
    LayCard,
    MakeCall,
    Options,
    Play,
    PlayCard,
    Remark,
    Seat,
    Tally,
)
from protocol.v1.bridge.meanings import Holding, Meaning, Strength
from protocol.v1.cards import Card
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import after, board, random_board, view_of

NOTRUMP = board("AQ4.KJ5.KQ52.Q74", "J98.T98.J98.T986", "KT75.AQ74.A764.3", "632.632.T3.AKJ52")
"""A board on which North, the dealer, opens one notrump by Standard American, and South has both majors."""


async def at_once(question: Callable[[], Any], /) -> Any:
    return question()


def chosen(state: BridgeState, seat: Seat, robot: BridgeSampler | None = None) -> MakeCall | PlayCard | Claim:
    """Return the robot's call or card; the robot may lay its convention card first."""
    view, robot = view_of(state, seat), robot or BridgeSampler()
    action = asyncio.run(robot.choose(view.pub, view.own, at_once))
    if isinstance(action, LayCard):
        action = asyncio.run(robot.choose(view.pub, view.own, at_once))
    assert not isinstance(action, LayCard)
    return action


def own_of(view: BridgeView) -> BridgeOwn:
    assert view.own is not None
    return view.own


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.strength) for seed in (1, 2))])
def test_four_samplers_play_boards_of_legal_choices_to_the_end(seed: int) -> None:
    state, robots = random_board(Random(seed)), [BridgeSampler() for _ in SEATS]
    while BRIDGE.to_act(state):
        seat = SEATS[BRIDGE.to_act(state)[0]]
        for each in SEATS:
            robots[each].see(BRIDGE.pub(state))
        state = BRIDGE.apply(state, seat, answered(state, seat, robots[seat]))
    assert BRIDGE.result(state) is not None


def answered(state: BridgeState, seat: Seat, robot: BridgeSampler) -> Action:
    """Return the robot's vote on a claim, or its claim, call or card."""
    view = view_of(state, seat)

    async def vote() -> Action:
        return await robot.asked(view.pub, view.own, at_once)

    return chosen(state, seat, robot) if own_of(view).votes is None else asyncio.run(vote())


def test_it_claims_certain_tricks_once_in_a_board_and_plays_on_if_the_claim_is_refused() -> None:
    tops = board("AKQJ.AKQ.AKQ.AKQ", "T98.JT9.JT98.JT9", "765.876.765.8765", "432.5432.432.432")
    led = after(tops, "7NT P P P", "ST S5 S2 SA")
    robot = BridgeSampler()
    robot.see(BRIDGE.pub(led))
    claimed = chosen(led, Seat.NORTH, robot)
    assert isinstance(claimed, Claim) and claimed.tricks == 12
    assert isinstance(chosen(led, Seat.NORTH, robot), PlayCard)


def test_a_bid_comes_with_its_meaning_and_an_artificial_one_with_an_alert() -> None:
    opened = chosen(NOTRUMP, Seat.NORTH)
    assert isinstance(opened, MakeCall) and opened.meaning is not None
    assert (opened.call, opened.alert) == (Call.ONE_NOTRUMP, False)
    assert opened.explanation == written(opened.meaning) == "15-17 points, balanced"
    stayman = chosen(after(NOTRUMP, "1NT P"), Seat.SOUTH)
    assert isinstance(stayman, MakeCall) and stayman.call is Call.TWO_CLUBS and stayman.alert
    assert stayman.explanation.startswith("Stayman")


def test_an_ordinary_pass_comes_without_a_word() -> None:
    assert chosen(after(NOTRUMP, "1NT"), Seat.EAST) == MakeCall(Call.PASS)


def test_the_system_of_the_robot_decides_its_calls() -> None:
    assert called(BridgeSampler(PRECISION)) is Call.ONE_CLUB
    assert called(BridgeSampler()) is Call.ONE_NOTRUMP


def called(robot: BridgeSampler) -> Call:
    opening = chosen(NOTRUMP, Seat.NORTH, robot)
    assert isinstance(opening, MakeCall)
    return opening.call


def without_rule(rng: Random) -> tuple[BridgeState, Seat]:
    """Return a board after an auction of random calls that no rule covers, and the seat that is to call."""
    for number in range(1, 2_000):
        state = random_board(rng, number)
        for _ in range(rng.randint(2, 6)):
            legal = own_of(view_of(state, SEATS[BRIDGE.to_act(state)[0]])).calls or ()
            state = after(state, rng.choice([Call.PASS, *legal[1:8]]))
            if state.phase != "auction":
                break
        else:
            seat = SEATS[BRIDGE.to_act(state)[0]]
            view = view_of(state, seat)
            hand, calls = own_of(view).hand, tuple(view.pub.calls.values())
            assert hand is not None
            choice = Bidder(SAYC).call(hand, view.pub.dealer, view.pub.vulnerable, calls)
            if not choice.explanation.ruled:
                return state, seat
    raise AssertionError("expected an auction that no rule covers")


class Search:
    """A `think` that notes the questions, and answers with the same number each time."""

    def __init__(self, answer: int | None) -> None:
        self.questions: list[CallQuestion] = []
        self._answer = answer

    async def __call__(self, question: Callable[[], Any], /) -> Any:
        assert isinstance(question, partial) and question.func is best_call
        self.questions.append(question.args[0])
        return self._answer


def searched(state: BridgeState, seat: Seat, search: Search, level: str) -> MakeCall:
    view, robot = view_of(state, seat), BridgeSampler()
    made = asyncio.run(robot.choose(view.pub, view.own, search, level))
    if isinstance(made, LayCard):
        made = asyncio.run(robot.choose(view.pub, view.own, search, level))
    assert isinstance(made, MakeCall)
    return made


@pytest.mark.parametrize("seed", range(4))
def test_where_no_rule_covers_the_auction_the_robot_makes_the_call_that_the_search_finds(seed: int) -> None:
    state, seat = without_rule(Random(seed))
    view, search = view_of(state, seat), Search(1)
    made = searched(state, seat, search, "expert")
    [question] = search.questions
    assert (question.seat, question.hand, question.layouts) == (seat, own_of(view).hand, LAYOUTS["expert"])
    assert made.call is question.candidates[1] and set(question.candidates) <= set(own_of(view).calls or ())
    calls = (*view.pub.calls.values(), made.call)
    told = Bidder(SAYC).explanation(view.pub.dealer, view.pub.vulnerable, calls)
    words = written(JUDGED) if told.ruled else told.words
    spoken = made.call is not Call.PASS or told.alert
    assert (made.explanation, made.alert) == (cut(words) if spoken else "", told.alert)
    assert searched(state, seat, Search(None), "quick").call is question.candidates[0]


def test_the_search_scores_as_the_table_does_with_the_part_scores_of_a_rubber() -> None:
    state, seat = without_rule(Random(2))
    view, search = view_of(state, seat), Search(0)
    rubber = replace(view.pub, tally=Tally(number=1, deal=3, points=(90, 40), total=(90, 40), part=(60, 40)))
    for pub in (view.pub, rubber):
        robot = BridgeSampler()
        while not isinstance(asyncio.run(robot.choose(pub, view.own, search)), MakeCall):
            pass  # the convention card comes first
    duplicate, counted = search.questions
    assert (duplicate.currency, duplicate.parts) == ("imps", (0, 0))
    assert (counted.currency, counted.parts) == ("points", (60, 40))


def test_a_real_search_answers_with_a_legal_call() -> None:
    state, seat = without_rule(Random(9))
    made = chosen(state, seat)
    assert isinstance(made, MakeCall) and made.call in (own_of(view_of(state, seat)).calls or ())


def test_where_a_rule_covers_the_auction_nothing_is_searched() -> None:
    search = Search(1)
    assert searched(NOTRUMP, Seat.NORTH, search, "expert").call is Call.ONE_NOTRUMP
    assert not search.questions


def test_a_call_of_the_search_is_explained_as_a_judgement_and_not_by_a_rule() -> None:
    judged = 0
    for seed in range(20):
        state, seat = without_rule(Random(seed))
        view, robot = view_of(state, seat), BridgeSampler()
        made: Action = LayCard("")
        while isinstance(made, LayCard):
            made = asyncio.run(robot.choose(view.pub, view.own, Search(1)))
        assert isinstance(made, MakeCall)
        calls = (*view.pub.calls.values(), made.call)
        told = Bidder(SAYC).explanation(view.pub.dealer, view.pub.vulnerable, calls)
        if told.ruled and made.call is not Call.PASS:
            judged += 1
            assert (made.explanation, made.meaning) == (written(JUDGED), JUDGED)
            asked = BRIDGE.apply(BRIDGE.apply(state, seat, made), seat.lho, Ask(call=len(calls) - 1))
            assert answers(robot, asked, seat) == (
                Explain(len(calls) - 1, written(JUDGED), made.alert, JUDGED),
            )
    assert judged > 3


def answers(robot: BridgeSampler, state: BridgeState, seat: Seat) -> tuple[Explain | LayCard, ...]:
    view = view_of(state, seat)
    robot.see(view.pub)
    return robot.answer(view.pub, view.own)


def test_opponents_that_ask_get_the_words_of_the_table_of_rules() -> None:
    robot = BridgeSampler()
    state = BRIDGE.apply(NOTRUMP, 0, chosen(NOTRUMP, Seat.NORTH, robot))
    state = BRIDGE.apply(state, 1, Ask(call=0))
    notrump = Meaning(hand=Holding((Strength("hcp", 15, 17),), shape="balanced"))
    told = Explain(0, "15-17 points, balanced", False, notrump)
    assert told in answers(robot, state, Seat.NORTH)


def test_a_call_that_another_player_made_for_the_seat_is_explained_as_not_the_robots_own() -> None:
    state = BRIDGE.apply(after(NOTRUMP, "1NT"), 1, Ask(call=0))
    told = "another player made this call; mine would mean: 15-17 points, balanced"
    given = [each for each in answers(BridgeSampler(), state, Seat.NORTH) if isinstance(each, Explain)]
    assert [(each.call, each.text, each.meaning.made) for each in given if each.meaning] == [(0, told, False)]


def test_a_question_that_was_answered_is_not_answered_again() -> None:
    robot = BridgeSampler()
    state = BRIDGE.apply(NOTRUMP, 0, chosen(NOTRUMP, Seat.NORTH, robot))
    state = BRIDGE.apply(BRIDGE.apply(state, 1, Ask(call=0)), 0, Explain(0, "strong", alert=False))
    assert not [each for each in answers(robot, state, Seat.NORTH) if isinstance(each, Explain)]


@pytest.mark.parametrize("system", [SAYC, ACOL, PRECISION], ids=lambda system: system.name)
def test_north_and_east_lay_the_card_of_their_system_before_the_first_call(system: System) -> None:
    laid = LayCard(system.title, text=card_text(system, STANDARD))
    robot, view = BridgeSampler(system), view_of(NOTRUMP, Seat.NORTH)
    assert answers(robot, NOTRUMP, Seat.NORTH) == ()
    assert asyncio.run(robot.choose(view.pub, view.own, at_once)) == laid
    assert isinstance(asyncio.run(robot.choose(view.pub, view.own, at_once)), MakeCall)
    assert answers(BridgeSampler(system), NOTRUMP, Seat.EAST) == (laid,)
    assert BRIDGE.apply(BRIDGE.apply(NOTRUMP, 0, laid), 1, laid).side_cards == (laid, laid)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_the_card_ends_with_the_leads_and_signals(system: System) -> None:
    low = Carding(spots="third and fifth", attitude="reverse", count="reverse", discards="count")
    for signals, words in (
        (STANDARD, "Fourth best leads; high encourages, high is even, suit preference; discards: attitude"),
        (low, "Third and fifth best leads; low encourages, low is even, suit preference; discards: count"),
    ):
        text = card_text(system, signals)
        assert text.endswith(f"\n\n{words}") and text.startswith(system.title)
        assert len(text) <= MOST_ON_CARD


def test_south_and_west_leave_the_card_to_their_partners_and_no_robot_lays_it_after_a_call() -> None:
    for seat in (Seat.SOUTH, Seat.WEST):
        assert answers(BridgeSampler(), NOTRUMP, seat) == ()
    for seat in SEATS:
        assert answers(BridgeSampler(), after(NOTRUMP, "1NT"), seat) == ()


def over(state: BridgeState) -> BridgeState:
    return after(state, "P P P P")


def test_south_lays_the_card_between_boards_if_north_has_laid_none() -> None:
    assert [type(each) for each in answers(BridgeSampler(), over(NOTRUMP), Seat.SOUTH)] == [LayCard]


def test_a_card_that_partner_has_laid_stays() -> None:
    own = LayCard("Ours", text="weak notrump")
    state = over(BRIDGE.apply(NOTRUMP, 0, own))
    assert answers(BridgeSampler(), state, Seat.NORTH) == answers(BridgeSampler(), state, Seat.SOUTH) == ()
    # During a later board the own side's card is not visible, so no robot lays one over it.
    view = view_of(BRIDGE.apply(NOTRUMP, 0, own), Seat.NORTH)
    result = view_of(over(NOTRUMP), Seat.NORTH).pub.result
    assert result is not None and own_of(view).systems == ()
    later = replace(view.pub, board=2, results={1: result})
    assert isinstance(asyncio.run(BridgeSampler().choose(later, view.own, at_once)), MakeCall)


def readers(view: BridgeView, remarks: dict[int, Remark], robot: BridgeSampler) -> list[str]:
    robot.see(view.pub)
    return [each.name for each in robot.bidder(view.pub, replace(own_of(view), remarks=remarks)).systems]


def test_opponents_are_read_by_the_system_in_whose_words_they_explain() -> None:
    view = view_of(after(NOTRUMP, "1C P 1D"), Seat.WEST)
    pub, calls = view.pub, [Call.ONE_CLUB, Call.PASS, Call.ONE_DIAMOND]
    remarks = {
        4 * place + seat: Remark(
            Seat(seat),
            True,
            Bidder(PRECISION).explanation(pub.dealer, pub.vulnerable, calls[: place + 1]).words,
        )
        for place, seat in ((0, 0), (2, 2))
    }
    assert readers(view, remarks, BridgeSampler()) == ["precision", "sayc"]
    assert readers(view, remarks, BridgeSampler(ACOL)) == ["precision", "acol"]


def test_opponents_are_known_to_bid_by_a_system_only_if_it_has_the_words_of_all_their_explanations() -> None:
    view = view_of(after(NOTRUMP, "1C P 1D"), Seat.WEST)
    pub = view.pub
    words = Bidder(PRECISION).explanation(pub.dealer, pub.vulnerable, (Call.ONE_CLUB,)).words
    strong, other = Remark(Seat.NORTH, True, words), Remark(Seat.SOUTH, True, "spades, we think")
    for remarks, agreed in (({}, False), ({0: strong}, True), ({0: strong, 10: other}, False)):
        robot = BridgeSampler()
        robot.see(pub)
        theirs, ours = robot.readings(pub, replace(own_of(view), remarks=remarks))
        assert theirs.agreed is agreed and ours.agreed


def test_opponents_that_explain_nothing_or_in_other_words_are_read_by_the_robots_own_system() -> None:
    view = view_of(after(NOTRUMP, "1C"), Seat.EAST)
    for remarks in ({}, {0: Remark(Seat.NORTH, True, "strong, we think")}):
        assert readers(view, remarks, BridgeSampler(ACOL)) == ["acol", "acol"]


def test_opponents_that_explain_nothing_are_not_supposed_to_bid_a_strong_club() -> None:
    view = view_of(after(NOTRUMP, "1C"), Seat.EAST)
    assert readers(view, {}, BridgeSampler(PRECISION)) == ["sayc", "precision"]


def test_a_call_over_a_natural_club_is_explained_later_in_the_words_of_the_call() -> None:
    robot = BridgeSampler(PRECISION)
    dealt = board("K4.J75.A52.KJ743", "AQ32.KQ32.Q43.82", "J985.T96.K76.T95", "T76.A84.JT98.AQ6")
    natural = chosen(dealt, Seat.NORTH, BridgeSampler())
    bid = BRIDGE.apply(dealt, Seat.NORTH, natural)
    double = chosen(bid, Seat.EAST, robot)
    assert isinstance(natural, MakeCall) and natural.call is Call.ONE_CLUB
    assert isinstance(double, MakeCall) and double.call is Call.DOUBLE
    asked = BRIDGE.apply(BRIDGE.apply(bid, Seat.EAST, double), Seat.SOUTH, Ask(call=1))
    told = [each for each in answers(robot, asked, Seat.EAST) if isinstance(each, Explain)]
    assert [(each.text, each.meaning) for each in told] == [(double.explanation, double.meaning)]
    assert "Takeout double" in double.explanation


def test_calls_and_cards_that_the_view_no_longer_shows_are_remembered() -> None:
    options = Options(review=False, look_back="law")
    state = replace(NOTRUMP, options=options)
    robot = BridgeSampler()
    for line, cards in (("1NT P 3NT", ""), ("P P P", ""), ("", "SJ ST S2 SQ H5")):
        state = after(state, line, cards)
        robot.see(view_of(state, Seat.WEST).pub)
    pub = view_of(state, Seat.WEST).pub
    assert not pub.calls and list(pub.plays) == [4]
    robot.see(view_of(after(state, ""), Seat.WEST).pub)
    whole = robot.remembered(pub)
    assert [whole.calls[turn] for turn in range(3)] == [Call.ONE_NOTRUMP, Call.PASS, Call.THREE_NOTRUMPS]
    assert whole.plays[4] == Play(Seat.NORTH, Card("H5"))


def test_a_view_without_a_hand_is_refused() -> None:
    view = view_of(NOTRUMP, Seat.NORTH)
    with pytest.raises(ValueError, match="got a view without that seat's hand"):
        asyncio.run(BridgeSampler().choose(view.pub, None, at_once))


def test_a_long_explanation_is_cut_to_what_the_protocol_accepts() -> None:
    assert cut("short") == "short"
    assert len(cut("x" * 500)) == MOST_CHARACTERS and cut("x" * 500).endswith("…")
