"""What went against the Laws and was accepted at the table: read whole, judged by the Laws, and kept."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, Contract, Seat, Strain
from server.records.bridge.formats import FORMATS
from server.records.bridge.losses import lost
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.record import BoardRecord, readable_boards
from server.records.bridge.upload import recorded_board
from server.records.bridge.validate import completed, validate
from tests.records.bridge.board_json import faults
from tests.records.bridge.pbn.games import again, auction, calls, cards, game, only, play, without_place

# Calls


def test_a_call_out_of_rotation_passes_over_the_seats_before_it() -> None:
    record = auction("1D ^S ^S 2D AP")
    judged = validate(record)
    assert (judged.fault, judged.state.contract) == ("", Contract(2, Strain.DIAMONDS, Seat.WEST))
    assert calls(record) == "1D 2D P P P"


def test_a_mark_before_no_call_or_card_is_told() -> None:
    assert auction("1D AP ^I").place.warnings == (
        "line 3: no call follows ^I in [Auction], so the mark is not read",
    )
    assert play("H2 H8 HK H5 ^R").place.warnings == (
        "line 4: no card follows ^R in [Play], so the mark is not read",
    )


# Cards


def test_a_revoke_that_is_marked_counts() -> None:
    revoked = "H2 H8 ^R D8 H5"
    assert validate(play(revoked, contract="3NT")).fault == ""
    assert "Law 44C" in validate(play(revoked.replace("^R ", ""), contract="3NT")).fault


def test_a_lead_out_of_turn_that_is_marked_begins_the_trick() -> None:
    record = play("H2 H8 HK H5\nC8 ^L C3 C7 C9", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 C3 C7 C9 C8")
    assert [play.seat for play in validate(record).state.plays[4:]] == [
        Seat.NORTH,
        Seat.EAST,
        Seat.SOUTH,
        Seat.WEST,
    ]
    assert validate(record).fault == ""
    assert "Law 44" in validate(play("H2 H8 HK H5\nC8 C3 D8 C9", contract="3NT")).fault


def test_a_mark_does_not_allow_a_card_of_another_hand() -> None:
    assert "does not hold it" in validate(play("H2 H8 ^R D2 H5", contract="3NT")).fault


def test_a_mark_at_a_card_that_is_not_told_stays_with_no_other_card() -> None:
    record = play("H2 H8 HK H5\n- ^R - ^L - C9", contract="3NT")
    assert record.card_notes == ()
    assert len(record.place.warnings) == 2


# Declarer and result


def test_a_dummy_that_played_the_hand_is_declarer() -> None:
    text = (
        game(Dealer="E", Contract="4S", Declarer="^S", Result="^10") + '[Auction "E"]\nPass Pass Pass 4S AP\n'
    )
    record = only(text + '[Play "W"]\nH2 H8 HK H5\n*\n')
    judged = validate(record)
    assert (judged.fault, judged.state.contract, judged.tricks) == (
        "",
        Contract(4, Strain.SPADES, Seat.SOUTH),
        10,
    )
    unmarked = only(text.replace("^S", "S"))
    assert "the auction ends with 4S by North" in validate(unmarked).fault


# The whole of it

F11 = "F11_irregular.pbn"


def test_a_game_with_every_irregularity_is_read_judged_and_written() -> None:
    (record,) = loads(faults(F11).read_bytes())
    assert calls(record) == "1D 1C 4S 3NT X 5H X P P P"
    assert [each.irregularity for each in record.calls[:5]] == ["S", "I", "", "I", "SS"]
    assert [(note.place, note.irregularity) for note in record.card_notes] == [(4, "L"), (7, "R"), (11, "R")]
    judged = validate(record)
    assert (judged.fault, str(judged.state.contract), judged.tricks, judged.score_ns) == ("", "5HX", 5, -1400)
    assert judged.state.contract is not None and judged.state.contract.declarer is Seat.SOUTH
    assert again(without_place(record)) == without_place(record)


@pytest.mark.parametrize("name", ["pbn", "endplay", "endplay-dialect", "bridge_env"])
def test_the_marks_go_into_every_format_that_has_a_place_for_them(name: str) -> None:
    records = tuple(map(completed, loads(faults(F11).read_bytes())))
    back = readable_boards(FORMATS[name].boards(FORMATS[name].dumps(records)))
    assert lost(records, back) == {}
    assert loads(dumps(back))[0].calls == records[0].calls


def test_lin_says_that_it_loses_them_and_keeps_each_call_with_its_caller() -> None:
    records = tuple(map(completed, loads(faults(F11).read_bytes())))
    written = FORMATS["lin"].dumps(records)
    assert {"irregular calls", "notes on cards"} <= set(
        lost(records, readable_boards(FORMATS["lin"].boards(written)))
    )
    assert "|mb|p|mb|1D|mb|1C|mb|4S|mb|3N|mb|p|mb|p|mb|d|" in written


# A replay, whose table must refuse them


def replay_of(record: BoardRecord) -> tuple[int, int, str]:
    shown = recorded_board(record, 1)
    return len(shown.calls), len(shown.cards), shown.fault


def test_a_replay_ends_before_the_first_of_them_and_says_why() -> None:
    assert replay_of(auction("2H ^I 1S Pass 2S AP")) == (
        1,
        0,
        "line 3: call 2, 1S: the opponents accepted an insufficient bid (Law 27A), which a table refuses",
    )
    assert replay_of(auction("1D ^S 2D AP"))[0] == 1
    calls_made, cards_played, why = replay_of(play("H2 H8 ^R D8 H5", contract="3NT"))
    assert (calls_made, cards_played) == (6, 2)
    assert "card 3, D8: the opponents accepted a revoke (Law 64B), which a table refuses" in why


def test_what_no_one_marked_is_replayed_to_its_end() -> None:
    record = auction("2H 2S AP")
    assert replay_of(record) == (5, 0, "")
    assert record.calls[1].call is Call.TWO_SPADES
