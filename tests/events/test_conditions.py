"""The conditions of an event are checked before any player reads them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from server.errors import IllegalAction
from server.events.conditions import Conditions, check, options_of, settled
from server.games.registry import GAMES

RACE = {"form": "teams", "movement": "race"}


@pytest.mark.parametrize(
    ("game", "changes", "fault"),
    [
        ("hanabi", {}, "at `form`"),
        ("hanabi", {"form": "teams"}, "at `movement`"),
        ("bridge", {"movement": "race"}, "at `movement`"),
        ("bridge", {"scoring": "rubber"}, "at `scoring`"),
        ("bridge", {"scoring": "match"}, "at `scoring`"),
        ("bridge", {"vp": "metric"}, "at `vp`"),
        ("bridge", {"movement": "swiss", "vp": "wbf"}, "imp, butler or match, got mp - at `vp`"),
        ("bridge", {"movement": "swiss", "scoring": "total", "vp": "wbf"}, "at `vp`"),
        ("bridge", {"movement": "swiss", "scoring": "imp", "vp": "ebu"}, "scoring mp, got imp - at `vp`"),
        (
            "bridge",
            {"movement": "swiss", "vp": "ebu", "boards": 28},
            "at most 27 boards, got 28 - at `boards`",
        ),
        ("bridge", {"ties": ("wins", "draw", "wins")}, "at `ties`"),
        ("bridge", {"options": {"undo": 3}}, "in `options`"),
        ("bridge", {"options": {"partners": "cut"}}, "cut for partners"),
        ("bridge", {"options": {"scoring": "chicago"}}, "scored as duplicate"),
        ("bridge", {"options": {"boards": 1}}, "how many boards"),
        ("spades", {"options": {"sides": "solo"}}, "two sides"),
        ("hanabi", {**RACE, "options": {"seed": "42"}}, "without `seed`"),
        ("hanabi", {**RACE, "options": {"games": 1}}, "how many games"),
        ("replay", {}, "which has none"),
        *(
            (
                "bridge",
                {"moving": True, "movement": movement},
                f"mitchell or howell .* {movement} - at `moving`",
            )
            for movement in ("swiss", "round_robin", "knock_out")
        ),
        ("bridge", {"moving": True, "form": "teams", "scoring": "match"}, "expected pairs .* - at `moving`"),
        ("spades", {"moving": True}, "tables of spades do not share boards, .* - at `moving`"),
        ("hanabi", {"moving": True, **RACE}, "tables of hanabi do not share boards, .* - at `moving`"),
    ],
)
def test_a_game_refuses_conditions_under_which_it_cannot_be_played(
    game: str, changes: dict[str, object], fault: str
) -> None:
    with pytest.raises(IllegalAction, match=fault):
        check(replace(Conditions(), **changes), GAMES[game])


@pytest.mark.parametrize(
    ("game", "conditions"),
    [
        ("bridge", Conditions()),
        ("bridge", Conditions(form="teams", movement="swiss", scoring="match", vp="wbf")),
        ("bridge", Conditions(movement="swiss", scoring="imp", vp="wbf")),
        ("bridge", Conditions(movement="swiss", vp="win")),
        ("bridge", Conditions(moving=True, winners=1)),
        ("bridge", Conditions(moving=True, movement="howell")),
        ("spades", Conditions(movement="knock_out")),
        ("hanabi", Conditions(form="teams", movement="race")),
    ],
)
def test_a_game_accepts_its_own_conditions(game: str, conditions: Conditions) -> None:
    check(conditions, GAMES[game])


def test_an_unknown_condition_is_refused_and_not_ignored() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"round": 3}', type=Conditions)


def test_tables_of_an_event_have_the_usual_options_of_matches_unless_the_conditions_say_otherwise() -> None:
    bridge = GAMES["bridge"]
    assert options_of(Conditions(), bridge).undo == "law25"
    assert options_of(Conditions(options={"undo": "none"}), bridge).undo == "none"


@pytest.mark.parametrize(
    ("game", "conditions", "scoring"),
    [
        ("bridge", Conditions(form="teams", movement="swiss"), "match"),
        ("bridge", Conditions(form="teams", movement="swiss", scoring="bam"), "bam"),
        ("bridge", Conditions(), ""),
        ("hanabi", Conditions(form="teams", movement="race"), ""),
    ],
)
def test_teams_without_a_scoring_are_compared_in_their_matches(
    game: str, conditions: Conditions, scoring: str
) -> None:
    assert settled(conditions, GAMES[game]).scoring == scoring
