"""The runner of a robot: it sits down for the robot, and sends the robot's answers to the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from bots.bot import Bot
from bots.client import Client
from bots.errors import ClientError, IllegalChoice, Refused
from bots.greeting import Greeting
from bots.guest import guest
from bots.registry import answers, client_of, deal_number, game_of, seats_at
from bots.robot_calls import decide, deciding_method, method_name, show_change, show_end
from bots.seating import Companions, sit_down
from bots.seats import seat_number
from bots.thinking import Think
from bots.transport import Connect
from bots.unprompted import Unprompted
from bots.view import Action, View
from bots.wire.reader import Updates
from bots.wire.table_view import TableView
from protocol.v1.codec import MSGPACK, Codec
from protocol.v1.codes import Code
from protocol.v1.updates import Notice, People

log = logging.getLogger("kibitz.bot")

MOVED_ON = (Code.STALE_DECISION, Code.NOT_YOUR_TURN, Code.N_TAKEN, Code.BAD_N)
"""The codes of refusals that mean that the table has changed since the robot chose its action."""
RETHINK_S = 0.5

Pace = Callable[[View], int]
"""A function that returns, from public facts alone, the least delay in ms of a robot's answer to a view."""


async def play(
    bot: Bot,
    where: str | Connect,
    table: str,
    seat: int | str,
    token: str | None = None,
    *,
    boards: int | None = None,
    delay_ms: int = 0,
    codec: Codec = MSGPACK,
    give_up_s: float | None = None,
    companions: Companions | None = None,
) -> int:
    """Sit down at `seat` (`S` or 2), play until the table closes or `boards` deals are over, and stand up.

    Returns the number of deals played. Without a token the robot becomes a guest of the server at the address
    `where`. During a deal, the robot waits until the players of the deal have agreed to it as a newcomer, or
    until the deal ends. `companions` are the robots of one program, which agree to each other as newcomers.
    Raises IllegalChoice if the robot chooses an illegal action, and Refused if the server refuses another
    request, such as that for a seat that is not free. Raises GaveUp if the client cannot connect again,
    RobotError if a method of the robot fails or returns something wrong, and ValueError at a table of a game
    that the robot does not play.
    """
    if token is None and isinstance(where, str):
        token = (await guest(where, bot.name)).token
    async with Client(where, token=token, client=bot.name, codec=codec, give_up_s=give_up_s) as client:
        together = companions or Companions()
        together.ids.add(client.you.id)
        number = await seat_at(client, table, seat)
        async with together.turn:
            await sit_down(client, table, number, partial(_tell_waiting, bot, table))
        game = game_of((await client.watch(table, "seat")).view)
        if game not in bot.games:
            await client.stand(table)
            raise ValueError(
                f"expected a table of {' or '.join(bot.games)} for the robot {bot.name}, got one of {game}"
            )
        played = await play_seat(
            client, bot, table, boards=boards, delay_ms=delay_ms, companions=together.ids
        )
        if client.tables[table].ended is None and client.tables[table].audience == "seat":
            await client.stand(table)
        return played


def _tell_waiting(bot: Bot, table: str) -> None:
    log.info("%s waits until the players of table %s agree, or until the deal ends", bot.name, table)


async def seat_at(client: Client, table: str, seat: int | str) -> int:
    """Return the number of a table's seat from its number or name.

    `seat` is the number of the seat or its name in the view of the table. Raises ValueError if the table has
    no seat with this name. If this client may not watch the table, its seats are assumed to have the names N,
    E, S, W.
    """
    if str(seat).strip().isdecimal():
        return seat_number(seat)
    try:
        watched = await client.watch(table, "public")
    except Refused:
        return seat_number(seat)
    return seat_number(seat, seats_at(watched.view))


async def play_seat(
    client: Client,
    bot: Bot,
    table: str,
    *,
    boards: int | None = None,
    delay_ms: int = 0,
    asked_ms: int = 0,
    think: Think | None = None,
    pace: Pace | None = None,
    load: Callable[[], float] | None = None,
    companions: Collection[str] = frozenset(),
) -> int:
    """Let a robot play the seat of a connected client, and return the number of deals played.

    The robot stops when it loses the seat, when the table closes or when `boards` deals are over. Each answer
    is sent `delay_ms` after its decision arrived, even if the robot has found the answer sooner, so that the
    timing reveals nothing about the robot's hand. An action that prepares a decision, such as a look at the
    hand, is sent after half of `delay_ms`. Answers to opponents' requests are sent `delay_ms` after the
    request. Votes about a claim are sent after the delay `asked_ms` if it is longer than `delay_ms`. If
    `think` is not None, it becomes the attribute `think` of the robot, the function for long computations.
    The function `pace` is called with each view that the robot answers, and its result is the delay of the
    answer if the result is longer than `delay_ms`. If `load` is not None, it becomes the attribute `load` of
    the robot, the function that returns the server's load. The robot agrees if a player with an id in
    `companions` wants to take a seat during a deal.
    """
    if think is not None:
        bot.think = think
    if load is not None:
        bot.load = load
    updates = client.updates(table)
    watched = await client.watch(table, "seat")
    playing = _SeatPlayer(client, bot, updates, watched, delay_ms, asked_ms, pace, companions)
    playing.agree_to_companions()  # a request may have arrived before this robot read updates
    try:
        while True:
            await playing.answer_decisions()
            if playing.over or (boards is not None and playing.boards >= boards):
                return playing.boards
            if not await playing.read():
                return playing.boards
    finally:
        playing.stop()


class _SeatPlayer:
    """A robot while it plays a seat: its view, its unanswered decision and its planned actions."""

    def __init__(
        self,
        client: Client,
        bot: Bot,
        updates: Updates,
        watched: TableView,
        delay_ms: int,
        asked_ms: int,
        pace: Pace | None,
        companions: Collection[str],
    ) -> None:
        self.boards = 0
        self.answers = Unprompted(client, bot, watched.table, delay_ms)
        self._greeting = Greeting(client, bot, watched)
        self._client = client
        self._bot = bot
        self._updates = updates
        self._watched = watched
        self._delay_ms = delay_ms
        self._asked_ms = asked_ms
        self._pace = pace
        self._companions = companions
        self._agreeing: dict[tuple[str, int | None], asyncio.Task[None]] = {}
        self._seen: View | None = None
        self._returning: asyncio.Task[None] | None = None
        self._answered: tuple[str | None, str] | None = None

    @property
    def over(self) -> bool:
        return self._watched.ended is not None or self._watched.audience != "seat"

    def stop(self) -> None:
        """Stop sending the robot's actions."""
        self.answers.stop()
        self._greeting.stop()
        for task in (*self._agreeing.values(), *(() if self._returning is None else (self._returning,))):
            task.cancel()

    async def answer_decisions(self) -> None:
        """Take the newest view of the seat, and answer the decisions in it."""
        self._take_view()
        while (decision := self._due()) is not None:
            if await self._answer(self._watched.view, decision):
                self._answered = self._watched.epoch, decision
            self._take_view()

    def _take_view(self) -> None:
        view = self._watched.view
        if view is not self._seen:
            self._count(view)
            if self._seen is None:
                self._greeting.start(view)
            self._seen = view
            self._greeting.see_company(view)
            show_change(self._bot, view)
            if not self.over:
                self.answers.see(view)

    def _due(self) -> str | None:
        """Return the id of the decision that the robot must answer now.

        The result is None if the robot has nothing to decide, or if this client does not know the legal
        answers.
        """
        decision, own = self._watched.decision, self._watched.view.own
        answered = self._answered == (self._watched.epoch, decision)
        known = own is not None and own.legal_actions()
        return None if self.over or answered or not known else decision

    def _count(self, view: View) -> None:
        """Count a deal as played when its result arrives, or when a new deal begins without a result."""
        before = self._seen
        if before is None or before.pub.result is not None:
            return
        if view.pub.result is not None:
            show_end(self._bot, view)
        if view.pub.result is not None or deal_number(view) != deal_number(before):
            self.boards += 1

    async def _answer(self, view: View, decision: str) -> bool:
        """Answer the decision of the robot's seat. Returns False if the robot must choose an action again."""
        thinking = asyncio.create_task(self._think(view))
        prompted = True
        try:
            if not await self._decision_stands(view, decision, thinking):
                return False
            action = thinking.result()
            prompted = answers(view, action)
            await self._client.act(view.table, action, decision)
        except Refused as refused:
            # A refusal of an action that no decision asked for is no fault if another player has changed the
            # table while the action was on its way.
            overtaken = not prompted and self._watched.view is not view
            if refused.code not in MOVED_ON and not overtaken:
                if refused.code is Code.ILLEGAL_ACTION:
                    method = method_name(self._bot, deciding_method(_asks_courtesy(view)))
                    raise IllegalChoice(method, thinking.result(), refused) from None
                raise
            log.info("%s: %s", self._bot.name, refused)
            await asyncio.sleep(RETHINK_S)
            return False
        finally:
            thinking.cancel()
        if not prompted:
            await self._await_change(view)
        return prompted

    async def _await_change(self, view: View) -> None:
        """Wait briefly until the view shows the effect of an action that answered no decision."""
        with suppress(TimeoutError):
            async with asyncio.timeout(RETHINK_S):
                while self._watched.view is view and await self.read():
                    pass

    async def _think(self, view: View) -> Action:
        """Let the robot choose an action, wait until the delay is over, and return the action."""
        legal = () if view.own is None else view.own.legal_actions()
        courtesy = _asks_courtesy(view)
        delay_s = max(self._delay_ms, 0 if self._pace is None else self._pace(view)) / 1000
        action = await decide(self._bot, view, legal, courtesy)
        # Send a preparatory action, such as a look at the hand, after half of the delay, and the answer after
        # all of it: the time between both messages must not depend on the cards of the hand.
        if courtesy:
            delay_s = max(delay_s, self._asked_ms / 1000)
        elif not answers(view, action):
            delay_s /= 2
        wait_s = self._watched.prompted_s + delay_s - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, wait_s))
        return action

    async def _decision_stands(self, view: View, decision: str, thinking: asyncio.Task[Action]) -> bool:
        """Read updates until the robot has chosen, and return True.

        Returns False as soon as a change of the table makes the robot's choice useless.
        """
        while not thinking.done():
            reading = asyncio.create_task(self.read())
            await asyncio.wait((reading, thinking), return_when=asyncio.FIRST_COMPLETED)
            ended = reading.done() and not reading.result()
            reading.cancel()
            if ended:
                await asyncio.wait((thinking,))
                return True
            self._take_view()
            if (
                self.over
                or self._watched.decision != decision
                or _known_cards(self._watched.view) != _known_cards(view)
            ):
                return False
        return True

    async def read(self) -> bool:
        """Wait for an update, and return False if no further update will arrive.

        If another robot of the same program needs this player's consent to a seat, give the consent. After a
        notice that a house robot plays this player's seat, ask the server for the seat again.
        """
        update = await anext(self._updates, None)
        if isinstance(update, Notice) and update.kind == "robot":
            self._returning = asyncio.create_task(self._return())
        self.agree_to_companions()
        if isinstance(update, People) and self._seen is not None:
            self._greeting.see_company(self._seen)
        return update is not None

    def agree_to_companions(self) -> None:
        """Consent to the seats that other robots of the same program want to take."""
        for player, office, seat in self._watched.appointments:
            wish = player, seat
            if office == "seat" and player in self._companions and wish not in self._agreeing:
                self._agreeing[wish] = asyncio.create_task(self._agree(player, seat))

    async def _agree(self, player: str, seat: int | None) -> None:
        with suppress(ClientError):
            await self._client.consent(self._watched.table, player, "seat", seat=seat)

    async def _return(self) -> None:
        with suppress(ClientError):
            await self._client.watch(self._watched.table, "seat")


def _asks_courtesy(view: View) -> bool:
    """Return True if the decision in `view` is neither a bid nor a play, such as the vote on a claim."""
    legal = () if view.own is None else view.own.legal_actions()
    return isinstance(legal[0], client_of(view).courtesies)


def _known_cards(view: View) -> tuple[object, ...] | None:
    """Return the cards that this seat sees in its own hand, None if the seat sees no card of its hand."""
    return client_of(view).known_cards(view)
