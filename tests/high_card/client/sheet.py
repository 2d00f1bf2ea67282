"""A table of high card, and a replay, at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from bots.sheets.sheet import NO_LEADER, LedSheet, Sheet
from bots.sheets.steps import read_step
from bots.view import View
from tests.high_card.client.view import HighCardView
from tests.high_card.protocol.nouns import Action, Bet, Fold, HighCardPub
from tests.high_card.protocol.replay import HighCardReplayOwn, HighCardReplayPub, Try

ANSWERS = "bet | fold"
LEADING = "n | b (a move on, back)   nn | bb (a deal)   bet | fold (tries it)   finish   q (leaves)"


def read_answer(line: str) -> Action:
    """Return the answer that a line gives. Raise ValueError for what is none."""
    match line.strip().lower():
        case "bet":
            return Bet()
        case "fold":
            return Fold()
        case _:
            raise ValueError(f"expected bet or fold, got {line!r}")


class HighCardSheet(Sheet):
    """One view of a table of high card."""

    hello = "Type bet or fold; the higher card wins if both bet"

    def __init__(self, view: HighCardView) -> None:
        self._pub, self._own = view.pub, view.own

    @property
    def seats(self) -> int:
        return 2

    def headline(self) -> str:
        return f"High card, deal {self._pub.deal} of {self._pub.deals}"

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        lines = [self.headline()]
        for seat, points in enumerate(self._pub.points):
            name = names[seat].plain if seat in names else "nobody"
            dealt = " (dealer)" if seat == self._pub.dealer else ""
            lines.append(f"seat {seat} {name}{dealt}: {points:+d} {self._card(seat)}")
        return Text("\n".join(lines))

    def _card(self, seat: int) -> str:
        cards = self._pub.cards or (None if self._own is None else self._own.cards)
        if cards is not None:
            return str(cards[seat])
        mine = self._own is not None and self._own.seat == seat and self._own.card is not None
        return str(self._own.card) if mine and self._own is not None else "?"

    def events(self, before: View | None) -> Iterator[str]:
        was = before.pub if before is not None and isinstance(before.pub, HighCardPub) else None
        if was is not None and was.deal != self._pub.deal:
            was = None
        for place, answer in sorted(self._pub.answers.items()):
            if was is None or place not in was.answers:
                yield f"seat {(self._pub.dealer + 1 + place) % 2}: {answer}"
        ended = self._pub.result
        if ended is not None and (was is None or was.result is None):
            cards = "" if self._pub.cards is None else f" ({' and '.join(self._pub.cards)})"
            yield f"seat {ended.winner} wins {ended.points}{cards}"

    def hand(self) -> str:
        return "" if self._own is None or self._own.card is None else str(self._own.card)

    def question(self) -> str:
        return "Bet or fold?"

    def list_answers(self, due: bool) -> list[str]:
        return [ANSWERS if due else "It is not your turn."]

    def answer(self, line: str) -> Action:
        return read_answer(line)


class HighCardReplaySheet(HighCardSheet, LedSheet):
    """One view of a replay of high card."""

    hello = LEADING
    prompt = "Lead: n, b, nn, or a move to try (? lists all):"

    def __init__(self, view: HighCardView, shown: HighCardReplayPub) -> None:
        super().__init__(view)
        self._shown = shown

    @property
    def recorded(self) -> tuple[str, ...]:
        return self._shown.players

    def events(self, before: View | None) -> Iterator[str]:
        yield from super().events(before)
        yield f"({self._shown.file}, deal {self._shown.place + 1}, move {self._shown.at})"

    def read_lead(self, line: str) -> Struct:
        step = read_step(line, self._shown, "deal")
        if step is not None:
            return step
        if not isinstance(self._own, HighCardReplayOwn):
            raise ValueError(NO_LEADER)
        return Try(read_answer(line))

    def list_leads(self) -> list[str]:
        return [LEADING]
