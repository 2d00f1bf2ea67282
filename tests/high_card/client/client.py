"""High card, and replays of it, as a client's registry lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from bots.game import Brain, GameClient, Help
from tests.high_card.client.view import HighCardView
from tests.high_card.protocol import nouns, replay

if TYPE_CHECKING:  # a robot draws nothing: it starts without the terminal
    from bots.sheets.sheet import Sheet, TableContext


class HighCardTable(GameClient[HighCardView]):
    """What high card and a replay of it have in common."""

    view_type = HighCardView
    phases = get_args(nouns.Phase)
    default_players = 2

    def players(self, view: HighCardView) -> int:
        return 2

    def known_cards(self, view: HighCardView) -> tuple[object, ...] | None:
        return None if view.own is None or view.own.card is None else (view.own.card,)


class HighCardClient(HighCardTable):
    """High card for two players."""

    name = "high_card"
    title = "high card"
    pub_type = nouns.HighCardPub
    own_type = nouns.HighCardOwn
    action_type = nouns.Action
    options_type = nouns.Options
    options_example = "deals=5"
    help = Help(answers="bet, fold", options="deals=5", seats="0 or 1")

    def sheet(self, view: HighCardView, around: TableContext) -> Sheet:
        from tests.high_card.client.sheet import HighCardSheet

        return HighCardSheet(view)

    @property
    def brain(self) -> Callable[[], Brain] | None:
        from tests.high_card.client.brain import HighCardPlain

        return HighCardPlain


class HighCardReplayClient(HighCardTable):
    """Recorded deals, led."""

    name = "high_card_replay"
    title = "a replay of high card"
    pub_type = replay.HighCardReplayPub
    own_type = replay.HighCardReplayOwn
    action_type = replay.Action
    options_type = replay.Options
    shows_records = True
    help = Help(records="deals of high card")

    def sheet(self, view: HighCardView, around: TableContext) -> Sheet:
        from tests.high_card.client.sheet import HighCardReplaySheet

        shown = view.pub
        if not isinstance(shown, replay.HighCardReplayPub):
            raise ValueError(f"expected a replay of high card, got {type(shown).__name__}")
        return HighCardReplaySheet(view, shown)

    @property
    def brain(self) -> Callable[[], Brain] | None:
        return None


HIGH_CARD = (HighCardClient(), HighCardReplayClient())
