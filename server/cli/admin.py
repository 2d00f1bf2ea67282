"""The commands of the operators of a server: `kibitz admin`."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.failures import failure
from server.cli.plain_help import PlainCommand, PlainGroup

if TYPE_CHECKING:
    from server.admin.orders import Answer, Order

UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
DURATION = re.compile(r"([1-9][0-9]*)([smhd])")


def _seconds(text: str) -> int:
    found = DURATION.fullmatch(text)
    if found is None:
        raise typer.BadParameter(f"expected a time such as 30m, 12h or 7d, got {text}")
    return int(found[1]) * UNITS[found[2]]


Url = Annotated[
    str,
    typer.Option(
        metavar="address",
        help="The address of the operators' interface, such as http://127.0.0.1:9101, or its socket;"
        " without this option, KIBITZ_METRICS_HOST and KIBITZ_ADMIN_PORT, or the socket in KIBITZ_DATA.",
    ),
]
As = Annotated[str, typer.Option("--as", metavar="name", help="Your name in the audit log.")]
Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Why = Annotated[str, typer.Option(metavar="text", help="The reason, for the player and the audit log.")]
For = Annotated[
    int, typer.Option("--for", parser=_seconds, metavar="time", help="How long, such as 30m, 12h or 7d.")
]
PlayerId = Annotated[str, typer.Argument(help="The id of a player.")]
BotName = Annotated[str, typer.Argument(help="The name of the robot.")]
TableId = Annotated[str, typer.Argument(help="The id of a table.")]

admin = typer.Typer(cls=PlainGroup, no_args_is_help=True)
words = typer.Typer(cls=PlainGroup, no_args_is_help=True)
bot = typer.Typer(cls=PlainGroup, no_args_is_help=True)


@admin.callback()
def operators() -> None:
    """Operate a running server: see its people, close tables, ban, mute, and read the audit log.

    The server must run with KIBITZ_ADMIN_SECRET or KIBITZ_ADMIN_SECRET_FILE, and this command needs one of
    both, too. One server of several carries out each order at all of them.
    """


@admin.command(cls=PlainCommand)
def hubs(url: Url = "", as_: As = "", json: Json = False) -> None:
    """List the servers (hubs) that share the Redis."""
    from server.admin.orders import ListHubs

    _send(ListHubs(), url, as_, json)


@admin.command(cls=PlainCommand)
def tables(
    game: Annotated[str, typer.Option(metavar="name", help="Only tables of this game.")] = "",
    hub: Annotated[str, typer.Option(metavar="id", help="Only tables of this hub.")] = "",
    player: Annotated[str, typer.Option(metavar="id", help="Only tables where this player is.")] = "",
    text: Annotated[str, typer.Option(metavar="text", help="A part of the name or id.")] = "",
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """List the tables in memory."""
    from server.admin.orders import ListTables

    _send(ListTables(game, hub, player, text), url, as_, json)


@admin.command(cls=PlainCommand)
def table(table: TableId, url: Url = "", as_: As = "", json: Json = False) -> None:
    """Show a table: its hub, its people and its state."""
    from server.admin.orders import ShowTable

    _send(ShowTable(table), url, as_, json)


@admin.command(cls=PlainCommand)
def people(
    text: Annotated[str, typer.Argument(help="A part of a name, an id or an address.")] = "",
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """List the players: their seats, connections and addresses, and the tables that they follow."""
    from server.admin.orders import ListPeople

    _send(ListPeople(text), url, as_, json)


@admin.command(cls=PlainCommand)
def close(table: TableId, reason: Why, url: Url = "", as_: As = "", json: Json = False) -> None:
    """Close a table for good, and tell its people the reason."""
    from server.admin.orders import CloseTable

    _send(CloseTable(table, reason), url, as_, json)


@admin.command(cls=PlainCommand)
def kick(player: PlayerId, reason: Why, url: Url = "", as_: As = "", json: Json = False) -> None:
    """Close the connections of a player, and take the seats of the player away."""
    from server.admin.orders import Kick

    _send(Kick(player, reason), url, as_, json)


@admin.command(cls=PlainCommand)
def ban(
    target: Annotated[str, typer.Argument(help="The id of a player, an address, or a network.")],
    for_s: For,
    reason: Why,
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """Ban a player, an address (192.0.2.7) or a network (2001:db8:7::/48) for a time.

    Without accounts a ban stops a token or an address, not a person.
    """
    from server.admin.orders import Ban

    _send(Ban(target, for_s, reason), url, as_, json)


@admin.command(cls=PlainCommand)
def unban(
    target: Annotated[str, typer.Argument(help="The id of a player, an address, or a network.")],
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """End a ban before its time."""
    from server.admin.orders import LiftBan

    _send(LiftBan(target), url, as_, json)


@admin.command(cls=PlainCommand)
def bans(url: Url = "", as_: As = "", json: Json = False) -> None:
    """List the bans, mutes and new names that hold now."""
    from server.admin.orders import ListMeasures

    _send(ListMeasures(), url, as_, json)


@admin.command(cls=PlainCommand)
def mute(player: PlayerId, for_s: For, reason: Why, url: Url = "", as_: As = "", json: Json = False) -> None:
    """Let a player write no chat and no notes for a time."""
    from server.admin.orders import MutePlayer

    _send(MutePlayer(player, for_s, reason), url, as_, json)


@admin.command(cls=PlainCommand)
def unmute(player: PlayerId, url: Url = "", as_: As = "", json: Json = False) -> None:
    """End a mute before its time."""
    from server.admin.orders import LiftMute

    _send(LiftMute(player), url, as_, json)


@admin.command(cls=PlainCommand)
def quarantine(url: Url = "", as_: As = "", json: Json = False) -> None:
    """List the tables that could not be loaded, because their logs cannot be read."""
    from server.admin.orders import ListQuarantined

    _send(ListQuarantined(), url, as_, json)


@admin.command(cls=PlainCommand)
def drain(
    hub: Annotated[str, typer.Argument(help="The id of a hub.")],
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """Let a hub hand all its tables to other hubs, before you stop it."""
    from server.admin.orders import DrainHub

    _send(DrainHub(hub), url, as_, json)


@admin.command(cls=PlainCommand)
def rename(
    player: PlayerId,
    name: Annotated[str, typer.Argument(help="The new name.")],
    reason: Why,
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """Give a player another name."""
    from server.admin.orders import RenamePlayer

    _send(RenamePlayer(player, name, reason), url, as_, json)


@admin.command(cls=PlainCommand)
def audit(
    most: Annotated[int, typer.Option(metavar="number", help="The number of records.")] = 50,
    reads: Annotated[bool, typer.Option("--reads", help="Also the orders that only read.")] = False,
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """Show the newest records of the audit log."""
    from server.admin.orders import ReadAudit

    _send(ReadAudit(most, reads), url, as_, json)


@words.callback()
def forbidden_words() -> None:
    """Operate the list of words that names and chat may not have (KIBITZ_WORDS)."""


@words.command(cls=PlainCommand)
def reload(url: Url = "", as_: As = "", json: Json = False) -> None:
    """Let all hubs read their files of words again."""
    from server.admin.orders import ReloadWords

    _send(ReloadWords(), url, as_, json)


@bot.callback()
def bot_tokens() -> None:
    """Operate the robots with tokens: people at a table see that they are robots, and the owner's name."""


@bot.command(cls=PlainCommand)
def add(
    name: BotName,
    owner: Annotated[str, typer.Option(metavar="name", help="The person that answers for the robot.")],
    url: Url = "",
    as_: As = "",
    json: Json = False,
) -> None:
    """Make a token for a robot, and print it; the server cannot show it again."""
    from server.admin.orders import AddBot

    _send(AddBot(name, owner), url, as_, json)


@bot.command("list", cls=PlainCommand)
def list_bots(url: Url = "", as_: As = "", json: Json = False) -> None:
    """List the robots with a token."""
    from server.admin.orders import ListBots

    _send(ListBots(), url, as_, json)


@bot.command(cls=PlainCommand)
def revoke(name: BotName, reason: Why, url: Url = "", as_: As = "", json: Json = False) -> None:
    """End the token of a robot for good, close its connections, and take its seats away."""
    from server.admin.orders import RevokeBot

    _send(RevokeBot(name, reason), url, as_, json)


admin.add_typer(words, name="words")
admin.add_typer(bot, name="bot")


def _send(order: Order, url: str, operator: str, as_json: bool) -> None:
    """Send an order to the operators' interface, and print the answer.

    Raises typer.Exit after printing the reason, if the order is refused or the interface cannot be reached.
    """
    import msgspec

    from server.admin.client import Refused, carry_out
    from server.admin.orders import Signed

    try:
        answer = carry_out(os.environ, url, Signed(order, operator))
    except (Refused, ValueError, OSError) as error:
        raise failure(error) from None
    except msgspec.ValidationError as error:
        raise failure(f"expected an order that the server knows: {error}") from None
    if as_json:
        typer.echo(msgspec.json.encode(answer).decode())
    else:
        for line in _lines(answer):
            typer.echo(line)


def _lines(answer: Answer) -> list[str]:
    """Return the lines of text for an answer."""
    from server.cli.admin_text import lines_of

    return lines_of(answer, lambda at_ms: datetime.fromtimestamp(at_ms / 1000, UTC))
