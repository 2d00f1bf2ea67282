"""The knock-out: the winner of a match goes on, and the loser is out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from server.events.movements.asked import Asked, too_few, too_many_rounds
from server.events.movements.draws import Draw, Meeting, NoDraw

MatchState = Literal["pending", "ready", "done", "walk_over", "bye", "void"]
"""The states of a match of the bracket.

pending     a side is not yet known
ready       both sides are known, and neither is out
done        one of two sides is out
walk_over   the other side of the match has no entry, because both of its entries are out
bye         the other side is empty from the start
void        no entry is left: both are out, or both sides are empty
"""


class Match(Struct, frozen=True):
    """One match of the bracket. `sides` has None where no entry is known, or where none is left.

    Rounds are numbered from 0, and the tables of a round from 1. `winner` is the entry that goes on.
    """

    round: int
    table: int
    sides: tuple[str | None, str | None]
    state: MatchState
    winner: str | None = None


def most_rounds(places: int) -> int:
    """Return the number of rounds until one entry is left."""
    return max(0, places - 1).bit_length()


def slots(size: int) -> tuple[int, ...]:
    """Return the seeds, from 0, in the order of the bracket's `size` places; `size` is a power of two.

    The best two seeds can meet in the last round only, the best four in the last two, and so on.
    """
    placed = [0]
    while len(placed) < size:
        last = 2 * len(placed) - 1
        placed = [seed for best in placed for seed in (best, last - best)]
    return tuple(placed)


def bracket(
    numbers: Sequence[str | None], lost: frozenset[str], earlier: Sequence[Draw] = ()
) -> tuple[tuple[Match, ...], ...]:
    """Return the matches of all rounds, from the entries by seed and those that are out.

    The best seeds have the byes of the first round. If both entries of a match are out, one of them won it
    if a draw of the next round in `earlier` has it, and otherwise the match is void: the entry that would
    have met its winner goes on by a walk-over.
    """
    rounds = most_rounds(len(numbers))
    drawn = {
        (draw.round, entry) for draw in earlier for meeting in draw.meetings for entry in meeting.entries
    }
    sides = [numbers[seed] if seed < len(numbers) else None for seed in slots(2**rounds)]
    known = [True] * len(sides)
    result = []
    for number in range(rounds):
        matches = tuple(
            _match(
                number,
                place // 2 + 1,
                (sides[place], sides[place + 1]),
                known[place] and known[place + 1],
                lost,
                frozenset(entry for entry in sides[place : place + 2] if (number + 1, entry) in drawn),
            )
            for place in range(0, len(sides), 2)
        )
        result.append(matches)
        sides = [match.winner for match in matches]
        known = [match.state not in ("pending", "ready") for match in matches]
    return tuple(result)


def _match(
    number: int,
    table: int,
    sides: tuple[str | None, str | None],
    known: bool,
    lost: frozenset[str],
    went_on: frozenset[str | None],
) -> Match:
    """Return a match whose `sides` are final if `known`; `went_on` are those in a draw of the next round."""
    present = [side for side in sides if side is not None]
    left = [side for side in present if side in went_on] or [side for side in present if side not in lost]
    if not known:
        return Match(number, table, sides, "pending")
    if len(left) == 2:
        return Match(number, table, sides, "ready")
    winner = left[0] if left else None
    if winner is None:
        state: MatchState = "void"
    elif len(present) == 2:
        state = "done"
    else:
        state = "walk_over" if number else "bye"
    return Match(number, table, sides, state, winner)


def knock_out(asked: Asked) -> Draw:
    """Return the draw of a round: its matches, and the byes and walk-overs as meetings without an opponent.

    Raises NoDraw if a match of the round before is undecided, or if one entry at most is left.
    """
    entries = sum(number is not None for number in asked.numbers)
    if entries < 2:
        raise too_few(asked.movement, 2, entries)
    rounds = bracket(asked.numbers, asked.lost, asked.earlier)
    if asked.round >= len(rounds):
        raise too_many_rounds(asked, entries, len(rounds))
    matches = rounds[asked.round]
    if any(match.state == "pending" for match in matches):
        raise NoDraw("undecided", f"expected that all matches of round {asked.round} are decided")
    alive = [entry for match in matches for entry in match.sides if entry not in asked.lost and entry]
    if len(alive) < 2:
        raise NoDraw("finished", f"expected at least two entries that are not out, got {len(alive)}")
    played = [
        Meeting(match.table, tuple(side for side in match.sides if side not in asked.lost), asked.round)
        for match in matches
        if match.state != "void"
    ]
    return Draw(asked.round, tuple(_with_missing_side(meeting) for meeting in played))


def _with_missing_side(meeting: Meeting) -> Meeting:
    present = meeting.entries
    return Meeting(meeting.table, (*present, *(None,) * (2 - len(present))), meeting.boards)
