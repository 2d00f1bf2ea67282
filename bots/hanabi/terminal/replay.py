"""A replay of Hanabi at a terminal: its drawings, its texts, its position, the commands of its leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace
from rich.console import Group, RenderableType
from rich.text import Text

from bots.hanabi.terminal.answers import list_answers, read_answer
from bots.hanabi.terminal.context import NAME_WIDTH, Context, where
from bots.hanabi.terminal.events import move_words, news
from bots.hanabi.terminal.moves import moves_of
from bots.hanabi.terminal.names import Names, seat_name, seen_cards
from bots.hanabi.terminal.sheet import HanabiSheet
from bots.hanabi.terminal.words import result_words
from bots.hanabi.view import HanabiView
from bots.sheets.rights import Rights
from bots.sheets.sheet import NO_LEADER, LedSheet
from bots.sheets.steps import Step, read_step
from bots.sheets.text import printable
from bots.view import View
from protocol.v1.hanabi import HanabiOwn, HanabiPub, Vote
from protocol.v1.hanabi.replay import HanabiReplayOwn, HanabiReplayPub, Try

LEADING = (
    "n | b (next, previous move)   nn | bb (game)   first | last (move of this game)   g 12 (to move 12)",
    "game 5 (fifth of the file)   r (back to the record after tries)   finish (ends the replay)   q (leaves)",
    "play 2, discard 5, clue Bob red (tries another move for the player on turn; the record stays)",
)


class HanabiReplaySheet(HanabiSheet, LedSheet):
    """One view of a replay of Hanabi as a terminal shows it, with the commands of its leader.

    A view of a replay from a seat shows only the cards that the recorded player of that seat saw. A view of a
    replay that is not from a seat shows all cards.
    """

    hello = LEADING[0]
    prompt = "Lead: n, b, nn, g 12, or a move to try (? lists all):"

    def __init__(self, view: HanabiView, shown: HanabiReplayPub) -> None:
        super().__init__(replace(view, pub=_seen(shown, view.own)), Context(names_of(shown)))
        self._shown = shown

    @property
    def recorded(self) -> tuple[str, ...]:
        return self._shown.players

    def commands(self, rights: Rights) -> Iterator[str]:
        yield "hands (clues about each card) | clues (all clues) | log (all moves) | rules | deck"
        yield "notes (of the recorded players)"

    def midway(self) -> str:
        return ""

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return Group(super().draw(names), Text(place_words(self._shown)))

    def events(self, before: View | None) -> Iterator[str]:
        known = _shown(before)
        if known is None or _game(known) != _game(self._shown):
            yield from news(None, (self._pub, self._own), self._around.names)
        else:
            yield from self._moves(known)
        yield from new_place(known, self._shown)

    def events_not_drawn(self, before: View | None) -> Iterator[str]:
        known = _shown(before)
        same = known is not None and _game(known) == _game(self._shown)
        return self.events(before) if same else super().events_not_drawn(None)

    def _moves(self, known: HanabiPub) -> Iterator[str]:
        """Yield the moves, in words, that the previous view `known` did not show: none after a step back."""
        pub, cards, names = self._pub, seen_cards(self._pub, self._own), self._around.names
        now, was = moves_of(pub), moves_of(known)
        pairs = enumerate(zip(now, was, strict=False))
        same = next((at for at, (one, other) in pairs if one != other), len(was))
        for move in now[same:]:
            yield move_words(pub, move, cards, names)
        if pub.result is not None and known.result is None:
            yield result_words(pub, names)

    def page(self, word: str) -> list[str] | None:
        if word.lower() == "notes":
            return [*self._notes()] or ["There are no notes in this record"]
        return super().page(word)

    def _notes(self) -> Iterator[str]:
        names = self._around.names
        for seat in range(self._pub.options.players):
            mine = [note for note in self._shown.notes if note.seat == seat]
            if mine:
                yield f"{seat_name(names, seat)}:"
            for note in mine:
                yield f"  {where(self._pub, self._own, names, note.card)}: {note.text}"

    def read_lead(self, line: str) -> Step | Try:
        """Return the step or the move to try that the leader of the replay has typed.

        Raises ValueError for a line that is neither a command of the replay's leader nor a move.
        """
        step = read_step(line, self._shown, "game")
        if step is not None:
            return step
        move = read_answer(line, self._pub, self._in_turn(), self._around.names)
        if isinstance(move, Vote):
            raise ValueError("a vote cannot be tried in a replay; try a play, a discard or a clue")
        return Try(move)

    def list_leads(self) -> list[str]:
        """Return help for the leader of a replay: the commands, and the moves that can be tried now."""
        tries = [] if self._pub.turn is None else list_answers(self._pub, self._in_turn(), self._around.names)
        return [*LEADING, *(f"to try: {each}" for each in tries)]

    def _in_turn(self) -> HanabiOwn:
        """Return the leader's half of the view, changed so that its seat is the seat on turn.

        With it, a line that the leader types is read as a move of that seat.
        """
        own = self._own
        if not isinstance(own, HanabiReplayOwn):
            raise ValueError(NO_LEADER)
        if self._pub.turn is None:
            raise ValueError("the game is over: there is no move to try")
        return replace(own, seat=self._pub.turn)


def _seen(shown: HanabiReplayPub, own: HanabiOwn | None) -> HanabiPub:
    """Return the public half of a replay's view in the form of the public half of a game's view.

    Before the end of the game, the deck and the seed are left out if the leader watches from a seat.
    """
    fields = {name: getattr(shown, name) for name in HanabiPub.__struct_fields__}
    looks = own is not None and own.seat is not None and shown.phase != "over"
    return HanabiPub(**{**fields, "deck": None, "seed": None} if looks else fields)


def _shown(view: View | None) -> HanabiReplayPub | None:
    return view.pub if view is not None and isinstance(view.pub, HanabiReplayPub) else None


def names_of(pub: HanabiReplayPub) -> Names:
    """Return the recorded players' names by seat, without names that several players share."""
    called = {seat: printable(name).strip()[:NAME_WIDTH] for seat, name in enumerate(pub.players)}
    often = Counter(map(str.lower, called.values()))
    return {seat: name for seat, name in called.items() if name and often[name.lower()] == 1}


def place_words(pub: HanabiReplayPub) -> str:
    """Return the position in a replay, such as `club.json, game 3 of 32 (1874799), move 12 of 60`."""
    if not pub.files_boards:
        return "no file is open yet"
    file = f"{pub.file}, " if pub.file else ""
    number = "" if pub.id is None else f" ({pub.id})"
    line = "" if pub.tried is None else f", other moves tried after move {pub.tried}"
    return f"{file}game {pub.place + 1} of {pub.files_boards}{number}, move {pub.at} of {pub.moves}{line}"


def new_place(before: HanabiReplayPub | None, pub: HanabiReplayPub) -> Iterator[str]:
    """Yield lines about the leader's new position in a replay, but none after a single step forward."""
    if before is not None and pub.finished and not before.finished:
        yield "The leader has ended the replay"
    elif before is None or _line(before) != _line(pub) or pub.at < before.at:
        yield f"({place_words(pub)})"
    if before is None or _game(before) != _game(pub):
        yield from (
            f"The file has content that is not shown: {printable(warning)}" for warning in pub.warnings
        )


def _game(pub: HanabiReplayPub) -> tuple[int, int]:
    return pub.files_boards, pub.game_no


def _line(pub: HanabiReplayPub) -> tuple[int, int, int | None]:
    return *_game(pub), pub.tried
