"""The games `hanabi` and `hanabi_replay` (recorded games), as robots and terminals need them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from bots.game import Brain, GameClient, Help
from bots.hanabi.view import HanabiView
from protocol.v1 import hanabi
from protocol.v1.hanabi import replay

if TYPE_CHECKING:  # types only: a robot does not load the modules of the terminal
    from bots.sheets.sheet import Sheet, TableContext


class HanabiTable(GameClient[HanabiView]):
    """The common base class of the games `hanabi` and `hanabi_replay` (recorded games) in clients.

    Players of Hanabi do not see their own cards.
    """

    view_type = HanabiView
    phases = get_args(hanabi.Phase)
    deal_field = "game_no"
    default_players = hanabi.Options().players

    def players(self, view: HanabiView) -> int:
        return view.pub.options.players


class HanabiClient(HanabiTable):
    """The description of Hanabi, a game for two to six players, that robots and terminals need."""

    name = "hanabi"
    title = "Hanabi"
    pub_type = hanabi.HanabiPub
    own_type = hanabi.HanabiOwn
    action_type = hanabi.Action
    options_type = hanabi.Options
    usual_robot = "friendly"
    options_example = "players=4 variant='Rainbow (5 Suits)'"
    spaced_options = ("variant",)
    help = Help(
        answers="clue Bob red",
        strength="scores 24.9 of 25 with four players, and 25 in 9 games of 10",
        options=(
            "players=2 to 6; variant='Rainbow (5 Suits)' (for an unknown variant, similar names are listed); "
            "seed=1; games=N; speedrun, card_cycle, deck_plays, empty_clues, one_extra_card, "
            "one_less_card, all_or_nothing, detrimental_characters=yes"
        ),
        seats="a number, from 0",
    )

    def sheet(self, view: HanabiView, around: TableContext) -> Sheet:
        from bots.hanabi.terminal.context import context_of
        from bots.hanabi.terminal.sheet import HanabiSheet

        return HanabiSheet(view, context_of(around))

    @property
    def brain(self) -> Callable[[], Brain] | None:
        from bots.hanabi.robot.plain import HanabiPlain

        return HanabiPlain


class HanabiReplayClient(HanabiTable):
    """Replays of recorded games of Hanabi: one person, the leader, chooses the move that all viewers see."""

    name = "hanabi_replay"
    title = "a replay of Hanabi"
    pub_type = replay.HanabiReplayPub
    own_type = replay.HanabiReplayOwn
    action_type = replay.Action
    options_type = replay.Options
    shows_records = True
    help = Help(records="games of Hanabi")

    def sheet(self, view: HanabiView, around: TableContext) -> Sheet:
        from bots.hanabi.terminal.replay import HanabiReplaySheet

        shown = view.pub
        if not isinstance(shown, replay.HanabiReplayPub):
            raise ValueError(f"expected the view of a replay of Hanabi, got {type(shown).__name__}")
        return HanabiReplaySheet(view, shown)


HANABI = (HanabiClient(), HanabiReplayClient())
