"""The drawings, texts and commands of a Spades table at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from bots.sheets.rights import Rights
from bots.sheets.sheet import Sheet
from bots.spades.terminal.answers import (
    ABSENT,
    HELLO,
    list_answers,
    list_commands,
    question,
    read_answer,
    read_command,
)
from bots.spades.terminal.drawing import draw, hand_text
from bots.spades.terminal.events import Half, beside, news
from bots.spades.terminal.names import COMPASS, seat_letter, seat_name
from bots.spades.terminal.scores import rules_words, scores_words
from bots.spades.terminal.words import headline, midway_words
from bots.spades.view import SpadesView
from bots.view import View
from protocol.v1.spades import Action

NOT_YOUR_TURN = "It is not your turn."


class SpadesSheet(Sheet):
    """One view of a Spades table as a terminal shows it, with the commands that are possible in it."""

    hello = HELLO

    def __init__(self, view: SpadesView) -> None:
        self._pub, self._own = view.pub, view.own

    @property
    def seats(self) -> int:
        return self._pub.rules.players

    def seat(self, number: int) -> str:
        if number >= self.seats:
            return f"seat {number}"
        name = seat_name(self._pub.rules, number)
        return name if self.seats not in COMPASS else seat_letter(self._pub.rules, number)

    def headline(self) -> str:
        return headline(self._pub)

    def midway(self) -> str:
        return midway_words(self._pub)

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return draw(self._pub, self._own, names)

    def events(self, before: View | None) -> Iterator[str]:
        known = _half(before)
        yield from news(known, (self._pub, self._own))
        hand = None if self._own is None or self._pub.phase == "draw" else self._own.hand
        if hand and (known is None or self._is_new(known)):
            yield f"Your hand: {self.hand()}"

    def _is_new(self, known: Half) -> bool:
        """Return True if this seat's hand has cards that the previous view `known` did not show."""
        before, had = known[0], known[1].hand if known[1] is not None else None
        hand = (self._own.hand if self._own is not None else None) or ()
        drawing = before.phase == "draw" or before.hand != self._pub.hand
        return drawing or not set(hand) <= set(had or ())

    def events_not_drawn(self, before: View | None) -> Iterator[str]:
        return beside(_half(before), (self._pub, self._own))

    def hand(self) -> str:
        hand = None if self._own is None else self._own.hand
        return "" if not hand else hand_text(self._pub.rules, hand).plain

    def question(self) -> str:
        return "" if self._own is None else question(self._pub, self._own)

    def list_answers(self, due: bool) -> list[str]:
        own = self._own
        lines = list_answers(self._pub, own) if own is not None and due else [NOT_YOUR_TURN]
        return [*lines, *list_commands(own)]

    def commands(self, rights: Rights) -> Iterator[str]:
        yield "scores (of all hands) | rules (of this table)"

    def command(self, line: str) -> Action | None:
        return read_command(line)

    def answer(self, line: str) -> Action:
        if self._own is None:
            raise ValueError(NOT_YOUR_TURN)
        return read_answer(line, self._own)

    def page(self, word: str) -> list[str] | None:
        if word.lower() in ABSENT:
            raise ValueError(ABSENT[word.lower()])
        match word.lower():
            case "scores":
                return scores_words(self._pub)
            case "rules":
                return rules_words(self._pub.rules)
            case _:
                return None


def _half(view: View | None) -> Half | None:
    return (view.pub, view.own) if isinstance(view, SpadesView) else None
