"""The plain robot at bridge: natural bidding and simple card play, based only on the view of its seat."""

from __future__ import annotations

from collections.abc import Awaitable

from bots.bridge.bidding.writer import written
from bots.bridge.robot.bidding import choose_call
from bots.bridge.robot.claims import judge
from bots.bridge.robot.explanations import artificial, explanations, meaning
from bots.bridge.robot.memory import Memory
from bots.bridge.robot.play import choose_card
from bots.bridge.robot.table import seen
from bots.game import Brain
from bots.thinking import Think
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import (
    Action,
    BridgeOwn,
    BridgePub,
    Call,
    Explain,
    Hand,
    MakeCall,
    Meaning,
    PlayCard,
    Seat,
)


class BridgePlain(Brain):
    """The decisions of the plain robot at bridge.

    The robot bids its points and long suits up to game, and follows simple rules of card play. The plain
    robot alerts its artificial calls, explains its calls to opponents that ask, and votes on claims honestly.
    The plain robot remembers cards that the view no longer shows.
    """

    def __init__(self) -> None:
        self._memory = Memory()
        self._mine: dict[int, Call] = {}

    def see(self, pub: BridgePub) -> None:
        """Remember the calls and cards that the view `pub` shows."""
        self._memory.see(pub)

    def choose(self, pub: BridgePub, own: BridgeOwn | None) -> MakeCall | PlayCard:
        """Return the call or card that the robot chooses.

        Raises ValueError if the view is not the view of a seat, or does not show the seat's hand.
        """
        self._memory.see(pub)
        if own is None or own.seat is None or own.hand is None:
            raise ValueError(
                "expected the view of a seat that has to call or play, got a view without that seat's hand"
            )
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
        told = meaning(dealer, (*before, call))
        return MakeCall(call, True, written(told), told)

    def asked(self, pub: BridgePub, own: BridgeOwn | None, think: Think) -> Awaitable[Action]:
        """Return the robot's vote on a claim, from the view and from all cards that it remembers.

        The function `think` runs the search of the endgame.
        """
        return judge(pub, own, () if own is None else own.legal_actions(), self._memory.plays, think)

    def meanings(self, pub: BridgePub) -> dict[str, Meaning]:
        """Return the meaning of each legal call by the plain robot's bidding."""
        calls = tuple(pub.calls.values())
        return {call.value: meaning(pub.dealer, (*calls, call)) for call in legal_calls(calls)}

    def answer(self, pub: BridgePub, own: BridgeOwn | None) -> tuple[Explain, ...]:
        """Return explanations of this robot's calls for opponents that ask."""
        calls = self._memory.auction
        mine = [place for place, call in self._mine.items() if calls[place : place + 1] == (call,)]
        return explanations(own, pub.dealer, calls, mine)
