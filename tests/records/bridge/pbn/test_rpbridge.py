"""What rpbridge's files leave out and shift: leading passes, columns of tricks, deals of second tables."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, Seat
from server.records.bridge.pbn import boards
from server.records.bridge.record import BoardRecord, Fault
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import shared
from tests.records.bridge.pbn.games import auction, calls, cards, game, only, play

# Leading passes


@pytest.mark.parametrize(("declarer", "passes"), [("N", 0), ("E", 1), ("S", 2), ("W", 3)])
def test_passes_that_are_left_out_before_the_first_bid_follow_from_the_declarer(
    declarer: str, passes: int
) -> None:
    record = auction("1NT {strong} Pass 3NT AP", Contract="3NT", Declarer=declarer)
    assert calls(record) == "P " * passes + "1NT P 3NT P P P"
    assert (validate(record).fault, record.comments[0].calls) == ("", passes + 1)
    told = "1 pass" if passes == 1 else f"{passes} passes"
    name = Seat("NESW".index(declarer)).name.title()
    what = f"line 5: {name} plays 3NT, so {told} before the first call must be added"
    assert record.place.warnings == ((what,) if passes else ())


def test_an_auction_that_begins_with_the_first_bidder_has_the_dealers_passes_put_before_it() -> None:
    tags = game(Dealer="N", Contract="1NT", Declarer="S")
    record = only(tags + '[Auction "S"]\n1NT AP\n')
    assert (calls(record), validate(record).fault) == ("P P 1NT P P P", "")


@pytest.mark.parametrize(
    ("told", "tags"),
    [
        ("Pass 1NT AP", {"Contract": "1NT", "Declarer": "S"}),  # passes are told
        ("1NT X AP", {"Contract": "1NT", "Declarer": "N"}),  # the contracts differ
        ("1NT AP", {"Contract": "2NT", "Declarer": "S"}),
        ("1NT", {"Contract": "1NT", "Declarer": "S"}),  # not over
        ("1NT AP", {"Contract": "1NT", "Declarer": "S", "Play": "N"}),  # North would not lead against South
    ],
)
def test_no_pass_is_made_up_where_the_record_contradicts_itself(told: str, tags: dict[str, str]) -> None:
    record = auction(told, **tags)
    assert calls(record).count("P") == calls(auction(told)).count("P")
    assert "Law 22" in validate(record).fault


# Shifted columns


def test_a_row_in_shifted_columns_is_read_by_the_hands_that_hold_its_cards() -> None:
    # West leads, East wins: the second row begins with East's lead, the third with South's card
    record = play("H2 H8 HK H5\nHA H6 H3 H9\nC9 C8 C3 C7", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 HA H6 H3 H9 C7 C9 C8 C3")
    assert validate(record).fault == ""
    assert record.place.warnings == (
        "line 6: tricks 2, 3 are not in the columns of [Play],"
        " so each card is read as a card of the hand that holds it",
    )


def test_notes_and_marks_stay_with_their_card_in_a_shifted_row() -> None:
    record = play('H2 H8 HK H5\nHA $7 H6 H3 =1= H9\n[Note "1:count"]', contract="3NT")
    assert [(note.place, note.nags, note.text) for note in record.card_notes] == [
        (4, (7,), ""),
        (6, (), "count"),
    ]


def test_a_row_that_no_shift_puts_right_is_left_to_the_laws() -> None:
    record = play("H2 H8 HK H5\nHA H3 H6 H9", contract="3NT")
    assert record.place.warnings == ()
    assert "Law 44" in validate(record).fault


def test_rows_in_their_columns_warn_of_nothing() -> None:
    assert play("H2 H8 HK H5\nH3 H9 HA H6\n- - - C9", contract="3NT").place.warnings == ()


# The file


def test_all_of_a_world_championship_is_told_and_read_but_for_what_contradicts_itself() -> None:
    read = list(boards(shared("pbn", "endplay__example3.pbn").read_bytes()))
    assert len(read) == 323, "expected 162 boards and 161 second tables"
    torn = [each.error for each in read if isinstance(each, Fault)]
    assert torn == ["line 5998, column 1: expected a game with a deal, got a game without a deal"]
    records = [each for each in read if isinstance(each, BoardRecord)]
    faults = [validate(each, place).fault for place, each in enumerate(records, 1)]
    doubled = [fault for fault in faults if fault]
    assert len(doubled) == 15
    assert all("X by " in fault.split("but the record says")[0] for fault in doubled)
    assert sum("must be added" in told for each in records for told in each.place.warnings) > 100
    assert sum("not in the columns" in told for each in records for told in each.place.warnings) > 100
    assert sum(each.calls[:1] == () or each.calls[0].call is Call.PASS for each in records) > 100
