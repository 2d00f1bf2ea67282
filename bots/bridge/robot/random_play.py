"""The random robot's actions at bridge besides calls and cards, such as claims and undo requests."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bots.bridge.view import BridgeView
from bots.game import RandomPlay
from bots.view import Action
from protocol.v1 import bridge
from protocol.v1.bridge import Ask, Claim, Explain, LayCard, MakeCall, Undo

SELDOM = 0.05


class BridgeRandomPlay(RandomPlay[BridgeView]):
    """The random robot's actions at bridge besides calls and cards.

    At random moments the random robot claims, asks for an undo, asks about a call, alerts or explains one,
    and sets a convention card. The random robot grants or denies opponents' undo requests at random.
    """

    def varied(self, action: Action, random: Random) -> Action:
        if isinstance(action, MakeCall) and random.random() < 4 * SELDOM:
            return replace(action, alert=True, explanation="chance")
        return action

    def talk(self, view: BridgeView, answers: tuple[Action, ...], random: Random) -> tuple[Action, ...]:
        if view.own is None:
            return answers
        judged = tuple(replace(each, accept=random.random() < 0.7) for each in answers)
        return (*judged, *_moods(view.pub, view.own, random))


def _moods(pub: bridge.BridgePub, own: bridge.BridgeOwn, random: Random) -> tuple[Action, ...]:
    return tuple(_any(pub, may, random) for may in own.may if may != "grant" and random.random() < SELDOM)


def _any(pub: bridge.BridgePub, may: str, random: Random) -> bridge.Action:
    """Return an action of the kind that the word `may` names, such as `claim`, with random content.

    The random action can be illegal; the server then refuses it.
    """
    call = random.randrange(max(1, len(pub.calls)))
    match may:
        case "claim":
            return Claim(random.randrange(14 - sum(pub.tricks)), "by chance")
        case "undo":
            return Undo("by chance")
        case "ask":
            return Ask(call, "why?")
        case "explain":
            return Explain(call, "chance")
        case _:
            return LayCard("chance", "Anything legal.")
