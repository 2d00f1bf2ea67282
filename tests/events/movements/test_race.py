"""The race: each entry plays alone, all on the same deals."""

from __future__ import annotations

import pytest

from server.events.movements.asked import Asked
from server.events.movements.drawing import draw, most_rounds
from server.events.movements.draws import Meeting, NoDraw


def test_each_entry_has_a_table_and_all_have_the_same_deals() -> None:
    drawn = draw(Asked(movement="race", round=2, rounds=5, order=("a", "b", "c")))
    assert drawn.meetings == tuple(
        Meeting(table, (entry,), boards=2) for table, entry in enumerate(("a", "b", "c"), start=1)
    )
    assert drawn.byes == () and drawn.remarks == ()


def test_a_race_has_any_number_of_rounds_and_needs_an_entry() -> None:
    assert most_rounds("race", 3) is None
    with pytest.raises(NoDraw) as refused:
        draw(Asked(movement="race", round=0, rounds=1))
    assert refused.value.reason == "too_few"
