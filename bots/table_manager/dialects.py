"""The differences between programs of the table-manager protocol, and the recognition of a program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """The forms of the table manager's lines that a client understands.

    `timing`: the table manager sends the times after each board. `quotes`: the line that confirms a seat has
    the team's name in quotes. `full_stop`: a full stop stands after the first team in the line of the teams.
    `capitals`: seats are written in capital letters.
    """

    name: str
    timing: bool = True
    quotes: bool = True
    full_stop: bool = False
    capitals: bool = False


USUAL = Dialect("usual")
"""Forms that nearly all programs understand; BEN needs the line of times after every board."""
DIALECTS = {
    dialect.name: dialect
    for dialect in (
        USUAL,
        Dialect("standard", full_stop=True),
        Dialect("bridge_env", timing=False, quotes=False),
        Dialect("wbridge5", capitals=True),
    )
}
"""The dialects by name. `standard` is the published text of the protocol to the letter."""


def recognised(first_line: str) -> Dialect:
    """Return the dialect of the program that sends `first_line`, its line `Connecting`.

    WBridge5 takes any seat (`ANYPL`) or writes its seat in capital letters. Other programs cannot be told
    apart by their first line, so they get the usual dialect.
    """
    seat = first_line.rpartition('"')[2].split()[1:2]
    return DIALECTS["wbridge5"] if seat and seat[0].isupper() else USUAL
