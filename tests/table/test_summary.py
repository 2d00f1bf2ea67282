"""The summary of a table, and the access rules that read it as they read the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.requests import NoClock, Policy
from server.games.registry import GAMES
from server.table import access
from server.table.seats import Chair
from server.table.summary import summary_of
from server.table.table import Roles, Table, begin, open_with

NOW_MS = 1_000
CHAIRS = (Chair(player="p-Ann", name="Ann"), Chair(robot="plain"), Chair(owner="p-Cid"), Chair())
PEOPLE = ("", "p-Ann", "p-Ben", "p-Cid", "p-Dan", "p-Eve", "house:1")


def table(policy: Policy, game: str = "bridge") -> Table:
    """Return a table of this policy, with a host, an onlooker and an unwelcome player."""
    rules = GAMES[game]
    chairs = (*CHAIRS, Chair())[: len(rules.seat_names(rules.options_type()))]
    base = open_with(rules, rules.options_type(), chairs, policy, NOW_MS, "p-Ann")
    roles = Roles("p-Ann", onlookers=frozenset({"p-Dan"}), unwelcome=frozenset({"p-Eve"}))
    return replace(begin("t1", rules, 0, base), roles=roles)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("entry", ["open", "private", "invited"])
@pytest.mark.parametrize("sits", ["anybody", "invited"])
@pytest.mark.parametrize("watchers", [False, True])
def test_the_access_rules_judge_a_summary_as_they_judge_the_table(
    closed: bool, entry: str, sits: str, watchers: bool
) -> None:
    policy = Policy(clock=NoClock(), access=entry, sits=sits, watchers=watchers)  # type: ignore[arg-type]
    full = replace(table(policy), closed=closed)
    summary = summary_of(full, "", {}, {}, NOW_MS)
    assert access.status(summary) == access.status(full)
    for player in PEOPLE:
        for rule in (access.is_admitted, access.may_enter, access.plays, access.reason_not_to_sit):
            assert rule(summary, player) == rule(full, player), (rule, player)
        assert (summary.seat_of(player), summary.right_of(player)) == (
            full.seat_of(player),
            full.right_of(player),
        )


@pytest.mark.parametrize("game", ["bridge", "spades", "hanabi"])
def test_a_new_table_waits_for_its_players(game: str) -> None:
    full = table(Policy(clock=NoClock()), game)
    summary = summary_of(full, "Friday", {"p-Ann": "Ann"}, {0: 5_000}, NOW_MS)
    assert (summary.id, summary.name, summary.game) == ("t1", "Friday", game)
    assert not (summary.begun or summary.ready or summary.hidden or summary.finished)
    assert summary.rests and summary.decision == "0.0"
    assert (summary.names, summary.held_until_ms) == ({"p-Ann": "Ann"}, {0: 5_000})
    assert summary.options == full.game.public_options(full.state)


def test_a_table_does_not_rest_while_its_deal_is_due_or_a_robot_has_to_act() -> None:
    full = table(Policy(clock=NoClock()))
    taken = replace(full, chairs=type(full.chairs)(Chair(robot="plain") for _ in range(4)))
    assert not summary_of(taken, "", {}, {}, NOW_MS).rests
    assert summary_of(replace(taken, paused=True), "", {}, {}, NOW_MS).rests
