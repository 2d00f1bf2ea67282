"""An office that sees every hand is given in mid-board by consent alone, and consents are told to nobody."""

from __future__ import annotations

import asyncio

import pytest

from protocol.v1.requests import NoClock, Policy
from tests.secrecy.leaks.offices import CONSENT_LEAKS, UNASKED_LEAKS
from tests.secrecy.staging.lines import cards_named
from tests.secrecy.staging.rooms import Heard, Rooms, in_virtual_time
from tests.secrecy.test_elsewhere import boards, tries

EAST = 1
FOUR = (0, 1, 2, 3)
SOME = ((), (0,), (0, 2, 3))
"""The players who agree; East, who observes too, never does."""
OBSERVERS = ("the guest", "a watcher", "a watcher without a name", "East")


def heard(observer: str, agreeing: tuple[int, ...]) -> Heard:
    """All that the observer hears while the host names the guest as director and these players agree."""

    async def work() -> Heard:
        rooms = Rooms(boards(1))
        host = await rooms.open_table(Policy(clock=NoClock(), pause_ms=2_000))
        guest, guests_token = await rooms.process.guests.create("guest")
        token: str | None = guests_token
        if observer == "a watcher":
            _, token = await rooms.process.guests.create("watcher")
        elif observer == "a watcher without a name":
            token = None
        elif observer == "East":
            token = rooms.players["t1"][EAST].token
        lines = rooms.listen(token)
        for line in lines:
            line.say({"t": "watch", "table": "t1", "as": "seat" if observer == "East" else "public"})
        await asyncio.sleep(1)
        for seat in agreeing:
            rooms.players["t1"][seat].say({"t": "consent", "table": "t1", "player": guest.id})
        await asyncio.sleep(5)
        host.say({"t": "host", "table": "t1", "directors": [guest.id]})
        await asyncio.sleep(5)
        if observer != "East":
            await tries(rooms, token, "t1")
            for line in lines:
                line.say({"t": "watch", "table": "t1", "as": "director"})
        await asyncio.sleep(5)
        assert rooms.table("t1").hidden
        await rooms.stop()
        return rooms.heard

    return in_virtual_time(work)


def cards(all_heard: Heard) -> set[str]:
    """The cards that are named in it."""
    words = (what.decode("latin-1") for channel in all_heard.values() for _, what in channel)
    return {card for each in words for card in cards_named(each)}


@pytest.mark.parametrize("agreeing", SOME)
def test_a_guest_whose_office_lacks_a_consent_is_sent_no_card(agreeing: tuple[int, ...]) -> None:
    assert cards(heard("the guest", agreeing)) == set()


def test_a_guest_whose_office_all_have_agreed_to_is_sent_every_card() -> None:
    assert len(cards(heard("the guest", FOUR))) == 52


@pytest.mark.parametrize("observer", OBSERVERS)
def test_nothing_that_anybody_else_hears_tells_which_players_have_agreed(observer: str) -> None:
    worlds = [heard(observer, agreeing) for agreeing in SOME]
    assert sum(map(len, worlds[0].values())) > 4
    assert worlds[1:] == worlds[:1] * 2


@pytest.mark.parametrize("name", UNASKED_LEAKS)
def test_an_office_that_is_given_too_easily_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    UNASKED_LEAKS[name](monkeypatch)
    assert any(cards(heard("the guest", agreeing)) for agreeing in SOME)


@pytest.mark.parametrize("name", CONSENT_LEAKS)
def test_a_consent_that_is_told_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CONSENT_LEAKS[name](monkeypatch)
    pairs = [[heard(observer, agreeing) for agreeing in SOME[:2]] for observer in OBSERVERS]
    assert any(one != other for one, other in pairs)
