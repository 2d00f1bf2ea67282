"""Notes, ratings and marks of PBN belong to the call that they stand behind."""

from __future__ import annotations

import pytest

from tests.records.bridge.pbn.games import auction, call, game, moments, only


def test_notes_explain_the_calls_that_refer_to_them() -> None:
    record = auction("1C =1= 1D=2= 1H = 2 =", notes='[Note "1: 16+"]\n[Note "2:natural"]\n')
    assert [each.explanation for each in record.calls] == ["16+", "natural", "natural"]
    assert not any(each.alert for each in record.calls)


def test_a_reference_to_no_note_is_an_alert() -> None:
    record = auction("1C =1= 1D =0= 1H", notes='[Note "1:"]\n')
    assert [(each.alert, each.explanation) for each in record.calls] == [(True, ""), (True, ""), (False, "")]


def test_calls_both_alerted_and_explained_have_a_tag_of_ours() -> None:
    record = auction("1C =1= 1D =1= 1H", notes='[Note "1:strong"]\n', Alerts="1")
    assert [(each.alert, each.explanation) for each in record.calls] == [
        (True, "strong"),
        (False, "strong"),
        (False, ""),
    ]
    for other in ("2", "0", "x", "9" * 5000):
        assert auction("1C", Alerts=other).info == {"Alerts": other}


def test_notes_of_the_auction_may_stand_behind_the_play() -> None:
    text = game(Contract="1C", Declarer="N") + '[Auction "N"]\n1C =1= AP\n[Play "E"]\nSA\n[Note "1:strong"]\n'
    assert call(only(text), 1).explanation == "strong"


def test_a_note_is_of_its_own_game() -> None:
    text = game() + '[Auction "N"]\n1C =1=\n[Note "1:a"]\n\n' + game() + '[Auction "N"]\n1C =1=\n'
    assert call(only(text.split("\n\n")[0]), 1).explanation == "a"
    assert call(only(text.split("\n\n")[1]), 1).explanation == ""


def test_a_note_that_nothing_refers_to_is_a_comment() -> None:
    assert moments(auction("1C Pass", notes='[Note "7:who knows"]\n')) == [("7:who knows", 2, 0)]


@pytest.mark.parametrize("suffix", ["!", "?", "!!", "??", "!?", "?!"])
def test_suffixes_judge_a_call(suffix: str) -> None:
    nag = ["!", "?", "!!", "??", "!?", "?!"].index(suffix) + 1
    for written in (f"1C {suffix} 1D", f"1C{suffix} 1D"):
        assert [each.nags for each in auction(written).calls] == [(nag,), ()]


def test_annotations_come_in_any_order() -> None:
    one, other = (
        auction("1S !! =1= $25", notes='[Note "1:x"]\n'),
        auction("1S $3 $25 =1=", notes='[Note "1:x"]\n'),
    )
    assert one.calls == other.calls
    assert (call(one, 1).nags, call(one, 1).explanation) == ((3, 25), "x")
