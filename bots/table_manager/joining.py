"""A robot of Kibitz that joins the match of another program's table manager."""

from __future__ import annotations

import asyncio
import logging

from bots.bot import Bot
from bots.bridge.view import BridgeView
from bots.errors import GaveUp
from bots.robot_calls import decide, show_change, show_end
from bots.table_manager.player import Ended, JoiningPlayer, Outcome
from bots.table_manager.reading import MAX_LINE
from protocol.v1.bridge import MakeCall, PlayCard, Seat

log = logging.getLogger("kibitz.bot")
END = b"\r\n"


async def join(bot: Bot, host: str, port: int, team: str, seat: int | None) -> int:
    """Play one seat of a match until the table manager ends it, and return the number of boards played.

    `seat` is the number of the seat, None for any free seat. Raises GaveUp if the table manager does not
    answer, refuses the seat or ends the connection in the middle of a board, and RobotError if a method of
    the robot fails.
    """
    try:
        reader, writer = await asyncio.open_connection(host, port, limit=2 * MAX_LINE)
    except OSError as error:
        raise GaveUp(f"expected a table manager at {host}:{port}: {error}") from None
    player = JoiningPlayer(team, None if seat is None else Seat(seat))
    try:
        out, shown = player.begin(), None
        while True:
            ended = await _carry_out(bot, player, writer, out)
            if ended is not None:
                return _boards(player, ended)
            view = player.view()
            if view is not None and view != shown:
                (show_end if view.pub.phase == "over" else show_change)(bot, view)
                shown = view
            line = await reader.readline()
            if not line:
                return _boards(player, Ended("the table manager has ended the connection"))
            out = player.hear(line.decode("ascii", "replace"))
    except (OSError, ValueError) as error:
        raise GaveUp(f"the table manager at {host}:{port}: {error}") from None
    finally:
        writer.close()


async def _carry_out(
    bot: Bot, player: JoiningPlayer, writer: asyncio.StreamWriter, out: list[Outcome]
) -> Ended | None:
    """Send the player's lines, and let the robot answer its decisions. Returns the end if there is one."""
    waiting = list(out)
    while waiting:
        each = waiting.pop(0)
        match each:
            case str():
                writer.write(each.encode("ascii") + END)
                await writer.drain()
            case BridgeView():
                waiting += player.decide(await _choose(bot, each))
            case Ended():
                return each
    return None


async def _choose(bot: Bot, view: BridgeView) -> MakeCall | PlayCard:
    """Return the robot's call or card. Raises GaveUp if the robot wants something else instead."""
    show_change(bot, view)
    own = view.own
    answer = await decide(bot, view, () if own is None else own.legal_actions(), courtesy=False)
    if not isinstance(answer, MakeCall | PlayCard):
        raise GaveUp(f"expected a call or a card of the robot {bot.name}, got {type(answer).__name__}")
    return answer


def _boards(player: JoiningPlayer, ended: Ended) -> int:
    """Return the number of boards. Raises GaveUp if the match ended before its first board was over."""
    if player.boards == 0 or player.is_at_board:
        raise GaveUp(f"the match ended after {player.boards} boards: {ended.reason}")
    return player.boards
