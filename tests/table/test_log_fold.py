"""The fold of a log, entry by entry and as a whole."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Policy
from server.errors import IllegalAction, StoreError
from server.games.bridge.rules import BRIDGE
from server.table import table
from server.table.events import Acted, Hosted, Sat
from server.table.log_fold import LogFold, restore
from tests.games.bridge.deals import deal
from tests.tables import EMPTY, NAMES, NOON, PASS, act, dealt

BASE = table.open_with(BRIDGE, BRIDGE.options_type(), EMPTY, Policy(), NOON, "host")
SEATED = tuple(Sat(at_ms=NOON, seat=seat, player=name, name=name.title()) for seat, name in enumerate(NAMES))
LOG = (BASE, *SEATED, Acted(at_ms=NOON, action=deal()))
WITHOUT_HOST = replace(BASE, host="")


def test_each_entry_gives_the_table_after_it() -> None:
    log = LogFold("t", BRIDGE, 0)
    after = [log.add(entry) for entry in LOG]
    assert [each.index for each in after] == list(range(1, len(LOG) + 1))
    assert after[-1] is log.table
    assert log.table == restore("t", BRIDGE, 0, LOG)
    assert log.table.state == dealt().state and log.table.seat_of("east") == 1


def test_a_log_has_the_number_of_its_deal() -> None:
    assert restore("t", BRIDGE, 7, LOG).deal == 7


def test_a_log_must_begin_with_a_base() -> None:
    for log, got in (((), "an empty log"), (SEATED, "the entry Sat")):
        with pytest.raises(
            StoreError, match=rf"log of deal 5 to begin with the table's state \(Base\), got {got}"
        ):
            restore("t", BRIDGE, 5, log)


def test_a_fold_without_an_entry_has_no_table() -> None:
    with pytest.raises(StoreError, match="log of deal 3 to begin with the table's state"):
        _ = LogFold("t", BRIDGE, 3).table


def test_an_entry_that_the_rules_forbid_leaves_the_table_as_it_was() -> None:
    log = LogFold("t", BRIDGE, 0)
    before = log.add(BASE)
    with pytest.raises(IllegalAction):
        log.add(Acted(at_ms=NOON, seat=0, player="north", n=1, action=PASS))
    assert log.table is before


def test_the_host_of_a_log_without_a_host_is_the_opener_of_the_table() -> None:
    assert restore("t", BRIDGE, 0, (WITHOUT_HOST,), "ann").roles.host == "ann"
    assert restore("t", BRIDGE, 0, (WITHOUT_HOST,)).roles.host == ""


def test_a_host_that_the_log_names_stays() -> None:
    assert restore("t", BRIDGE, 0, (BASE,), "ann").roles.host == "host"
    named = (WITHOUT_HOST, Hosted(at_ms=NOON, host="ben"))
    assert restore("t", BRIDGE, 0, named, "ann").roles.host == "ben"


def test_the_log_of_the_next_deal_is_a_fold_of_its_own() -> None:
    over = act(dealt(), PASS, PASS, PASS, PASS)
    following = LogFold("t", BRIDGE, 1).add(table.next_deal(over, NOON))
    assert following == table.fold(over, table.next_deal(over, NOON))
