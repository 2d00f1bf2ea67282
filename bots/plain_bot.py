"""The plain robot: natural bridge from its own view alone, the same every time."""

from __future__ import annotations

from collections.abc import Awaitable

from bots.bot import Bot, View
from bots.bridge.bidding import choose_call
from bots.bridge.claims import judge
from bots.bridge.memory import Memory
from bots.bridge.play import choose_card
from bots.bridge.speech import artificial, explanations, meaning
from bots.bridge.table import seen
from bots.games import Action
from protocol.v1.bridge import Call, Hand, MakeCall, PlayCard, Seat


class PlainBot(Bot):
    """Bids its points and longest suit up to game, passes otherwise, and plays high or low with sense.

    It alerts what is artificial, tells opponents who ask what its calls have promised, and judges claims by
    the cards. What a table shows no more it remembers.
    """

    def __init__(self) -> None:
        self._memory = Memory()
        self._mine: dict[int, Call] = {}

    @property
    def name(self) -> str:
        return "plain"

    def seen(self, view: View) -> None:
        self._memory.see(view.pub)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        self._memory.see(view.pub)
        pub, own = view.pub, view.own
        if own is None or own.seat is None or own.hand is None:
            raise ValueError("expected a view from a seat that has to act")
        if own.calls is not None:
            return self._call(own.hand, own.seat, pub.dealer, own.calls)
        return PlayCard(choose_card(seen(pub, own, self._memory)))

    def _call(self, hand: Hand, seat: Seat, dealer: Seat, legal: tuple[Call, ...]) -> MakeCall:
        before = self._memory.auction
        call = choose_call(hand, seat, dealer, before, legal)
        if len(before) < 4:
            self._mine.clear()
        self._mine[len(before)] = call
        if not artificial(dealer, before, call):
            return MakeCall(call)
        return MakeCall(call, alert=True, explanation=meaning(dealer, (*before, call)))

    def asked(self, view: View, legal: tuple[Action, ...]) -> Awaitable[Action]:
        return judge(view.pub, view.own, legal, self._memory.plays)

    def answer(self, view: View) -> tuple[Action, ...]:
        calls = self._memory.auction
        mine = [place for place, call in self._mine.items() if calls[place : place + 1] == (call,)]
        return (*super().answer(view), *explanations(view.own, view.pub.dealer, calls, mine))
