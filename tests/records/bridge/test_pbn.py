"""Real files of PBN in many dialects, and what becomes of them when they are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call, Contract, Seat, Strain, format_hand
from server.errors import BadRecord
from server.records.bridge.pbn import boards, dumps, loads, sections
from server.records.bridge.record import BoardRecord, Fault
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import SHARED, shared
from tests.records.bridge.pbn.games import game, moments, refusal, without_place

FILES = sorted(SHARED.glob("pbn/*.pbn")) + sorted(SHARED.glob("bridge_env/*.pbn"))
ENDINGS = "ben__test.pbn"
"""A file of end positions, which are no deals."""
CONTRADICTED = {"endplay__example3.pbn": 15}
"""How many games of a file name a contract undoubled that the calls double."""
TORN = {"endplay__example3.pbn": 1}
"""How many games of a file end before their deal."""


def real(name: str) -> tuple[BoardRecord, ...]:
    return loads(shared("pbn", name).read_bytes())


def every_game(path: Path) -> tuple[BoardRecord, ...]:
    """All games of a file but those that it tears off."""
    read = list(boards(path.read_bytes()))
    assert sum(isinstance(each, Fault) for each in read) == TORN.get(path.name, 0)
    return tuple(each for each in read if isinstance(each, BoardRecord))


def is_another_table(record: BoardRecord) -> bool:
    return any("read as another table" in warning for warning in record.place.warnings)


def with_contract(record: BoardRecord) -> BoardRecord:
    """The record as it must be written: with the contract that a play needs."""
    return replace(record, contract=sections.contract(record)) if record.cards else record


def written_hands(data: bytes) -> Iterator[list[str]]:
    for first, hands in re.findall(r'^\[Deal "(\w):([^"]*)"', data.decode("latin-1"), re.MULTILINE):
        turned = hands.split()
        yield [turned[("NESW".index(seat) - "NESW".index(first)) % 4] for seat in "NESW"]


@pytest.mark.skipif(not FILES, reason="../shared/data/bridge is not here")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_deal_of_a_real_file_is_read(path: Path) -> None:
    own = [record for record in every_game(path) if not is_another_table(record)]
    read = [[format_hand(hand) for hand in record.hands] for record in own]
    assert read == list(written_hands(path.read_bytes()))


@pytest.mark.parametrize("path", [path for path in FILES if path.name != ENDINGS], ids=lambda path: path.name)
def test_every_auction_and_play_of_a_real_file_keeps_the_laws(path: Path) -> None:
    faults = [validate(record, at).fault for at, record in enumerate(every_game(path), 1)]
    broken = [fault for fault in faults if fault]
    assert len(broken) == CONTRADICTED.get(path.name, 0)
    assert all("X by " in fault and "(Law 22)" in fault for fault in broken)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_is_written_as_it_was_read(path: Path) -> None:
    records = tuple(without_place(with_contract(record)) for record in every_game(path))
    written = dumps(records)
    assert tuple(map(without_place, loads(written))) == records
    assert dumps(loads(written)) == written


def test_a_match_of_realbridge() -> None:
    record = real("endplay__example2.pbn")[1]
    assert record.number == 11
    assert record.players[0] == "Marius Agica#46561"
    assert record.contract == Contract(1, Strain.NOTRUMP, Seat.NORTH)
    assert (record.tricks, record.scores, record.claimed, len(record.cards)) == (8, (120, -120), True, 29)
    assert record.calls[0].explanation == "11-13,17-19 or clubs"
    assert record.info["HomeTeam"] == "ROMANIA"
    assert record.double_dummy is not None
    assert record.double_dummy.of(Seat.NORTH, Strain.NOTRUMP) == 7


def test_a_file_of_bridge_bots() -> None:
    cavendish, gemini, bowl = real("bridgebots__sample.pbn")
    assert cavendish.info["Scoring"] == "IMP;Cross"
    assert [each.nags for each in cavendish.calls if each.nags] == [(1,)]
    assert (len(cavendish.cards), cavendish.claimed) == (29, True)
    (article,) = gemini.comments
    assert (article.calls, article.cards) == (17, 0)
    assert article.text.startswith("Indonesians")
    assert article.text.endswith("John Carruthers")
    assert [(each.call, each.alert) for each in bowl.calls[1:3]] == [
        (Call.TWO_NOTRUMPS, True),
        (Call.THREE_HEARTS, True),
    ]


def test_layout_of_bridge_composer_is_kept_with_the_first_board() -> None:
    first, second, *_ = real("ben__BW.pbn")
    assert 'Font:CardTable "Arial",11,400,0' in dumps([first])
    assert "EscapeTable" not in second.info
    assert moments(first) == [("2S 10 3S 6 1N 4 4S 2 2N 2 3N 1", 0, 0)]


def test_comments_that_were_never_closed_hide_no_outcome() -> None:
    record = real("ben__nov22_match_bad.pbn")[0]
    assert record.contract == Contract(5, Strain.CLUBS, Seat.EAST, 2)
    assert (record.tricks, record.players[0]) == (11, "eamon3")


def test_boards_with_a_lead_and_no_declarer_have_one() -> None:
    record = real("ben__cobol_book.pbn")[4]
    assert record.contract == Contract(5, Strain.CLUBS, Seat.SOUTH)


# Damage


def read_or_refused(data: str | bytes) -> None:
    """Reads all boards; BadRecord is the only error, and every fault has its place."""
    try:
        found = list(boards(data))
    except BadRecord as refused:
        assert str(refused).startswith("line ")
    else:
        assert all(each.error.startswith("line ") for each in found if isinstance(each, Fault))
        dumps([each for each in found if isinstance(each, BoardRecord)])


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.stat().st_size < 50_000], ids=lambda path: path.name
)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(path: Path) -> None:
    data, rng = path.read_bytes()[:6000], Random(4)
    for _ in range(40):
        read_or_refused(data[: rng.randrange(len(data))])
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 8)):
            damaged[rng.randrange(len(data))] = rng.choice(b'[]{}";%#=-*^$ \nX\x00\xff9AS')
        read_or_refused(bytes(damaged))
        at, end = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
        read_or_refused(data[:at] + data[end:])


@pytest.mark.thorough
@pytest.mark.parametrize(
    "unit",
    [
        b"\x00",
        b"[",
        b'"',
        b"{",
        b";",
        b"%",
        b'[A "',
        b'[A ""]',
        b"{\n",
        b"\\",
        b'\\"',
        b"\n",
        b" \n",
        b'[A "#"]\n',
        b"{}",
        b"=1=",
        b"\xff\xfe",
        b"}{",
        b'\n[A "x"]{',
    ],
)
def test_much_of_anything_is_one_clear_error(unit: bytes) -> None:
    read_or_refused(unit * (2**19 // len(unit)))
    read_or_refused(game().encode() + unit * (2**19 // len(unit)))
    read_or_refused(game(Dealer="N").encode() + b'[Auction "N"]\n' + unit * (2**17 // len(unit)))
    read_or_refused(
        game(Contract="3NT", Declarer="N").encode() + b'[Play "E"]\n' + unit * (2**17 // len(unit))
    )


@pytest.mark.parametrize("unit", ["Pass ", "AP ", "1C AC ", "1C {x} ", "1C =1= ", "^S ", "- "])
def test_an_endless_auction_is_read_or_refused(unit: str) -> None:
    read_or_refused(game() + '[Auction "N"]\n' + unit * 20_000)


@pytest.mark.parametrize("unit", ["SA ", "- ", "SA {x} ", "SA =1= ", "^L SA ", "+ ", "* "])
def test_an_endless_play_is_read_or_refused(unit: str) -> None:
    read_or_refused(game(Contract="3NT", Declarer="N") + '[Play "E"]\n' + unit * 20_000)


def test_a_file_in_utf16_is_read() -> None:
    (record,) = loads(game(Board="7", North="Müller").encode("utf-16"))
    assert (record.number, record.players[0]) == (7, "Müller")


def test_utf16_without_its_mark_is_refused_at_once() -> None:
    assert refusal(game().encode("utf-16-le")).startswith("line 1, column ")
