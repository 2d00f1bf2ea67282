"""A set's log without the ids and names of its players, and put together again."""

from __future__ import annotations

import pytest

from server.board_sets.entries import Came, Finished, Over, Reopened, Went, encode
from server.board_sets.identities import split, together
from server.errors import StoreError
from server.table.identities import Identity, Placeholders
from tests.board_sets.sittings import NOON, begun, played

LOG = tuple(
    map(
        encode,
        (
            begun(),
            Came(at_ms=NOON, table="t1", player="p-ann"),
            Came(at_ms=NOON, table="t1", player="p-dora", office=True),
            played("t1", 0, players=("Ann", None, "plain", "")),
            played("t2", 0, players=("Ann", "Ben", "@0", "Dan")),
            Reopened(at_ms=NOON, table="t1", deal=0, board=1),
            Went(at_ms=NOON, table="t1", player="p-ann", last=3),
            Finished(at_ms=NOON, table="t1", last=3),
            Over(at_ms=NOON),
        ),
    )
)
IDS = {("t1", 0, 0): "p-ann", ("t2", 0, 0): "p-another-ann", ("t2", 0, 1): "p-ben", ("t2", 0, 2): "p-mark"}


def person_of(table: str, deal: int, seat: int, name: str) -> Identity:
    return Identity(IDS.get((table, deal, seat), ""), name)


def test_a_log_has_no_id_and_no_name_of_a_player_and_is_put_together_again() -> None:
    placeholders = Placeholders()
    written = split(LOG, placeholders, person_of)
    told = b"".join(written)
    assert not [word for word in (b"p-ann", b"p-dora", b"Ann", b"Ben", b"Dan", b"plain") if word in told]
    assert placeholders.identities == (
        Identity("p-ann", "Ann"),
        Identity("p-dora"),
        Identity("", "plain"),
        Identity("p-another-ann", "Ann"),
        Identity("p-ben", "Ben"),
        Identity("p-mark", "@0"),
        Identity("", "Dan"),
    )
    assert together(written, placeholders.identities) == LOG


def test_a_pseudonym_stands_in_the_results_in_place_of_the_name() -> None:
    placeholders = Placeholders()
    written = split(LOG, placeholders, person_of)
    forgotten = (Identity("gone-1", "gone-1"), *placeholders.identities[1:])
    told = b"".join(together(written, forgotten))
    assert b"p-ann" not in told and b"gone-1" in told and b"p-another-ann" not in told


def test_a_placeholder_without_an_identity_is_refused() -> None:
    placeholders = Placeholders()
    written = split(LOG, placeholders, person_of)
    with pytest.raises(StoreError, match="expected a placeholder below @1"):
        together(written, placeholders.identities[:1])
