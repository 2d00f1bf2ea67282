"""Records with everything that people write beside a board, in any characters."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from server.records.bridge.record import BoardRecord, CardNote, Column, Comment, InfoTable, RecordedCall

ANYTHING = st.text(max_size=12) | st.text(alphabet='ab "\\\n;', max_size=6)
NAGS = st.lists(st.integers(1, 200), max_size=2).map(tuple)
MARKS = st.sampled_from(["", "", "I", "S"])
TABLES = st.builds(
    InfoTable,
    st.lists(
        st.builds(Column, ANYTHING, st.sampled_from([None, "+"]), st.sampled_from([None, 2])), max_size=2
    ).map(tuple),
    st.lists(ANYTHING, max_size=2).map(tuple),
)
INFO = st.dictionaries(st.sampled_from(["Event", "Stage", "headers"]), ANYTHING, max_size=2)
TABLED = st.dictionaries(st.sampled_from(["ScoreTable", "Standings"]), TABLES, max_size=2)


@st.composite
def remarked(draw: st.DrawFn, records: st.SearchStrategy[BoardRecord]) -> BoardRecord:
    """One of these records, with comments, notes, marks and tags of any kind; it may be unfinished."""
    record = draw(records)
    if draw(st.booleans()):
        record = replace(record, tricks=None, scores=None, claimed=False)
    return replace(
        record,
        number=draw(st.sampled_from([record.number, None])),
        name=draw(st.sampled_from([None, "o7", "7", "Board 7"])),
        calls=tuple(_remarked(draw, each) for each in record.calls),
        comments=tuple(draw(st.lists(st.builds(Comment, ANYTHING, st.just(1), st.just(0)), max_size=2))),
        card_notes=(CardNote(0, draw(ANYTHING), draw(NAGS), draw(MARKS)),) if record.cards else (),
        info={**draw(INFO), **draw(TABLED)},
    )


def _remarked(draw: st.DrawFn, each: RecordedCall) -> RecordedCall:
    return replace(each, explanation=draw(ANYTHING), nags=draw(NAGS), irregularity=draw(MARKS))
