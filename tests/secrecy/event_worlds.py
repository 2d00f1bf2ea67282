"""Pairs of events that nobody but a director can tell apart, and all that a person can read of an event.

The events of a pair differ in one thing that is secret, such as a result of a board that a table has yet to
play. So every byte that a player, a watcher or a second guest reads is equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from server.errors import Refusal
from server.events import news
from server.events.calls import TableCall, called
from server.events.commands import (
    Adjust,
    Announce,
    CallDirector,
    Carry,
    Enrol,
    Finish,
    MakeDraw,
    Named,
    Offer,
)
from server.records.registry import RECORDS
from server.session import event_desk
from tests.events.tuesday import PLAIN, Tuesday

OTHERS = ("", "p-1N", "p-6S", "p-Stranger", "p-Sub")
"""A watcher, players, a second guest, and one in the pool of substitutes, none of them in the pair 3."""
Change = Callable[[Tuesday], None]
HIDDEN = replace(PLAIN, live_ranking=False)
MOVING = replace(PLAIN, moving=True)
LAST_OF_THIRD = 1
"""The group of boards that the third of three tables of a Mitchell plays in its third round."""


def read_by(tuesday: Tuesday, player: str) -> Iterator[bytes]:
    """Yield each answer about an event that a person can get, and the news for the person."""
    event = tuesday.event
    yield msgspec.json.encode(event_desk._about(event, player, 0, tuesday.away))
    yield msgspec.json.encode(news.news_of(event, lambda round, table: f"{round}-{table}").get(player))
    files = RECORDS[event.game.name].event_files
    formats = () if files is None else tuple(files.formats)
    for what, format in (("ranking", ""), ("results", ""), *(("file", each) for each in formats)):
        try:
            yield event_desk._compute(event, what, player, format)  # type: ignore[arg-type]
        except Refusal as refusal:
            yield str(refusal).encode()


def scores(*by_table: int) -> Change:
    """Let the tables 1, 2, … report these scores on the first board."""

    def change(tuesday: Tuesday) -> None:
        for table, score in enumerate(by_table, 1):
            tuesday.reports(table, {0: score})

    return change


def plays_round(*by_table: int) -> Change:
    """Let the tables 1, 2, … report these scores on all boards of the round, which ends."""

    def change(tuesday: Tuesday) -> None:
        for table, score in enumerate(by_table, 1):
            tuesday.reports(table, dict.fromkeys(range(tuesday.event.conditions.boards), score))
        tuesday.passes(0)

    return change


def comes_to_the_last_round(score: int) -> Change:
    """Let two of three tables finish the last round; the boards of the third had this score before."""

    def change(tuesday: Tuesday) -> None:
        for number in range(3):
            if number:
                tuesday.starts()
            groups = [table.seating.group for table in tuesday.event.rounds[number].tables.values()]
            scores = [score if group == LAST_OF_THIRD else 420 for group in groups]
            plays_round(*(scores if number < 2 else scores[:2]))(tuesday)

    return change


def nothing(tuesday: Tuesday) -> None:
    """Change nothing."""


def asks(name: str, command: object) -> Change:
    return lambda tuesday: tuesday.asks(name, command) and None  # type: ignore[arg-type, func-returns-value]


def enrols(code: str) -> Change:
    """Let the director enter a player by name, who gets this code."""

    def change(tuesday: Tuesday) -> None:
        tuesday.codes = (code,)
        tuesday.asks("Dora", Enrol(players=(Named("", "Ann"), Named("p-Ben", "Ben"))))

    return change


def disputes(tuesday: Tuesday) -> None:
    """Let the players of the third table disagree about a claim."""
    tuesday.takes(called(tuesday.event, TableCall(0, 3, dispute="0:0.12"), tuesday.now_ms))


def calls_at_table(text: str) -> Change:
    """Let a player of the first table call a director by words to directors alone."""

    def change(tuesday: Tuesday) -> None:
        tuesday.takes(called(tuesday.event, TableCall(0, 1, "p-1S", text), tuesday.now_ms))

    return change


def misses_partner() -> Tuesday:
    """Return an event in whose first round a player of the pair 3 is absent from the table."""
    tuesday = Tuesday.started()
    tuesday.away = frozenset({"p-3S"})
    return tuesday


def all_of(*changes: Change) -> Change:
    def change(tuesday: Tuesday) -> None:
        for each in changes:
            each(tuesday)

    return change


RULED = asks("Dora", Adjust(round=1, table=3, board=1, awards=("average", "average")))
"""A director rules on a board that the third table has yet to play."""
CANCELLED = asks("Dora", Finish(cancel=True))
STARTED, OPENED = Tuesday.started, Tuesday.opened
PAIRS: dict[str, tuple[Callable[[], Tuesday], Change, Change]] = {
    "a result before all tables have played the board": (STARTED, scores(420, 50), scores(-800, 1400)),
    "a result before a table has played the board on which a director has ruled": (
        STARTED,
        all_of(scores(420, 50), RULED),
        all_of(scores(-800, 1400), RULED),
    ),
    "a result of an event that is cancelled in the middle of its board": (
        STARTED,
        all_of(scores(420, 50), CANCELLED),
        all_of(scores(-800, 1400), CANCELLED),
    ),
    "a result while the ranking is hidden": (
        lambda: Tuesday.started(6, HIDDEN),
        scores(50, 420, -50),
        scores(50, -800, 1400),
    ),
    "a result of a round that is over, of boards that move": (
        lambda: Tuesday.started(6, MOVING),
        plays_round(420, 50, 50),
        plays_round(420, -800, 1400),
    ),
    "a result of a board that moves, which a table of the last round has yet to play": (
        lambda: Tuesday.started(6, MOVING),
        comes_to_the_last_round(420),
        comes_to_the_last_round(-800),
    ),
    "a draw that is not published": (lambda: OPENED(6), nothing, asks("Dora", MakeDraw())),
    "an announcement to another pair": (
        STARTED,
        nothing,
        asks("Dora", Announce(text="Your system card, please", entrant="3")),
    ),
    "an announcement to another table": (
        STARTED,
        nothing,
        asks("Dora", Announce(text="Your lights, please", tables=(2,))),
    ),
    "a penalty of another pair while the ranking is hidden": (
        lambda: Tuesday.started(6, HIDDEN),
        nothing,
        asks("Dora", Carry(entrant="3", hundredths=-40, reason="A phone rang")),
    ),
    "a call of another pair": (STARTED, nothing, asks("3N", CallDirector(text="I have a revoke"))),
    "the words by which partner has called a director at the table": (
        STARTED,
        calls_at_table("partner hesitated"),
        calls_at_table("dummy looked at a hand"),
    ),
    "a disputed claim at another table": (STARTED, nothing, disputes),
    "a player that offers to play as a substitute": (STARTED, nothing, asks("Ann", Offer())),
    "the players that offer to play while a player of another pair is absent": (
        misses_partner,
        asks("Ann", Offer()),
        asks("Bob", Offer()),
    ),
    "the code of a place": (lambda: OPENED(6), enrols("AAAAABBBBB"), enrols("CCCCCDDDDD")),
}


def told_apart(player: str) -> list[str]:
    """Return the secrets of the pairs of events that a person can tell apart."""
    found = []
    for secret, (base, one, other) in PAIRS.items():
        worlds = base(), base()
        for each in worlds:
            each.asks("Sub", Offer())
        one(worlds[0])
        other(worlds[1])
        read = [list(read_by(each, player)) for each in worlds]
        if read[0] != read[1]:
            found.append(secret)
    return found
