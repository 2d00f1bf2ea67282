"""The division of tables among hubs: each table has exactly one place, and all hubs find the same one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.hub.placement import FACTOR, SPARE, Load, least_loaded, place, share_of

HUBS = st.sets(st.text(min_size=1), min_size=1, max_size=6)
TABLES = st.lists(st.text(), unique=True)
LOADS = st.builds(Load, st.text(), st.integers(0, 5_000), st.booleans())
FLEETS = st.lists(LOADS, unique_by=lambda load: load.hub, max_size=6)


@given(TABLES, HUBS)
def test_each_orphan_goes_to_exactly_one_living_hub(orphans: list[str], living: set[str]) -> None:
    taken = [table for me in living for table in share_of(orphans, me, living)]
    assert sorted(taken) == sorted(orphans)


@given(TABLES, HUBS)
def test_hubs_that_list_the_living_in_another_order_decide_alike(
    orphans: list[str], living: set[str]
) -> None:
    there, back = sorted(living), sorted(living, reverse=True)
    assert [share_of(orphans, me, there) for me in there] == [share_of(orphans, me, back) for me in there]


@given(TABLES, HUBS)
def test_the_orphans_of_a_share_stay_in_their_order(orphans: list[str], living: set[str]) -> None:
    for me in living:
        share = share_of(orphans, me, living)
        assert list(share) == [table for table in orphans if table in share]


@given(TABLES, HUBS, st.text(min_size=1))
def test_a_hub_that_is_not_living_gets_no_orphan(orphans: list[str], living: set[str], me: str) -> None:
    assert share_of(orphans, me, living - {me}) == ()


@given(TABLES, HUBS, st.text(min_size=1))
def test_a_hub_that_joins_takes_tables_and_moves_no_others(
    orphans: list[str], living: set[str], joining: str
) -> None:
    for me in living - {joining}:
        before, after = share_of(orphans, me, living - {joining}), share_of(orphans, me, living | {joining})
        taken = set(share_of(orphans, joining, living | {joining}))
        assert set(after) == set(before) - taken


def test_the_living_get_about_equally_many_orphans() -> None:
    orphans, living = [f"table{number}" for number in range(3_000)], ("north", "east", "south")
    for me in living:
        assert 900 <= len(share_of(orphans, me, living)) <= 1_100


def test_the_places_of_orphans_stay_as_they_are_in_all_releases() -> None:
    """Hubs of two releases that divide the same orphans must find the same places."""
    orphans, living = [f"t{number}" for number in range(8)], ("north", "east", "south")
    assert {me: share_of(orphans, me, living) for me in living} == {
        "north": ("t2", "t6"),
        "east": ("t3", "t7"),
        "south": ("t0", "t1", "t4", "t5"),
    }


@given(FLEETS)
def test_the_least_loaded_hub_stays_and_no_staying_hub_has_fewer_tables(loads: list[Load]) -> None:
    least = least_loaded(loads)
    staying = [load for load in loads if not load.draining]
    assert (least is None) == (not staying)
    if least is not None:
        assert least in staying and all(least.tables <= load.tables for load in staying)
        assert least == least_loaded(reversed(loads))


@given(FLEETS, st.text())
def test_a_table_is_placed_on_a_hub_that_stays_and_carries_not_clearly_more_than_others(
    loads: list[Load], preferred: str
) -> None:
    found = place(preferred, loads)
    staying = {load.hub: load.tables for load in loads if not load.draining}
    if found is None:
        assert not staying
    else:
        assert staying[found] <= min(staying.values()) * FACTOR + SPARE


@given(FLEETS, st.text(), st.integers(0, 5_000), st.integers(0, SPARE))
def test_a_hub_with_hardly_more_tables_than_the_others_keeps_its_own(
    others: list[Load], me: str, tables: int, more: int
) -> None:
    loads = [Load(load.hub, max(load.tables, tables), load.draining) for load in others if load.hub != me]
    assert place(me, [*loads, Load(me, tables + more)]) == me


def test_a_hub_with_clearly_more_tables_passes_a_new_one_on() -> None:
    assert place("north", [Load("north", 135), Load("south", 100), Load("east", 120)]) == "north"
    assert place("north", [Load("north", 136), Load("south", 100), Load("east", 120)]) == "south"
    assert place("north", [Load("north", 11), Load("south", 0)]) == "south"


def test_a_hub_that_drains_or_is_not_listed_gets_no_table() -> None:
    assert place("north", [Load("north", 0, draining=True), Load("south", 900)]) == "south"
    assert place("north", [Load("south", 900)]) == "south"
    assert place("north", [Load("north", 0, draining=True)]) is None
    assert place("north", []) is None
