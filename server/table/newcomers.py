"""Newcomers: players that take a seat during a deal, and the consent that they need.

During a deal a newcomer needs the consent of the deal's players, because one person may be several guests.
Without the players' consent, a host could seat a second guest of his own in a player's seat, look at the
hand, and put the player back.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.v1.codes import Code
from protocol.words import with_count
from server.table.access import may_enter
from server.table.offices import NotAgreed, former_players, players_of_deal
from server.table.player import Player
from server.table.seats import rights
from server.table.table import Table


def check_newcomer(
    table: Table, sender: Player, newcomer: Player, seat: int, names: Mapping[str, str], now_ms: int
) -> None:
    """Raise NotAgreed unless enough players agree that `newcomer` takes a seat in the present deal.

    `sender` is the player that sent the request: the newcomer, the host or a director. `names` maps the ids
    of the people at the table to their names.
    """
    missing = missing_for_seat(table, sender.id, newcomer.id, seat, now_ms)
    if missing:
        sits = "you sit down" if sender.id == newcomer.id else f"{newcomer.name} takes a seat"
        raise NotAgreed(
            Code.FORBIDDEN,
            f"during a deal every player of the deal must agree before {sits};"
            f" the server asks {_asked(table, sender.id, missing, names)}",
        )


def missing_for_seat(table: Table, sender: str, newcomer: str, seat: int, now_ms: int) -> frozenset[str]:
    """Return the ids of the players that still must agree before a newcomer takes a seat in this deal.

    The sender of the request, the newcomer, and players that have been absent for the policy's `hold_ms` need
    not agree. If at most one player is left to agree, the player that has stood up from the seat must agree,
    too; if only hosts are left, the seat's player must agree even while absent. A newcomer needs no consent
    for a seat without hidden cards, or for the newcomer's own seat of this deal. A newcomer that was invited
    before the deal needs no consent for a seat that became free in this deal. A director that knows no hand
    may seat another player without any consent.
    """
    if (
        not table.has_hidden_cards(seat)
        or _is_own_seat(table, newcomer, seat)
        or (sender == newcomer and _may_fill(table, newcomer, seat, now_ms))
        or (sender != newcomer and _is_impartial_director(table, sender))
    ):
        return frozenset()
    consents = table.hand_access.seat_consents
    absent = _absent(table, now_ms)
    asked = players_of_deal(table) - {sender, newcomer} - absent
    if asked <= table.hosts_of_deal:
        # A host could otherwise let a second guest see the hand of an absent player. The earlier hosts of
        # this deal count, too: a host could give the table away, and then agree as a player.
        asked |= former_players(table, seat) | rights((table.chairs[seat],))
    elif len(asked) == 1:
        # The only player left could otherwise let a second guest see the hand of a player that stood up.
        asked |= former_players(table, seat) - absent
    return frozenset(by for by in asked - {sender, newcomer} if (by, seat, newcomer) not in consents)


def _is_own_seat(table: Table, player: str, seat: int) -> bool:
    """Return True if a player has a right to `seat`, or has held the hand of `seat` in this deal."""
    chair = table.chairs[seat]
    return player in (chair.player, chair.owner) or table.hand_access.former_seats.get(player) == seat


def _may_fill(table: Table, player: str, seat: int, now_ms: int) -> bool:
    """Return True if `seat` became free in this deal and `player` was invited before the deal.

    A seat from which the host has removed the player does not count as free: otherwise a host could invite a
    second guest of his own before the deal.
    """
    access, owner = table.hand_access, table.chairs[seat].owner
    invited = player in table.roles.invited and player not in access.new_invited
    return invited and seat in access.freed and (owner is None or owner in _absent(table, now_ms))


def _is_impartial_director(table: Table, player: str) -> bool:
    """Return True if a player has been a director since before the deal and knows no hand of it."""
    access = table.hand_access
    since_before = player in table.roles.directors and player not in access.new_directors
    return since_before and not access.knows_a_hand(player) and table.right_of(player) is None


def _absent(table: Table, now_ms: int) -> frozenset[str]:
    """Return the ids of the absent owners of seats, without those that left only a moment ago."""
    absent_from_ms = table.hand_access.absent_from_ms
    return frozenset(owner for owner, from_ms in absent_from_ms.items() if from_ms <= now_ms)


def _asked(table: Table, sender: str, missing: frozenset[str], names: Mapping[str, str]) -> str:
    """Return the names of the players that have not agreed, as far as the sender may know them.

    The message `people` shows the names of the players in seats to everybody who may follow the table, and no
    other names. The host and the directors may know the names of all people at the table.
    """
    known: dict[str, str] = {}
    if sender == table.roles.host or sender in table.roles.directors:
        known = {**names, **{id: name for chair in table.chairs for id, name in chair.people}}
    elif may_enter(table, sender):
        known = {chair.player: chair.name for chair in table.chairs if chair.player is not None}
    shown = sorted(known[id] for id in missing if id in known)
    others = len(missing) - len(shown)
    return ", ".join([*shown, *([with_count(others, "other player")] if others else [])])
