"""Events that follow one another: what entrants carry over into the next one, and their totals over all.

An entrant is the same in two events if more than half of its players are. Events are given as the server
shows them, as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.events.ranking import Ranking, Row, carried_forward, over_sessions


class Session(Struct, frozen=True):
    """An event, and its ranking."""

    event: Mapping[str, Any]
    ranking: Mapping[str, Any]

    @property
    def players(self) -> dict[str, frozenset[str]]:
        """Return the ids of the players of each entrant; robots have none."""
        return {
            each["id"]: frozenset(person["id"] for person in each["players"] if person.get("id"))
            for each in self.event["entrants"]
        }

    def title(self, entrant: str) -> str:
        """Return the name of an entrant, or those of its players."""
        return next(str(each["title"]) for each in self.event["entrants"] if each["id"] == entrant)

    def ranked(self) -> Ranking:
        """Return the ranking as the server has computed it, without the points of its results."""
        rows = msgspec.convert(self.ranking["rows"], tuple[Row, ...])
        return Ranking(rows, (), provisional=bool(self.ranking["provisional"]))


def same(earlier: Session, later: Session) -> dict[str, str]:
    """Return the entrant of a later event for each entrant of an earlier one that plays there, too."""
    found = {}
    for entrant, players in earlier.players.items():
        for other, its_players in later.players.items():
            if 2 * len(players & its_players) > max(len(players), len(its_players)):
                found[entrant] = other
    return found


def carried(earlier: Session, later: Session, share: Fraction) -> dict[str, int]:
    """Return the hundredths of points that entrants of a later event bring with them, by their ids."""
    known = same(earlier, later)
    points = carried_forward(earlier.ranked(), share)
    found: dict[str, int] = {}
    for entrant, hundredths in points.items():
        # Players that left and entered again have two entrants; the one that finished stands first.
        if entrant in known:
            found.setdefault(known[entrant], hundredths)
    return found


def over(sessions: Sequence[Session]) -> tuple[tuple[Row, str], ...]:
    """Return the rows of a ranking over several events, each with the title of the entrant.

    Its id is that in the last of the events, or `EVENT/ID` for one that did not play there.
    """
    *earlier, last = sessions
    titles = {id: last.title(id) for id in last.players}
    rankings = []
    for session in earlier:
        known = same(session, last)
        rows: dict[str, Row] = {}
        for row in session.ranked().rows:
            id = known.get(row.entry, f"{session.event['event']}/{row.entry}")
            titles.setdefault(id, session.title(row.entry))
            rows.setdefault(id, replace(row, entry=id))
        rankings.append(Ranking(tuple(rows.values()), (), provisional=False))
    return tuple((row, titles[row.entry]) for row in over_sessions([*rankings, last.ranked()]))
