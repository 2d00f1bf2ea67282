"""The offices of a table: director and commentator.

Directors and commentators see every hand, so the players must consent to a new office during a deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from protocol.v1.codes import Code
from protocol.v1.requests import Consent, Host, Office
from server.errors import Refusal
from server.table.events import Agreed
from server.table.player import Player
from server.table.seats import rights
from server.table.table import Table

OFFICES: tuple[Office, ...] = get_args(Office)


class NotAgreed(Refusal):
    """A refusal of a new office, because players have not agreed. The server then asks these players."""


def check_offices(table: Table, player: Player, request: Host, names: Mapping[str, str]) -> None:
    """Raise NotAgreed for a new office during a deal, unless all other players of the deal have agreed to it.

    `names` are the names of the people present, by id.
    """
    missing = {by for by, _, _ in missing_consents(table, player.id, request)}
    if missing:
        seated = {id: name for chair in table.chairs for id, name in chair.people}
        asked = sorted(seated.get(id) or names.get(id, id) for id in missing)
        raise NotAgreed(
            Code.FORBIDDEN,
            "a director or commentator sees every hand: name one between deals, or when every player at the"
            f" table has agreed; the server now asks {', '.join(asked)}",
        )


def missing_consents(table: Table, host: str, request: Host) -> tuple[tuple[str, Office, str], ...]:
    """Return the missing consents to a change of offices: the player to agree, the office, its new holder.

    No consent is needed if no hand is hidden. The host and the new holder need not agree, and a new holder
    that already has an office needs no consent.
    """
    return tuple(_missing(table, host, request)) if table.hidden else ()


def _missing(table: Table, host: str, request: Host) -> Iterator[tuple[str, Office, str]]:
    named = {"director": request.directors, "commentator": request.commentators}
    for office in OFFICES:
        for holder in set(named[office] or ()) - table.roles.directors - table.roles.commentators:
            for by in _players(table) - {host, holder}:
                if (by, office, holder) not in table.hand_access.consents:
                    yield by, office, holder


def _players(table: Table) -> frozenset[str]:
    """Return the players of this deal: owners of seats, and players removed from a seat during the deal.

    Removed players count, because otherwise a host could empty the seats first and give an office without any
    consent.
    """
    return rights(table.chairs) | (table.roles.removed & table.hand_access.former_seats.keys())


def consent(table: Table, player: Player, request: Consent, now_ms: int) -> Agreed | None:
    """Return the entry that a player's consent becomes, None if it changes nothing.

    Raises Refusal for a consent that is not possible now.
    """
    if player.id not in _players(table):
        raise Refusal(Code.NOT_SEATED, "only players at this table may agree to an office")
    if not table.hidden:
        raise Refusal(Code.FORBIDDEN, "no deal is being played: an office needs no consent now")
    if not request.player:
        raise Refusal(Code.FORBIDDEN, "expected the id of the player to get the office, got an empty id")
    if ((player.id, request.office, request.player) in table.hand_access.consents) == request.agree:
        return None
    holder, office = request.player, request.office
    return Agreed(at_ms=now_ms, by=player.id, player=holder, office=office, agree=request.agree)
