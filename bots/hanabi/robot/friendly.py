"""The robot `friendly` at Hanabi, which plays with people by the conventions that most players use.

The module `understanding` explains the robot's conventions, and `README.md` beside this file explains them
for players.

The robot takes clues only literally (module `literal`) in variants in which suits are not played in one fixed
order, piles are hidden or suits are inverted, and at tables with characters.
"""

from __future__ import annotations

from bots.game import Brain
from bots.hanabi.robot.friendly_memory import Memory, remembered
from bots.hanabi.robot.friendly_turn import FriendlyTurn
from bots.hanabi.robot.literal import Literal
from bots.hanabi.robot.suit_lines import has_lines
from protocol.v1.hanabi import Action, HanabiOwn, HanabiPub, SeatNumber


class HanabiFriendly(Brain):
    """The decisions of the robot `friendly`, which plays Hanabi with people.

    The robot always chooses the same action for the same view.
    """

    def __init__(self) -> None:
        self._last: Memory | None = None

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        """Return the robot's action for the decision that this seat has to make.

        Raises ValueError if the seat has no decision to make.
        """
        legal = own.legal_actions()
        if own.seat is None or not legal:
            raise ValueError("expected the view of a player that has to decide, got a view without decision")
        chosen = self._by_convention(pub, own, own.seat) if has_lines(pub) else None
        return chosen if chosen in legal else Literal(pub, own, own.seat).choose()

    def _by_convention(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Action | None:
        """Return the action by the robot's conventions, or None if they determine no action."""
        memory = self._last = remembered(self._last, pub, own, seat)
        if [*map(tuple, memory.game.hands)] != [*pub.hands]:
            return None
        return FriendlyTurn(memory.game, pub, own).choose()
