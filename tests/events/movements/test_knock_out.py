"""The knock-out: seeds, byes, walk-overs, and matches to which neither entry comes."""

from __future__ import annotations

from random import Random

import pytest

from server.events.movements.asked import Asked
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw, Meeting, NoDraw
from server.events.movements.knock_out import Match, bracket, most_rounds, slots
from tests.events.movements.invariants import check_no_repeat


def seeds(count: int) -> tuple[str, ...]:
    return tuple(f"s{number}" for number in range(1, count + 1))


def asked(number: int, entries: tuple[str | None, ...], lost: str = "", *earlier: Draw) -> Asked:
    return Asked(
        movement="knock_out",
        round=number,
        rounds=most_rounds(len(entries)),
        numbers=entries,
        lost=frozenset(lost.split()),
        earlier=earlier,
    )


def test_the_slots_are_those_of_a_seeded_bracket() -> None:
    assert slots(1) == (0,)
    assert [seed + 1 for seed in slots(8)] == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [seed + 1 for seed in slots(16)] == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_the_best_seeds_meet_as_late_as_can_be(size: int) -> None:
    placed = slots(size)
    for best in (2, 4, 8, 16):
        if best <= size:
            parts = [placed[start : start + size // best] for start in range(0, size, size // best)]
            assert all(sum(seed < best for seed in part) == 1 for part in parts)


def test_the_best_seeds_have_the_byes() -> None:
    first = draw(asked(0, seeds(5)))
    assert set(first.byes) == {"s1", "s2", "s3"}
    assert [meeting.sides for meeting in first.meetings if meeting.bye is None] == [("s4", "s5")]
    assert [match.state for match in bracket(seeds(5), frozenset())[0]] == ["bye", "ready", "bye", "bye"]


@pytest.mark.parametrize("count", [*range(2, 20), 31, 32, 33])
def test_one_entry_is_left_after_the_last_round(count: int) -> None:
    lots, lost, draws = Random(count), set[str](), list[Draw]()
    for number in range(most_rounds(count)):
        draws.append(draw(asked(number, seeds(count), " ".join(sorted(lost)), *draws)))
        assert set(draws[-1].byes) == (set() if number else set(seeds(2 ** most_rounds(count) - count)))
        lost |= {lots.choice(meeting.entries) for meeting in draws[-1].meetings if meeting.bye is None}
    check_no_repeat([each for each in draws if not each.byes])
    assert len(lost) == count - 1
    final = bracket(seeds(count), frozenset(lost), draws)[-1][0]
    assert final.state == "done" and {final.winner} == set(seeds(count)) - lost
    with pytest.raises(NoDraw) as refused:
        draw(asked(most_rounds(count) - 1, seeds(count), " ".join(lost)))
    assert refused.value.reason == "finished"


def test_a_round_is_drawn_when_all_matches_before_it_are_decided() -> None:
    with pytest.raises(NoDraw) as refused:
        draw(asked(1, seeds(4), "s4"))
    assert refused.value.reason == "undecided"
    states = [[match.state for match in matches] for matches in bracket(seeds(4), frozenset({"s4"}))]
    assert states == [["done", "ready"], ["pending"]]
    assert draw(asked(1, seeds(4), "s4 s2")).meetings == (Meeting(1, ("s1", "s3"), 1),)


def test_if_both_are_absent_the_other_side_goes_on_by_a_walk_over() -> None:
    lost = "s1 s8 s5 s7 s6"
    second = draw(asked(1, seeds(8), lost))
    assert second.meetings == (Meeting(1, ("s4", None), 1), Meeting(2, ("s2", "s3"), 1))
    rounds = bracket(seeds(8), frozenset(lost.split()))
    assert rounds[0][0] == Match(0, 1, ("s1", "s8"), "void")
    assert rounds[1][0] == Match(1, 1, (None, "s4"), "walk_over", "s4")
    assert draw(asked(2, seeds(8), lost + " s2")).meetings == (Meeting(1, ("s4", "s3"), 2),)


def test_a_winner_that_withdraws_gives_its_next_opponent_a_walk_over() -> None:
    first = draw(asked(0, seeds(8)))
    second = draw(asked(1, seeds(8), "s8 s5 s7 s6 s1", first))
    assert second.byes == ("s4",)
    drawn = draw(asked(1, seeds(8), "s8 s5 s7 s6", first))
    after = bracket(seeds(8), frozenset(["s8", "s5", "s7", "s6", "s1"]), (first, drawn))
    assert after[0][0].winner == "s1" and after[0][0].state == "done"
    assert after[1][0] == Match(1, 1, ("s1", "s4"), "done", "s4")


def test_a_missing_entry_in_the_middle_gives_a_bye() -> None:
    first = draw(asked(0, ("s1", None, "s3", "s4")))
    assert first.meetings == (Meeting(1, ("s1", "s4"), 0), Meeting(2, ("s3", None), 0))


def test_a_knock_out_needs_two_entries_and_ends_after_its_rounds() -> None:
    for entries, number, reason in (
        (("s1",), 0, "too_many_rounds"),
        (("s1", None), 0, "too_few"),
        (seeds(4), 2, "too_many_rounds"),
    ):
        with pytest.raises(NoDraw) as refused:
            draw(asked(number, entries))
        assert refused.value.reason == reason
