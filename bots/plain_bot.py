"""The plain robot: natural bridge from its own view alone, the same every time."""

from __future__ import annotations

from bots.bot import Bot, View
from bots.bridge.bidding import choose_call
from bots.bridge.play import choose_card
from bots.bridge.table import seen
from bots.games import Action
from protocol.v1.bridge import MakeCall, PlayCard


class PlainBot(Bot):
    """Bids its points and longest suit up to game, passes otherwise, and plays high or low with sense."""

    @property
    def name(self) -> str:
        return "plain"

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        pub, own = view.pub, view.own
        if own is None or own.seat is None or own.hand is None:
            raise ValueError("expected a view from a seat that has to act")
        if own.calls is None:
            return PlayCard(choose_card(seen(pub, own)))
        calls = [pub.calls[turn] for turn in sorted(pub.calls)]
        return MakeCall(choose_call(own.hand, own.seat, pub.dealer, calls, own.calls))
