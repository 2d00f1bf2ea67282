"""The two offices of a table, director and commentator, and the players' consent to them.

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
    """The refusal of a new director or commentator, because players have not agreed.

    After this refusal the server asks these players for their consent.
    """


def check_offices(table: Table, player: Player, request: Host, names: Mapping[str, str]) -> None:
    """Raise NotAgreed for a new director or commentator to which other players of the deal have not agreed.

    Between deals no consent is needed. `names` maps the ids of the people at the table to their names.
    """
    missing = {by for by, _, _ in missing_consents(table, player.id, request)}
    if missing:
        seated = {id: name for chair in table.chairs for id, name in chair.people}
        asked = sorted(seated.get(id) or names.get(id, id) for id in missing)
        raise NotAgreed(
            Code.FORBIDDEN,
            "a director or commentator sees every hand: name a new one between deals, or when every player at"
            f" the table has agreed; the server now asks {', '.join(asked)}",
        )


def missing_consents(table: Table, host: str, request: Host) -> tuple[tuple[str, Office, str], ...]:
    """Return the consents that a change of offices still needs.

    Each is a triple of the player that must agree, the office, and the id of the new director or commentator.

    No consent is needed if no hand is hidden, or if the new director or commentator already has the other
    office. The host, and the new director or commentator, need not agree.
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
    """Return the players with a right to a seat, and those removed from a seat during this deal.

    The consent of removed players is needed, too, because otherwise a host could first remove all players
    from their seats and then name a director without any consent.
    """
    return rights(table.chairs) | (table.roles.removed & table.hand_access.former_seats.keys())


def consent(table: Table, player: Player, request: Consent, now_ms: int) -> Agreed | None:
    """Return the log entry for a player's consent, None if the consent changes nothing.

    Raises Refusal if the player may not consent now.
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
