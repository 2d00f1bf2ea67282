"""Leaks from another table of a match or set, and to late watchers; they have scenes of their own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.v1.bridge import Compared, Match
from protocol.v1.updates import ToClient
from server.board_sets.board_set import BoardSet
from server.games.base import KnownResults
from server.games.bridge import board_set as board_sets
from server.games.bridge import match as matches
from server.games.bridge.state import MatchStanding, SetStanding
from server.hub.archive import archive
from server.hub.archive.sitting import Sitting
from server.hub.chat import TableChat
from server.hub.delayed_feed import DelayedFeed
from server.hub.presence import Presence
from server.table import access
from server.table.chat_scope import Line
from server.table.clock import Clock
from tests.secrecy.leaks.planting import Plant, leak

MATCH_LEAKS: dict[str, Plant] = {}
SET_LEAKS: dict[str, Plant] = {}
SLOW_LEAKS: dict[str, Plant] = {}
NEWCOMER_LEAKS: dict[str, Plant] = {}
LATE_LEAKS: dict[str, Plant] = {}


@leak("a match result before both tables have finished", MATCH_LEAKS)
def show_what_is_heard(patch: MonkeyPatch) -> None:
    """A board appears as soon as one of the rooms has finished it."""
    shown = matches.public_match

    def leaky(standing: MatchStanding) -> Match:
        known = shown(standing)
        early = {board: Compared(0, score.points, 0) for board, score in standing.there.items()}
        return replace(known, boards={**early, **known.boards})

    patch.setattr(matches, "public_match", leaky)


@leak("news of the other room moves the deadline", MATCH_LEAKS)
def begin_anew_with_news(patch: MonkeyPatch) -> None:
    """Whatever is entered at a table begins the time of the decision anew."""
    turn = Clock.turn
    patch.setattr(Clock, "turn", lambda self, *each, **how: turn(self, *each, **{**how, "anew": True}))


@leak("the other room as it is", MATCH_LEAKS)
def show_the_present(patch: MonkeyPatch) -> None:
    """Who watches sees the present, at a match as elsewhere."""
    patch.setattr(access, "sees_live", lambda table, player: True)


@leak("a download of a board that the other room has yet to play", MATCH_LEAKS)
def give_out_what_is_over(patch: MonkeyPatch) -> None:
    """A board that is over at its table may be downloaded, as at other tables."""
    patch.setattr(Sitting, "may", lambda self, deal, end: True)


@leak("a board is released before the last table of the set has played it", SET_LEAKS)
def release_to_the_first(patch: MonkeyPatch) -> None:
    """One other table that has finished a board is enough."""
    news = board_sets.news

    def leaky(
        standing: SetStanding, here: KnownResults, others: tuple[KnownResults, ...]
    ) -> tuple[board_sets.SetRuling, ...]:
        return next((found for other in others if (found := news(standing, here, (other,)))), ())

    patch.setattr(board_sets, "news", leaky)


@leak("a ruling that takes time for a board that another table of the set has finished", SLOW_LEAKS)
def hear_of_every_end(patch: MonkeyPatch) -> None:
    """A ruling is sent for each board of each table; it shows nothing, but the next action waits for it."""
    news = board_sets.news

    def leaky(
        standing: SetStanding, here: KnownResults, others: tuple[KnownResults, ...]
    ) -> tuple[board_sets.SetRuling, ...]:
        ends = {1_000 * at + board for at, other in enumerate(others, 1) for board in other.results}
        new = tuple(sorted(ends - set(standing.released)))
        return (board_sets.BoardsReleased(new),) if new else news(standing, here, others)

    patch.setattr(board_sets, "news", leaky)


@leak("a ruling begins the decision anew for a board that another table of the set has finished", SET_LEAKS)
def begin_anew_with_every_end(patch: MonkeyPatch) -> None:
    """A ruling is sent for each board of each table, and the time of the decision begins anew."""
    turn = Clock.turn
    hear_of_every_end(patch)
    patch.setattr(Clock, "turn", lambda self, *each, **how: turn(self, *each, **{**how, "anew": True}))


@leak("the comparison of a set shows boards that a table is yet to play", SET_LEAKS)
def compare_too_early(patch: MonkeyPatch) -> None:
    """Every board that some table has finished is compared."""

    def leaky(self: BoardSet) -> tuple[int, ...]:
        return tuple(sorted({board for table in self.tables.values() for board in table.results}))

    patch.setattr(BoardSet, "released", leaky)


@leak("the other tables of a set as they are", SET_LEAKS)
def show_the_present_of_a_set(patch: MonkeyPatch) -> None:
    """Watchers see the present, at a set as elsewhere."""
    patch.setattr(access, "sees_live", lambda table, player: True)


@leak("the score sheet has a board that another table of the set is yet to play", NEWCOMER_LEAKS)
def show_the_whole_sheet(patch: MonkeyPatch) -> None:
    """A result is shown at its own table in any case, as where a table plays alone."""
    patch.setattr(board_sets, "told", lambda standing, board: True)


@leak("a newcomer downloads the board that has just been played", NEWCOMER_LEAKS)
def give_the_last_board_to_newcomers(patch: MonkeyPatch) -> None:
    """Players of the table may read its finished boards."""
    patch.setattr(Sitting, "may", lambda self, deal, end: self.shown(deal) or self.player is not None)


@leak("a download of the present by the late", LATE_LEAKS)
def give_out_the_present(patch: MonkeyPatch) -> None:
    """A board that is over is no secret any more, it seems."""
    patch.setattr(
        archive,
        "access",
        SimpleNamespace(
            sees_live=lambda *who: True, may_enter=access.may_enter, watch_delay=access.watch_delay
        ),
    )


@leak("a late watcher is shown too early", LATE_LEAKS)
def let_out_early(patch: MonkeyPatch) -> None:
    """Half of the delay is enough."""
    due_ms = DelayedFeed._due_ms

    def leaky(self: DelayedFeed, at_ms: int) -> int | None:
        due = due_ms(self, at_ms)
        return None if due is None else due - self._delay.ms // 2

    patch.setattr(DelayedFeed, "_due_ms", leaky)


@leak("warnings to the late", LATE_LEAKS)
def warn_the_late(patch: MonkeyPatch) -> None:
    """Everybody is told that time runs out."""

    def leaky(self: Presence, update: ToClient) -> None:
        self.tell(update)

    patch.setattr(Presence, "tell_present", leaky)


@leak("talk of the present to the late", LATE_LEAKS)
def hear_the_present(patch: MonkeyPatch) -> None:
    """What players say is heard by all at once."""
    hear = TableChat._hear

    def leaky(self: TableChat, line: Line, *rest: Any) -> None:
        hear(self, replace(line, delayed=True), *rest)

    patch.setattr(TableChat, "_hear", leaky)
