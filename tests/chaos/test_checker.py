"""The judge is judged: a good history passes, and whatever is planted in it is found."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from server.table import events
from server.table.events import Acted, Base, Closed, Credited, Entry, Ruled, Sat, Saw
from tests.chaos import records
from tests.chaos.checker import History, faults, lost_and_doubled
from tests.chaos.good_history import MS, SEATS, TABLE, WATCHERS, Play
from tests.chaos.records import Acked, Denied, Last, Record, Shown


@pytest.fixture(params=range(3))
def good(request: pytest.FixtureRequest) -> History:
    """Two boards and a part of a third, as nobody could object to them."""
    return unchanged(played(request.param, 20))


@cache
def played(seed: int, further: int) -> History:
    """Return the history of two boards, and of so many further steps."""
    play = Play(seed)
    while play.table.deal < 2:
        play.plays(1)
    play.plays(further)
    return play.history()


def unchanged(history: History) -> History:
    """Return a copy of a history, to which a test may add records."""
    return replace(
        history, clients=[replace(client, records=[*client.records]) for client in history.clients]
    )


def test_a_good_history_passes(good: History) -> None:
    assert faults(good) == []


def log_of(history: History, deal: int = -1) -> list[Entry]:
    return [events.decode(packed) for _, packed in history.logs[TABLE][deal]]


def with_log(history: History, log: list[Entry], deal: int = -1) -> History:
    """The history with another log in place of one, numbered as a store would."""
    logs = list(history.logs[TABLE])
    logs[deal] = [(f"{index}-0", events.encode(entry)) for index, entry in enumerate(log, start=1)]
    return replace(history, logs={TABLE: logs})


def rewritten(history: History, change: Callable[[str, Record], Record | None]) -> History:
    """The history with the records of everybody changed one by one; None drops one."""
    clients = [
        replace(c, records=[new for r in c.records if (new := change(c.name, r)) is not None])
        for c in history.clients
    ]
    return replace(history, clients=clients)


def acks(history: History) -> list[tuple[str, Acked]]:
    return [(c.name, r) for c in history.clients for r in c.records if isinstance(r, Acked)]


def found(history: History, words: str) -> bool:
    return any(words in fault for fault in faults(history))


def truncated(history: History) -> History:
    """The last entries of the log are gone, with an action among them that somebody was told of."""
    log = log_of(history)
    last_n = {entry.player: entry.n for entry in log if isinstance(entry, Acted) and entry.player}
    told = {(name, ack.n) for name, ack in acks(history)}
    while True:
        lost = log.pop()
        if isinstance(lost, Acted) and (lost.player, lost.n) in told and lost.n == last_n[lost.player]:
            return with_log(history, log)


def test_a_loss_at_the_end_of_the_log_is_found(good: History) -> None:
    """The loss that a crash would bring: what is left is a sound log, only shorter."""
    assert found(truncated(good), "said to be done, stands in the log 0 times")
    assert found(truncated(good), "sees in the end")
    assert found(truncated(good), "was shown what the log never was")


def test_a_loss_that_only_its_ack_tells_of_is_found(good: History) -> None:
    nobody_looked = rewritten(truncated(good), lambda name, r: None if isinstance(r, Shown) else r)
    assert found(nobody_looked, "said to be done, stands in the log 0 times")


def test_a_loss_in_the_middle_is_found(good: History) -> None:
    logs = good.logs[TABLE]
    gap = [logs[0], [*logs[1][:10], *logs[1][11:]], *logs[2:]]
    assert faults(replace(good, logs={TABLE: gap}))


def test_a_lost_deal_is_found(good: History) -> None:
    logs = good.logs[TABLE]
    assert faults(replace(good, logs={TABLE: [logs[0], *logs[2:]]}))
    assert faults(replace(good, logs={TABLE: logs[:2]}))


def test_a_double_under_its_own_number_is_found(good: History) -> None:
    """An action that was retried and applied again: the player's next turn is the first, said twice."""
    log = log_of(good, 0)
    player, first, second = pair_of_one_player(log)
    doubled = [
        replace(entry, n=first)
        if isinstance(entry, Acted) and (entry.player, entry.n) == (player, second)
        else entry
        for entry in log
    ]
    assert found(with_log(good, doubled, 0), f"action {first} of {player}, expected {second}")


def test_what_is_lost_and_doubled_is_counted(good: History) -> None:
    assert lost_and_doubled(good) == (0, 0)
    lost, doubled = lost_and_doubled(truncated(good))
    assert lost and not doubled
    log = log_of(good, 0)
    twice = next(entry for entry in log if isinstance(entry, Acted) and entry.player is not None)
    doubling = [
        replace(entry, player=twice.player, n=twice.n)
        if isinstance(entry, Acted) and entry.seat is None
        else entry
        for entry in log
    ]
    assert lost_and_doubled(with_log(good, doubling, 0)) == (0, 1)


def pair_of_one_player(log: list[Entry]) -> tuple[str, int, int]:
    acted = [entry for entry in log if isinstance(entry, Acted) and entry.player is not None]
    player = acted[0].player
    first, second = [entry.n for entry in acted if entry.player == player][:2]
    assert player is not None and first is not None and second is not None
    return player, first, second


def test_a_double_under_the_next_number_is_found(good: History) -> None:
    """An entry twice in a row: a retry that was taken for another action."""
    log = log_of(good)
    at = max(place for place, entry in enumerate(log) if isinstance(entry, Credited | Acted))
    assert faults(with_log(good, [*log[: at + 1], log[at], *log[at + 1 :]]))


def test_a_credit_that_is_given_twice_is_found(good: History) -> None:
    """It changes no card and no number, only when the time is up."""
    log = log_of(good)
    credit = Credited(at_ms=table_time(log), ms=5_000)
    assert found(with_log(good, [*log, credit]), "has the deadline")


def table_time(log: list[Entry]) -> int:
    return max(entry.at_ms for entry in log)


def test_two_entries_that_changed_places_are_found(good: History) -> None:
    log = log_of(good, 0)
    for at in range(1, len(log) - 1):
        swapped = [*log[:at], log[at + 1], log[at], *log[at + 2 :]]
        if isinstance(log[at], Sat | Saw) or swapped == log:
            continue
        assert faults(with_log(good, swapped, 0)), log[at : at + 2]


def test_a_time_that_goes_back_is_found(good: History) -> None:
    log = log_of(good)
    log[-1] = replace(log[-1], at_ms=log[-2].at_ms - 1)
    assert found(with_log(good, log), "time goes back")


def test_two_ids_that_changed_places_are_found(good: History) -> None:
    logs = [list(log) for log in good.logs[TABLE]]
    (one, first), (other, second) = logs[0][6:8]
    logs[0][6:8] = [(other, first), (one, second)]
    assert found(replace(good, logs={TABLE: logs}), "the indices are")


def test_an_action_done_before_an_earlier_one_was_sent_is_found(good: History) -> None:
    """The log has one order and the world had another, though every log and every client is sound."""
    first, *_, last = sorted((ack.at_ns, name, ack.n) for name, ack in acks(good))

    def change(name: str, record: Record) -> Record:
        if isinstance(record, Acked) and (name, record.n) == (first[1], first[2]):
            late = last[0] + MS
            return replace(record, sent_ns=late, at_ns=late + MS)
        return record

    assert found(rewritten(good, change), "stands before one that was done when it was sent")


def test_an_action_that_is_not_the_one_that_was_sent_is_found(good: History) -> None:
    def change(name: str, record: Record) -> Record:
        return replace(record, action={"t": "call", "call": "7NT"}) if isinstance(record, Acked) else record

    assert found(rewritten(good, change), "the log has")


def test_an_action_that_answered_another_decision_is_found(good: History) -> None:
    def change(name: str, record: Record) -> Record:
        return replace(record, decision="3.14") if isinstance(record, Acked) else record

    assert found(rewritten(good, change), "answered 3.14")


def test_an_action_that_nobody_sent_is_found(good: History) -> None:
    """A number that no log has, said to be done."""
    name, last = acks(good)[-1]
    client = next(client for client in good.clients if client.name == name)
    client.records.append(replace(last, n=last.n + 50))
    assert found(good, f"action {last.n + 50} of {name}, said to be done, stands in the log 0 times")


def rulings(history: History) -> list[int]:
    """Where in the log of the last deal but one the director has something taken back."""
    log = enumerate(log_of(history, -2))
    return [at for at, entry in log if isinstance(entry, Ruled) and entry.ruling["t"] == "roll_back"]


@pytest.fixture
def ruled() -> History:
    """A history whose director has ruled in the board before the last one."""
    for seed in itertools.count():
        history = played(seed, 0)
        if rulings(history):
            return unchanged(history)
    raise AssertionError("unreachable")


def test_a_history_with_a_ruling_passes(ruled: History) -> None:
    assert faults(ruled) == []


def test_a_ruling_that_was_given_twice_is_found(ruled: History) -> None:
    """A ruling that was sent again because its answer was lost, and carried out again."""
    log = log_of(ruled, -2)
    at = rulings(ruled)[0]
    assert found(with_log(ruled, [*log[: at + 1], log[at], *log[at + 1 :]], -2), "stands in the log 2 times")


def test_a_ruling_that_was_lost_is_found(ruled: History) -> None:
    client = next(client for client in ruled.clients if client.name == "dan")
    done = records.Ruled(at_ns=1, table=TABLE, ruling={"t": "go_on", "reason": "never"}, sent_ns=0)
    client.records.insert(1, done)
    assert found(ruled, "a ruling of dan, said to be done, is not in the log")


def test_a_ruling_that_was_done_and_said_to_be_refused_is_found(ruled: History) -> None:
    def change(name: str, record: Record) -> Record:
        if not isinstance(record, records.Ruled):
            return record
        return Denied(at_ns=record.at_ns, table=TABLE, what=record.ruling)

    assert found(rewritten(ruled, change), "what was refused to dan stands in the log")


def test_an_action_that_was_done_and_said_to_be_refused_is_found(good: History) -> None:
    def change(name: str, record: Record) -> Record:
        if not isinstance(record, Acked):
            return record
        return Denied(at_ns=record.at_ns, table=TABLE, what=record.action, n=record.n)

    assert found(rewritten(good, change), "what was refused to north stands in the log")


def test_what_answers_no_decision_is_kept_as_well(good: History) -> None:
    """Claims, wishes, questions: their loss is found, whatever decision was to be made then."""
    besides = [
        (name, ack)
        for name, ack in acks(good)
        if ack.action["t"] in ("ask", "explain", "undo", "grant", "claim")
    ]
    assert len({ack.action["t"] for _, ack in besides}) > 1
    name, ack = besides[-1]
    client = next(client for client in good.clients if client.name == name)
    client.records.append(replace(ack, n=ack.n + 500))
    assert found(good, f"action {ack.n + 500} of {name}, said to be done, stands in the log 0 times")


def test_a_decision_that_comes_again_is_found(good: History) -> None:
    """The second deal names its decisions as the first one did."""
    log = log_of(good, 1)
    assert isinstance(log[0], Base)
    forgetful = with_log(good, [replace(log[0], moves=0, rewinds=0), *log[1:]], 1)
    assert found(forgetful, "is another one than before")
    assert found(forgetful, "decision 0.0 after")


@pytest.mark.parametrize("who", [*SEATS, *WATCHERS])
def test_a_wrong_view_in_the_end_is_found(good: History, who: str) -> None:
    def change(name: str, record: Record) -> Record:
        if name == who and isinstance(record, Last):
            return replace(record, text=record.text.replace('"board":3', '"board":4'))
        return record

    assert found(rewritten(good, change), f"{who} sees in the end")


def test_a_client_that_saw_no_end_is_found(good: History) -> None:
    silent = rewritten(good, lambda name, r: None if name == "ann" and isinstance(r, Last) else r)
    assert found(silent, "expected one last view of ann, got 0")


@pytest.mark.parametrize("who", ["south", *WATCHERS])
def test_a_view_that_was_never_so_is_found(good: History, who: str) -> None:
    shown = [r for c in good.clients if c.name == who for r in c.records if isinstance(r, Shown)]

    def change(name: str, record: Record) -> Record:
        return replace(record, digest="0" * 16) if record is shown[len(shown) // 2] else record

    assert found(rewritten(good, change), f"{who} was shown what the log never was")


@pytest.mark.parametrize("who", ["south", *WATCHERS])
def test_a_view_that_goes_back_is_found(good: History, who: str) -> None:
    """A client that is shown an older state after a newer one has seen something taken back."""
    client = next(client for client in good.clients if client.name == who)
    shown = [record for record in client.records if isinstance(record, Shown)]
    client.records.append(shown[len(shown) // 2])
    assert found(good, f"{who} was shown what the log never was")


def test_another_clients_view_is_found(good: History) -> None:
    """East sees what only West may see."""
    west = {
        r.at_ns: r.digest for c in good.clients if c.name == "west" for r in c.records if isinstance(r, Shown)
    }

    def change(name: str, record: Record) -> Record:
        if name == "east" and isinstance(record, Shown):
            return replace(record, digest=west.get(record.at_ns, record.digest))
        return record

    assert found(rewritten(good, change), "east was shown what the log never was")


def test_a_robot_that_gave_up_is_found(good: History) -> None:
    good.clients[2] = replace(good.clients[2], exit_code=1)
    assert faults(good) == ["south ended with code 1"]


def test_a_deal_that_forgot_something_of_the_one_before_is_found(good: History) -> None:
    log = log_of(good, 1)
    assert isinstance(log[0], Base)
    forgetful = replace(log[0], moves=0)
    assert found(with_log(good, [forgetful, *log[1:]], 1), "does not begin as the one before it ended")


def test_a_log_that_does_not_fold_is_found(good: History) -> None:
    log = log_of(good)
    closed = Closed(at_ms=table_time(log), reason="")
    assert faults(with_log(good, [log[0], closed, *log[1:]]))
    assert found(with_log(good, log[1:]), "does not fold")
