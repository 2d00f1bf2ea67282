"""Who sees all hands of a game of Hanabi late can tell nothing of what is done, drawn or noted since."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from protocol.v1.hanabi import Deal, Options
from protocol.v1.requests import Bank, Delay
from server.games.hanabi.dealing import variant_of
from server.games.hanabi.deck import deck_of
from tests.secrecy.hanabi.knowledge import HANABI
from tests.secrecy.scenes.worlds import World
from tests.secrecy.staging.rooms import Heard, Pace, Rooms, in_virtual_time
from tests.secrecy.test_elsewhere import policy, tries

TABLES = (
    Options(players=3, one_extra_card=True),
    Options(players=4, variant="Throw It in a Hole & Orange (5 Suits)", empty_clues=True),
)
BEGUN = Pace(actions=7, every_ms=800, seed=3)
SINCE = (
    Pace(actions=0, every_ms=1_000, seed=1),
    Pace(actions=3, every_ms=1_300, seed=3),
    Pace(actions=6, every_ms=400, seed=6),
)
KNOWN = 24
"""So many cards of the deck are the same in all worlds: more than are drawn before the observer's present."""


def deal(options: Options, seed: int) -> Deal:
    """A deck that begins the same for every seed."""
    cards = Random(0).sample(deck := deck_of(variant_of(options)), len(deck))
    rest = Random(seed).sample(cards[KNOWN:], len(cards) - KNOWN)
    return Deal((*cards[:KNOWN], *rest))


def late(options: Options, delay: Delay, as_: str | int, since: Pace, ends_ms: int = 100_000) -> Heard:
    """What a late watcher hears; `since` is not for him yet, and what is drawn then is otherwise."""

    async def work() -> Heard:
        dealt = (deal(options, since.seed), deal(options, 9))
        rooms = Rooms((), World((), dealt, options, HANABI))
        await rooms.open_table(policy(Bank(bank_ms=600_000, increment_ms=1_000), delay=delay))
        _, token = await rooms.process.guests.create("observer")
        lines = rooms.listen(token if as_ != "nameless" else None)
        for line in lines:
            line.say({"t": "watch", "table": "t1", "as": "public" if as_ == "nameless" else as_})
        await rooms.play("t1", BEGUN)
        for card in range(since.actions):
            rooms.players["t1"][1].say({"t": "note", "table": "t1", "card": card, "text": "red", "id": 7})
        then = asyncio.create_task(rooms.play("t1", since))
        await asyncio.sleep(ends_ms / 1000)
        await tries(rooms, lines[0].token, "t1")
        assert rooms.finished() == (0,)
        then.cancel()
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options.variant)
@pytest.mark.parametrize("as_", ["public", "nameless", "all", 2])
@pytest.mark.parametrize("delay", [Delay(ms=120_000), Delay(boards=1)], ids=["minutes", "a game"])
def test_who_is_behind_cannot_tell_what_happens_now(options: Options, as_: str | int, delay: Delay) -> None:
    worlds = [late(options, delay, as_, since) for since in SINCE]
    assert sum(map(len, worlds[0].values())) > 20
    assert worlds[1:] == worlds[:1] * 2


def test_late_watchers_see_all_of_it_in_the_end() -> None:
    short = Delay(ms=5_000)
    assert late(TABLES[0], short, "all", SINCE[1]) != late(TABLES[0], short, "all", SINCE[2])
