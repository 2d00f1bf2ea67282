"""Nim as a client knows it: its types, its sheet and the plain robot's brain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import msgspec
from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from bots.game import Brain, GameClient, Help, RandomPlay
from bots.sheets.rights import Rights
from bots.sheets.sheet import Done, Sheet, TableClient, TableContext
from bots.view import Action, GameView
from bots.view import View as AnyView
from protocol.v1.view import Own, Pub


class Options(Struct, frozen=True):
    """The options of a table of Nim."""

    sticks: int = 7
    players: int = 2
    house_rule: str = ""


class Take(Struct, frozen=True, tag_field="t", tag="take"):
    """A move that takes `count` sticks."""

    count: int


class Look(Struct, frozen=True, tag_field="t", tag="look"):
    """A look at the pile before the first move. It answers no decision."""


class Result(Struct, frozen=True):
    """The result of a game: the seat that took the last stick."""

    winner: int


class NimPub(Pub, tag="nim", kw_only=True):
    """The public half of a view."""

    round: int = 1
    phase: str = "play"
    left: int
    turn: int | None
    taken: dict[int, int] = msgspec.field(default_factory=dict)
    result: Result | None = None


class NimOwn(Own, tag="nim", kw_only=True):
    """The half of a view that only one seat sees."""

    seat: int | None = None
    takes: tuple[int, ...] = ()
    looked: bool = False

    def legal_actions(self) -> tuple[Take, ...]:
        return tuple(Take(count) for count in self.takes)


class NimView(GameView[NimPub, NimOwn], frozen=True, gc=False):
    """The view of a table of Nim by one audience."""


class NimSheet(Sheet):
    """The terminal sheet of a table of Nim."""

    hello = "Take sticks as `take 2`; the last stick wins"

    def __init__(self, view: NimView, around: TableContext) -> None:
        self._pub, self._own, self._around = view.pub, view.own, around

    @property
    def seats(self) -> int:
        return 2

    def headline(self) -> str:
        return f"Nim, round {self._pub.round}"

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return Text(f"sticks {'|' * self._pub.left}, on the move: seat {self._pub.turn}")

    def events(self, before: AnyView | None) -> Iterator[str]:
        was = len(before.pub.taken) if isinstance(before, NimView) else 0
        for place, count in sorted(self._pub.taken.items())[was:]:
            yield f"seat {place % 2} takes {count}"
        if self._pub.result is not None:
            yield f"seat {self._pub.result.winner} has won"

    def question(self) -> str:
        return f"Your move, {self._pub.left} sticks"

    def list_answers(self, due: bool) -> list[str]:
        return ["take 1 | take 2" if due else "It is not your turn."]

    def commands(self, rights: Rights) -> Iterator[str]:
        yield "pile (how many sticks are left)"

    def answer(self, line: str) -> Action:
        word, _, count = line.partition(" ")
        if word != "take" or not count.isdecimal():
            raise ValueError(f"expected `take 1` or `take 2`, got {line!r}")
        return Take(int(count))

    def page(self, word: str) -> list[str] | None:
        return [f"{self._pub.left} sticks are left"] if word == "pile" else None

    async def run_command(self, client: TableClient, table: str, word: str, rest: str) -> Done | None:
        if word != "remember":
            return None
        await client.note(table, 0, rest)
        return Done(f"{rest!r} is remembered")


class NimBrain(Brain):
    """The brain that leaves a multiple of three if it can."""

    def first(self, pub: NimPub, own: NimOwn) -> tuple[Action, ...]:
        return () if own.looked else (Look(),)

    def choose(self, pub: NimPub, own: NimOwn) -> Action:
        wish = Take(pub.left % 3)
        return wish if wish in own.legal_actions() else own.legal_actions()[0]


class NimRandomPlay(RandomPlay[NimView]):
    """The random robot at Nim. It looks before its first move."""

    def first(self, view: NimView, random: Random) -> Action | None:
        return Look() if view.own is not None and not view.own.looked else None


class NimClient(GameClient[NimView]):
    """Nim as a client knows it."""

    name = "nim"
    title = "Nim"
    view_type = NimView
    pub_type = NimPub
    own_type = NimOwn
    action_type = Take | Look
    options_type = Options
    phases = ("play",)
    deal_field = "round"
    default_players = 2
    options_example = "sticks=7"
    spaced_options = ("house_rule",)
    help = Help(answers="take 2", options="sticks=7", seats="0 or 1")

    def players(self, view: NimView) -> int:
        return 2

    def sheet(self, view: NimView, around: TableContext) -> Sheet:
        return NimSheet(view, around)

    @property
    def brain(self) -> Callable[[], Brain] | None:
        return NimBrain

    def random_play(self) -> RandomPlay[NimView]:
        return NimRandomPlay()
