"""The keys of the Spades API's tickets, which a later server must find as they are."""

from __future__ import annotations

import hashlib

from server.web.spades_rest.ticket_keys import invitation_key, invited_key, link_key, seat_key


def test_the_keys_of_tickets_stay_as_they_are() -> None:
    assert str(seat_key("ann")) == "seat:ann"
    assert str(invitation_key("0f1e")) == "invite:0f1e"
    assert str(invited_key("t1", "ann")) == "invited:t1:ann"
    assert str(link_key("token")) == f"link:{hashlib.sha256(b'token').hexdigest()}"


def test_an_invitation_to_one_table_is_not_one_to_another() -> None:
    """An id of a player may be any text, but an id of a table has no colon."""
    assert (
        len({str(invited_key(table, player)) for table in ("t1", "t2") for player in ("a", "a:b", ":")}) == 6
    )
