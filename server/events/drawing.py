"""The draw of the next round: what the movement is asked, and how the answer enters the event."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codes import Code
from server.errors import Refusal
from server.events.conditions import Conditions
from server.events.event import Event
from server.events.movements import drawing
from server.events.movements.asked import Asked, Boards
from server.events.movements.drawing import groups_of, tables_of
from server.events.movements.draws import Draw, NoDraw, review, swap, without
from server.events.people import Entrant
from server.events.standings import losers_of, order_of

FIXED = ("mitchell", "howell", "round_robin", "knock_out")
"""The movements in which each entrant has a number before the first round."""


class NoMoreRounds(Refusal):
    """The refusal of a draw because the movement has played all rounds that these entrants can play."""


class Made(Struct, frozen=True):
    """A draw, and the question that it answers.

    `index` is the number of entries of the event for which it was made; it is used for no other event.
    """

    asked: Asked
    draw: Draw
    index: int


def asked_of(event: Event) -> Asked:
    """Return what the movement of an event is asked for the next round."""
    conditions, number = event.conditions, event.next_round
    earlier = tuple(each.draw for each in event.rounds if each.number < number)
    ready = {each.id: each for each in event.ready() if each.late_from <= number}
    numbers = _numbers(event, tuple(ready)) if conditions.movement in FIXED else ()
    at_start = len(event.numbers) if number else 0
    return Asked(
        movement=conditions.movement,
        round=number,
        rounds=conditions.rounds,
        numbers=numbers,
        order=tuple(id for id in order_of(event) if id in ready),
        earlier=earlier,
        winners=conditions.winners,
        switch=conditions.arrow_switch,
        seed=event.seed,
        lost=losers_of(event),
        late=frozenset(id for id, each in ready.items() if number and each.late_from == number),
        at_start=at_start,
        boards=_boards(conditions, at_start or len(numbers)),
    )


def _boards(conditions: Conditions, places: int) -> Boards:
    """Return how the boards come to the tables of a movement with so many places.

    An even number of tables of a Mitchell needs two tables that share boards, of which each has a copy.
    """
    if not conditions.moving:
        return "barometer"
    return "share" if conditions.movement == "mitchell" and tables_of(places) % 2 == 0 else "moving"


def _numbers(event: Event, ready: tuple[str, ...]) -> tuple[str | None, ...]:
    """Return the entrants by their numbers: those that play no more are taken out, and late ones come in.

    An entrant that did not come to its table keeps its number, because it may come back.
    """
    if not any(each.stage not in ("drawn", "published") for each in event.rounds):
        return drawing.seated(event.conditions.movement, ready, event.seed, "listed")
    gone = {each.id for each in event.entrants.values() if each.gone and not each.no_show}
    numbers = [None if id in gone else id for id in event.numbers]
    for id in ready:
        if id not in numbers:
            free = numbers.index(None) if None in numbers else None
            if free is not None:
                numbers[free] = id
            elif not event.conditions.moving:
                numbers.append(id)
    return tuple(numbers)


def boards_needed(conditions: Conditions, places: int) -> int:
    """Return the number of boards of all rounds; `places` are those of a movement with moving boards."""
    groups = groups_of(conditions.movement, places) if conditions.moving else conditions.rounds
    return groups * conditions.boards


def has_place(event: Event) -> bool:
    """Return True if the movement has a place for one more entrant.

    Boards that move have places for the tables of the first round alone, and a late entrant takes that of a
    missing pair.
    """
    if not event.conditions.moving or event.next_round == 0:
        return True
    taken = {id for id, each in event.entrants.items() if not each.gone or each.no_show}
    free = sum(id not in taken for id in event.numbers)
    waiting = sum(not each.gone and id not in event.numbers for id, each in event.entrants.items())
    return waiting < free


def make(event: Event, places: tuple[str, str] | None = None) -> Made:
    """Return the draw of the next round, or the draw that was made with two entrants in each other's places.

    It may take a second for a large Swiss. Raises Refusal if there is no draw.
    """
    asked, before = asked_of(event), event.round
    try:
        if places is None:
            return Made(asked, _without_no_shows(event, drawing.draw(asked)), event.index)
        if before is None or before.stage not in ("drawn", "published"):
            raise Refusal(Code.FORBIDDEN, "no round has been drawn: send `draw` first")
        if event.conditions.moving and asked.round > 0:
            raise Refusal(
                Code.FORBIDDEN,
                "the boards move from table to table: entrants that change places after the first round would"
                " play boards again",
            )
        swapped = swap(before.draw, *places)
        if asked.round == 0 and asked.numbers:
            # The numbers decide the later rounds, too, and the direction of a pair.
            renumbered = replace(asked, numbers=_exchanged(event.numbers, *places))
            return Made(renumbered, drawing.draw(renumbered), event.index)
        remarks = review(swapped, asked.earlier, asked.late)
        return Made(asked, replace(swapped, remarks=remarks), event.index)
    except NoDraw as error:
        is_finished = asked.round > 0 and error.reason in ("finished", "too_many_rounds")
        raise (NoMoreRounds if is_finished else Refusal)(Code.FORBIDDEN, str(error)) from None


def _without_no_shows(event: Event, draw: Draw) -> Draw:
    """Return a draw without the entrants that did not come to their tables and keep their numbers.

    Raises NoDraw if too few are left to meet.
    """
    left = without(draw, frozenset(id for id, each in event.entrants.items() if each.no_show))
    wanted = max((len(meeting.sides) for meeting in draw.meetings), default=0)
    present = sum(len(meeting.entries) for meeting in left.meetings)
    if present < wanted:
        raise NoDraw("too_few", f"expected at least {wanted} entrants that have come, got {present}")
    return left


def without_absent(event: Event, draw: Draw) -> Draw:
    """Return a draw whose round has not begun as it can be played: without entrants that cannot play it now.

    They have left the event since the draw, or lack a player; then a robot takes that seat if the conditions
    name one.
    """
    here = {id for id, each in event.entrants.items() if _can_sit(each, event.conditions.robot)}
    drawn = {id for meeting in draw.meetings for id in meeting.entries}
    return without(draw, frozenset(drawn - here))


def _can_sit(entrant: Entrant, robot: str | None) -> bool:
    if entrant.gone or entrant.invited or not all(each.known for each in entrant.players):
        return False
    return entrant.complete or (robot is not None and bool(entrant.players))


def _exchanged(numbers: tuple[str | None, ...], one: str, other: str) -> tuple[str | None, ...]:
    places: dict[str | None, str] = {one: other, other: one}
    return tuple(places.get(entry, entry) for entry in numbers)


def checked(event: Event) -> None:
    """Raise Refusal if the next round of an event cannot be drawn now."""
    if event.stage not in ("open", "running"):
        raise Refusal(Code.FORBIDDEN, "the event is not open: a round can be drawn once it is")
    if event.playing is not None:
        raise Refusal(Code.FORBIDDEN, "a round is being played: draw the next one when it is over")
    if event.next_round >= event.conditions.rounds:
        raise Refusal(Code.FORBIDDEN, "all rounds of the event have been played")
