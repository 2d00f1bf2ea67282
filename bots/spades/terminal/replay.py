"""A replay of Spades at a terminal: its drawings, its texts, its position, the commands of its leader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.text import Text

from bots.sheets.rights import Rights
from bots.sheets.sheet import NO_LEADER, LedSheet
from bots.sheets.steps import Step, read_step
from bots.spades.terminal.answers import list_answers, read_answer, read_command
from bots.spades.terminal.events import news
from bots.spades.terminal.sheet import SpadesSheet
from bots.spades.view import SpadesView
from bots.view import View
from protocol.v1.spades import SpadesOwn
from protocol.v1.spades.replay import SpadesReplayOwn, SpadesReplayPub, Try

LEADING = (
    "n | b (next, previous move)   nn | bb (hand)   first | last (move of this hand)   g 12 (to move 12)",
    "hand 5 (fifth of the file)   r (back to the record after tries)   finish (ends the replay)   q (leaves)",
    "4, nil, SA, pass SA HK, reveal (tries another move for the player on turn; the record stays)",
)


class SpadesReplaySheet(SpadesSheet, LedSheet):
    """One view of a replay of Spades as a terminal shows it, with the commands of its leader."""

    hello = LEADING[0]
    opponents = False
    prompt = "Lead: n, b, nn, g 12, or a move to try (? lists all):"

    def __init__(self, view: SpadesView, shown: SpadesReplayPub) -> None:
        super().__init__(replace(view, own=SpadesOwn(hands=shown.hands or None, passes=shown.passes)))
        self._shown, self._leading = shown, view.own

    @property
    def recorded(self) -> tuple[str, ...]:
        return self._shown.players

    def commands(self, rights: Rights) -> Iterator[str]:
        yield "scores (of this hand) | rules (of this table)"

    def midway(self) -> str:
        return ""

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return Group(super().draw(names), Text(place_words(self._shown)))

    def events(self, before: View | None) -> Iterator[str]:
        known = _shown(before)
        same = None if known is None or _hand(known) != _hand(self._shown) else (known, None)
        yield from news(same, (self._pub, None))
        if known is not None and self._shown.finished and not known.finished:
            yield "The leader has ended the replay"
        elif known is None or _line(known) != _line(self._shown) or self._shown.at < known.at:
            yield f"({place_words(self._shown)})"

    def read_lead(self, line: str) -> Step | Try:
        """Return the step or the move to try that the leader of the replay has typed.

        Raises ValueError for a line that is neither a command of the replay's leader nor a move.
        """
        step = read_step(line, self._shown, "hand")
        if step is not None:
            return step
        own = self._in_turn()
        return Try(read_command(line) or read_answer(line, own))

    def list_leads(self) -> list[str]:
        """Return help for the leader of a replay: the commands, and the moves that can be tried now."""
        tries = [] if self._pub.turn is None else list_answers(self._pub, self._in_turn())
        return [*LEADING, *(f"to try: {each}" for each in tries)]

    def _in_turn(self) -> SpadesReplayOwn:
        """Return the leader's half of the view, changed so that its seat is the seat on turn.

        With it, a line that the leader types is read as a move of that seat.
        """
        own = self._leading
        if not isinstance(own, SpadesReplayOwn) or own.decision is None:
            raise ValueError(NO_LEADER)
        if self._pub.turn is None:
            raise ValueError("the hand is over: there is no move to try")
        return replace(own, seat=self._pub.turn)


def place_words(pub: SpadesReplayPub) -> str:
    """Return the position in a replay, such as `club.json, hand 3 of 32 (Club night), move 12 of 60`."""
    if not pub.files_boards:
        return "no file is open yet"
    file = f"{pub.file}, " if pub.file else ""
    table = f" ({pub.table})" if pub.table else ""
    line = "" if pub.tried is None else f", other moves tried after move {pub.tried}"
    return f"{file}hand {pub.place + 1} of {pub.files_boards}{table}, move {pub.at} of {pub.moves}{line}"


def _shown(view: View | None) -> SpadesReplayPub | None:
    return view.pub if view is not None and isinstance(view.pub, SpadesReplayPub) else None


def _hand(pub: SpadesReplayPub) -> tuple[int, int]:
    return pub.files_boards, pub.place


def _line(pub: SpadesReplayPub) -> tuple[int, int, int | None]:
    return *_hand(pub), pub.tried
