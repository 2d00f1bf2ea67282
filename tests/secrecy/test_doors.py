"""No command, address or message shows a second guest of one person a hand, result or board before its time.

A new door fails these tests until `doors/verdicts.py` judges it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from protocol.v1.cards import DECK
from protocol.v1.requests import Chat
from server.hub.archive import player_games
from server.hub.archive.player_games import PlayedDeal, PlayerGames
from server.store.archive.archive import Row
from server.table import access
from server.table.player import Player
from tests.secrecy.doors import bridge_attempts, other_attempts
from tests.secrecy.doors.inventory import doors
from tests.secrecy.doors.stage import Stage, staged
from tests.secrecy.doors.verdicts import ROOMS_OF_THE_SERVER, VERDICTS, Attempt, Proven, Shut
from tests.virtual import passes, virtual

TOP = Path(__file__).parents[2]


def attempts(module: ModuleType) -> list[Attempt]:
    """Return the attempts that a module defines."""
    own = [each for name, each in vars(module).items() if not name.startswith("_") and callable(each)]
    return [each for each in own if each.__module__ == module.__name__]


ATTEMPTS = [*attempts(bridge_attempts), *attempts(other_attempts)]


def doors_of(attempt: Attempt) -> frozenset[str]:
    """Return the doors that an attempt is said to try."""
    tried = {
        door
        for door, verdict in VERDICTS.items()
        if isinstance(verdict, Shut) and attempt in verdict.attempts
    }
    return frozenset(door for door in tried if not door.startswith(ROOMS_OF_THE_SERVER))


async def played(attempt: Attempt, stage: Stage) -> list[str]:
    """Play an attempt, let every suspect try to read everything, and return what they were told too early."""
    await attempt(stage)
    await stage.everything_is_tried()
    return stage.leaks()


def test_every_door_is_judged_and_every_judged_door_exists() -> None:
    found = doors()
    assert found - VERDICTS.keys() == set(), "judge these doors in tests/secrecy/doors/verdicts.py"
    assert VERDICTS.keys() - found == set(), "these doors no longer exist"


def test_every_verdict_has_its_reason_and_its_proof() -> None:
    for door, verdict in VERDICTS.items():
        assert len(verdict.reason.split()) >= 4, door
        if isinstance(verdict, Shut):
            assert verdict.attempts, door
        if isinstance(verdict, Proven):
            assert (TOP / verdict.file).is_file(), door


def test_every_attempt_proves_a_verdict() -> None:
    proving = {
        each for verdict in VERDICTS.values() if isinstance(verdict, Shut) for each in verdict.attempts
    }
    assert [attempt.__name__ for attempt in ATTEMPTS if attempt not in proving] == []


async def hands_are_open_from_the_start(stage: Stage) -> None:
    await stage.deals(bridge_attempts.LIVE)


async def a_hand_of_hanabi_is_watched(stage: Stage) -> None:
    await stage.deals(game="hanabi", options={"players": 4})
    stage.suspects = {stage["East"]: frozenset()}


async def a_hand_of_the_seed_is_the_suspects(stage: Stage) -> None:
    await stage.deals_by_the_seeds_api()
    stage.suspects = {stage["East"]: frozenset()}


async def both_rooms_have_played_the_deal(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    await stage.plays_out("closed")
    await passes(100)


async def every_table_of_a_set_has_played_the_deal(stage: Stage) -> None:
    await stage.deals_set()
    for room in stage.rooms:
        await stage.plays_out(room)
    await passes(100)


async def a_result_is_told(stage: Stage) -> None:
    await stage.deals_match()
    await stage.plays_out("open")
    stage.suspects = {stage["open North"]: stage.hand(0) | set(map(str, DECK))}


async def a_word_is_told(stage: Stage) -> None:
    await stage.deals()
    stage.words.append("zqword")
    await stage["North"].asks(Chat, text="zqword", to="table")


OPEN_BY_RIGHT = [
    hands_are_open_from_the_start,
    a_hand_of_hanabi_is_watched,
    a_hand_of_the_seed_is_the_suspects,
    both_rooms_have_played_the_deal,
    every_table_of_a_set_has_played_the_deal,
    a_result_is_told,
    a_word_is_told,
]


async def found_with(leak: Callable[[], object], attempt: Attempt) -> list[str]:
    """Play an attempt at a server with a leak, and return what is found."""
    async with staged() as stage:
        leak()
        try:
            return await played(attempt, stage)
        except AssertionError as failed:
            return [str(failed)]


def unjudged(row: Row) -> PlayedDeal:
    """Return a row of the archive as a list would show it."""
    return PlayedDeal(row.table, row.deal, row.deal + 1, row.game, row.ended_ms, row.result, row.people)


@pytest.mark.parametrize(
    "attempt",
    [
        bridge_attempts.the_lists_of_the_players_of_a_set_are_asked_for_before_its_last_table_has_played,
        bridge_attempts.comes_to_the_finished_room_in_the_pause,
    ],
    ids=lambda attempt: attempt.__name__,
)
def test_a_list_that_is_not_judged_is_found(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaking(self: object, row: Row) -> PlayedDeal:
        return unjudged(row)

    @virtual
    async def run() -> None:
        leak = partial(monkeypatch.setattr, player_games._Judged, "shown", leaking)
        assert await found_with(leak, attempt) != []

    run()


def test_an_export_that_is_not_judged_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaking(self: PlayerGames, player: Player) -> AsyncIterator[tuple[PlayedDeal, None]]:
        for row in await self._deals.by_player(player.id):
            yield unjudged(row), None

    attempt = bridge_attempts.the_lists_of_the_players_of_a_match_are_asked_for_before_both_rooms_have_played

    @virtual
    async def run() -> None:
        leak = partial(monkeypatch.setattr, PlayerGames, "records", leaking)
        assert await found_with(leak, attempt) != []

    run()


def test_a_table_of_the_archive_whose_access_is_not_judged_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    @virtual
    async def run() -> None:
        async with staged() as stage:
            monkeypatch.setattr(access, "may_enter", lambda table, player: True)
            attempt = bridge_attempts.a_closed_private_table_is_asked_for_when_only_the_archive_has_it
            with pytest.raises(AssertionError):
                await attempt(stage)
            await stage.everything_is_tried()
            found.extend(stage.leaks())

    run()
    assert found != []


HUBS = pytest.mark.parametrize(
    "elsewhere",
    [
        pytest.param(False, id="one hub"),
        pytest.param(True, id="through another hub", marks=pytest.mark.thorough),
    ],
)


@HUBS
@pytest.mark.parametrize("attempt", OPEN_BY_RIGHT, ids=lambda attempt: attempt.__name__)
def test_what_a_suspect_is_told_is_found(attempt: Attempt, elsewhere: bool) -> None:
    @virtual
    async def run() -> None:
        async with staged(elsewhere=elsewhere) as stage:
            assert await played(attempt, stage) != []

    run()


@HUBS
@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.__name__)
def test_an_attempt_tries_its_doors_and_is_told_nothing(attempt: Attempt, elsewhere: bool) -> None:
    @virtual
    async def run() -> None:
        async with staged(elsewhere=elsewhere) as stage:
            assert await played(attempt, stage) == []
            stage.notes_messages()
            assert doors_of(attempt) - stage.used == set(), "expected the attempt to try these doors"

    run()
