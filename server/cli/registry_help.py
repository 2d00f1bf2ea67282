"""The help texts of `kibitz` commands, to which the registered games add their parts when help is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import typer

from protocol.words import did_you_mean
from server.cli.plain_help import PlainCommand


class RegistryCommand(PlainCommand):
    """A command with help texts that contain marks such as `{seats}`, which texts from the games replace.

    Each mark in a help text is a key of `MARKS`. A mark in a help text is replaced only when help is printed,
    because loading all games would slow every other call of the command.
    """

    def as_shown(self) -> Any:
        completed = super().as_shown()
        completed.help = completed_text(completed.help)
        return completed

    def shown_param(self, param: Any) -> Any:
        return super().shown_param(_completed_param(param))


def completed_text(text: str) -> str:
    """Return a help text with each mark replaced by the text that the registered games give for it."""
    for mark, write in MARKS.items():
        if mark in text:
            text = text.replace(mark, write())
    return text


def game_parser(names: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """Return the parser of an option that takes one of the names of games that `names` returns."""

    def read_game(name: str) -> str:
        if name not in names():
            listed = ", ".join(names())
            raise typer.BadParameter(
                f"expected one of the games {listed}, got {name}{did_you_mean(name, names())}"
            )
        return name

    return read_game


def played_games() -> list[str]:
    """Return the names of the games that can be played at a table."""
    from bots.registry import played_games

    return [game.name for game in played_games()]


def dealt_games() -> list[str]:
    """Return the names of the games that `kibitz deal` can deal."""
    from server.records.registry import RECORDS

    return [records.game for records in RECORDS.values() if records.dealing is not None]


def default_dealt_game() -> str:
    """Return the name of the game that `kibitz deal` deals without the option `--game`."""
    from server.records.registry import fallback

    return fallback().game


def duel_games(*, together: bool | None = None, in_rooms: bool | None = None) -> list[str]:
    """Return the names of the games at which robots can be compared.

    With `together=True`, the names are only those of games in which all seats win or lose together. With
    `together=False`, the names are only those of games with opponents. With `in_rooms=True`, the names are
    only those of games of which a duel plays each deal in two rooms; with `in_rooms=False`, only those of the
    other games.
    """
    from server.games.registry import GAMES

    return [
        name
        for name, game in GAMES.items()
        if game.dueling is not None
        and together in (None, game.dueling.together)
        and in_rooms in (None, game.dueling.in_rooms)
    ]


def _default_played_title() -> str:
    from bots.registry import DEFAULT_GAME, GAMES

    return GAMES[DEFAULT_GAME].title


def _answers() -> str:
    from bots.registry import played_games

    return "; ".join(f"{game.help.answers} at {game.title}" for game in played_games() if game.help.answers)


def _options() -> str:
    from bots.registry import played_games

    return " ".join(f"At {game.title}: {game.help.options}" for game in played_games() if game.help.options)


def _seats() -> str:
    from bots.registry import played_games

    return "; ".join(f"at {game.title} {game.help.seats}" for game in played_games() if game.help.seats)


def _shown_records() -> str:
    from bots.registry import GAMES

    records = ", or ".join(game.help.records for game in GAMES.values() if game.help.records)
    return records[:1].upper() + records[1:]


def _house_tables() -> str:
    from server.deployment.house_tables import HOUSE_TABLES

    *others, last = (table.id for table in HOUSE_TABLES)
    return f"{', '.join(others)} and {last}"


def _replay() -> str:
    """Return the paragraphs of `kibitz replay --help` about file formats and the fields of the output."""
    from server.records.registry import RECORDS

    formats = _listed([each.reads for each in RECORDS.values()])
    fields = "; ".join(
        f"of a {each.noun} of {each.title}: {', '.join(each.row_type.__struct_fields__)}{each.row_note}"
        for each in RECORDS.values()
    )
    return f"The formats are recognised by their content: {formats}.\n\nThe fields {fields}."


def _replay_dd() -> str:
    from server.records.registry import RECORDS

    return " ".join(each.analysing.about for each in RECORDS.values() if each.analysing)


def _convert() -> str:
    """Return the sentences of `kibitz convert --help` about the conversion of each game's records."""
    from server.records.registry import RECORDS

    converted = [each.conversion.about for each in RECORDS.values() if each.conversion]
    others = [each.not_converted for each in RECORDS.values() if each.conversion is None]
    return " ".join((*converted, *(f"{reason[0].upper()}{reason[1:]}." for reason in others)))


def _convert_to() -> str:
    """Return the help of `kibitz convert --to`: each game's formats, and the endings that select them."""
    from server.records.registry import RECORDS

    games: list[str] = []
    by_suffix: dict[str, list[str]] = {}
    for each in RECORDS.values():
        if each.conversion is None:
            continue
        forms = list(each.formats.values())
        games.append(f"{_listed([form.name for form in forms], 'or')} for {each.many}")
        for form in forms:
            for suffix in form.suffixes:
                by_suffix.setdefault(suffix, []).append(form.name)
    endings = ", ".join(f"{suffix} for {' or '.join(names)}" for suffix, names in by_suffix.items())
    return f"{'; '.join(games)}. Without this option the ending of OUT selects the format: {endings}."


def _convert_dd() -> str:
    from server.records.registry import RECORDS

    return " ".join(
        f"Add {each.analysing.added} to {each.many}." for each in RECORDS.values() if each.analysing
    )


def _deal() -> str:
    from server.records.registry import RECORDS

    return "\n\n".join(each.dealing.about for each in RECORDS.values() if each.dealing)


def _duel() -> str:
    """Return the paragraphs of `kibitz duel --help` about games with opponents and games of one team."""
    paragraphs = []
    if duel_games(in_rooms=True):
        paragraphs.append(
            f"At {_titles(in_rooms=True)}, each deal is played in two rooms: A has the side of seat 0 in the"
            " open room and the other side in the closed room. The command prints A's mean lead for a deal"
            " with its 95 % interval, the deals that each robot won, and the CPU time of the decisions."
        )
    if duel_games(together=False, in_rooms=False):
        titles = _titles(together=False, in_rooms=False)
        paragraphs.append(
            f"At {titles}, A first plays the side of seat 0 and B the other side; then the"
            " same hands are dealt again with the sides swapped. The command prints how many games each robot"
            " won (a tie counts as half a game), by how many points A was ahead, both with their 95 %"
            " interval, and the CPU time of the decisions."
        )
    if duel_games(together=True):
        paragraphs.append(
            f"At {_titles(together=True)}, A has every seat and each game is played once. The command prints"
            " the mean score with its 95 % interval (a strikeout counts 0), the numbers of perfect games and"
            " of strikeouts, and the CPU time of the decisions."
        )
    return "\n\n".join((*paragraphs, _strength()))


def _strength() -> str:
    """Return a sentence on the strength of the plain robot at each game."""
    from bots.registry import played_games

    told = [f"at {game.title} it {game.help.strength}" for game in played_games() if game.help.strength]
    return f"How strong plain is: {'; '.join(told)}." if told else ""


def _duel_opponent() -> str:
    alone = f"; leave it out at {_titles(together=True)}" if duel_games(together=True) else ""
    return f"A's opponent, a robot as for A{alone}."


def _titles(*, together: bool | None = None, in_rooms: bool | None = None) -> str:
    from bots.registry import GAMES

    return _listed([GAMES[name].title for name in duel_games(together=together, in_rooms=in_rooms)])


def _event_requests() -> str:
    from server.cli.event_words import listed_requests

    return listed_requests()


def _listed(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _completed_param(param: Any) -> Any:
    completed = copy(param)
    completed.help = completed_text(getattr(param, "help", None) or "") or None
    completed.metavar = completed_text(param.metavar or "") or None
    return completed


MARKS: dict[str, Callable[[], str]] = {
    "{played_games}": lambda: "|".join(played_games()),
    "{default_game}": _default_played_title,
    "{answers}": _answers,
    "{options}": _options,
    "{seats}": _seats,
    "{shown_records}": _shown_records,
    "{house_tables}": _house_tables,
    "{replay}": _replay,
    "{replay_dd}": _replay_dd,
    "{convert}": _convert,
    "{convert_to}": _convert_to,
    "{convert_dd}": _convert_dd,
    "{dealt_games}": lambda: "|".join(dealt_games()),
    "{default_dealt_game}": default_dealt_game,
    "{deal}": _deal,
    "{duel_games}": lambda: _listed(duel_games(), "or"),
    "{duel}": _duel,
    "{duel_opponent}": _duel_opponent,
    "{event_requests}": _event_requests,
}
"""The marks in help texts, such as `{seats}`, each with the function that returns the text in its place."""
