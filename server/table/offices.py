"""Directors and commentators: these offices see every hand, and the players know before one is given."""

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
    """A new office lacks the consent of players at the table, who are asked for it."""


def check_offices(table: Table, player: Player, request: Host, names: Mapping[str, str]) -> None:
    """Raise Refusal for a new office in a deal that not every other player of it has agreed to.

    `names` are those of the people who are at the table, by id.
    """
    lacking = {by for by, _, _ in missing_consents(table, player.id, request)}
    if lacking:
        seated = {id: name for chair in table.chairs for id, name in chair.people}
        called = sorted(seated.get(id) or names.get(id, id) for id in lacking)
        raise NotAgreed(
            Code.FORBIDDEN,
            "a director or commentator sees every hand: name one between boards, or when every player at the"
            f" table has agreed; asked are {', '.join(called)}",
        )


def missing_consents(table: Table, host: str, request: Host) -> tuple[tuple[str, Office, str], ...]:
    """Return the consents that a change of offices lacks: the player to agree, the office, its new holder.

    None are needed where no hand is hidden, from the host or the new holder, or for a player who sees every
    hand by an office already.
    """
    return tuple(_missing(table, host, request)) if table.hidden else ()


def _missing(table: Table, host: str, request: Host) -> Iterator[tuple[str, Office, str]]:
    named = {"director": request.directors, "commentator": request.commentators}
    for office in OFFICES:
        for holder in set(named[office] or ()) - table.directors - table.commentators:
            for by in _players(table) - {host, holder}:
                if (by, office, holder) not in table.agreed:
                    yield by, office, holder


def _players(table: Table) -> frozenset[str]:
    """Return the players of this deal: who have a right to a seat, or were taken out of it with its cards.

    A host who empties the seats first would else give any office without a question.
    """
    return rights(table.chairs) | (table.removed & table.left.keys())


def consent(table: Table, player: Player, request: Consent, now_ms: int) -> Agreed | None:
    """Return the entry that a player's consent becomes, None when it stands already. Raises Refusal."""
    if player.id not in _players(table):
        raise Refusal(Code.NOT_SEATED, "only a player who has a seat at this table agrees to an office")
    if not table.hidden:
        raise Refusal(Code.FORBIDDEN, "no board is being played: an office needs no consent now")
    if not request.player:
        raise Refusal(Code.FORBIDDEN, "expected the id of the player who would get the office")
    if ((player.id, request.office, request.player) in table.agreed) == request.agree:
        return None
    holder, office = request.player, request.office
    return Agreed(at_ms=now_ms, by=player.id, player=holder, office=office, agree=request.agree)
