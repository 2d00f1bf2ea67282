"""The robots that play only Hanabi: `friendly`, which plays with people, and `hats`, the hat guesser."""

from __future__ import annotations

from typing import ClassVar

from bots.bot import Bot, View
from bots.game import Brain
from bots.hanabi.robot.friendly import HanabiFriendly
from bots.hanabi.robot.plain import HanabiPlain
from bots.hanabi.robot.replay import conventional
from bots.hanabi.robot.suit_lines import has_lines
from bots.view import Action
from protocol.v1.hanabi import HanabiPub

CONVENTIONS = (
    "I play by common conventions. I discard my oldest unclued card, the chop. A clue is about one card: the "
    "chop if you touch it, else the newest card that had no clue. It means: play this card, now or after "
    "cards that others hold clued. On the chop it may mean: keep it (5s and 2s by rank, last copies). Clue "
    "only useful cards, each once. A clue on a card that comes one later asks for the missing card: the "
    "newest clued card that fits, else the newest unclued one."
)
ONLY_HATS = (
    "I guess hats: each clue is a number that tells all players something about their own cards. Only hats, "
    "and plain at Hanabi, understand this. I cannot play with {others}: we will misread each other's clues. "
    "For people and other robots there is the robot friendly."
)
NO_HATS = (
    "At this table I cannot guess hats, because of its variant, its characters or card cycling. I take each "
    "clue literally: it tells colours and ranks, and nothing else."
)
GUESSERS = frozenset({"hats", "plain"})
"""The names of the robots that guess hats at Hanabi."""
LITERALLY = "At this table I take each clue literally: it tells colours and ranks, and nothing else."


class _HanabiBot(Bot):
    """The base class of robots that play only Hanabi and leave each decision to one Brain object."""

    games = ("hanabi",)
    brain: ClassVar[type[Brain]]

    def __init__(self) -> None:
        self._brain = self.brain()

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self._brain.choose(view.pub, view.own)


class FriendlyBot(_HanabiBot):
    """The robot that plays Hanabi with people, by the conventions that most players use.

    The robot's greeting tells the players the conventions by which it plays.
    """

    brain = HanabiFriendly
    about = "Plays with people, by the conventions that most players use."

    @property
    def name(self) -> str:
        return "friendly"

    def greeting(self, view: View) -> str:
        conventional = isinstance(view.pub, HanabiPub) and has_lines(view.pub)
        return CONVENTIONS if conventional else LITERALLY


class HatsBot(_HanabiBot):
    """The hat guesser, which plays Hanabi best with copies of itself.

    The hat guesser plays Hanabi as the robot `plain` does. It tells the players if it cannot play with them,
    or if it cannot guess hats at the table.
    """

    brain = HanabiPlain
    about = "Guesses hats: strong with copies of itself, and not to be understood by people."

    @property
    def name(self) -> str:
        return "hats"

    def greeting(self, view: View) -> str:
        return NO_HATS if isinstance(view.pub, HanabiPub) and not conventional(view.pub) else ""

    def warning(self, view: View, others: tuple[str, ...]) -> str:
        if not isinstance(view.pub, HanabiPub) or not conventional(view.pub):
            return ""
        strangers = [name for name in dict.fromkeys(others) if name not in GUESSERS]
        return ONLY_HATS.format(others=", ".join(strangers)) if strangers else ""
