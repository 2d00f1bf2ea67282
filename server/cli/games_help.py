"""What the command line says of games: words that stand for what the registered games say of themselves."""

from __future__ import annotations

from copy import copy
from typing import Any

import typer
from typer.core import TyperCommand

FIRST, ANSWERS, OPTIONS, SEATS, RECORDS, HOUSE, DUELED, TOGETHER = (
    "{first}", "{answers}", "{options}", "{seats}", "{records}", "{house}", "{dueled}", "{together}",
)  # fmt: skip
"""Marks in a help text; each is replaced when help is asked for, so that no command waits for all games."""
GAME = "GAME"
"""The metavar of an option that takes a game; help shows the games that there are."""


class GamesCommand(TyperCommand):
    """A command whose help has such marks."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        filled, words = copy(self), _words()
        filled.help = _filled(self.help, words)
        filled.params = [_with_help(param, words) for param in self.params]
        super(GamesCommand, filled).format_help(ctx, formatter)


def read_game(word: str) -> str:
    """Return a game that is played, by its name. Raises BadParameter for another word."""
    from bots.registry import played_games

    names = [game.name for game in played_games()]
    if word not in names:
        raise typer.BadParameter(f"expected one of {', '.join(names)}, got {word}")
    return word


def _words() -> dict[str, str]:
    """Return what each mark stands for, as the registered games say."""
    from bots.registry import DEFAULT_GAME, GAMES, played_games
    from server.deployment.house_tables import HOUSE_TABLES
    from server.games.registry import GAMES as RULES

    played = played_games()
    dueling = {name: game.dueling for name, game in RULES.items()}
    records = ", or ".join(game.help.records for game in GAMES.values() if game.help.records)
    return {
        FIRST: GAMES[DEFAULT_GAME].title,
        ANSWERS: "; ".join(f"{game.help.answers} at {game.title}" for game in played if game.help.answers),
        OPTIONS: " ".join(f"At {game.title}: {game.help.options}" for game in played if game.help.options),
        SEATS: "; ".join(f"at {game.title} {game.help.seats}" for game in played if game.help.seats),
        RECORDS: records[:1].upper() + records[1:],
        HOUSE: " and ".join(table.id for table in HOUSE_TABLES),
        DUELED: ", ".join(name for name, duel in dueling.items() if duel is not None),
        TOGETHER: ", ".join(name for name, duel in dueling.items() if duel is not None and duel.together),
    }


def _filled(text: str | None, words: dict[str, str]) -> str | None:
    for mark, meaning in words.items():
        text = None if text is None else text.replace(mark, meaning)
    return text


def _with_help(param: Any, words: dict[str, str]) -> Any:
    from bots.registry import played_games

    shown = copy(param)
    shown.help = _filled(getattr(param, "help", None), words)
    if param.metavar == GAME:
        shown.metavar = f"<{'|'.join(game.name for game in played_games())}>"
    return shown
