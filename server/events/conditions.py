"""The conditions of an event: how it is played and scored, as its players read them before they enter."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.v1.requests import ClockRules, Ms, Name
from protocol.words import list_alternatives
from server.errors import IllegalAction
from server.events.movements.asked import Movement
from server.events.ranking import Tie
from server.games.base import AnyGame, Competing

Form = Literal["pairs", "teams"]
Seconds = Annotated[int, Meta(ge=0, le=7 * 24 * 3600)]
Hundredths = Annotated[int, Meta(ge=0, le=1_000_000)]
WITH_MOVING_BOARDS = ("mitchell", "howell")
"""The movements that can say which boards each table plays in a round."""


class Conditions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The conditions of an event.

    `form` says who competes: pairs, or teams. A team has two pairs, which play at two tables of a match, or
    the players of one table in a game in which a table has one side. In each of the `rounds`, all tables play
    the same `boards` new boards. With `moving`, the boards move from table to table instead, as in a club: in
    a round each table plays `boards` others, and the results of a board are shown once no table will play it
    any more. `scoring` is a way to compare results that the game has, "" for the usual
    one: that of matches for teams, otherwise the first. `vp` is the scale by which the result of a match
    becomes victory points, "" for none. With two `winners`, a Mitchell has one ranking for each direction;
    with one, and `arrow_switch`, some tables change directions. `bye` is the award for a round without
    opponents, in hundredths of a per cent or of a victory point, None for the usual one. `late_award` is the
    award, in the same unit, for each round that an entrant missed because it entered later; with None it gets
    nothing for them. With `neuberg`, a board with fewer results than others counts as much as they do. The
    datum of Butler is the mean without `drop` best and worst scores (None: one of each from five scores on),
    rounded to a multiple of `nearest`. Equal totals are ordered by `ties`.

    A round lasts `board_s` seconds for each board (0: as long as the tables need). `clock` is the clock of
    each table, such as one for each board. With None, a table has no clock in a round that ends by its time,
    and otherwise the usual clock of the game. The players of the tables that still play are warned
    `warning_s` before the end of the round (0: not at all), unless the round is shorter than twice this time.
    After the end no table begins another board, and `grace_s` later the boards that are still played end
    without a result. What was not played counts as `unplayed` says. The next round begins `break_s` after the
    last one; if `automatic` is False, a director begins each round. Late entries are accepted until the round
    `late_until` has begun. If `check_in` is True, only players that have checked in
    are drawn. A `robot` plays for a missing pair, and takes the seat of a player that has been absent for
    `absent_s`; without its name, a pair sits out. A robot takes `robot_ms` for each action, and the result of
    a board is shown for `pause_s`.

    With `no_show_s` above 0, a table deals its first board of a round once all of its players have come. If
    no player of an entrant has been there for `no_show_s`, the entrant loses the meeting, and its opponents
    have the award of a round without opponents; if both are absent, both lose. With a `robot`, that needs the
    absence of all players of the meeting. The absent entrant plays again once it checks in, but not in a
    knock-out.

    With `live_ranking` False, players see the ranking and the results of other tables only after the last
    round. Then no table has watchers, and none has them if the boards move. The directors may correct results
    for `correction_s` after the last round. `options` are the options of the game.
    """

    form: Form = "pairs"
    movement: Movement = "mitchell"
    rounds: Annotated[int, Meta(ge=1, le=60)] = 3
    boards: Annotated[int, Meta(ge=1, le=32)] = 3
    scoring: Name = ""
    vp: Name = ""
    winners: Literal[1, 2] = 2
    arrow_switch: bool = True
    moving: bool = False
    bye: Hundredths | None = None
    late_award: Hundredths | None = None
    neuberg: bool = True
    drop: Annotated[int, Meta(ge=0, le=100)] | None = None
    nearest: Annotated[int, Meta(ge=1, le=100)] = 10
    ties: tuple[Tie, ...] = ()
    board_s: Seconds = 450
    clock: ClockRules | None = None
    grace_s: Seconds = 120
    warning_s: Seconds = 180
    break_s: Seconds = 60
    unplayed: Literal["average", "nothing"] = "average"
    automatic: bool = True
    late_until: Annotated[int, Meta(ge=0, le=60)] = 0
    check_in: bool = True
    robot: Name | None = None
    robot_ms: Ms = 1_000
    pause_s: Seconds = 5
    absent_s: Seconds = 120
    no_show_s: Annotated[int, Meta(ge=0, le=3_600)] = 0
    live_ranking: bool = True
    correction_s: Seconds = 1_800
    options: dict[str, Any] = {}


def competing_of(game: AnyGame) -> Competing[Any]:
    """Return what a game says of itself for events. Raises IllegalAction if the game has no events."""
    if game.competing is None:
        raise IllegalAction(f"expected a game with events, got {game.name}, which has none")
    return game.competing


def options_of(conditions: Conditions, game: AnyGame) -> Struct:
    """Return the options of the tables of an event: the usual ones of matches, and those of the conditions.

    Raises msgspec.ValidationError if the conditions have wrong options.
    """
    usual = {} if game.sharing is None else game.sharing.options
    options: Struct = msgspec.convert({**usual, **conditions.options}, game.options_type)
    return options


def settled(conditions: Conditions, game: AnyGame) -> Conditions:
    """Return conditions in which teams have the name of their scoring, as the log of an event stores them.

    Events of teams that were opened before this was so have "", by which their results are compared with the
    whole field, as `scoring_of` says.
    """
    competing = competing_of(game)
    usual = next((word for word in competing.scorings if word in competing.in_matches), "")
    if conditions.form != "teams" or conditions.scoring or not usual:
        return conditions
    return replace(conditions, scoring=usual)


def check(conditions: Conditions, game: AnyGame) -> None:
    """Raise IllegalAction if a game cannot be played under these conditions."""
    competing = competing_of(game)
    if conditions.form not in competing.forms:
        raise _wrong("form", competing.forms, conditions.form)
    if conditions.scoring and conditions.scoring not in competing.scorings:
        raise _wrong("scoring", tuple(competing.scorings), conditions.scoring)
    if conditions.vp and conditions.vp not in competing.scales:
        raise _wrong("vp", tuple(competing.scales), conditions.vp)
    scoring = scoring_of(conditions, competing)
    if conditions.vp and conditions.vp not in competing.scales_of(scoring):
        fitting = tuple(each for each in competing.scorings if conditions.vp in competing.scales_of(each))
        raise IllegalAction(
            f"the scale {conditions.vp} needs the scoring {list_alternatives(fitting)}, got {scoring}"
            " - at `vp`"
        )
    most = competing.most_deals.get(conditions.vp, conditions.boards)
    if conditions.boards > most:
        raise IllegalAction(
            f"the scale {conditions.vp} is for matches of at most {most} boards, got {conditions.boards}"
            " - at `boards`"
        )
    try:
        options = options_of(conditions, game)
    except msgspec.ValidationError as error:
        raise IllegalAction(f"{error} in `options`") from None
    game.start(options)
    competing.check(options, ())
    if (conditions.movement == "race") is not (len(competing.sides(options)) == 1):
        raise IllegalAction(
            "expected the movement `race` for a game in which a table has one side, and for no other game"
            " - at `movement`"
        )
    if len(set(conditions.ties)) < len(conditions.ties):
        raise IllegalAction("expected each way to order equal totals once - at `ties`")
    if conditions.moving:
        _check_moving(conditions, game)
    in_matches = scoring in competing.in_matches
    if in_matches and "teams" in competing.forms and conditions.form != "teams":
        raise IllegalAction(
            f"the scoring {conditions.scoring} compares the two tables of teams - at `scoring`"
        )


def _check_moving(conditions: Conditions, game: AnyGame) -> None:
    """Raise IllegalAction if boards cannot move from table to table under these conditions."""
    if game.sharing is None:
        raise IllegalAction(
            f"the tables of {game.name} do not share boards, so no boards can move between them - at `moving`"
        )
    if conditions.movement not in WITH_MOVING_BOARDS:
        raise IllegalAction(
            f"expected the movement {list_alternatives(WITH_MOVING_BOARDS)} for boards that move from table"
            f" to table, got {conditions.movement} - at `moving`"
        )
    if conditions.form != "pairs":
        raise IllegalAction(
            "expected pairs for boards that move from table to table, got teams: both tables of their matches"
            " play the same boards - at `moving`"
        )


def scoring_of(conditions: Conditions, competing: Competing[Any]) -> str:
    """Return the way to compare results under these conditions."""
    return conditions.scoring or next(iter(competing.scorings))


def _wrong(field: str, known: tuple[str, ...], got: str) -> IllegalAction:
    return IllegalAction(f"expected {list_alternatives(known)}, got {got} - at `{field}`")
