"""Recorded boards are judged by the rules that live ones are played by."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from protocol.v1.bridge import Call, Contract, Seat, Strain
from server.records.bridge.record import BoardRecord, RecordedCall
from server.records.bridge.validate import completed, validate
from tests.records.bridge.board_json import auction, board, cards, contract, text
from tests.records.bridge.board_records import records
from tests.records.bridge.pbn import games as pbn_games
from tests.records.bridge.replayed_boards import PLAY, SPADES, THREE_NOTRUMP, Replayed


@pytest.fixture
def outcome(rows: Replayed) -> Replayed:
    """Contract, declarer, tricks and score of a sound board with these fields."""

    def played(**fields: Any) -> tuple[Any, ...]:
        (row,) = rows(text(board(**fields)))
        assert row.ok, row.error
        assert row.error is None
        return row.contract, row.declarer, row.tricks, row.score_ns

    return played


@pytest.fixture
def refusal(rows: Replayed) -> Replayed:
    """Why a board with these fields is refused."""

    def refused(**fields: Any) -> str | None:
        (row,) = rows(text(board(**fields)))
        assert not row.ok
        assert (row.contract, row.declarer, row.tricks, row.score_ns) == (None, None, None, None)
        where, _, why = (row.error or "").partition(": ")
        assert where.startswith("line 1, column ")
        return why

    return refused


# Whole boards


def test_a_board_played_to_the_end_is_counted_and_scored(outcome: Replayed) -> None:
    assert outcome(auction=THREE_NOTRUMP, play=PLAY) == ("3NT", "W", 7, 100)


def test_the_score_depends_on_the_recorded_vulnerability(outcome: Replayed) -> None:
    assert outcome(auction=THREE_NOTRUMP, play=PLAY, vul="ew") == ("3NT", "W", 7, 200)


def test_a_missing_dealer_and_vulnerability_follow_from_the_board_number(outcome: Replayed) -> None:
    from_west = auction("1NT P 3NT P P P")
    assert outcome(auction=from_west, play=PLAY, board_num=4) == ("3NT", "W", 7, 200)


def test_a_recorded_result_that_agrees_is_sound(outcome: Replayed) -> None:
    told = contract("3NT", "west", -2)
    assert outcome(auction=THREE_NOTRUMP, play=PLAY, contract=told) == ("3NT", "W", 7, 100)


@pytest.mark.parametrize(
    ("told", "error"),
    [
        (
            contract("3NT", "west", -1),
            "the cards give declarer 7 tricks, but the record says 8 in 3NT (Law 79)",
        ),
        (
            contract("3NT", "east", -2),
            "the auction ends with 3NT by West, but the record says 3NT by East (Law 22)",
        ),
        (
            contract("3S", "west", -2),
            "the auction ends with 3NT by West, but the record says 3S by West (Law 22)",
        ),
        (
            contract("3NTX", "west", -2),
            "the auction ends with 3NT by West, but the record says 3NTX by West (Law 22)",
        ),
    ],
)
def test_a_record_that_contradicts_its_own_cards_is_refused(
    refusal: Replayed, told: dict[str, Any], error: str
) -> None:
    assert refusal(auction=THREE_NOTRUMP, play=PLAY, contract=told) == error


def test_a_board_passed_out_scores_nothing(outcome: Replayed) -> None:
    assert outcome(auction=auction("P P P P")) == (None, None, None, 0)


def test_a_deal_alone_has_no_contract_and_no_score(outcome: Replayed) -> None:
    assert outcome() == (None, None, None, None)


def test_a_part_of_an_auction_has_no_contract_and_no_score(outcome: Replayed) -> None:
    assert outcome(auction=auction("1C P 1S")) == (None, None, None, None)


# What breaks a rule


@pytest.mark.parametrize(
    ("calls", "error"),
    [
        ("1S 1C", "call 2, 1C from East: 1C is not sufficient over 1S (Law 18)"),
        (
            "1S P X",
            "call 3, X from South: a double needs an opponent's bid"
            " as the last call, not counting passes (Law 19A)",
        ),
        (
            "P XX",
            "call 2, XX from East: a redouble needs an opponent's double"
            " as the last call, not counting passes (Law 19B)",
        ),
    ],
)
def test_a_call_against_the_laws_is_refused(refusal: Replayed, calls: str, error: str) -> None:
    assert refusal(auction=auction(calls)) == error


def test_a_call_after_the_auction_is_refused(refusal: Replayed) -> None:
    assert refusal(auction=auction("1S P P P P")) == "call 5, P: the auction is over (Law 22)"


@pytest.mark.parametrize(
    ("played", "error"),
    [
        ("SA HA", "card 2, HA from East: HA does not follow suit: spades were led (Law 44C)"),
        ("SA CA", "card 2, CA from East: East does not hold it, West does (Law 44)"),
        (
            "SA ST S6 H4 SA",
            "card 5, SA from North: North does not hold it, it has been played (Law 44)",
        ),
    ],
)
def test_a_card_against_the_laws_is_refused(refusal: Replayed, played: str, error: str) -> None:
    assert refusal(auction=THREE_NOTRUMP, play=cards(played)) == error


def test_a_fifty_third_card_is_refused(refusal: Replayed) -> None:
    error = refusal(auction=THREE_NOTRUMP, play=[*PLAY, *cards("SA")])
    assert error.startswith("card 53, SA: ")
    assert error.endswith(" is over")


def test_cards_before_the_end_of_the_auction_are_refused(refusal: Replayed) -> None:
    for calls in ("", "1C P P"):
        error = refusal(auction=auction(calls), play=cards("SA"))
        assert error == "card 1, SA: no card is played before the auction is over (Law 22)"


def test_cards_after_a_pass_out_are_refused(refusal: Replayed) -> None:
    error = refusal(auction=auction("P P P P"), play=cards("SA"))
    assert error == "card 1, SA: a board that is passed out has no play (Law 22)"


def test_a_contract_before_the_end_of_the_auction_is_refused(refusal: Replayed) -> None:
    error = refusal(auction=auction("P P P 1NT P 3NT"), contract=contract("3NT", "west"))
    assert error == (
        "the auction stops after 6 calls, before three passes end it,"
        " but the record says 3NT by West (Law 22)"
    )


def test_a_contract_after_a_pass_out_is_refused(refusal: Replayed) -> None:
    error = refusal(auction=auction("P P P P"), contract=contract("3NT", "west"))
    assert error == "the auction ends with a pass-out, but the record says 3NT by West (Law 22)"


def test_less_than_a_deal_is_refused(refusal: Replayed) -> None:
    deal = board()["deal"]
    assert (
        refusal(deal={**deal, "west": deal["west"][:-1]})
        == "board 1: expected 13 cards for West, got 12 (Law 1)"
    )
    assert "got SA 2 times (North and East)" in refusal(deal={**deal, "east": deal["north"]})


# Claims, and other records that stop before the last card


def claim(played: str, result: int) -> dict[str, Any]:
    return {
        "auction": THREE_NOTRUMP,
        "play": cards(played),
        "contract": contract("3NT", "west", result),
        "claimed": True,
    }


def test_a_claim_takes_its_result_from_the_record(outcome: Replayed) -> None:
    assert outcome(**claim(SPADES, 0)) == ("3NT", "W", 9, -400)
    assert outcome(**claim("SA ST S6", 2)) == ("3NT", "W", 11, -460)


def test_a_claim_of_more_than_is_left_is_refused(refusal: Replayed) -> None:
    error = refusal(**claim(SPADES, 1))
    assert error == "the cards give declarer 0 to 9 tricks, but the record says 10 in 3NT (Law 79)"


def test_a_claim_of_less_than_is_won_is_refused(refusal: Replayed) -> None:
    error = refusal(**claim(f"{SPADES} HT HA H7 DK", -9))
    assert error == "the cards give declarer 1 to 9 tricks, but the record says 0 in 3NT (Law 79)"


def test_a_result_out_of_all_bounds_is_refused(refusal: Replayed) -> None:
    error = refusal(contract=contract("7NT", "west", 6), claimed=True)
    assert error == "the cards give declarer 0 to 13 tricks, but the record says 19 in 7NT (Law 79)"


def test_a_claim_without_a_contract_on_record_has_no_result(outcome: Replayed) -> None:
    fields = {"auction": THREE_NOTRUMP, "play": cards(SPADES), "claimed": True}
    assert outcome(**fields) == ("3NT", "W", None, None)


def test_an_unfinished_play_without_a_claim_has_the_recorded_result(outcome: Replayed) -> None:
    assert outcome(**{**claim(SPADES, 0), "claimed": False}) == ("3NT", "W", 9, -400)


def test_a_result_may_stand_without_any_card(outcome: Replayed) -> None:
    assert outcome(auction=THREE_NOTRUMP, contract=contract("3NT", "west", 1)) == ("3NT", "W", 10, -430)


def test_a_contract_without_an_auction_is_played_and_scored_all_the_same(outcome: Replayed) -> None:
    assert outcome(contract=contract("3NT", "west", -2), play=PLAY) == ("3NT", "W", 7, 100)
    assert outcome(contract=contract("4SXX", "north", 1)) == ("4SXX", "N", 11, 1080)
    assert outcome(contract=contract("1CX", "east", 0)) == ("1CX", "E", 7, -140)


# What endplay's dumper fills in by itself (its board has an auction and no result of its own)


def test_the_dumpers_contract_just_made_without_any_card_tells_nothing(outcome: Replayed) -> None:
    dumped = {**contract("3NT", "west"), "penalty": ""}
    assert outcome(auction=THREE_NOTRUMP, contract=dumped) == ("3NT", "W", None, None)


def test_by_the_schema_a_result_of_0_is_the_contract_just_made(outcome: Replayed) -> None:
    made = contract("3NT", "west")
    for left_out in ((), ("result",), ("penalty",), ("penalty", "result")):
        told = {key: value for key, value in made.items() if key not in left_out}
        assert outcome(auction=THREE_NOTRUMP, contract=told) == ("3NT", "W", 9, -400)


def test_the_tricks_of_the_side_on_lead_tell_nothing(outcome: Replayed) -> None:
    four_for_the_leader = contract("3NT", "west", -5)
    fields = {"auction": THREE_NOTRUMP, "contract": four_for_the_leader}
    assert outcome(**fields, play=cards(SPADES)) == ("3NT", "W", None, None)


def test_the_same_count_of_a_whole_play_gives_way_to_the_cards(outcome: Replayed) -> None:
    eleven_for_the_leaders = contract("3NT", "west", 2)
    fields = {"auction": THREE_NOTRUMP, "contract": eleven_for_the_leaders}
    assert outcome(**fields, play=PLAY) == ("3NT", "W", 7, 100)


def test_a_claim_may_give_up_all_that_is_left(outcome: Replayed) -> None:
    assert outcome(**claim(f"{SPADES} HT HA H7 DK", -8)) == ("3NT", "W", 1, 400)
    assert outcome(**claim(SPADES, -5)) == ("3NT", "W", 4, 250)


# Rulings


def test_a_director_gives_tricks_that_the_cards_do_not(outcome: Replayed) -> None:
    told = {"contract": contract("3NT", "west"), "info": {"Ruling": "East revoked"}}
    assert outcome(auction=THREE_NOTRUMP, play=PLAY, **told) == ("3NT", "W", 9, -400)


# Records completed by the rules


@settings(max_examples=30, deadline=None)
@given(record=records())
def test_a_record_of_calls_and_cards_alone_is_completed(record: BoardRecord) -> None:
    bare = replace(record, contract=None, passed_out=False, scores=None)
    assert completed(bare) == completed(record)


@settings(max_examples=10, deadline=None)
@given(record=records())
def test_a_record_against_the_rules_is_left_as_it_is(record: BoardRecord) -> None:
    wrong = replace(record, calls=(RecordedCall(Call.DOUBLE), *record.calls))
    assert validate(wrong).fault
    assert completed(wrong) == wrong


@settings(max_examples=10, deadline=None)
@given(record=records())
def test_a_score_that_the_tricks_are_not_worth_is_refused(record: BoardRecord) -> None:
    assert record.scores is not None
    north_south, _ = record.scores
    wrong = replace(record, scores=(north_south + 10, -north_south - 10))
    assert validate(wrong).fault.endswith(f"but the record says {north_south + 10} (Law 77)")


@settings(max_examples=10, deadline=None)
@given(record=records())
def test_a_directors_score_is_not_judged(record: BoardRecord) -> None:
    assert not validate(replace(record, scores=(1230, -450), info={"Ruling": "average"})).fault


# Irregularities that the opponents accepted


def test_an_insufficient_bid_that_is_marked_counts_as_it_was_accepted() -> None:
    record = pbn_games.auction("2H ^I 1S Pass 2S AP")
    assert pbn_games.call(record, 2).irregularity == "I"
    judged = validate(record)
    assert (judged.fault, judged.state.contract) == ("", Contract(2, Strain.SPADES, Seat.EAST))


def test_the_next_bid_must_be_sufficient_over_the_insufficient_one_alone() -> None:
    assert validate(pbn_games.auction("2H ^I 1S 1NT AP")).fault == ""
    assert "1H is not sufficient over 1S (Law 18)" in validate(pbn_games.auction("2H ^I 1S 1H AP")).fault


def test_an_insufficient_bid_without_its_mark_is_refused() -> None:
    assert "1S is not sufficient over 2H (Law 18)" in validate(pbn_games.auction("2H 1S AP")).fault


@pytest.mark.parametrize(("told", "why"), [("1H Pass ^I X AP", "Law 19A"), ("1H ^I XX AP", "Law 19B")])
def test_a_double_that_is_not_admissible_can_never_be_accepted(told: str, why: str) -> None:
    assert why in validate(pbn_games.auction(told)).fault


def test_seats_that_are_passed_over_end_no_auction() -> None:
    judged = validate(pbn_games.auction("1D Pass ^S ^S 1H AP"))
    assert (judged.fault, judged.state.contract) == ("", Contract(1, Strain.HEARTS, Seat.NORTH))
