"""Access to a table: permission to enter, and the audiences whose views a player may see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Delay
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.match import Paired
from server.games.bridge.rules import BRIDGE
from server.table import table
from server.table.access import (
    is_admitted,
    may_enter,
    may_see,
    may_see_delayed,
    must_log_look,
    reason_not_to_see,
    sees_live,
)
from server.table.player import Player
from server.table.seats import Chair
from server.table.table import Table
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EVE,
    HOST,
    LIVE,
    NOBODY,
    NORTH,
    SOUTH,
    after_absence,
    after_look,
    after_showing,
    after_sitting,
    named,
    with_policy,
)
from tests.tables import NOON, PASS, act, dealt, opened, seated

OVER = act(dealt(), PASS, PASS, PASS, PASS)
AUDIENCES: dict[str, Audience] = {
    "public": Public(),
    **{f"seat {seat}": Seated(seat) for seat in range(4)},
    **{f"hand {seat}": Kibitzer(seat) for seat in range(4)},
    "all": AllHands(),
    "director": Director(),
    "commentator": Commentator(),
}
SHOWN_AFTER = "this table shows hands after the deal"
HANDS = ("hand 0", "hand 1", "hand 2", "hand 3", "all")


def sees(at: Table, player: Player) -> list[str]:
    """Return the names of all live views that a player may see."""
    return [name for name, audience in AUDIENCES.items() if may_see(at, player.id, audience)]


def sees_late(at: Table, player: Player) -> list[str]:
    """Return the names of all delayed views that a player may see."""
    return [name for name, audience in AUDIENCES.items() if may_see_delayed(at, player.id, audience)]


def sees_after_look(at: Table, player: Player) -> list[str]:
    """Return the names of all live views that a player may see after a logged look."""
    return sees(after_look(at, player), player)


# The right to enter


def players_that_may_enter(at: Table) -> list[str]:
    everybody = (HOST, NORTH, DIRECTOR, BOB, EVE, NOBODY)
    return [player.id for player in everybody if may_enter(at, player.id)]


ALL_PEOPLE = ["host", "north", "dirk", "bob", "eve", ""]


def test_all_players_may_enter_an_open_table() -> None:
    assert players_that_may_enter(with_policy(dealt(), access="open")) == ALL_PEOPLE


def test_every_player_with_a_token_and_the_id_may_enter_a_private_table() -> None:
    assert players_that_may_enter(with_policy(dealt(), access="private")) == ALL_PEOPLE[:-1]


def test_only_the_invited_the_seats_and_the_offices_enter_an_invited_table() -> None:
    at = with_policy(dealt(), access="invited")
    assert players_that_may_enter(at) == ["host", "north"]
    assert (
        players_that_may_enter(named(at, directors=(DIRECTOR,), commentators=(BOB,), invited=(EVE,)))
        == ALL_PEOPLE[:-1]
    )


def test_the_owner_of_a_seat_and_its_robot_enter_an_invited_table() -> None:
    at = after_absence(with_policy(dealt(), access="invited"), 0, "plain")
    assert [player for player in ("north", "house:0", "house:1") if may_enter(at, player)] == [
        "north",
        "house:0",
    ]


def test_without_watchers_only_seats_and_offices_follow_and_an_invitation_is_to_sit() -> None:
    at = with_policy(dealt(), watchers=False)
    assert players_that_may_enter(at) == ["host", "north"]
    assert players_that_may_enter(named(at, directors=(DIRECTOR,), commentators=(BOB,))) == [
        "host",
        "north",
        "dirk",
        "bob",
    ]
    invited = named(with_policy(dealt(), watchers=False, access="invited"), invited=(EVE,))
    assert (may_enter(invited, "eve"), is_admitted(invited, "eve")) == (False, True)


def test_a_client_without_an_id_does_not_enter_an_invited_table_without_a_host() -> None:
    assert not may_enter(with_policy(dealt(), access="invited"), "")


# The matrix of views, by player and phase


@pytest.mark.parametrize("player", [EVE, HOST, NOBODY])
def test_a_watcher_sees_the_public_view_until_the_board_is_over_and_then_every_hand(player: Player) -> None:
    assert sees(seated(), player) == sees(dealt(), player) == ["public"]
    assert sees(OVER, player) == ["public", *HANDS]


def test_hands_seen_after_a_board_are_hidden_in_the_next() -> None:
    assert sees(table.fold(OVER, table.next_deal(OVER, NOON)), EVE) == ["public"]


@pytest.mark.parametrize("at", [seated(), dealt(), OVER, dealt(policy=LIVE)])
def test_a_player_sees_the_own_seat_and_nothing_else(at: Table) -> None:
    assert sees_after_look(at, NORTH) == ["public", "seat 0"]
    assert sees_after_look(at, SOUTH) == ["public", "seat 2"]


def test_a_kibitzer_sees_the_hand_that_its_player_shows() -> None:
    at = after_showing(dealt(), 2, EVE)
    assert sees(at, EVE) == ["public"], "not before it is logged that he looks"
    assert sees_after_look(at, EVE) == ["public", "hand 2"]
    assert sees_after_look(at, BOB) == ["public"]
    over = act(at, PASS, PASS, PASS, PASS)
    assert sees(over, EVE) == ["public", *HANDS]


def test_an_all_hands_watcher_sees_every_hand_of_a_live_table_once_it_is_logged() -> None:
    at = dealt(policy=LIVE)
    assert sees(at, EVE) == ["public"]
    assert sees_after_look(at, EVE) == ["public", *HANDS]
    assert sees(at, NOBODY) == ["public"]


def test_a_watcher_that_looked_at_a_live_table_looks_again_in_the_next_board() -> None:
    over = act(after_look(dealt(policy=LIVE), EVE), PASS, PASS, PASS, PASS)
    following = table.fold(over, table.next_deal(over, NOON))
    assert sees(following, EVE) == ["public"]
    assert must_log_look(following, EVE.id, AllHands())


@pytest.mark.parametrize("at", [seated(), dealt()])
def test_only_a_director_sees_as_director_after_a_logged_look(at: Table) -> None:
    named_one = named(at, directors=(DIRECTOR,))
    assert sees(named_one, DIRECTOR) == ["public"]
    assert sees_after_look(named_one, DIRECTOR) == ["public", "director"]
    assert sees_after_look(named_one, EVE) == sees_after_look(named_one, HOST) == ["public"]
    assert sees_after_look(at, DIRECTOR) == ["public"]


def test_only_a_commentator_sees_as_commentator_after_a_logged_look() -> None:
    at = named(dealt(), commentators=(BOB,))
    assert sees(at, BOB) == ["public"]
    assert sees_after_look(at, BOB) == ["public", "commentator"]
    assert sees_after_look(at, EVE) == ["public"]


def test_a_playing_director_sees_only_as_a_player() -> None:
    at = named(dealt(policy=LIVE), directors=(NORTH,), commentators=(NORTH,))
    assert sees_after_look(at, NORTH) == ["public", "seat 0"]


def test_an_absent_owner_sees_no_hand_and_the_stand_in_sees_the_seats_hand() -> None:
    at = after_sitting(after_absence(dealt(policy=LIVE), 0), EVE, 0)
    assert sees_after_look(at, NORTH) == ["public"]
    assert sees_after_look(at, EVE) == ["public", "seat 0"]


def test_a_robot_client_sees_its_own_seat_while_the_seat_has_no_player() -> None:
    robot = Player("house:0", house=True)
    at = opened(chairs=(Chair(robot="plain"),) * 4)
    assert sees_after_look(at, robot) == ["public", "seat 0"]
    assert sees_after_look(after_sitting(at, EVE, 0), robot) == ["public"]


def test_a_watcher_of_the_next_deal_that_sits_down_before_it_watches_nothing() -> None:
    at = after_sitting(after_look(opened(), EVE), EVE, 0)
    assert at.hand_access.seen_by == frozenset()
    assert after_sitting(after_look(after_absence(dealt(), 0), EVE), BOB, 0).hand_access.seen_by == {"eve"}
    assert after_sitting(after_look(after_absence(OVER, 0), EVE), EVE, 0).hand_access.seen_by == {"eve"}, (
        "what was seen stays seen"
    )


# Delay


@pytest.mark.parametrize("delay", [Delay(boards=1), Delay(ms=60_000), Delay(ms=60_000, boards=2)])
def test_a_delayed_watcher_sees_every_hand_of_the_delayed_deal_and_no_live_view(delay: Delay) -> None:
    for at in (with_policy(each, delay=delay) for each in (seated(), dealt(), OVER)):
        assert sees_after_look(at, EVE) == sees_after_look(at, HOST) == []
        assert sees_late(after_look(at, EVE), EVE) == ["public", *HANDS]


def test_a_permission_and_live_hands_show_nothing_sooner_than_the_delay() -> None:
    at = with_policy(after_showing(dealt(), 0, EVE), delay=Delay(boards=1), hands="live")
    assert sees_after_look(at, EVE) == []


def test_players_and_offices_are_not_delayed() -> None:
    at = with_policy(named(dealt(), directors=(DIRECTOR,), commentators=(BOB,)), delay=Delay(boards=1))
    assert sees_after_look(at, NORTH) == ["public", "seat 0"]
    assert sees_after_look(at, DIRECTOR) == ["public", "director"]
    assert sees_after_look(at, BOB) == ["public", "commentator"]
    assert [sees_late(after_look(at, player), player) for player in (NORTH, DIRECTOR, BOB)] == [[], [], []]
    assert sees_live(after_absence(at, 0), NORTH.id)


def test_a_delay_in_boards_never_reaches_the_present_board_and_one_in_minutes_may() -> None:
    boards, minutes = (
        with_policy(dealt(), delay=Delay(boards=1)),
        with_policy(dealt(), delay=Delay(ms=60_000)),
    )
    assert sees_late(boards, EVE) == ["public", *HANDS]
    assert sees_late(minutes, EVE) == ["public"], "it is logged first that he looks"
    assert not after_look(minutes, EVE).may_sit(EVE.id, 0)


def test_a_client_without_a_token_sees_no_delayed_hands() -> None:
    assert sees_late(with_policy(dealt(), delay=Delay(boards=1)), NOBODY) == ["public"]


def test_without_a_delay_there_is_no_delayed_view() -> None:
    assert sees_late(after_look(dealt(policy=LIVE), EVE), EVE) == []
    assert all(sees_live(dealt(), player.id) for player in (NORTH, EVE, NOBODY))


def test_watchers_of_a_match_are_delayed_and_players_and_officers_are_not() -> None:
    for each in (seated(), dealt(), OVER):
        at = named(replace(each, state=BRIDGE.rule(each.state, Paired("open", "u"), NOON)), (DIRECTOR,))
        assert (sees_after_look(at, EVE), sees_late(at, EVE)) == ([], ["public", *HANDS])
        assert sees_after_look(at, NORTH) == ["public", "seat 0"]
        assert sees_after_look(at, DIRECTOR) == ["public", *(HANDS if each is OVER else ()), "director"]


# The reasons of refusals


@pytest.mark.parametrize(
    ("audience", "player", "words"),
    [
        (AllHands(), EVE, f"{SHOWN_AFTER}; watch as public"),
        (
            Kibitzer(0),
            EVE,
            "this table shows hands after the deal, or by permission of the seat's player; watch as public",
        ),
        (Kibitzer(0), NOBODY, "only a player with a token may see hidden hands"),
        (Kibitzer(4), EVE, "expected a seat from 0 to 3, got 4"),
        (AllHands(), NORTH, "you play at this table; watch as seat"),
        (Director(), NORTH, "you play at this table; watch as seat"),
        (Director(), EVE, "you are not a director of this table"),
        (Commentator(), EVE, "you are not a commentator of this table"),
        (Seated(1), NORTH, "only the player of this seat, or its robot, may watch as this seat"),
        (Public(), NOBODY, None),
    ],
)
def test_a_refusal_names_its_reason(audience: Audience, player: Player, words: str | None) -> None:
    assert reason_not_to_see(dealt(), player.id, audience) == words
