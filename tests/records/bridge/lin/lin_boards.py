"""Boards in LIN, written down shortly for tests."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Vulnerability
from protocol.v1.cards import DECK, display_order
from server.errors import BadRecord
from server.records.bridge import lin
from server.records.bridge.record import BoardRecord, Comment, RecordedCall

SOUTH, WEST, NORTH, EAST = "SAKQJHT98D765C432", "ST987HAKQJDT98C76", "S65432H765D432CT9", "SH432DAKQJCAKQJ85"
DEAL = f"3{SOUTH},{WEST},{NORTH},{EAST}"


def only(text: str | bytes) -> BoardRecord:
    """Return the only board of a file."""
    (record,) = lin.loads(text)
    return record


def board(rest: str = "") -> BoardRecord:
    """Return the board with `DEAL` and these tokens behind it."""
    return only(f"md|{DEAL}|{rest}")


def all_but_the_place(record: BoardRecord) -> list[object]:
    """Return the values of all fields of a record but its place."""
    return [getattr(record, field) for field in record.__struct_fields__ if field != "place"]


FILES = (
    "bbo_tournament_header_sample.lin",
    "bbo_unicode_announcements.lin",
    "ben_CardByCardAnalysis_01.lin",
    "bridgebots_sample.lin",
    "endplay_readme_02.lin",
    "morgoth_lin_test_01.lin",
    "morgoth_lin_test_02.lin",
    "pbn2lin_deals_only.lin",
    "usbf_sf_14502.lin",
    "vugraph_74801.lin",
    "vugraph_74802.lin",
    "vugraph_74805.lin",
    "vugraph_74806.lin",
)


def refusal(text: str | bytes) -> str:
    """Return the error for a file."""
    with pytest.raises(BadRecord) as refused:
        lin.loads(text)
    return str(refused.value)


words = st.text("abc äöü!?:;@%&#=+()[]{}\"'/.-0129♠\n", min_size=1, max_size=20)
texts = words.filter(lambda text: bool(text.strip()))

explanations = st.text("abc 15-17!+", max_size=8).filter(
    lambda text: text.strip() not in ("!",) and bool(text.strip()) == bool(text)
)

named = (
    st.text("abcäö~_ .", max_size=9).map(lambda text: " ".join(text.split())).map(lambda text: text or None)
)


@st.composite
def records(draw: st.DrawFn) -> BoardRecord:
    """Generate records that LIN can hold."""
    deck = draw(st.permutations(DECK))
    hands = tuple(tuple(sorted(deck[place : place + 13], key=display_order)) for place in range(0, 52, 13))
    said = draw(
        st.lists(st.builds(RecordedCall, st.sampled_from(Call), st.booleans(), explanations), max_size=6)
    )
    played = tuple(deck[: draw(st.integers(0, 52))])
    headed = draw(st.booleans())
    tricks = draw(st.none() | st.integers(0, 13))
    contract = None
    if headed:
        bid = draw(st.none() | st.sampled_from(BIDS))
        seat, doubled = draw(st.sampled_from(SEATS)), draw(st.sampled_from((1, 2, 4)))
        contract = None if bid is None else Contract(bid.level, bid.strain, seat, doubled)
    places = st.sampled_from([(place, 0) for place in range(len(said) + 1)] + [(len(said), len(played))])
    comments = draw(st.lists(st.tuples(texts, places), max_size=4))
    info = (
        {"Event": "Cup", "Scoring": "IMP", "HomeTeam": draw(st.sampled_from("AB")), "Room": "Open"}
        if headed
        else {}
    )
    return BoardRecord(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        number=draw(st.integers(1, 99)),
        dealer=draw(st.none() | st.sampled_from(SEATS)),
        vulnerable=draw(st.none() | st.sampled_from(Vulnerability)),
        players=(draw(named), draw(named), draw(named), draw(named)),
        calls=tuple(said),
        cards=played,
        contract=contract,
        tricks=tricks,
        claimed=tricks is not None and 0 < len(played) < 52,
        passed_out=len(said) == 4 and all(each.call is Call.PASS for each in said),
        comments=tuple(Comment(text, *place) for text, place in sorted(comments, key=lambda each: each[1])),
        info={**info},
    )
