"""One end of a link, batch by batch: when it says hello, repeats, acknowledges, and notices a new session."""

from __future__ import annotations

from math import inf

import pytest

from server.links.batches import Batch
from server.links.link import ACKNOWLEDGE_S, AGAIN_S, OVERHEAD, REPEATED, Link

NORTH, SOUTH, LATER = 11, 22, 33
"""The sessions of the two ends, and a later session of north."""


def end(session: int = NORTH, limit: int = 10_000) -> Link:
    return Link("north" if session != SOUTH else "south", session, 0.0, limit=limit)


def said(link: Link, now_s: float) -> list[Batch]:
    """Return all that an end has to say now."""
    batches = []
    while (batch := link.batch(now_s)) is not None:
        batches.append(batch)
    return batches


def from_south(heard: int = 0, first: int = 0, *messages: bytes | None, hello: bool = False) -> Batch:
    return Batch("south", SOUTH, NORTH, hello, heard, first, list(messages))


def settled(limit: int = 10_000) -> Link:
    """Return the end of north after it has met south; nothing was sent yet."""
    north = end(limit=limit)
    assert north.hear(from_south(), 0.0) == ()
    assert north.settled and said(north, 0.0) == []
    return north


def test_two_ends_settle_with_a_hello_each_before_the_first_message_is_sent() -> None:
    north, south = end(), end(SOUTH)
    north.put(b"1NT", 0.0)
    (hello,) = said(north, 0.0)
    assert hello == Batch("north", NORTH, 0, True, 0)
    assert south.hear(hello, 0.0) == () and not south.settled
    (answer,) = said(south, 0.0)
    assert answer == Batch("south", SOUTH, NORTH, True, 0)
    assert north.hear(answer, 0.0) == () and north.settled
    (first,) = said(north, 0.0)
    assert first == Batch("north", NORTH, SOUTH, False, 0, 1, [b"1NT"])
    assert south.hear(first, 0.0) == [b"1NT"] and south.settled
    assert said(south, 0.0) == []


def test_a_hello_is_repeated_while_a_message_waits_and_only_then() -> None:
    north = end()
    assert said(north, 0.0) == [] and north.due_s(5.0) == 5.0
    north.put(b"1NT", 1.0)
    assert len(said(north, 1.0)) == 1
    assert north.due_s(5.0) == 1.0 + AGAIN_S
    assert said(north, 1.29) == []
    assert [batch.hello for batch in said(north, 1.3)] == [True]


def test_an_end_that_has_not_settled_is_answered_and_a_settled_one_is_not() -> None:
    north = settled()
    north.hear(from_south(), 0.0)
    assert said(north, 0.0) == []
    north.hear(from_south(hello=True), 0.0)
    assert said(north, 0.0) == [Batch("north", NORTH, SOUTH, False, 0, 1)]


def test_an_end_that_does_not_know_this_session_is_answered_and_its_messages_are_ignored() -> None:
    north = settled()
    assert north.hear(Batch("south", LATER, 99, False, 1, 1, [b"of an earlier session"]), 0.0) == ()
    assert said(north, 0.0) == [Batch("north", NORTH, SOUTH, False, 0, 1)]
    assert north.hear(from_south(0, 1, b"pass"), 0.0) == [b"pass"]


def test_another_session_that_names_this_one_is_the_end_of_the_link() -> None:
    assert settled().hear(Batch("south", LATER, NORTH, True, 0), 0.0) is None


def test_the_first_session_that_names_this_one_wins_over_what_was_heard_before() -> None:
    north = end()
    north.hear(Batch("south", LATER, 0, True, 0), 0.0)
    assert said(north, 0.0) == [Batch("north", NORTH, LATER, True, 0)]
    assert north.hear(from_south(0, 1, b"pass"), 0.0) == [b"pass"]
    assert north.peer_session == SOUTH


def test_an_end_tells_the_session_of_its_peer_that_the_link_is_over_until_it_settles() -> None:
    north = Link("north", LATER, 0.0, peer_session=SOUTH, telling=True, limit=100)
    told = Batch("north", LATER, SOUTH, True, 0)
    assert north.urgent and said(north, 0.0) == [told]
    assert said(north, 0.2) == [] and said(north, AGAIN_S) == [told]
    assert not north.in_use
    north.hear(Batch("south", 44, LATER, False, 0), 0.4)
    assert north.settled and north.due_s(5.0) == inf and said(north, 9.0) == []


def test_messages_are_passed_on_in_order_each_once_and_what_comes_early_waits() -> None:
    north = settled()
    assert north.hear(from_south(0, 2, b"2"), 0.0) == []
    assert north.hear(from_south(0, 4, b"4", b"5"), 0.0) == []
    assert north.hear(from_south(0, 1, b"1", b"2"), 0.0) == [b"1", b"2"]
    assert north.hear(from_south(0, 2, b"2", b"3", b"4"), 0.0) == [b"3", b"4", b"5"]
    assert north.hear(from_south(0, 1, b"1", b"2", b"3", b"4", b"5", b"6"), 0.0) == [b"6"]
    assert north.hear(from_south(0, 7, b"7"), 0.0) == [b"7"]


def test_messages_that_were_sent_to_many_are_waited_for() -> None:
    north = settled()
    assert north.hear(from_south(0, 1, b"1", None, b"3", None, b"5"), 0.0) == [b"1"]
    assert north.hear(from_south(0, 2, b"2", None, b"4"), 0.0) == [b"2", b"3", b"4", b"5"]


def test_early_messages_take_bounded_memory_and_old_ones_none() -> None:
    north = settled(limit=2 * OVERHEAD + 2)
    assert north.hear(from_south(0, 1, b"1"), 0.0) == [b"1"]
    for _ in range(10):
        assert north.hear(from_south(0, 0, b"0", b"1"), 0.0) == []
    for _ in range(10):
        assert north.hear(from_south(0, 3, b"3"), 0.0) == []
    assert north.hear(from_south(0, 3, b"3", b"4", b"5"), 0.0) == []
    assert north.hear(from_south(0, 2, b"2"), 0.0) == [b"2", b"3", b"4"]
    assert north.hear(from_south(0, 5, b"5"), 0.0) == [b"5"]
    assert north.hear(from_south(0, 7, b"7", b"8"), 0.0) == []
    assert north.hear(from_south(0, 6, b"6"), 0.0) == [b"6", b"7", b"8"]


def test_what_was_heard_is_acknowledged_after_a_moment_or_with_the_next_message() -> None:
    north = settled()
    north.hear(from_south(0, 1, b"1"), 1.0)
    north.hear(from_south(0, 2, b"2"), 1.01)
    assert north.due_s(5.0) == 1.0 + ACKNOWLEDGE_S and not north.urgent
    assert said(north, 1.01) == []
    assert said(north, 1.0 + ACKNOWLEDGE_S) == [Batch("north", NORTH, SOUTH, False, 2, 1)]
    north.hear(from_south(0, 3, b"3"), 2.0)
    north.put(b"pass", 2.0)
    assert said(north, 2.0) == [Batch("north", NORTH, SOUTH, False, 3, 1, [b"pass"])]
    assert said(north, 2.1) == []
    north.hear(from_south(0, 3, b"3"), 3.0)
    assert len(said(north, 3.0 + ACKNOWLEDGE_S)) == 1  # its acknowledgement was lost


def test_an_acknowledgement_goes_out_at_once_if_a_gap_was_filled_and_another_one_is_left() -> None:
    north = settled()
    north.hear(from_south(0, 5, b"5"), 1.0)
    assert not north.urgent
    north.hear(from_south(0, 1, b"1"), 1.0)
    assert north.urgent
    assert [batch.heard for batch in said(north, 1.0)] == [1]


def test_a_batch_to_many_acknowledges_too() -> None:
    north = settled()
    north.hear(from_south(0, 1, b"1"), 1.0)
    share = north.head("south")
    assert (share.peer, share.session, share.peer_session, share.heard) == ("south", NORTH, SOUTH, 1)
    assert said(north, 2.0) == []


def test_what_is_not_acknowledged_is_repeated_and_what_is_not_any_more() -> None:
    north = settled()
    for payload in (b"1", b"2", b"3"):
        north.put(payload, 1.0)
    assert [batch.messages for batch in said(north, 1.0)] == [[b"1", b"2", b"3"]]
    north.hear(from_south(2), 1.1)
    assert said(north, 1.39) == [] and north.due_s(5.0) == 1.1 + AGAIN_S
    assert said(north, 1.1 + AGAIN_S) == [Batch("north", NORTH, SOUTH, False, 0, 3, [b"3"])]
    assert north.repeated == 1
    north.hear(from_south(3), 1.5)
    assert north.due_s(5.0) == inf and said(north, 9.0) == []


@pytest.mark.parametrize("heard", [0, 1, 4, 2**60])
def test_an_acknowledgement_of_nothing_new_or_of_what_was_never_sent_is_ignored(heard: int) -> None:
    north = settled()
    north.put(b"1", 1.0)
    north.put(b"2", 1.0)
    said(north, 1.0)
    north.hear(from_south(1), 1.1)
    north.hear(from_south(heard), 1.2)
    assert [batch.messages for batch in said(north, 1.1 + AGAIN_S)] == [[b"2"]]


def test_shared_messages_are_left_out_of_the_single_batch_and_repeated_in_it() -> None:
    north = settled()
    assert north.share(b"1", 1.0) == 1
    assert said(north, 1.0) == []
    assert north.share(b"2", 1.1) == 2
    north.put(b"3", 1.1)
    assert north.share(b"4", 1.1) == 4
    north.put(b"5", 1.1)
    assert north.share(b"6", 1.1) == 6
    assert [(batch.first, batch.messages) for batch in said(north, 1.1)] == [(3, [b"3", None, b"5"])]
    assert [batch.messages for batch in said(north, 1.3)] == [[b"1", b"2", b"3", b"4", b"5", b"6"]]


def test_a_large_loss_is_repeated_in_parts_as_fast_as_they_are_acknowledged() -> None:
    north = settled(limit=10**9)
    for _ in range(10):
        north.put(bytes(REPEATED // 2), 1.0)
    said(north, 1.0)
    assert [len(batch.messages) for batch in said(north, 1.3)] == [2]
    north.hear(from_south(2), 1.4)
    assert [(batch.first, len(batch.messages)) for batch in said(north, 1.4)] == [(3, 2)]
    north.hear(from_south(10), 1.5)
    assert said(north, 9.0) == []


def test_an_end_is_overfull_while_too_much_waits_for_an_acknowledgement() -> None:
    north = settled(limit=3 * OVERHEAD + 30)
    for _ in range(3):
        north.put(bytes(10), 1.0)
        assert not north.overfull
    north.put(b"", 1.0)
    assert north.overfull
    said(north, 1.0)
    north.hear(from_south(1), 1.0)
    assert not north.overfull


def test_an_end_is_silent_only_if_it_owes_an_answer_and_has_said_nothing_since() -> None:
    north = settled()
    assert not north.is_silent(99.0, 5.0)
    north.put(b"1", 100.0)
    assert not north.is_silent(104.9, 5.0) and north.is_silent(105.0, 5.0)
    north.hear(from_south(), 104.0)
    assert not north.is_silent(108.9, 5.0) and north.is_silent(109.0, 5.0)
    north.hear(from_south(1), 110.0)
    assert not north.is_silent(999.0, 5.0)
