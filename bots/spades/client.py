"""The games `spades` and `spades_replay` (recorded hands), as robots and terminals need them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from bots.game import Brain, GameClient, Help, RandomPlay
from bots.seats import COMPASS, numbered
from bots.spades.view import SpadesView
from protocol.v1 import spades
from protocol.v1.spades import replay

if TYPE_CHECKING:  # types only: a robot does not load the modules of the terminal
    from bots.sheets.sheet import Sheet, TableContext


class SpadesTable(GameClient[SpadesView]):
    """The common base class of the games `spades` and `spades_replay` (recorded hands) in clients."""

    view_type = SpadesView
    phases = get_args(spades.Phase)
    deal_field = "hand"

    def players(self, view: SpadesView) -> int:
        return view.pub.rules.players


class SpadesClient(SpadesTable):
    """The description of Spades, a game for two to six players, that robots and terminals need."""

    name = "spades"
    title = "Spades"
    pub_type = spades.SpadesPub
    own_type = spades.SpadesOwn
    action_type = spades.Action
    options_type = spades.Options
    usual_robot = "sampler"
    options_example = "preset=seed"
    help = Help(
        answers="4, nil, SA",
        strength="wins all of 80 games against the random robot",
        options=(
            "preset=classic, seed, mirror, whiz, suicide or solo, and any rule to change: players=2 to 6; "
            "target=250, floor=-250, rounds=N; nil=50, blind_nil=100, "
            "blind_nil_behind=0 (allowed at any score); jokers=jjdd; bag_limit=0 (no penalty); ..."
        ),
        seats="N, E, S, W, or a number from 0 with 3, 5 or 6 players",
    )

    def seats(self, players: int) -> tuple[str, ...]:
        """Return the names of the seats: compass points for four or two players, else numbers.

        >>> client = SpadesClient()
        >>> client.seats(4), client.seats(2), client.seats(3)
        (('N', 'E', 'S', 'W'), ('N', 'S'), ('0', '1', '2'))
        """
        return {4: COMPASS, 2: COMPASS[::2]}.get(players) or numbered(players)

    def known_cards(self, view: SpadesView) -> tuple[object, ...] | None:
        return None if view.own is None else view.own.hand

    def sheet(self, view: SpadesView, around: TableContext) -> Sheet:
        from bots.spades.terminal.sheet import SpadesSheet

        return SpadesSheet(view)

    @property
    def brain(self) -> Callable[[], Brain] | None:
        from bots.spades.robot.plain import SpadesPlain

        return SpadesPlain

    def random_play(self) -> RandomPlay[SpadesView]:
        from bots.spades.robot.random_play import SpadesRandomPlay

        return SpadesRandomPlay()


class SpadesReplayClient(SpadesTable):
    """Replays of recorded hands of Spades: one person, the leader, chooses the move that all viewers see."""

    name = "spades_replay"
    title = "a replay of Spades"
    pub_type = replay.SpadesReplayPub
    own_type = replay.SpadesReplayOwn
    action_type = replay.Action
    options_type = replay.Options
    shows_records = True
    help = Help(records="hands of Spades")

    def sheet(self, view: SpadesView, around: TableContext) -> Sheet:
        from bots.spades.terminal.replay import SpadesReplaySheet

        shown = view.pub
        if not isinstance(shown, replay.SpadesReplayPub):
            raise ValueError(f"expected the view of a replay of Spades, got {type(shown).__name__}")
        return SpadesReplaySheet(view, shown)


SPADES = (SpadesClient(), SpadesReplayClient())
