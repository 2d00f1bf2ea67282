"""The Swiss: entries with like totals meet, none twice, and no entry has a second bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.events.movements.asked import Asked, FirstRound
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw, Meeting, NoDraw, Remark
from server.events.movements.met import meetings
from server.events.movements.search import NODES, Budget, SearchEnded, allowed, find
from tests.events.movements.invariants import check_no_repeat, check_places, meetings_of

LETTERS = tuple("abcdefghijklmnop")


def asked(number: int, rounds: int, order: Sequence[str], earlier: Sequence[Draw] = ()) -> Asked:
    return Asked(
        movement="swiss", round=number, rounds=rounds, order=tuple(order), earlier=tuple(earlier), seed="s"
    )


def names(count: int) -> list[str]:
    return [f"e{number:03}" for number in range(count)]


def event(entries: int, rounds: int, lots: Random) -> Iterator[Draw]:
    """Play an event whose matches are won by lot."""
    totals = dict.fromkeys(names(entries), 0.0)
    earlier: list[Draw] = []
    for number in range(rounds):
        order = sorted(totals, key=lambda entry: (-totals[entry], entry))
        earlier.append(draw(asked(number, rounds, order, earlier)))
        check_places(earlier[-1], order)
        yield earlier[-1]
        for meeting in earlier[-1].meetings:
            share = 12.0 if meeting.bye else lots.uniform(0, 20)
            for entry, points in zip(meeting.entries, (share, 20 - share), strict=False):
                totals[entry] += points


@pytest.mark.parametrize(
    ("entries", "rounds", "events"),
    [(6, 5, 20), (8, 7, 20), (10, 9, 10), (12, 11, 5), (14, 13, 4), (16, 15, 3), (20, 19, 2), (24, 20, 1)],
)
def test_an_event_of_as_many_rounds_as_can_be_is_never_stuck(entries: int, rounds: int, events: int) -> None:
    for number in range(events):
        draws = list(event(entries, rounds, Random(number)))
        check_no_repeat(draws)
        assert not any(each.remarks for each in draws)


@pytest.mark.parametrize(("entries", "rounds"), [(5, 5), (7, 6), (7, 7), (9, 9), (11, 9), (15, 7)])
def test_with_an_odd_number_of_entries_each_has_one_bye_at_most(entries: int, rounds: int) -> None:
    draws = list(event(entries, rounds, Random(entries)))
    check_no_repeat(draws)
    assert all(len(each.byes) == 1 and each.meetings[-1].bye for each in draws)


def test_the_bye_goes_to_the_last_of_the_order_that_had_none() -> None:
    first = Draw(0, (Meeting(1, ("a", "b"), 0), Meeting(2, ("c", "d"), 0), Meeting(3, ("e", None), 0)))
    assert draw(asked(1, 3, "abcde", [first])).byes == ("d",)
    assert draw(asked(1, 3, "abced", [first])).byes == ("d",)


def test_the_best_meet_the_nearest_that_they_have_not_met() -> None:
    first = Draw(0, (Meeting(1, ("a", "b"), 0), Meeting(2, ("c", "d"), 0)))
    second = draw(asked(1, 2, "abcd", [first]))
    assert meetings_of([second]) == Counter([("a", "c"), ("b", "d")])
    assert [meeting.table for meeting in second.meetings] == [1, 2]


def test_many_entries_are_drawn_in_the_order_of_their_totals() -> None:
    order = names(200)
    first = draw(asked(0, 12, order))
    second = draw(asked(1, 12, order, [first]))
    check_no_repeat([first, second])
    assert meetings_of([second]) == Counter(zip(order[::2], order[1::2], strict=True))


def in_one_order(entries: int, rounds: int, played: int) -> list[Draw]:
    """Return the draws of an event in which the order never changes: the search tries many pairs in vain."""
    draws: list[Draw] = []
    for number in range(played):
        draws.append(
            draw(
                Asked(
                    movement="swiss",
                    round=number,
                    rounds=rounds,
                    order=tuple(names(entries)),
                    earlier=tuple(draws),
                    first="slide",
                )
            )
        )
    return draws


def test_where_the_search_ends_a_weighted_matching_finds_a_draw_that_leaves_others() -> None:
    draws = in_one_order(24, 20, played=9)
    met = meetings(draws[:8])
    sets = allowed(24, lambda one, other: f"e{other:03}" not in met.get(f"e{one:03}", ()))
    with pytest.raises(SearchEnded):
        find(sets, sets, 11, Budget(NODES // 2))
    check_no_repeat(draws)
    assert draws[8].remarks == ()


@pytest.mark.thorough
def test_a_draw_that_may_leave_no_others_is_said() -> None:
    draws = in_one_order(30, 29, played=29)
    check_no_repeat(draws)
    codes = Counter(remark.code for each in draws for remark in each.remarks)
    assert set(codes) == {"search_ended"} and codes["search_ended"] <= 3


def test_if_all_have_met_the_oldest_meetings_are_repeated_and_said() -> None:
    earlier = [draw(asked(0, 4, "abcd"))]
    for number in (1, 2):
        earlier.append(draw(asked(number, 4, "abcd", earlier)))
    last = draw(asked(3, 4, "abcd", earlier))
    assert meetings_of([last]) == meetings_of(earlier[:1])
    assert {(remark.code, remark.round) for remark in last.remarks} == {("rematch", 0)}
    assert sorted(entry for remark in last.remarks for entry in remark.entries) == list("abcd")


def test_one_rematch_is_better_than_two_however_old() -> None:
    """Only (a, b) can be repeated alone; all others of the first round come in twos."""
    met = [("ab", "cd", "ef"), ("ac", "be", "df"), ("ad", "bf", "ce"), ("ae", "bd", "cf"), ("af", "bc", "de")]
    earlier = [
        Draw(number, tuple(Meeting(table + 1, tuple(pair), number) for table, pair in enumerate(pairs)))
        for number, pairs in enumerate(met)
        if number != 1
    ]
    earlier.append(Draw(5, (Meeting(1, ("a", "c"), 5),)))
    last = draw(asked(6, 7, "abcdef", earlier))
    assert [remark.code for remark in last.remarks] == ["rematch"]
    assert last.remarks[0] == Remark("rematch", last.remarks[0].entries, 5)
    assert sorted(last.remarks[0].entries) == ["a", "c"]


def test_a_late_entry_has_no_bye_in_its_first_round_if_another_can() -> None:
    first = draw(asked(0, 5, "abcdef"))
    late = Asked(
        movement="swiss", round=1, rounds=5, order=tuple("abcdefz"), earlier=(first,), late=frozenset("z")
    )
    second = draw(late)
    assert len(second.byes) == 1 and second.byes != ("z",)
    assert second.remarks == ()


def test_a_late_entry_has_the_bye_before_a_meeting_is_repeated() -> None:
    first = Draw(0, (Meeting(1, ("a", "b"), 0),))
    third = Draw(1, (Meeting(1, ("a", None), 1), Meeting(2, ("b", None), 1)))
    drawn = draw(
        Asked(
            movement="swiss", round=2, rounds=3, order=("a", "z"), earlier=(first, third), late=frozenset("z")
        )
    )
    assert drawn.byes == () and meetings_of([drawn]) == Counter([("a", "z")])
    drawn = draw(
        Asked(
            movement="swiss",
            round=2,
            rounds=3,
            order=("a", "b", "z"),
            earlier=(Draw(0, (Meeting(1, ("a", None), 0),)), Draw(1, (Meeting(1, ("b", None), 1),))),
            late=frozenset("z"),
        )
    )
    assert drawn.byes == ("z",) and drawn.remarks == (Remark("late_bye", ("z",)),)


def test_a_danish_round_pairs_by_rank_even_if_they_have_met_but_gives_no_second_bye() -> None:
    first = Draw(0, (Meeting(1, ("a", "b"), 0), Meeting(2, ("c", "d"), 0), Meeting(3, ("e", None), 0)))
    drawn = draw(
        Asked(movement="swiss", round=1, rounds=2, order=tuple("abcde"), earlier=(first,), repeats=True)
    )
    assert meetings_of([drawn]) == Counter([("a", "b"), ("c", "e"), ("d",)])
    assert [(remark.code, sorted(remark.entries)) for remark in drawn.remarks] == [("rematch", ["a", "b"])]


@pytest.mark.parametrize(
    ("first", "pairs"),
    [("slide", ["ad", "be", "cf"]), ("fold", ["af", "be", "cd"])],
)
def test_a_first_round_by_seeds(first: FirstRound, pairs: list[str]) -> None:
    drawn = draw(Asked(movement="swiss", round=0, rounds=3, order=tuple("abcdefg"), first=first))
    assert meetings_of([drawn]) == Counter([*map(tuple, pairs), ("g",)])


def test_a_first_round_by_lot_follows_from_the_seed() -> None:
    def first(kind: FirstRound, seed: str) -> Draw:
        return draw(Asked(movement="swiss", round=0, rounds=3, order=LETTERS, first=kind, seed=seed))

    for kind in ("split", "random"):
        assert first(kind, "one") == first(kind, "one") != first(kind, "two")
    upper, lower = set(LETTERS[:8]), set(LETTERS[8:])
    for meeting in first("split", "one").meetings:
        assert set(meeting.entries) & upper and set(meeting.entries) & lower
    assert any(set(meeting.entries) <= upper for meeting in first("random", "one").meetings)


def test_entries_sit_on_both_sides_about_as_often() -> None:
    sides: Counter[tuple[str, int]] = Counter()
    for each in event(12, 9, Random(1)):
        sides.update((entry, side) for meeting in each.meetings for side, entry in enumerate(meeting.entries))
    assert all(abs(sides[entry, 0] - sides[entry, 1]) <= 3 for entry in names(12))


def test_one_entry_alone_has_no_draw() -> None:
    with pytest.raises(NoDraw) as refused:
        draw(asked(0, 3, "a"))
    assert refused.value.reason == "too_few"


@given(st.data())
@settings(max_examples=40)
def test_entries_come_and_go_between_any_rounds(data: st.DataObject) -> None:
    """While there are more entries than rounds, there is always a draw without a rematch or a second bye."""
    rounds = data.draw(st.integers(2, 5))
    count = data.draw(st.integers(2 * rounds, 2 * rounds + 5))
    present = names(count)
    earlier: list[Draw] = []
    for number in range(rounds):
        late: list[str] = []
        if number:
            gone = data.draw(st.sets(st.sampled_from(present), max_size=2))
            late = [f"n{number}{each}" for each in range(data.draw(st.integers(len(gone), 3)))]
            present = [entry for entry in present if entry not in gone] + late
        order = data.draw(st.permutations(present))
        question = Asked(
            movement="swiss",
            round=number,
            rounds=rounds,
            order=tuple(order),
            earlier=tuple(earlier),
            late=frozenset(late),
            seed="x",
        )
        drawn = draw(question)
        assert drawn == draw(question)
        check_places(drawn, present)
        earlier.append(drawn)
        assert drawn.remarks == ()
    check_no_repeat(earlier)
