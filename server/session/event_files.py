"""The facts about an event that go into the files of its results, and the boards that everybody may see."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from protocol.v1.codes import Code
from server.errors import Refusal
from server.events.event import Event, Round, deal_in_event
from server.events.shown import shows_results
from server.events.standings import boards_of, players_of, released
from server.hub.events.event_ids import set_id, table_id
from server.hub.hub import Hub
from server.hub.waking import StoreSilent
from server.records.base import EventAbout, EventFiles

PRINTED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"text": ("text/plain", "txt"), "html": ("text/html", "html")}
)
"""The formats of results for people: the media type, and the ending of the name of a file."""
ANYBODY = ""
"""The id of a caller without a token."""


async def open_deals(hub: Hub, event: Event) -> dict[int, Any]:
    """Return the deals of an event whose cards everybody may see now, by their numbers in the event.

    These are the boards that no table will play any more, as the event and the set of the round know it,
    once the event shows its results to everybody. A director's file has no other deals, because files are
    passed on. Raises Refusal if the store does not answer.
    """
    found: dict[int, Any] = {}
    if not shows_results(event, ANYBODY):
        return found
    shown, played_on = released(event), set()
    for round in event.rounds:
        boards = _released_in(event, round, shown)
        if not boards:
            continue
        try:
            stored = await hub.sets.read(set_id(event.id, round.number))
        except OSError:
            raise StoreSilent() from None
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            continue
        for table, deal, number in boards:
            there = stored.board_set.tables.get(table_id(event.id, round.number, table))
            # With boards that move, each round has the boards of the whole event.
            index = number if event.conditions.moving else deal
            if there is None or not there.has_played(deal):
                played_on.add(number)
            elif index < len(stored.deals):
                found[number] = stored.deals[index]
    return {number: deal for number, deal in found.items() if number not in played_on}


def _released_in(event: Event, round: Round, shown: frozenset[int]) -> list[tuple[int, int, int]]:
    """Return the released deals of a round: the table, and the number of the deal there and in the event."""
    return [
        (id, deal, number)
        for id, table in round.tables.items()
        for deal in range(event.conditions.boards)
        if (number := deal_in_event(event, round, table, deal)) in shown
    ]


def about(event: Event, deals: Mapping[int, Any]) -> EventAbout:
    """Return what a file of the results of an event tells beside its results.

    An entry names its players, and then those that have played for it before.
    """
    played = players_of(event)
    seen = {name for names in played.values() for name in names}
    return EventAbout(
        title=event.name,
        identifier=event.id,
        date=datetime.fromtimestamp(_began_ms(event) / 1000, UTC).strftime("%Y-%m-%d"),
        swiss=event.conditions.movement == "swiss",
        knock_out=event.conditions.movement == "knock_out",
        names={
            each.id: (
                each.id,
                (
                    *(person.name for person in each.players),
                    *(person.name for person in each.former if person.name in seen),
                ),
                each.name,
            )
            for each in event.entrants.values()
        },
        boards=boards_of(event),
        teams=event.conditions.form == "teams",
        deals=deals,
        players=played,
    )


def printed(files: EventFiles[Any], results: Any, format: str) -> str | None:
    """Return results as people read them, the ranking and the travellers; None for another format."""
    match format:
        case "text":
            return files.text(results)
        case "html":
            return files.document(results)
        case _:
            return None


def _began_ms(event: Event) -> int:
    began = [each.began_ms for each in event.rounds if each.began_ms is not None]
    return began[0] if began else event.time_ms
