"""Views of Spades that the server's own rules make, recorded for the tests of the page's models.

`python -m tests.browser.spades_views` writes them to `bots/browser/test/spades_views.json`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from protocol.v1.spades import PRESETS, Options, Rules
from server.errors import IllegalAction
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.games.spades.settled import rules_of
from server.games.spades.state import SpadesState

RECORD = Path(__file__).parents[2] / "bots/browser/test/spades_views.json"
TABLES = (
    Options(),
    Options(preset="seed"),
    Options(preset="mirror"),
    Options(preset="whiz"),
    Options(preset="suicide"),
    Options(preset="solo"),
    Options(players=2),
    Options(players=3),
    Options(players=5),
    Options(players=6),
    Options(players=6, sides="solo", bag_limit=3, bag_penalty_to="opponents"),
    Options(jokers="jjdd", blind_nil_behind=0, blind_bid=3, blind_bid_behind=0, nil_pass=1),
    Options(jokers="jja", failed_nil_tricks="bag_only", double_nil="bonus", blind_nil_behind=0, blind_nils=2),
    Options(
        jokers="jj2a", players=2, failed_nil_tricks="dead", bag_limit=2, bag_rollover="reset", bag_points=0
    ),
    Options(first_hand_bids_itself=True, set_penalty="10x_short", ten_for_200=True, boston=300),
)
"""One table for each way in which views or scores differ."""
HANDS = 8
CHOICES = 200


def recorded() -> dict[str, Any]:
    """Return the views and the options that the page's tests use."""
    return {"choices": _choices(Random(3)), "tables": [_table(options) for options in TABLES]}


def _choices(rng: Random) -> list[dict[str, Any]]:
    """Return random options, and what the server makes of each: the rules that differ from the classic ones.

    They are null for options that the server refuses.
    """
    values = {
        "players": (2, 3, 4, 5, 6),
        "sides": ("pairs", "solo"),
        "jokers": ("none", "jjdd"),
        "bidding": ("free", "mirror", "whiz", "suicide"),
        "team_bid": ("sum", "second"),
        "nil": (0, 50),
        "blind_nil": (0, 200),
        "least_bid": (0, 1, 2),
        "nil_pass": (0, 2),
        "blind_bid": (0, 6),
        "least_beside_nil": (0, 4),
    }
    choices = []
    for _ in range(CHOICES):
        names = rng.sample(sorted(values), rng.randint(0, 4))
        chosen = {
            "preset": rng.choice(sorted(PRESETS)),
            **{name: rng.choice(values[name]) for name in names},
        }
        try:
            rules = _unlike_classic(rules_of(msgspec.convert(chosen, Options)))
        except IllegalAction:
            rules = None
        choices.append({"options": chosen, "rules": rules})
    return choices


def _unlike_classic(rules: Rules) -> dict[str, Any]:
    classic = msgspec.to_builtins(Rules())
    return {name: value for name, value in msgspec.to_builtins(rules).items() if value != classic[name]}


def _table(options: Options) -> dict[str, Any]:
    """Return some views of a table, and the results of its first hands, played at random."""
    rng, state = Random(7), SPADES.start(options)
    views, results = [], []
    for _ in range(HANDS):
        deal = SPADES.chance(state, rng)
        assert deal is not None
        state = SPADES.apply(state, None, deal)
        while turns := SPADES.to_act(state):
            if state.hand == 1 and (state.phase in ("bidding", "exchange") or rng.random() < 0.04):
                views.append(_view(state))
            actions = SPADES.legal_actions(state, turns[0])
            if state.phase == "bidding":
                # Low bids and nils, because a random number is too much for nearly every hand.
                actions = (*actions[:2], actions[-1])
            state = SPADES.apply(state, turns[0], rng.choice(actions))
        results.append(msgspec.to_builtins(SPADES.result(state)))
        if state.hand == 1:
            views.append(_view(state))
        state = SPADES.carry(state)
        if state.winner is not None:
            break
    return {"rules": _unlike_classic(state.rules), "views": views, "results": results}


def _view(state: SpadesState) -> dict[str, Any]:
    """Return the view of the seat in turn, without nulls and without the rules, which the table has once."""
    pub = msgspec.to_builtins(SPADES.pub(state), str_keys=True)
    own = msgspec.to_builtins(SPADES.own(state, Seated(state.turn or 0)), str_keys=True)
    left_out = ("rules", "results")
    return {
        "pub": {name: value for name, value in pub.items() if value is not None and name not in left_out},
        "own": {name: value for name, value in own.items() if value is not None},
    }


def written() -> str:
    """Return the text of the record."""
    return json.dumps(recorded(), separators=(",", ":"), sort_keys=True) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the record."""
    argparse.ArgumentParser(prog="python -m tests.browser.spades_views", description=__doc__).parse_args(
        arguments
    )
    RECORD.write_text(written())


if __name__ == "__main__":
    main()
