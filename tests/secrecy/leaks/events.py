"""Leaks of events: results, draws and words before their time, and hands at their tables."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from server.events import announcements, commands, shown, standings
from server.events.event import Event, deal_in_event
from server.events.shown import EventShown, TableId
from server.hub import hub
from server.hub.archive.archive import Archive
from server.hub.events import events
from server.hub.sets.sets import Sets
from server.session import event_desk
from server.table import access
from tests.secrecy.leaks.planting import Plant, leak

TOLD_LEAKS: dict[str, Plant] = {}
"""Leaks in what a person reads of an event."""
TABLE_LEAKS: dict[str, Plant] = {}
"""Leaks at the tables of an event."""


@leak("a board released at its first result", TOLD_LEAKS)
def release_at_once(patch: MonkeyPatch) -> None:
    for module in (standings, shown):
        patch.setattr(module, "released", _all_deals)


def _all_deals(event: Event) -> frozenset[int]:
    boards = range(event.conditions.boards)
    return frozenset(
        deal_in_event(event, round, table, deal) for round, _, table in event.tables() for deal in boards
    )


@leak("the boards of a round that is over, although they move to other tables", TOLD_LEAKS)
def release_with_the_round(patch: MonkeyPatch) -> None:
    patch.setattr(standings, "has_more_rounds", lambda event: False)


@leak("results for everybody while the ranking is hidden", TOLD_LEAKS)
def show_results_to_all(patch: MonkeyPatch) -> None:
    patch.setattr(shown, "shows_results", lambda event, player: True)


@leak("a draw before it is published", TOLD_LEAKS)
def show_drafts(patch: MonkeyPatch) -> None:
    about = shown.about

    def leaky(event: Event, player: str, table_id: TableId, now_ms: int, *away: Any) -> EventShown:
        rounds = (
            replace(each, stage="published") if each.stage == "drawn" else each for each in event.rounds
        )
        return about(replace(event, rounds=tuple(rounds)), player, table_id, now_ms, *away)

    patch.setattr(event_desk, "about", leaky)


@leak("the number of the directors' changes", TOLD_LEAKS)
def count_for_all(patch: MonkeyPatch) -> None:
    _change_shown(patch, lambda event: {"version": event.version})


@leak("the calls of all pairs", TOLD_LEAKS)
def show_calls_to_all(patch: MonkeyPatch) -> None:
    _change_shown(patch, lambda event: {"calls": tuple(event.calls.values())})


@leak("an announcement for another pair", TOLD_LEAKS)
def tell_all(patch: MonkeyPatch) -> None:
    patch.setattr(announcements, "addressees", lambda event, announcement: None)


@leak("the codes of places that are names alone", TOLD_LEAKS)
def show_codes_to_all(patch: MonkeyPatch) -> None:
    entrant = shown._entrant
    patch.setattr(shown, "_entrant", lambda each, *, ready, directs: entrant(each, ready=ready, directs=True))


@leak("the pool of substitutes for all", TOLD_LEAKS)
def show_pool_to_all(patch: MonkeyPatch) -> None:
    _change_shown(patch, lambda event: {"pool": tuple(event.pool.values())})


@leak("the number of those that offer to play", TOLD_LEAKS)
def count_offers(patch: MonkeyPatch) -> None:
    _change_shown(patch, lambda event: {"away": ("",) * len(event.pool)})


def _change_shown(patch: MonkeyPatch, changes: Any) -> None:
    about = shown.about

    def leaky(event: Event, player: str, table_id: TableId, now_ms: int, *away: Any) -> EventShown:
        return replace(about(event, player, table_id, now_ms, *away), **changes(event))

    patch.setattr(event_desk, "about", leaky)


@leak("live hands at the tables of an event", TABLE_LEAKS)
def show_live_hands(patch: MonkeyPatch) -> None:
    """The policy alone leaks nothing: at tables that share boards, watchers wait for all of them."""
    _change_policy(patch, hands="live")
    patch.setattr(access, "_of_match", lambda table: False)


@leak("watchers at tables that know nothing of each other", TABLE_LEAKS)
def admit_watchers(patch: MonkeyPatch) -> None:
    _change_policy(patch, watchers=True)


def _change_policy(patch: MonkeyPatch, **changes: Any) -> None:
    policy_of = events.policy_of
    patch.setattr(events, "policy_of", lambda event: replace(policy_of(event), **changes))


@leak("a chair that a director gives away", TABLE_LEAKS)
def let_directors_place(patch: MonkeyPatch) -> None:
    patch.setattr(Sets, "_check_change", lambda self, room, member, player, request: None)


@leak("a director that the event no longer has", TABLE_LEAKS)
def keep_directors(patch: MonkeyPatch) -> None:
    async def direct(self: object, room: object, round: object) -> None:
        return None

    patch.setattr(events.Events, "_direct_tables", direct)


@leak("the deals of a round that is over, for all, although their boards move", TABLE_LEAKS)
def open_deals_of_round(patch: MonkeyPatch) -> None:
    async def moves_on(self: object, meta: object, table: str) -> bool:
        return False

    patch.setattr(Archive, "_moves_on", moves_on)


@leak("the tables of a round that is over, although their boards move", TABLE_LEAKS)
def open_tables_of_round(patch: MonkeyPatch) -> None:
    patch.setattr(hub, "shows_tables", shown.shows_results)


@leak("watchers where boards move", TABLE_LEAKS)
def admit_watchers_where_boards_move(patch: MonkeyPatch) -> None:
    patch.setattr(events, "has_watchers", lambda event: True)


@leak("a player that may know boards that move", TABLE_LEAKS)
def admit_those_that_know(patch: MonkeyPatch) -> None:
    patch.setattr(commands, "_has_seen_boards", lambda event, player, entrant: False)
