"""The changes of what is known of the people that may see hidden hands."""

from __future__ import annotations

from server.table.hand_access import SHORT_ABSENCE_MS, HandAccess, at_start
from server.table.seats import Chair

FREE, WEST = Chair(), Chair(owner="west", owner_name="West")


def test_a_seat_is_free_until_a_player_takes_it() -> None:
    left = HandAccess(former_seats={"west": 3}).after_leaving(3)
    assert (left.freed, left.entered) == ({3}, frozenset())
    returned = left.after_entering(3, "west")
    assert (returned.freed, returned.entered) == (frozenset(), frozenset())
    taken = left.after_entering(3, "eve")
    assert (taken.freed, taken.entered) == (frozenset(), {3})
    assert taken.after_leaving(3) == taken


def test_a_player_knows_a_hand_that_was_seen_or_held() -> None:
    access = HandAccess(seen_by=frozenset({"eve"}), former_seats={"west": 3})
    assert [access.knows_a_hand(player) for player in ("eve", "west", "bob")] == [True, True, False]


def test_an_absent_owner_is_asked_until_the_absence_is_no_longer_short() -> None:
    known = HandAccess().with_owners((FREE, WEST), 1_000, hold_ms=10_000)
    assert known.absent_from_ms == {"west": 1_000 + SHORT_ABSENCE_MS - 10_000}
    assert known.with_owners((WEST, FREE), 99_000, hold_ms=0) is known
    assert known.with_owners((FREE, FREE), 99_000, hold_ms=0).absent_from_ms == {}
    assert HandAccess().with_owners((WEST,), 1_000, hold_ms=SHORT_ABSENCE_MS + 1).absent_from_ms == {
        "west": 1_000
    }
    assert HandAccess().with_owners((WEST,), 1_000, None).absent_from_ms == {"west": 1_000 + SHORT_ABSENCE_MS}


def test_at_the_start_of_a_deal_only_permissions_and_absences_are_known() -> None:
    access = at_start((FREE, WEST), frozenset({(1, "eve")}), 1_000, SHORT_ABSENCE_MS)
    assert access == HandAccess(permissions=frozenset({(1, "eve")}), absent_from_ms={"west": 1_000})
