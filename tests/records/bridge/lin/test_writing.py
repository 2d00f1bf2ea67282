"""A board is written on one line of LIN; what LIN can hold is read as it was written."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.records.bridge import lin
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment
from tests.records.bridge.lin.lin_boards import DEAL, board, only, records


def test_one_board_is_written_on_one_line() -> None:
    record = board("pn|a,b,c,d|ah|Board 3|sv|o|mb|1C!|an|strong|mb|p|mb|p|mb|p|pc|S2|mc|7|")
    course = "mb|1C!|an|strong|mb|p|mb|p|mb|p|pg||pc|S2|pg||mc|7|pg||"
    assert lin.dumps([record]) == f"pn|a,b,c,d|st||md|{DEAL}|rh||ah|Board 3|sv|o|{course}\n"


def test_a_bar_is_written_as_a_stroke_and_a_name_without_its_comma() -> None:
    record = BoardRecord(
        hands=board().hands, players=("A|B", None, "Lee, J", None), comments=(Comment("x|y"),)
    )
    back = only(lin.dumps([record]))
    assert back.players == ("A/B", None, "Lee J", None)
    assert back.comments == (Comment("x/y"),)
    assert set(lost([record], [back])) == {"the players' names", "comments"}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), min_size=1, max_size=4))
def test_what_lin_can_hold_is_read_as_it_was_written(written: list[BoardRecord]) -> None:
    read = lin.loads(lin.dumps(written))
    for before, after in zip(written, read, strict=True):
        differ = [
            field for field in before.__struct_fields__ if getattr(before, field) != getattr(after, field)
        ]
        counted = {"tricks"} if len(before.cards) == 52 and before.calls else set()
        assert set(differ) <= {"place", "info", "passed_out"} | counted
        assert before.info.items() <= after.info.items()


def test_no_trumps_are_written_with_one_letter() -> None:
    assert "mb|3N|" in lin.dumps([board("mb|3NT|")])
