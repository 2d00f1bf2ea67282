"""The lines that state which people can see the hands during play, and which players are robots."""

from __future__ import annotations

from bots.sheets.names import name_shown
from protocol.v1.requests import Delay
from protocol.v1.updates import People
from protocol.words import with_count

MINUTE_MS = 60_000
EVERY_HAND = "every hand while it is played"


def access_words(people: People) -> list[str]:
    """Return the lines that state when watchers, directors and commentators can see the hands.

    If a player has uploaded the deals of the table, a line names the player that may know them. The last
    lines name the owners of those players that are robots.

    >>> access_words(People(table="t", seats=(), watchers=0, hands="live", directors=("d1", "d2")))
    ['Watchers see every hand while it is played', '2 directors see every hand while it is played']
    """
    offices = {"director": people.directors, "commentator": people.commentators}
    held = [
        (with_count(len(holders), office), len(holders)) for office, holders in offices.items() if holders
    ]
    return [
        _watchers(people),
        *(f"{words} {'sees' if count == 1 else 'see'} {EVERY_HAND}" for words, count in held),
        *_uploader(people),
        *(f"{name_shown(row)} is a robot of {row.robot_of}" for row in people.seats if row.robot_of),
    ]


def _uploader(people: People) -> list[str]:
    """Return the line that names the player that uploaded the deals; no line if the server deals at random.

    >>> _uploader(People(table="t", seats=(), watchers=0, uploaded_by="a1"))
    ['A player without a seat here uploaded the deals of this table and may know them']
    """
    if people.uploaded_by is None:
        return []
    if not people.uploaded_by:
        return ["The deals of this table come from a file of the server"]
    seated = [name_shown(row) for row in people.seats if row.player == people.uploaded_by]
    player = seated[0] if seated else "A player without a seat here"
    return [f"{player} uploaded the deals of this table and may know them"]


def _watchers(people: People) -> str:
    if people.delay is not None:
        return f"Watchers see every hand {lag_words(people.delay)} late"
    if people.hands == "live":
        return f"Watchers see {EVERY_HAND}"
    return "Watchers see a hand after the deal, or earlier with the permission of its player"


def lag_words(delay: Delay) -> str:
    """Return the delay of the watchers' view in words.

    >>> lag_words(Delay(ms=180_000)), lag_words(Delay(ms=1_500, boards=1))
    ('3 minutes', '1 deal and 1.5 seconds')
    """
    deals = [with_count(delay.boards, "deal")] if delay.boards else []
    seconds = delay.ms / 1000
    whole = seconds == int(seconds)
    if delay.ms and delay.ms % MINUTE_MS == 0:
        times = [with_count(delay.ms // MINUTE_MS, "minute")]
    elif delay.ms:
        times = [with_count(int(seconds), "second") if whole else f"{seconds:g} seconds"]
    else:
        times = []
    return " and ".join(deals + times)
