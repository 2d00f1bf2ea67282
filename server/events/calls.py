"""The calls for a director that come from a table, and not from the page of the event."""

from __future__ import annotations

from msgspec import Struct

from server.events.entries import Called, Entry
from server.events.event import Event


class TableCall(Struct, frozen=True):
    """A call at a table of the round `round`, from 0: by a player, or because of a dispute.

    `text` are the words by which the player called. `dispute` names the deal and the decision of the dispute.
    `begins` is False for a dispute that may have been entered already, before a server that went on with the
    table took it over.
    """

    round: int
    table: int
    player: str = ""
    text: str = ""
    dispute: str = ""
    begins: bool = True


def called(event: Event, call: TableCall, at_ms: int) -> tuple[Entry, ...]:
    """Return the log entry for a call at a table, () if the queue has it already.

    A call waits once in the queue, however often it is repeated, until a director ends it.
    """
    if event.stage in ("final", "cancelled"):
        return ()
    entrant = ""
    if not call.dispute:
        calling = [each for each in event.entrants.values() if each.has(call.player)]
        entrant = min(calling, key=lambda each: bool(each.gone)).id if calling else ""
        if not entrant:
            return ()
    same = [
        each
        for each in event.calls.values()
        if (each.round, each.table, each.entrant, each.dispute)
        == (call.round, call.table, entrant, call.dispute)
    ]
    if any(not each.done for each in same) or (same and not call.begins):
        return ()
    entry = Called(
        call=len(event.calls) + 1,
        entrant=entrant,
        text=call.text,
        round=call.round,
        table=call.table,
        dispute=call.dispute,
        by=call.player,
        at_ms=max(at_ms, event.time_ms),
    )
    return (entry,)
