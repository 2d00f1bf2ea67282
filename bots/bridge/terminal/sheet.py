"""The drawings, texts and commands of a bridge table and of a replay of bridge at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from rich.console import RenderableType
from rich.text import Text

from bots.bridge.terminal.answers import list_answers, read_answer
from bots.bridge.terminal.cards import LAYING, typed_card
from bots.bridge.terminal.commands import list_commands, read_command
from bots.bridge.terminal.drawing import draw, hand_text
from bots.bridge.terminal.events import Half, claim_words, events
from bots.bridge.terminal.record import record_words, times_words
from bots.bridge.terminal.replay import HELP as LEADING
from bots.bridge.terminal.replay import PROMPT, new_place, new_words, read_lead, read_try
from bots.bridge.terminal.rulings import HELP as RULINGS
from bots.bridge.terminal.rulings import read_ruling
from bots.bridge.terminal.words import headline, midway_words, news
from bots.bridge.view import BridgeView
from bots.seats import COMPASS
from bots.sheets.rights import Rights
from bots.sheets.sheet import NO_LEADER, Done, LedSheet, Sheet, TableClient
from bots.sheets.steps import Step
from bots.view import View
from protocol.v1.bridge import Action, NoQuestions, PlayOn, Vote
from protocol.v1.bridge.replay import ReplayOwn, ReplayPub, TryCall, TryCard

RECORD = "record (all alerts and explanations)"
TIMES = "times (time used for each call and card)"


class BridgeSheet(Sheet):
    """One view of a bridge table as a terminal shows it, with the commands that are possible in it."""

    hello = "Type a call as 1NT, 4S, P, X, a card as SA, h10; ? lists all commands; q leaves"

    def __init__(self, view: BridgeView) -> None:
        self._pub, self._own = view.pub, view.own

    @property
    def seats(self) -> int:
        return len(COMPASS)

    def seat(self, number: int) -> str:
        return COMPASS[number] if number < self.seats else f"seat {number}"

    def headline(self) -> str:
        return headline(self._pub)

    def midway(self) -> str:
        return midway_words(self._pub)

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        return draw(self._pub, self._own, names)

    def events(self, before: View | None) -> Iterator[str]:
        known = _half(before)
        yield from self._news(known)
        yield from events(known, (self._pub, self._own))
        held = None if known is None or known[1] is None else known[1].hand
        if self.hand() and (held is None or len(self._held) > len(held)):
            yield f"Your hand: {self.hand()}"

    def _news(self, known: Half | None) -> Iterator[str]:
        return news(None if known is None else known[0], self._pub)

    def events_not_drawn(self, before: View | None) -> Iterator[str]:
        return events(_half(before), (self._pub, self._own))

    @property
    def _held(self) -> tuple[object, ...]:
        return (self._own.hand if self._own is not None else None) or ()

    def hand(self) -> str:
        hand = None if self._own is None else self._own.hand
        return "" if hand is None else hand_text(hand).plain

    def question(self) -> str:
        """Return the prompt for this seat's decision: call, play a card, vote, or agree to play on."""
        own, claim, turn = self._own, self._pub.claim, self._pub.turn
        if own is not None and own.votes is not None and claim is not None:
            return f"{claim_words(claim)}. Accept or refuse?"
        if own is not None and own.play_on:
            return "The claim is refused. Type `play on` to agree to continue play, or wait for the director"
        if own is not None and own.no_questions:
            return "The lead lies face down. Ask about the auction, or type `no questions` to see the lead"
        if own is not None and own.calls is not None:
            return "Your call"
        dummys = own is not None and turn is not None and turn != own.seat
        return f"Your card from {'dummy' if dummys else 'hand'}"

    def list_answers(self, due: bool) -> list[str]:
        own = self._own
        lines = [list_answers(own) if own is not None and due else "It is not your turn."]
        if own is not None and own.calls is not None:
            lines.append(
                "1NT! 15-17 balanced (alerts and explains it) | 2C: natural (explains it without an alert)"
            )
        return [*lines, *list_commands(own)]

    def commands(self, rights: Rights) -> Iterator[str]:
        own = self._own
        for side in () if own is None else own.systems:
            yield f"card {side} | card {side} save FILE (the convention card of {side})"
        if own is not None and "system" in own.may:
            yield LAYING
        yield RECORD
        if own is not None and own.times is not None:
            yield TIMES
        if rights.director:
            yield from RULINGS

    def command(self, line: str) -> Action | None:
        own = self._own
        command = None if own is None else read_command(line, self._pub, own)
        doubts = own is not None and "doubt" in own.may and command == Vote(accept=False)
        return None if isinstance(command, Vote | PlayOn | NoQuestions) and not doubts else command

    def answer(self, line: str) -> Action:
        if self._own is None:
            raise ValueError("It is not your turn.")
        command = read_command(line, self._pub, self._own)
        return read_answer(line, self._own) if command is None else command

    def page(self, word: str) -> list[str] | None:
        match word:
            case "times":
                return times_words(self._pub, self._own)
            case "record":
                return record_words(self._pub, self._own)
            case "note" | "notes":
                raise ValueError("there are no notes on cards at bridge")
            case _:
                return None

    async def run_command(self, client: TableClient, table: str, word: str, rest: str) -> Done | None:
        match word:
            case "rule":
                await client.rule(table, read_ruling(rest))
                return Done()
            case "card":
                page = await typed_card(client, table, rest)
                return None if page is None else Done(page=page)
            case _:
                return None


class ReplaySheet(BridgeSheet, LedSheet):
    """One view of a replay of bridge as a terminal shows it, with the commands of its leader."""

    hello = LEADING[0]
    opponents = False
    prompt = PROMPT

    @property
    def recorded(self) -> tuple[str, ...]:
        return self._pub.players if isinstance(self._pub, ReplayPub) else ()

    def midway(self) -> str:
        return ""

    def commands(self, rights: Rights) -> Iterator[str]:
        yield RECORD

    def _news(self, known: Half | None) -> Iterator[str]:
        pub, before = self._pub, _place(known)
        if not isinstance(pub, ReplayPub):
            return iter(())
        same = None if before is None or before.place != pub.place else before
        return chain(news(same, pub), new_place(before, pub))

    def events_not_drawn(self, before: View | None) -> Iterator[str]:
        yield from super().events_not_drawn(before)
        if isinstance(self._pub, ReplayPub):
            yield from new_words(_place(_half(before)), self._pub)

    def read_lead(self, line: str) -> Step | TryCall | TryCard:
        """Return the step, or the call or card to try, for a line that the leader has typed.

        Raises ValueError for a line that is neither a leader's command nor a call or card.
        """
        step = read_lead(line, self._pub) if isinstance(self._pub, ReplayPub) else None
        if step is not None:
            return step
        if not isinstance(self._own, ReplayOwn):
            raise ValueError(NO_LEADER)
        return read_try(line, self._own)

    def list_leads(self) -> list[str]:
        """Return lines of help with the leader's commands and the calls or cards that can be tried now."""
        tries = list_answers(self._own) if isinstance(self._own, ReplayOwn) else ""
        return [*LEADING, *([f"To try: {tries}"] if tries else [])]


def _half(view: View | None) -> Half | None:
    return (view.pub, view.own) if isinstance(view, BridgeView) else None


def _place(known: Half | None) -> ReplayPub | None:
    return known[0] if known is not None and isinstance(known[0], ReplayPub) else None
