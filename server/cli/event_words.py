"""Requests to events and their conditions as key=value words, each read by the type of its field."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import inspect

from protocol.v1.codes import Code
from protocol.v1.faults import alternatives_of
from protocol.v1.requests import ClockRules
from protocol.words import did_you_mean, list_alternatives

if TYPE_CHECKING:
    from bots.errors import Refused

YES = dict.fromkeys(("yes", "on", "true", "1"), True) | dict.fromkeys(("no", "off", "false", "0"), False)
NOTHING = ("none", "null")
UNIT_S = {"s": 1, "m": 60, "min": 60, "h": 3_600}
USUAL = {"board_s": 480, "late_until": 1}
"""The conditions with which a new event begins here and on the page, in place of those of the server."""
WIDTH = 100
CLOCK = "a clock such as 8min (for a board), 30s/move, 2min+20s or none"


def requests() -> dict[str, type[msgspec.Struct]]:
    """Return the type of each request to an event by its word, those of players first."""
    from server.events.commands import Command

    return {str(each.__struct_config__.tag): each for each in get_args(Command)}


def request_named(word: str) -> type[msgspec.Struct]:
    """Return the type of a request. Raises ValueError for a word that names none."""
    known = requests()
    if word not in known:
        expected = ", ".join(known)
        raise ValueError(f"expected one of the requests {expected}, got {word}{did_you_mean(word, [*known])}")
    return known[word]


def conditions_of(words: Iterable[str], game: str) -> dict[str, Any]:
    """Return the conditions that key=value words give, beside the usual ones for a game.

    Raises ValueError as `fields_of` does.
    """
    from server.events.conditions import Conditions

    given = fields_of(Conditions, words)
    return {**usual_conditions(game, given), **given}


def usual_conditions(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions that an event of a game has, unless others are given, as on the page."""
    from server.events.conditions import Conditions, competing_of, options_of
    from server.games.registry import GAMES

    competing = competing_of(GAMES[game])
    form = given.get("form", competing.forms[0])
    try:
        sides = competing.sides(options_of(Conditions(options=given.get("options", {})), GAMES[game]))
    except msgspec.ValidationError as error:
        raise ValueError(f"{error} in options") from None
    matches = form == "teams" and "pairs" in competing.forms
    movement = "race" if len(sides) == 1 else "swiss" if matches else "mitchell"
    return {"form": form, "movement": movement, **USUAL}


def fields_of(kind: type[msgspec.Struct], words: Iterable[str]) -> dict[str, Any]:
    """Return the fields that key=value words give to a request, or to the conditions of an event.

    Times may have a unit, as in seconds=5min; a list is divided by commas; a share has a per cent sign, as in
    awards=60%,40%; the field of a dict is given as in options.players=3. Each other form is JSON. Raises
    ValueError with the words that a field takes.

    >>> from server.events.commands import Adjust, Extend
    >>> fields_of(Extend, ["seconds=5min", "tables=1,2"]), fields_of(Adjust, ["awards=plus,45%", "law=12"])
    ({'seconds': 300, 'tables': [1, 2]}, {'awards': ['plus', 4500], 'law': '12'})
    """
    fields = {each.encode_name: each for each in _fields(kind)}
    found: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            raise ValueError(f"expected key=value, got {word!r}")
        name, dot, inner = key.partition(".")
        if name not in fields:
            listed = ", ".join(fields) or "none"
            raise ValueError(f"expected one of the fields {listed}, got {name}{did_you_mean(name, fields)}")
        kinds = [*_alternatives(fields[name].type)]
        if dot:
            found.setdefault(name, {})[inner] = _inner(kinds, inner, text)
        else:
            found[name] = _read(name, text, kinds)
    return found


def _inner(kinds: Iterable[inspect.Type], name: str, text: str) -> Any:
    for kind in kinds:
        if isinstance(kind, inspect.StructType):
            return fields_of(kind.cls, [f"{name}={text}"])[name]
    return _any(text)


def described(kind: type[msgspec.Struct]) -> list[tuple[str, str, str]]:
    """Return the fields of a request or of conditions: the name, what it takes, and the usual value or "".

    >>> from server.events.commands import Swap
    >>> described(Swap)
    [('one', 'a text', ''), ('other', 'a text', ''), ('expect', 'a number or none', 'none')]
    """
    return [
        (each.encode_name, expected(each.encode_name, each.type), _usual(each))
        for each in sorted(_fields(kind), key=lambda field: field.encode_name == "expect")
    ]


def conditions_text(game: str) -> list[str]:
    """Return lines about the conditions of events of a game: for each, what it takes and the usual value."""
    from server.events.conditions import Conditions, competing_of
    from server.games.registry import GAMES

    competing = competing_of(GAMES[game])
    words = {
        "form": competing.forms,
        "scoring": tuple(competing.scorings),
        "vp": ("", *competing.scales),
    }
    rows = [
        (name, _chosen(words[name]) if name in words else takes, value)
        for name, takes, value in described(Conditions)
        if name != "options"
    ]
    usual = usual_conditions(game, {})
    usual |= {"scoring": words["scoring"][0], "board_s": _time(USUAL["board_s"], 1)}
    rows = [(name, takes, str(usual.get(name, value))) for name, takes, value in rows]
    options = [
        (f"options.{name}", takes, value) for name, takes, value in described(GAMES[game].options_type)
    ]
    return [*_columns([*rows, *options]), "", *told(Conditions)[2:]]


def requests_text() -> list[str]:
    """Return a line for each request to an event."""
    rows = [(word, _first_sentence(kind), "") for word, kind in requests().items()]
    return _columns(rows)


def request_text(word: str) -> list[str]:
    """Return lines about one request: what it does, and its fields. Raises ValueError for an unknown one."""
    kind = request_named(word)
    forms = _result_forms() if "result" in kind.__struct_fields__ else []
    return [*told(kind), *_columns(described(kind)), *(["", *forms] if forms else [])]


def _result_forms() -> list[str]:
    """Return lines about the text that each game reads as a result."""
    from server.games.registry import GAMES

    lines = []
    for name, game in GAMES.items():
        if game.competing is not None and game.competing.result_form:
            form = game.competing.result_form.replace("`", "")
            lines += textwrap.wrap(f"As a text, a result of {name} is {form}.", WIDTH)
    return lines


def listed_requests() -> str:
    """Return a sentence that names the requests of players and of directors."""
    from server.events.commands import Directing, Entering

    players, directors = (
        ", ".join(str(each.__struct_config__.tag) for each in get_args(kind))
        for kind in (Entering, Directing)
    )
    return f"Requests of players are {players}. Those of directors are {directors}."


def _chosen(words: Iterable[str]) -> str:
    return list_alternatives([each or "nothing" for each in words])


def _columns(rows: list[tuple[str, str, str]]) -> list[str]:
    width = max((len(name) for name, _, _ in rows), default=0)
    return [
        f"  {name:<{width}}  {takes}{f'; usually {usual}' if usual else ''}".rstrip()
        for name, takes, usual in rows
    ]


def told(kind: type[msgspec.Struct]) -> list[str]:
    """Return the lines of what the docstring of a request or of conditions says."""
    lines: list[str] = []
    for paragraph in (kind.__doc__ or "").replace("`", "").split("\n\n"):
        lines += [*textwrap.wrap(" ".join(paragraph.split()), WIDTH), ""]
    return lines


def _first_sentence(kind: type[msgspec.Struct]) -> str:
    text = " ".join((kind.__doc__ or "").replace("`", "").split())
    return text.partition(". ")[0].removesuffix(".") + "."


def expected(name: str, kind: inspect.Type) -> str:
    """Return the words for what a field takes."""
    if _is_clock([*_alternatives(kind)]):
        return CLOCK
    return list_alternatives(list(dict.fromkeys(_expected(name, kind))))


def _expected(name: str, kind: inspect.Type) -> Iterator[str]:
    for each in _alternatives(kind):
        match each:
            case inspect.LiteralType(values):
                yield from (str(value) or '""' for value in sorted(values, key=str))
            case inspect.BoolType():
                yield "yes"
                yield "no"
            case inspect.IntType():
                yield _number(name, each)
            case inspect.NoneType():
                yield "none"
            case inspect.StrType():
                yield "a text"
            case inspect.VarTupleType(item) | inspect.ListType(item):
                yield f"a list, as {_example(name, item)}"
            case inspect.StructType(cls) if "id" in cls.__struct_fields__:
                yield "an id, or id:name"
            case inspect.DictType():
                yield f"{name}.KEY=VALUE"
            case _:
                yield "JSON"


def _number(name: str, kind: inspect.IntType) -> str:
    if _scale(name):
        return "a time such as 90s, 5min or 2h"
    bounds = (kind.ge, kind.le)
    return "a number" if None in bounds else f"a number from {bounds[0]} to {bounds[1]}"


def _example(name: str, item: inspect.Type) -> str:
    inner = [*_alternatives(item)]
    if any(isinstance(each, inspect.LiteralType) for each in inner):
        words = [str(each) for kind in inner if isinstance(kind, inspect.LiteralType) for each in kind.values]
        share = ["60%"] if any(isinstance(each, inspect.IntType) for each in inner) else []
        return f"{name}={','.join([*words, *share])}"
    if any(isinstance(each, inspect.IntType) for each in inner):
        return f"{name}=1,2"
    is_person = any(isinstance(each, inspect.StructType) for each in inner)
    return f"{name}=ID,ID" if is_person else f"{name}=ONE,OTHER"


def _usual(field: inspect.Field) -> str:
    if field.required:
        return ""
    value = field.default
    if value is msgspec.NODEFAULT:  # An empty value, made anew each time, or none at all.
        return ""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and _scale(field.encode_name) is not None:
        return _time(value, _scale(field.encode_name) or 1)
    return "" if value in ("", ()) else str(value)


def _time(amount: int, a_second: int) -> str:
    seconds = amount / a_second
    if seconds and seconds % 60 == 0:
        return f"{seconds / 60:g}min"
    return f"{seconds:g}s"


def _scale(name: str) -> int | None:
    """Return how many units of a field are a second, None if its value is no time."""
    if name.endswith("_ms"):
        return 1_000
    return 1 if name.endswith("_s") or name == "seconds" else None


def _fields(kind: type[msgspec.Struct]) -> list[inspect.Field]:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return [each for each in found.fields if each.encode_name != "id"]


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    for each in alternatives_of(kind):
        if not (isinstance(each, inspect.CustomType) and each.cls is msgspec.UnsetType):
            yield each


def _is_clock(kinds: list[inspect.Type]) -> bool:
    clocks = get_args(ClockRules)
    return any(isinstance(each, inspect.StructType) and each.cls in clocks for each in kinds)


def _read(name: str, text: str, kinds: list[inspect.Type]) -> Any:
    if _is_clock(kinds):
        return _clock(text)
    if text[:1] in "[{" and text and not all(isinstance(each, inspect.StrType) for each in kinds):
        return _any(text)
    if text.lower() in NOTHING and any(isinstance(each, inspect.NoneType) for each in kinds):
        return None
    for kind in kinds:
        found = _of_kind(name, text, kind)
        if found is not None:
            return found[0]
    if any(isinstance(each, inspect.StrType) for each in kinds):
        return text
    words = list_alternatives(list(dict.fromkeys(word for each in kinds for word in _expected(name, each))))
    raise ValueError(f"expected {words} for {name}, got {text}")


def _of_kind(name: str, text: str, kind: inspect.Type) -> tuple[Any] | None:
    """Return the value that a text is for one type, None if it is none. Texts come last: each word is one."""
    match kind:
        case inspect.LiteralType(values):
            found = next((value for value in values if str(value) == text), None)
            return None if found is None else (found,)
        case inspect.BoolType():
            return (YES[text.lower()],) if text.lower() in YES else None
        case inspect.IntType():
            number = _amount(name, text)
            return None if number is None else (number,)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            inner = [*_alternatives(item)]
            return ([_read(name, each.strip(), inner) for each in text.split(",")] if text else [],)
        case inspect.StructType(cls) if "id" in cls.__struct_fields__:
            id, _, called = text.partition(":")
            return ({"id": id, "name": called} if called else {"id": id},)
        case _:
            return None


def _amount(name: str, text: str) -> int | None:
    scale = _scale(name)
    parts = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*(%|[a-z]*)", text)
    if parts is None:
        return None
    number, unit = float(parts[1]), parts[2]
    if unit == "%" and scale is None:
        return round(number * 100)
    if scale is not None and unit == "ms":
        return round(number * scale / 1_000)
    if scale is not None and unit in UNIT_S:
        return round(number * UNIT_S[unit] * scale)
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def _clock(text: str) -> Any:
    from bots.terminal.opening import read_policy

    if text.lower() == "null":
        return None
    return msgspec.to_builtins(read_policy([f"clock={text}"]).clock)


def _any(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def completed(fields: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a request, completed by the event `shown`.

    A player `out` that is given by name becomes the id, or the place of a robot; without an `entrant` it is
    one of the own entrant. A `player` of the pool becomes the id, too. The conditions that a request does not
    name stay as they are.
    """
    found = dict(fields)
    if isinstance(fields.get("conditions"), dict):
        before, new = shown["conditions"], fields["conditions"]
        options = {**before.get("options", {}), **new.get("options", {})}
        found["conditions"] = {**before, **new, **({"options": options} if options else {})}
    for each in shown.get("pool", ()):
        if str(fields.get("player")).casefold() == each["name"].casefold():
            found["player"] = each["id"]
    own = fields.get("entrant", shown.get("mine", {}).get("entrant"))
    entrant = next((each for each in shown["entrants"] if each["id"] == own), None)
    out = fields.get("out")
    for place, player in enumerate(() if entrant is None else entrant["players"], 1):
        if isinstance(out, str) and out and out.casefold() == player["name"].casefold():
            return {**found, "out": player.get("id") or place}
    return found


def refusal_text(refused: Refused) -> str:
    """Return the reason of a refusal in words: the field that it is about, in place of its path.

    >>> from bots.errors import Refused
    >>> from protocol.v1.codes import Code
    >>> refusal_text(Refused(Code.ILLEGAL_ACTION, "expected mp or imp, got vp - at `$.conditions.scoring`"))
    'expected mp or imp, got vp for scoring'
    """
    if refused.code is Code.UNAUTHORIZED:
        return "the server needs your token: give it by --token or in KIBITZ_TOKEN (kibitz guest makes one)"
    return re.sub(r" - at `(?:[$\w]+\.)*([\w\[\]]+)`.*", r" for \1", refused.message or refused.code)
