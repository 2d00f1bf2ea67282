"""The drawings, texts and commands of a Hanabi table at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from bots.hanabi.terminal.answers import (
    ABSENT,
    HELLO,
    list_answers,
    list_commands,
    question,
    read_answer,
    read_command,
    read_note,
)
from bots.hanabi.terminal.context import NOBODY, Context, notes_words
from bots.hanabi.terminal.drawing import draw, hand_text, hand_words
from bots.hanabi.terminal.events import Half, clues_words, deck_words, log_words, news, since
from bots.hanabi.terminal.names import seat_name
from bots.hanabi.terminal.rules import is_special, rules_words
from bots.hanabi.terminal.words import headline, midway_words
from bots.hanabi.view import HanabiView
from bots.sheets.rights import Rights
from bots.sheets.sheet import Done, Sheet, TableClient
from bots.view import View
from protocol.v1.hanabi import Action

NOT_YOUR_TURN = "It is not your turn."
LEGEND = (
    "[ ] is touched by a clue, * has a note, R12 is R1 or R2, -B4 is not B and not 4; slot 1 is the newest"
)
LAST_MOVES = 5
"""The number of moves, the latest ones, that a terminal prints below the table when its user has joined."""


class HanabiSheet(Sheet):
    """One view of a Hanabi table as a terminal shows it, with the commands that are possible in it."""

    hello = HELLO
    opponents = False

    def __init__(self, view: HanabiView, around: Context = NOBODY) -> None:
        self._pub, self._own, self._around = view.pub, view.own, around

    @property
    def seats(self) -> int:
        return self._pub.options.players

    def headline(self) -> str:
        return headline(self._pub)

    def midway(self) -> str:
        return midway_words(self._pub)

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return draw(self._pub, self._own, names, self._around.names, self._noted)

    @property
    def _noted(self) -> frozenset[int]:
        return frozenset(card for card, text in self._around.notes.items() if text)

    def events(self, before: View | None) -> Iterator[str]:
        return news(_half(before), (self._pub, self._own), self._around.names)

    def events_not_drawn(self, before: View | None) -> Iterator[str]:
        """Yield, in words, the moves since the earlier view `before`.

        If `before` is None, because the user has just joined, yield the last moves and a hint at special
        rules.
        """
        if before is not None:
            yield from since(_half(before), (self._pub, self._own), self._around.names)
            return
        if is_special(self._pub):
            yield f"{self._pub.variant.name}: `rules` lists the special rules of this table"
        yield from log_words(self._pub, self._own, self._around.names)[-LAST_MOVES:]

    def hand(self) -> str:
        own = self._own
        if own is None or own.seat is None or not self._pub.hands:
            return ""
        return hand_text(self._pub, own, own.seat, self._noted).plain.rstrip()

    def question(self) -> str:
        return "" if self._own is None else question(self._pub, self._own)

    def list_answers(self, due: bool) -> list[str]:
        own = self._own
        answers = own is not None and due
        lines = list_answers(self._pub, own, self._around.names) if own is not None and answers else []
        return [*(lines or [NOT_YOUR_TURN]), *list_commands(own)]

    def commands(self, rights: Rights) -> Iterator[str]:
        deck = " | deck" if self._pub.deck is not None else ""
        yield f"hands (clues about each card) | clues (all clues) | log (all moves) | rules{deck}"
        if rights.seated:
            yield "note 3 text | note Bob 3 text | note 1/3 text (on a card; no text deletes it) | notes"
        elif self._own is not None or self._pub.phase == "over":
            yield "notes (of the hand that you see; of all players after the game)"
        if rights.seated and not rights.may_manage:
            yield "resume" if rights.paused else "pause"

    def command(self, line: str) -> Action | None:
        return read_command(line)

    def answer(self, line: str) -> Action:
        if self._own is None:
            raise ValueError(NOT_YOUR_TURN)
        return read_answer(line, self._pub, self._own, self._around.names)

    async def run_command(self, client: TableClient, table: str, word: str, rest: str) -> Done | None:
        if word != "note":
            return None
        card, text = self.note(rest)
        await client.note(table, card, text)
        return Done("The note is saved; `notes` shows all notes" if text else "The note is deleted")

    def note(self, text: str) -> tuple[int, str]:
        """Return the card and the text of a note that the user has typed.

        Raises ValueError for an incomplete note.
        """
        seat = None if self._own is None else self._own.seat
        return read_note(text, self._pub, seat, self._around.names)

    def page(self, word: str) -> list[str] | None:
        if word.lower() in ABSENT:
            raise ValueError(ABSENT[word.lower()])
        pub, own, names = self._pub, self._own, self._around.names
        match word.lower():
            case "hands":
                return self._hands()
            case "clues":
                return clues_words(pub, names) or ["No clue has been given"]
            case "log":
                return log_words(pub, own, names) or ["No move has been made"]
            case "rules":
                return rules_words(pub, names)
            case "deck":
                return list(deck_words(pub)) or ["The deck is shown after the game"]
            case "notes":
                return notes_words(pub, own, self._around)
            case _:
                return None

    def _hands(self) -> list[str]:
        seats = range(len(self._pub.hands))
        names = self._around.names
        if not self._pub.hands:
            return ["No cards have been dealt yet"]
        return [LEGEND] + [
            line
            for seat in seats
            for line in (f"{seat_name(names, seat)}:", *hand_words(self._pub, self._own, seat))
        ]


def _half(view: View | None) -> Half | None:
    return (view.pub, view.own) if isinstance(view, HanabiView) else None
