"""The stores of one server and its bus, which share one Redis or the memory of one process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from server.store.bus import Bus
from server.store.files_and_tickets import FilesAndTickets
from server.store.measures_and_audit import MeasuresAndAudit
from server.store.ownership import Ownership
from server.store.stored_guests import StoredGuests
from server.store.table_logs import TableLogs
from server.store.unarchived import Unarchived
from server.store.waiting_players import WaitingPlayers


@dataclass(frozen=True)
class Stores:
    """The stores of one server and its bus; each part of the server gets only the one that it uses.

    `close` ends the work of all of them.
    """

    logs: TableLogs
    ownership: Ownership
    guests: StoredGuests
    files_and_tickets: FilesAndTickets
    measures_and_audit: MeasuresAndAudit
    unarchived: Unarchived
    waiting_players: WaitingPlayers
    bus: Bus
    close: Callable[[], Awaitable[None]]
