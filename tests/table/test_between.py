"""The wishes of players after a result: the seats that want the next deal, and the seats that wait."""

from __future__ import annotations

from server.table.between import NO_WISHES, Between
from server.table.seats import Chair, Chairs

PEOPLE_AND_A_ROBOT = Chairs(
    (Chair(player="n", name="N"), Chair(robot="plain"), Chair(player="s", name="S"), Chair(robot="plain"))
)
HERE = (0, 2)


def test_a_player_wants_either_the_next_deal_or_to_wait() -> None:
    waiting = NO_WISHES.after_next(0, host=False).after_wait(0)
    assert waiting == Between(wait_seats=frozenset({0}))
    assert waiting.after_next(0, host=False) == Between(next_seats=frozenset({0}))


def test_the_next_of_another_player_ends_no_wait_but_that_of_the_host_ends_all() -> None:
    waiting = NO_WISHES.after_wait(0).after_wait(2)
    assert waiting.after_next(1, host=False).wait_seats == {0, 2}
    assert waiting.after_next(1, host=True) == Between(next_seats=frozenset({1}))
    assert waiting.after_next(None, host=True) == NO_WISHES


def test_a_seat_that_loses_its_player_has_no_wish() -> None:
    wishes = NO_WISHES.after_next(0, host=False).after_wait(2)
    assert wishes.without(frozenset({0})) == Between(wait_seats=frozenset({2}))
    assert wishes.without(frozenset({2})) == Between(next_seats=frozenset({0}))
    assert wishes.without(frozenset({1})) is wishes


def test_all_want_the_next_deal_if_each_present_player_does_and_robots_are_not_asked() -> None:
    north = NO_WISHES.after_next(0, host=False)
    assert not north.all_want_next(PEOPLE_AND_A_ROBOT, HERE)
    assert north.after_next(2, host=False).all_want_next(PEOPLE_AND_A_ROBOT, HERE)
    assert north.all_want_next(PEOPLE_AND_A_ROBOT, (0,)), "South is not connected"


def test_without_a_present_player_no_player_wants_the_next_deal() -> None:
    assert not NO_WISHES.all_want_next(PEOPLE_AND_A_ROBOT, ())
    assert not Between(frozenset({0})).all_want_next(PEOPLE_AND_A_ROBOT, ())
    assert not NO_WISHES.all_want_next(Chairs((Chair(robot="plain"),)), (0,))
