"""The meetings of earlier rounds by entry."""

from __future__ import annotations

from collections.abc import Sequence

from server.events.movements.draws import Draw

Met = dict[str | None, dict[str | None, list[int]]]
"""The rounds in which each two entries met. None stands for the missing opponent of an entry."""


def meetings(draws: Sequence[Draw]) -> Met:
    """Return the rounds in which each two entries met, and in which each entry had no opponent."""
    met: Met = {}
    for draw in draws:
        for meeting in draw.meetings:
            if len(meeting.sides) == 2:
                one, other = meeting.sides
                met.setdefault(one, {}).setdefault(other, []).append(draw.round)
                met.setdefault(other, {}).setdefault(one, []).append(draw.round)
    return met
