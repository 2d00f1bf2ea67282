"""The desk of events: the players that may open one, and what is refused before it reaches an event."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events.commands import (
    Adjust,
    Announce,
    AnswerCall,
    CallDirector,
    Change,
    Command,
    Enrol,
    Enrolment,
    Enter,
    Named,
    OpenEntries,
    Remove,
    Substitute,
)
from server.events.conditions import Conditions
from server.session.event_desk import NewEvent
from tests.rooms import House
from tests.virtual import virtual

WISH = NewEvent(game="bridge", name="Tuesday", conditions=Conditions(rounds=3), id=1)


async def opened(house: House, name: str = "Dora", wish: NewEvent = WISH) -> str:
    shown = msgspec.json.decode(await house.desk.events.open(house.player(name), wish, ""))
    return str(shown["event"])


async def refusal(house: House, name: str, wish: NewEvent) -> str:
    with pytest.raises(Refusal) as refused:
        await opened(house, name, wish)
    return f"{refused.value.code}: {refused.value}"


@virtual
async def test_the_same_request_of_a_player_gets_the_same_event() -> None:
    async with House() as house:
        event = await opened(house)
        assert await opened(house) == event
        assert await opened(house, "Dan") != event
        assert await opened(house, wish=replace(WISH, id=2)) != event


@virtual
async def test_the_operator_decides_who_may_open_events() -> None:
    async with House(event_hosts="p-Dora, p-Dan") as house:
        await opened(house, "Dan")
        assert (await refusal(house, "Ann", WISH)).startswith("forbidden: the operator")
    async with House(event_hosts="") as house:
        assert (await refusal(house, "Dora", WISH)).startswith("forbidden: the operator")


@virtual
async def test_anybody_opens_events_within_limits() -> None:
    async with House(events_burst=2) as house:
        for number in (1, 2):
            await opened(house, wish=replace(WISH, id=number))
        assert (await refusal(house, "Dora", replace(WISH, id=3))).startswith("rate_limited")
        assert (await refusal(house, "", WISH)).startswith("unauthorized")


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (replace(WISH, game="replay"), "expected one of the games"),
        (replace(WISH, game="hanabi"), "at `form`"),
        (replace(WISH, conditions=Conditions(robot="unknown")), "at `$.conditions.robot`"),
        (replace(WISH, conditions=Conditions(options={"undo": 7})), "$.options"),
    ],
)
def test_a_wrong_wish_is_refused(wish: NewEvent, reason: str) -> None:
    refused(wish, reason)


@virtual
async def refused(wish: NewEvent, reason: str) -> None:
    async with House() as house:
        assert reason in await refusal(house, "Dora", wish)


@virtual
async def test_a_draft_is_shown_to_its_directors_alone() -> None:
    async with House() as house:
        event = await opened(house)
        desk = house.desk.events
        with pytest.raises(Refusal, match="there is no such event"):
            await desk.show(house.player("Ann"), event, "event")
        with pytest.raises(Refusal, match="there is no such event"):
            await desk.ask(house.player("Ann"), event, Enter())
        assert desk.list() == ()
        await desk.ask(house.player("Dora"), event, OpenEntries())
        await desk.show(house.player("Ann"), event, "event")
        assert [row.event for row in desk.list()] == [event]


@virtual
async def test_names_and_texts_are_checked_and_cleaned() -> None:
    async with House() as house:
        event = await opened(house)
        dora, desk = house.player("Dora"), house.desk.events
        ann = Named("p-Ann", "Ann\x1b[31m")
        shown = msgspec.json.decode(await desk.ask(dora, event, Enrol(players=(ann, Named("p-Bob", "Bob")))))
        assert "\x1b" not in shown["entrants"][0]["title"]
        await desk.ask(dora, event, Announce(text="Coffee\x07"))
        shown = msgspec.json.decode(await desk.show(dora, event, "event"))
        assert [each["text"] for each in shown["announcements"]] == ["Coffee "]
        with pytest.raises(Refusal, match="house robot"):
            await desk.ask(dora, event, Change(conditions=Conditions(robot="unknown")))


@pytest.mark.parametrize(
    "command",
    [
        Enter(name="my BADWORD"),
        Enter(partners=(Named("p-Ann", "badword"),)),
        Enter(partners=(Named("badword"),)),
        Enrol(players=(Named(name="badword"),)),
        Enrol(entries=(Enrolment(players=(Named("p-Ann", "Ann"), Named(name="badword"))),)),
        Enrol(entries=(Enrolment(name="badword"),)),
        Change(name="badword"),
        Change(directors=(Named("p-Dora", "badword"),)),
        Remove(entrant="1", reason="badword"),
        Substitute(entrant="1", out="p-1N", player=Named("p-Ann", "badword")),
        Adjust(round=1, table=1, board=1, law="badword"),
        Adjust(round=1, table=1, board=1, reason="a b4dword"),
        Announce(text="badword"),
        AnswerCall(call=1, text="badword"),
        CallDirector(text="badword"),
    ],
    ids=lambda command: type(command).__name__,
)
@virtual
async def test_a_text_that_others_read_has_no_forbidden_word(command: Command, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("badword\n")
    async with House(words_file=str(words)) as house:
        house.moderation.reload_words()
        event = await opened(house)
        with pytest.raises(Refusal, match="forbidden"):
            await house.desk.events.ask(house.player("Dora"), event, command)


@virtual
async def test_a_name_of_which_nothing_can_be_shown_is_refused() -> None:
    async with House() as house:
        event = await opened(house)
        entry = Enrolment(players=(Named(name="\u202e\x07"), Named(name="Bob")))
        with pytest.raises(Refusal, match="a name that can be shown"):
            await house.desk.events.ask(house.player("Dora"), event, Enrol(entries=(entry,)))


def test_an_id_of_a_player_has_no_signs_that_change_how_a_title_is_shown() -> None:
    for id in ("p-\u202eann", "Ann Smith", "<b>"):
        with pytest.raises(msgspec.ValidationError, match="regex"):
            msgspec.convert({"id": id}, Named)


@virtual
async def test_many_entries_count_as_one_request() -> None:
    async with House(changes_burst=3, changes_s=1.0) as house:
        event, desk = await opened(house), house.desk.events
        pairs = tuple(
            Enrolment(players=(Named(f"p-{number}N", f"{number}N"), Named(name=f"{number}S")))
            for number in range(100)
        )
        for _ in range(2):
            packed = await desk.ask(house.player("Dora"), event, Enrol(entries=pairs))
            entrants = msgspec.json.decode(packed)["entrants"]
            assert len(entrants) == 100
        codes = {person.get("code") for entrant in entrants for person in entrant["players"]} - {None}
        assert len(codes) == 100


@pytest.mark.parametrize("event", ["e-unknown", "house", "e-abc-1", "set:e-abc-1"])
def test_an_event_that_is_not_there_is_not_found(event: str) -> None:
    not_found(event)


@virtual
async def not_found(event: str) -> None:
    async with House() as house:
        with pytest.raises(Refusal) as refused:
            await house.desk.events.show(house.player("Ann"), event, "event")
        assert refused.value.code == "no_such_table"
        assert str(refused.value) == "there is no such event", "as of an event that only its directors see"
