"""The deals of PBN files, and the files as games, as the standard has them and as they are found."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import SEATS, Hand, Seat, Strain, Vulnerability, format_hand
from protocol.v1.cards import DECK
from server.errors import BadRecord
from server.records.bridge.pbn import boards, loads
from server.records.bridge.record import BoardRecord, Fault
from tests.records.bridge.pbn.games import (
    DEAL,
    EAST,
    HANDS,
    NORTH,
    SOUTH,
    WEST,
    game,
    only,
    refusal,
    without_place,
)


def canonical(hands: tuple[Hand, ...]) -> list[list[int]]:
    return [sorted(card.deck_index for card in hand) for hand in hands]


# The deal


def test_a_deal_is_read_with_its_board_dealer_and_vulnerability() -> None:
    record = only(game(Board="7", Dealer="S", Vulnerable="All"))
    assert record.hands == HANDS
    assert (record.number, record.dealer, record.vulnerable) == (7, Seat.SOUTH, Vulnerability.BOTH)


@pytest.mark.parametrize("first", SEATS)
def test_the_hands_go_clockwise_from_any_first_seat(first: Seat) -> None:
    turned = " ".join(format_hand(HANDS[(first + turn) % 4]) for turn in range(4))
    assert only(game(Deal=f"{first.letter}:{turned}")).hands == HANDS


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(DECK), st.sampled_from(SEATS))
def test_every_deal_is_read_as_it_was_dealt(deck: list, first: Seat) -> None:
    hands = tuple(tuple(deck[13 * seat : 13 * seat + 13]) for seat in SEATS)
    turned = " ".join(format_hand(hands[(first + turn) % 4]) for turn in range(4))
    assert canonical(only(game(Deal=f"{first.letter}:{turned}")).hands) == canonical(hands)


@pytest.mark.parametrize(
    ("written", "vulnerable"),
    [
        ("None", Vulnerability.NONE),
        ("Love", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("NS", Vulnerability.NS),
        ("EW", Vulnerability.EW),
        ("All", Vulnerability.BOTH),
        ("Both", Vulnerability.BOTH),
        ("0", Vulnerability.NONE),
        ("n", Vulnerability.NS),
        ("E", Vulnerability.EW),
        ("b", Vulnerability.BOTH),
        ("?", None),
        ("", None),
    ],
)
def test_the_names_of_vulnerability(written: str, vulnerable: Vulnerability | None) -> None:
    assert only(game(Vulnerable=written)).vulnerable is vulnerable


@pytest.mark.parametrize("name", ["A", "", "?", "0", "7b"])
def test_a_board_may_have_a_name_instead_of_a_number(name: str) -> None:
    record = only(game(Board=name))
    assert (record.number, record.name) == (None, name if name not in ("", "?") else None)


def test_a_deal_alone_is_a_game() -> None:
    record = only(game())
    assert (record.number, record.dealer, record.vulnerable) == (None, None, None)


def test_one_hidden_hand_holds_the_cards_that_are_left() -> None:
    assert only(game(Deal=f"N:{NORTH} - {SOUTH} {WEST}")).hands == HANDS
    assert only(game(Deal=f"E:{EAST} {SOUTH} {WEST} -")).hands == HANDS


@pytest.mark.parametrize(
    "written",
    [
        DEAL.lower(),
        DEAL.replace("T", "10"),
        DEAL.replace(" .432", " -.432"),
        f" n : {NORTH}  {EAST}\t{SOUTH} {WEST} ",
        f"N:JQKA.T98.765.432 {EAST} {SOUTH} {WEST}",
    ],
)
def test_deals_in_other_hands_are_read(written: str) -> None:
    assert canonical(only(game(Deal=written)).hands) == canonical(HANDS)


def test_several_hidden_hands_stay_hidden() -> None:
    assert only(game(Deal=f"N:{NORTH} - {SOUTH} -")).hands == (HANDS[0], (), HANDS[2], ())
    assert only(game(Deal="N:- - - -")).hands == ((), (), (), ())


def test_fewer_cards_are_an_end_position() -> None:
    record = only(game(Deal="W:T95...Q 8.T..T5 .J..987 ...AJ62", Contract="S") + '[Play "E"]\n*\n')
    assert [len(hand) for hand in record.hands] == [4, 4, 4, 4]
    assert (record.position.first, record.position.trumps) == (Seat.EAST, Strain.SPADES)
    assert (record.contract, record.info) == (None, {})


def test_in_the_midst_of_a_trick_some_hands_have_one_card_less() -> None:
    record = only(game(Deal="W:T95...Q 8.T..T5 .J..98 ...AJ6"))
    assert [len(hand) for hand in record.hands] == [4, 3, 3, 4]


# The file


def test_an_empty_line_ends_a_game() -> None:
    text = game(Board="1") + "\n" + game(Board="2") + " \t \n\n" + game(Board="3")
    assert [record.number for record in loads(text)] == [1, 2, 3]


def test_a_repeated_deal_is_read_as_often_as_it_stands_there() -> None:
    assert len(loads(game(Board="1", Room="Open") + "\n" + game(Board="1", Room="Closed"))) == 2


def test_games_without_empty_lines_begin_where_a_tag_repeats() -> None:
    text = "".join(f'[Board "{n}"]\n[Dealer "{s}"]\n[Deal "{DEAL}"]\n' for n, s in ((1, "W"), (2, "S")))
    assert [(each.number, each.dealer) for each in loads(text)] == [(1, Seat.WEST), (2, Seat.SOUTH)]
    assert len(loads(f'[Deal "{DEAL}"]\n' * 3)) == 3


def test_of_a_tag_that_repeats_in_a_game_the_first_that_tells_something_counts() -> None:
    assert only(game(Board="3") + '[Board "4"]\n').number == 3
    assert only(game(Board="") + '[Board "4"]\n').number == 4


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(ending: str) -> None:
    text = (game(Board="1") + "\n" + game(Board="2")).replace("\n", ending)
    assert [record.number for record in loads(text)] == [1, 2]


def test_tags_come_in_any_order_and_anywhere_on_the_lines() -> None:
    deal = f'[Deal\n   "{DEAL}" ]'
    assert only(f'  [Vulnerable "EW"][ Dealer "E" ] {deal} [Board"5"]').number == 5


def test_escaped_lines_and_comments_are_passed_over() -> None:
    text = (
        '% [Board "1"]\n'
        '{ [Board "2"]\n\n[Deal "x"] ; }\n'
        '; [Board "3"] {\n'
        f'[Deal "{DEAL}"] ; the deal\n'
        '{in\n\nthe midst} [Board "4"]\n'
    )
    assert only(text).number == 4


def test_a_percent_sign_or_a_bracket_in_a_value_or_a_comment_is_text() -> None:
    assert only(game(Event="100 % [sic] {x} ; y", Board="6")).number == 6


def test_a_statistic_behind_the_games_is_passed_over() -> None:
    assert only(game(Board="1") + "\nGenerated 1000 hands\nProduced 1 hands\n").number == 1


def test_a_game_without_board_and_deal_is_passed_over() -> None:
    assert only('[Event "Cup"]\n[TotalScoreTable "Rank"]\n1\n\n' + game(Board="1")).number == 1


# Inheritance (PBN 2.1, 4.8)


def test_a_hash_repeats_the_value_of_the_nearest_game_before() -> None:
    text = "\n".join(game(Board=str(n), Vulnerable=v) for n, v in ((1, "EW"), (2, "#"), (3, "#"), (4, "NS")))
    told = [record.vulnerable for record in loads(text)]
    assert told == [Vulnerability.EW, Vulnerability.EW, Vulnerability.EW, Vulnerability.NS]


def test_a_hash_skips_games_that_lack_the_tag() -> None:
    text = "\n".join((game(Dealer="W"), game(), game(Dealer="#")))
    assert [record.dealer for record in loads(text)] == [Seat.WEST, None, Seat.WEST]


def test_a_hash_with_nothing_before_it_tells_nothing() -> None:
    assert only(game(Dealer="#")).dealer is None


def test_a_deal_may_be_that_of_the_game_before() -> None:
    assert [record.hands for record in loads(game() + "\n" + game(Deal="#"))] == [HANDS, HANDS]


# What is refused, and how it is told


def test_a_hand_of_53_cards_in_all_is_refused_at_its_place() -> None:
    error = refusal('[Board "1"]\n' + game(Deal=DEAL.replace("AKQJ85", "AKQJ854")))
    assert (
        error == "line 2, column 10: expected 52 different cards in [Deal], got C4 2 times (North and West)"
    )
    fourteen = f"N:{NORTH}5 {EAST} {SOUTH} {WEST.replace('85', '8')}"
    assert refusal(game(Deal=fourteen)) == (
        "line 1, column 10: expected 13 cards for North in [Deal], got 14"
    )


def test_two_aces_of_spades_are_refused() -> None:
    assert "got SA 2 times (North and East)" in refusal(game(Deal=DEAL.replace("T987.A", "A987.A")))


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        (f"N:{NORTH} {EAST} {SOUTH}", "line 1, column 10: expected four hands in [Deal]"),
        (f"{NORTH} {EAST} {SOUTH} {WEST}", "expected the seat of the first hand and a colon like N:"),
        (f"N:{NORTH} {EAST} {SOUTH} .432.AKQJAKQJ85", "expected four suits divided by three dots"),
        (
            DEAL.replace("T987", "T9X7"),
            "line 1, column 29: expected a rank, A K Q J T 9 to 2, in [Deal], got 'X'",
        ),
        (
            "W:T95...Q 8.T..T5 .J..98 ...AJ",
            "expected 3 or 4 cards for South, as the other hands have, in [Deal], got 2",
        ),
        (f"N:{NORTH} - {SOUTH} .432.AKQJ.AKQJ8", "expected 13 cards for West in [Deal], got 12"),
        ("", "line 1, column 1: expected a game with a deal, got a game without a deal"),
        ("#", "line 1, column 1: expected a game with a deal, got a game without a deal"),
    ],
)
def test_less_than_a_full_deal_is_refused_with_its_line(deal: str, error: str) -> None:
    assert error in refusal(game(Deal=deal))


def test_a_board_without_a_deal_is_refused_where_it_begins() -> None:
    assert refusal(game(Board="1") + '\n[Board "2"]\n[Dealer "N"]\n').startswith(
        "line 4, column 1: expected a game with"
    )


@pytest.mark.parametrize(("tag", "value"), [("Dealer", "X"), ("Vulnerable", "maybe")])
def test_a_dealer_or_vulnerability_of_no_sense_is_refused(tag: str, value: str) -> None:
    error = refusal(game(**{tag: value}))
    assert error.startswith(f"line 2, column {len(tag) + 4}: expected N")
    assert error.endswith(f"in [{tag}], got {value!r}")


def test_a_truncated_file_is_refused_where_it_breaks_off() -> None:
    whole = game(Board="1") + "\n" + game(Board="2")
    assert refusal(whole[:-30]).startswith('line 4, column 1: expected a whole tag like [Board "1"], got')
    assert refusal(game() + "{ and they").startswith("line 2, column 1: expected a comment that a } closes")


@pytest.mark.parametrize("text", ["", "\n\n", "bridge", b"\xff\xfe\xfa", "; only a comment", '[Event "x"]'])
def test_text_without_a_deal_is_refused(text: str | bytes) -> None:
    assert refusal(text).startswith(
        'line 1, column 1: expected PBN with a tag like [Deal "N:..."], got a text without a tag'
    )


def test_control_characters_are_refused_at_their_place() -> None:
    assert refusal(game().encode() + b"Pass\x00Pass").startswith(
        "line 2, column 5: expected text, got '\\x00"
    )


def test_one_bad_deal_does_not_hide_the_others() -> None:
    first, bad, last = boards("\n".join((game(), game(Board="8", Deal="N:- - -"), game())))
    assert isinstance(first, BoardRecord)
    assert isinstance(last, BoardRecord)
    assert without_place(first) == without_place(last)
    assert isinstance(bad, Fault)
    assert bad.number == 8


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=60) | st.text(alphabet='[]"{};%#\n\\ DealN:.-AK', max_size=60))
def test_garbage_is_read_or_refused_and_nothing_else(garbage: str | bytes) -> None:
    try:
        records = loads(garbage)
    except BadRecord as refused:
        assert str(refused).startswith("line ")
    else:
        assert records
