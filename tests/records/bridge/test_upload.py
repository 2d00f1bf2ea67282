"""Files as replays: every board up to where the rules let it go, and why no further."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call
from protocol.v1.bridge.replay import Comment, Load, Recorded, TryCard
from protocol.v1.replay import Seek
from server.deployment.house_tables import read_deals_file
from server.errors import Refusal
from server.games.bridge.replay import REPLAY, BridgeReplay
from server.records.bridge.formats import FORMATS, read_boards
from server.records.bridge.record import BoardRecord, RecordedCall, readable_boards
from server.records.bridge.record import Comment as Written
from server.records.bridge.upload import MAX_TEXT_LENGTH, NO_AUCTION, BoardShowing, load, recorded_board
from server.records.registry import read_deals
from server.records.uploads import read_upload
from tests.games.bridge.deals import EXAMPLE, deal
from tests.records.bridge.board_json import shared

HEAD = '[Board "{0}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "' + EXAMPLE + '"]\n'
SOUND = HEAD + '[Auction "N"]\n1NT Pass 3NT AP\n[Play "E"]\nHT HJ H3 H4\n*\n\n'
TOO_LOW = HEAD + '[Auction "N"]\n1NT Pass 1C AP\n\n'
REVOKE = HEAD + '[Auction "N"]\n1NT Pass 3NT AP\n[Play "E"]\nHT HJ C2 H4\n*\n\n'
TORN = '[Board "{0}"]\n[Deal "N:AKQJT98765432.A..  - - -"]\n\n'


def file(*boards: str) -> str:
    return "".join(board.format(number) for number, board in enumerate(boards, 1))


def record(**known: Any) -> BoardRecord:
    dealt = deal(EXAMPLE)
    return BoardRecord(**{"hands": dealt.hands, "number": 1, "dealer": dealt.dealer, **known})


def replayed(loaded: Load) -> BridgeReplay:
    """That the rules let every board of it go to its end, and the replay."""
    state: Any = REPLAY.apply(REPLAY.start(REPLAY.options_type()), None, loaded)
    for board in range(len(loaded.boards)):
        end = REPLAY.length(state, board)
        if (board, end) != (state.board, state.at):
            state = REPLAY.apply(state, 0, Seek(board, end))
        assert REPLAY.pub(state).fault == loaded.boards[board].fault
    return state


def test_a_sound_board_goes_to_its_last_card() -> None:
    (board,) = load(file(SOUND), "club.pbn").boards
    assert (len(board.calls), len(board.cards), board.fault) == (6, 4, "")


@pytest.mark.parametrize(
    ("broken", "calls", "cards", "why"), [(TOO_LOW, 2, 0, "Law 18"), (REVOKE, 6, 2, "Law 44")]
)
def test_a_board_that_breaks_a_rule_goes_up_to_it_and_says_where(
    broken: str, calls: int, cards: int, why: str
) -> None:
    loaded = load(file(SOUND, broken))
    board = loaded.boards[1]
    assert (len(board.calls), len(board.cards)) == (calls, cards)
    assert board.fault.startswith("line ") and why in board.fault
    replayed(loaded)


def test_the_record_of_a_shown_board_has_the_moves_of_the_shown_line() -> None:
    loaded = load(file(SOUND))
    state = REPLAY.apply(REPLAY.start(REPLAY.options_type()), None, loaded)
    (whole,) = readable_boards(read_boards(file(SOUND)))
    record = BoardShowing().record(state)
    assert record is not None
    assert (record.hands, record.number, record.dealer) == (whole.hands, whole.number, whole.dealer)
    assert (tuple(each.call for each in record.calls), record.cards) == (
        loaded.boards[0].calls,
        whole.cards,
    )
    first = loaded.boards[0].cards[0]
    state = REPLAY.apply(state, 0, Seek(0, len(record.calls)))
    other = next(
        each.card
        for each in REPLAY.legal_actions(state, 0)
        if isinstance(each, TryCard) and each.card != first
    )
    tried = BoardShowing().record(REPLAY.apply(state, 0, TryCard(other)))
    assert tried is not None
    assert tried.cards == (other,)


def test_a_board_without_cards_has_no_record_to_analyse() -> None:
    empty = REPLAY.start(REPLAY.options_type())
    assert BoardShowing().record(empty) is None
    assert BoardShowing().record(replace(empty, boards=(Recorded(number=3),))) is None


def test_a_board_that_cannot_be_read_keeps_its_place_with_the_reason() -> None:
    torn, sound = load(file(TORN, SOUND)).boards
    assert (torn.deal, torn.number, sound.number) == (None, 1, 2)
    assert "expected" in torn.fault


@pytest.mark.parametrize("nothing", ["", "not bridge at all", file(TORN), "\0" * 99])
def test_a_file_of_which_nothing_can_be_shown_is_refused_in_words(nothing: str) -> None:
    with pytest.raises(Refusal, match=r"expected .* - at `\$.boards`") as refused:
        read_upload(nothing, "", REPLAY, REPLAY.options_type())
    assert refused.value.code == "invalid_message"


def test_a_file_of_too_many_boards_is_refused() -> None:
    with pytest.raises(Refusal, match="at most 512 boards"):
        read_upload(file(*(HEAD,) * 513), "", REPLAY, REPLAY.options_type())
    assert len(load(file(*(HEAD,) * 512)).boards) == 512


def test_a_contract_without_its_auction_is_shown_by_the_shortest_one_and_that_is_said() -> None:
    (board,) = load(file(HEAD + '[Contract "4S"]\n[Declarer "S"]\n[Result "10"]\n\n')).boards
    assert (board.calls[2], board.tricks) == (Call.FOUR_SPADES, 10)
    assert board.comments == (Comment(0, NO_AUCTION),)


def test_words_are_shown_at_their_moves() -> None:
    calls = tuple(RecordedCall(Call(text)) for text in ("1NT", "P", "3NT", "P", "P", "P"))
    told = (*calls[:2], msgspec.structs.replace(calls[2], alert=True, explanation="to play"), *calls[3:])
    written = (Written("a start"), Written("a jump", 3), Written("a lead", 6, 1), Written("late", 6, 40))
    board = recorded_board(record(calls=told, comments=written, players=("Ann", None, "Cid", None)), 1)
    assert board.comments == (
        Comment(0, "a start"),
        Comment(3, "a jump"),
        Comment(6, "a lead"),
        Comment(6, "late"),
    )
    assert [(each.call, each.alert, each.text) for each in board.explained] == [(2, True, "to play")]
    assert board.players == ("Ann", "", "Cid", "")


def test_words_without_end_are_cut_so_that_a_view_stays_small() -> None:
    flood = tuple(Written("ab" * 900) for _ in range(9))
    shown = recorded_board(record(comments=flood), 1).comments
    assert sum(len(comment.text) for comment in shown) == MAX_TEXT_LENGTH
    assert shown[-1].text.endswith("…")


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_boards_open_from_any_format(name: str) -> None:
    sound = [board for board in read_boards(file(SOUND, SOUND)) if isinstance(board, BoardRecord)]
    loaded = load(FORMATS[name].dumps(sound).encode())
    assert all(board.deal is not None for board in loaded.boards)
    replayed(loaded)


@pytest.mark.parametrize(
    ("kind", "name", "boards"),
    [
        ("pbn", "endplay__example2.pbn", 299),
        ("pbn", "ben__nov22_match_bad.pbn", 63),
        ("lin", "vugraph_74802.lin", 32),
        ("bridge_env", "sample_log_2boards.json", 2),
        ("bridge_env", "board_settings_ex.json", None),
        ("endplay", "boards_from_example1_lin.json", 3),
    ],
)
def test_real_files_are_led_from_end_to_end(kind: str, name: str, boards: int | None) -> None:
    (loaded,) = read_upload(shared(kind, name).read_bytes(), name, REPLAY, REPLAY.options_type())
    assert loaded.title == name
    assert boards is None or len(loaded.boards) == boards
    replayed(loaded)


def test_what_of_a_record_was_not_read_is_shown_before_its_first_call() -> None:
    (board,) = load(file(SOUND).replace('[Board "1"]', "[Board 1]")).boards
    (told,) = board.comments
    assert (told.at, told.text) == (
        0,
        'line 1: [Board 1] is read as [Board "1"], because a value must be in double quotes',
    )


def test_the_deals_of_a_table_come_with_the_warnings_of_their_file() -> None:
    told: list[str] = []
    (dealt,) = read_deals(file(SOUND).replace('[Vulnerable "None"]', "[Vulnerable NS]"), warn=told.append)
    assert dealt.vulnerable == "NS"
    assert told == [
        'line 3: [Vulnerable NS] is read as [Vulnerable "NS"], because a value must be in double quotes'
    ]


def test_a_file_of_deals_that_the_server_opens_has_its_warnings_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = tmp_path / "club.pbn"
    club.write_text(file(SOUND).replace('[Board "1"]', "[Board 1]"))
    assert len(read_deals_file(club)) == 1
    (logged,) = caplog.messages
    assert logged.startswith(f"{club}: line 1: [Board 1] is read as")


def test_names_and_words_of_a_record_are_shown_without_what_a_terminal_obeys() -> None:
    evil, shown = "ok\x1b[2J\u202enwod\nyou lose", "ok [2Jnwod you lose"
    calls = (RecordedCall(Call("1NT"), True, evil), *(RecordedCall(Call.PASS),) * 3)
    board = recorded_board(
        record(calls=calls, players=(evil,) * 4, name=evil, comments=(Written(evil, 0, 0),)), 1
    )
    assert (board.players, board.name) == ((shown,) * 4, shown)
    assert [each.text for each in board.explained] == [shown]
    assert [each.text for each in board.comments] == ["ok [2Jnwod\nyou lose"]
