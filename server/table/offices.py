"""The two offices of a table, director and commentator, and the players' consent during a deal.

Directors and commentators see every hand, so the players must consent to a new office during a deal. The
players of a deal must also consent to newcomers (see `newcomers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from protocol.v1.codes import Code
from protocol.v1.requests import Consent, Office
from server.errors import Refusal
from server.table.events import Agreed
from server.table.player import Player
from server.table.seats import rights
from server.table.table import Table
from server.table.typed_requests import ChangeTable

OFFICES: tuple[Office, ...] = ("director", "commentator")


class NotAgreed(Refusal):
    """The refusal of a new director, commentator or newcomer, because players of the deal have not agreed.

    After this refusal the server asks the players that have not agreed for their consent.
    """


def check_offices(table: Table, player: Player, request: ChangeTable, names: Mapping[str, str]) -> None:
    """Raise NotAgreed for a new director or commentator to which other players of the deal have not agreed.

    Between deals a new director or commentator needs no consent. `names` maps the ids of the people at the
    table to their names.
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


def missing_consents(table: Table, host: str, request: ChangeTable) -> tuple[tuple[str, Office, str], ...]:
    """Return the consents of players that are still missing for new directors or commentators.

    Each missing consent is a triple of the player that must agree, the office, and the id of the new director
    or commentator.

    No consent is needed if no hand is hidden, or if a new director was a commentator or a new commentator was
    a director. The host, and the new director or commentator, need not agree to the change. If at most one
    player is left to agree, all players that have stood up in this deal must agree, too.
    """
    return tuple(_missing(table, host, request)) if table.hidden else ()


def _missing(table: Table, host: str, request: ChangeTable) -> Iterator[tuple[str, Office, str]]:
    named = {"director": request.directors, "commentator": request.commentators}
    for office in OFFICES:
        for holder in set(named[office] or ()) - table.roles.directors - table.roles.commentators:
            for by in _asked(table, host, holder):
                if (by, office, holder) not in table.hand_access.consents:
                    yield by, office, holder


def _asked(table: Table, host: str, holder: str) -> frozenset[str]:
    """Return the ids of the players that must agree before `holder` gets an office."""
    asked = players_of_deal(table) - {host, holder}
    if len(asked) > 1:
        return asked
    # A player that stood up may sit down again in the own seat. Until then, the only player left could name a
    # second guest and so see that player's hand.
    return (asked | table.hand_access.former_seats.keys()) - {host, holder}


def players_of_deal(table: Table) -> frozenset[str]:
    """Return the ids of the players with a right to a seat or removed from a seat during this deal.

    The consent of removed players is needed, too: otherwise a host could remove all players from their seats
    and then name a director without any consent.
    """
    return rights(table.chairs) | (table.roles.removed & table.hand_access.former_seats.keys())


def former_players(table: Table, seat: int) -> frozenset[str]:
    """Return the players that have held the hand of a seat in this deal and have left the seat."""
    former = table.hand_access.former_seats
    return frozenset(player for player, held in former.items() if held == seat)


def consent(table: Table, player: Player, request: Consent, now_ms: int) -> Agreed | None:
    """Return the log entry for a player's consent, None if the consent changes nothing.

    Raises Refusal if the player may not give or withdraw a consent now.
    """
    if player.id not in players_of_deal(table) and not _held_hand(table, player, request):
        raise Refusal(
            Code.NOT_SEATED,
            "only players with a seat at this table may agree to a new director, commentator or player",
        )
    if not table.hidden:
        raise Refusal(
            Code.FORBIDDEN,
            "no deal is being played, so no player needs to agree to a new director, commentator or player",
        )
    if not request.player:
        raise Refusal(
            Code.FORBIDDEN,
            "expected the id of the player that is to get the office or the seat, got an empty text",
        )
    holder, office, seat = request.player, request.office, _seat_of_consent(table, request)
    if seat is None:
        agreed = (player.id, office, holder) in table.hand_access.consents
    else:
        agreed = (player.id, seat, holder) in table.hand_access.seat_consents
    if agreed == request.agree:
        return None
    return Agreed(at_ms=now_ms, by=player.id, player=holder, office=office, agree=request.agree, seat=seat)


def _held_hand(table: Table, player: Player, request: Consent) -> bool:
    """Return True if a player agrees to a request about the hand that the player has held in this deal.

    A request for an office is about all hands; a request for a seat is about the hand of this seat.
    """
    held = table.hand_access.former_seats.get(player.id)
    return held is not None and (request.office != "seat" or request.seat == held)


def _seat_of_consent(table: Table, request: Consent) -> int | None:
    """Return the seat that a consent to a newcomer names, None for a consent to an office.

    Raises Refusal if a consent to a newcomer names no seat of the table.
    """
    if request.office != "seat":
        return None
    if request.seat is None or request.seat >= len(table.chairs):
        known = len(table.chairs) - 1
        raise Refusal(Code.FORBIDDEN, f"expected `seat` to be a seat from 0 to {known}, got {request.seat}")
    return request.seat
