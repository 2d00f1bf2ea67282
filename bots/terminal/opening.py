"""The opening of a table, and the typed options for it: `scoring=rubber`, `delay=3min`, `NS=plain`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from bots.registry import DEFAULT_GAME, GAMES
from bots.seats import COMPASS, seat_number
from bots.wire.http import Http, read
from protocol.v1.faults import list_field_names
from protocol.v1.requests import Bank, PerMove, Policy, Seats
from protocol.words import list_alternatives

EXPECTED = {
    "clock": "clock=8min (for a deal), 30s/move, 2min+20s (2min, and 20s more for each move) or none",
    "delay": "delay=3min, 2deals or none",
    "substitute": "substitute=plain, another robot's name, or none",
}
"""For each policy field with a notation of its own, a description of the values that a person may type."""
UNITS = {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000}
USUAL = Policy()
TITLE = 60
"""The greatest length of a table's name."""
POLICY_TYPES = get_type_hints(Policy)
CHOICES = {name: get_args(kind) for name, kind in POLICY_TYPES.items() if get_origin(kind) is Literal}
WORDS: dict[str, bool | None] = {"yes": True, "on": True, "no": False, "off": False}


class TableRequest(Struct, frozen=True):
    """The table that a person wants to open, or a match of `count` deals over two tables if `count` is given.

    If `tables` is given, that many tables are opened, which play the same deals. `boards` is the content of a
    file with deals or records. A table of a game plays the deals of the file, and a replay shows the file's
    records.
    """

    options: dict[str, Any] = {}
    policy: Policy = USUAL
    seats: Seats = {}
    other_seats: Seats = {}
    title: str = ""
    boards: bytes | None = None
    count: int | None = None
    tables: int | None = None
    game: str = DEFAULT_GAME


class Opened(Struct, frozen=True):
    """The ids of new tables: a match has two, `table` for the open room and `other` for the closed room."""

    table: str
    other: str | None = None


class ReservedTeam(Struct, frozen=True):
    """A team of programs: the name with which they connect, their seats, and the table manager's port."""

    team: str
    seats: tuple[int, ...]
    port: int


class OpenedSet(Struct, frozen=True):
    """The id of a new set of boards, and the ids of the tables that play it."""

    board_set: str
    tables: tuple[str, ...]


class Rules(Struct, frozen=True):
    """The policy of a table, with the ids of invited players, onlookers and excluded (`unwelcome`) players.

    The server sends the ids of invited players, onlookers and excluded players only to the host.
    """

    policy: Policy
    invited: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    unwelcome: tuple[str, ...] = ()


async def open_table(http: Http, request: TableRequest) -> Opened:
    """Open a table, or the two tables of a match.

    Raises Refused with the server's reason, or GaveUp if no Kibitz server answers at the address.
    """
    body = _body(request)
    if request.count is None:
        return read(await http.ask("POST", "/v1/tables", json=body), Opened)
    body |= {"count": request.count, "other_seats": request.other_seats}
    return read(await http.ask("POST", "/v1/matches", json=body), Opened)


async def reserve_team(http: Http, table: str, seats: Sequence[int], dialect: str = "") -> ReservedTeam:
    """Reserve free seats of a table, as its host, for programs of the table-manager protocol.

    Raises the same errors as `open_table`.
    """
    body = {"seats": list(seats), "dialect": dialect}
    return read(await http.ask("POST", f"/v1/tables/{table}/teams", json=body), ReservedTeam)


async def open_set(http: Http, request: TableRequest) -> OpenedSet:
    """Open as many tables as the request asks for; all of them play the same deals.

    Raises the same errors as `open_table`.
    """
    body = _body(request) | {"tables": request.tables}
    if request.count is not None:
        body["count"] = request.count
    return read(await http.ask("POST", "/v1/sets", json=body), OpenedSet)


def _body(request: TableRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "game": request.game, "name": request.title, "options": request.options, "policy": request.policy,
        "seats": request.seats,
    }  # fmt: skip
    if request.boards is not None:
        body["boards"] = _text(request.boards)
    return body


def _text(file: bytes) -> str:
    """Return the text of a file, decoded as UTF-8 or else as Latin-1.

    Latin-1 is tried because old programs write PBN files in it, and a PBN file does not name its encoding.
    """
    try:
        return file.decode()
    except UnicodeDecodeError:
        return file.decode("latin-1")


async def rules_of(http: Http, table: str) -> Rules:
    """Return the present policy of a table: access, watchers, delay, clocks.

    Raises Refused if the server refuses, or GaveUp if no Kibitz server answers.
    """
    return read(await http.ask("GET", f"/v1/tables/{table}"), Rules)


def read_options(words: Iterable[str], game: str = DEFAULT_GAME) -> dict[str, Any]:
    """Return the options of a game from `key=value` words or JSON objects.

    The value of an option with a fixed set of words is checked only by the server. Raises ValueError for a
    text that has neither form, for a wrong value of an option that is a number, a time, yes or no, and for a
    time without its unit.

    >>> read_options(["scoring=rubber screens=yes", "stop=10s"])
    {'scoring': 'rubber', 'screens': True, 'stop_ms': 10000}
    """
    client = GAMES[game]
    kind = client.options_type
    plain, hints = _texts(kind), get_type_hints(kind)
    options = {}
    for short, text in _pairs(words, client.options_example, client.spaced_options):
        key = _full(short, kind)
        if key != short:
            _check_unit(short, text, f"{short}=10s")
        value = text if key in plain else _value(text)
        hint = hints.get(key)
        # Leave an option with fixed words to the server: a newer server may accept further words.
        if hint is not None and not _words(hint):
            value = None if value == "none" and NoneType in get_args(hint) else value
            if not _fits(value, hint):
                raise ValueError(f"expected {_expected(key, hint) or f'another {short}'}, got {short}={text}")
        options[key] = value
    return options


def _fits(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _texts(kind: type[Struct]) -> set[str]:
    """Return the names of the options that take any text, even a text that looks like a number or a time."""
    return {name for name, hint in get_type_hints(kind).items() if str in (hint, *get_args(hint))}


def seats_wished(game: str, options: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of the seats that a table of this game with these options has."""
    client = GAMES[game]
    players = options.get("players", client.default_players)
    return client.seats(players if isinstance(players, int) else client.default_players)


def read_policy(words: Iterable[str], before: Policy = USUAL) -> Policy:
    """Return the policy `before` with the changes that `words` describe.

    Raises ValueError for an unknown field of the policy, a wrong value, and a time without its unit.

    >>> read_policy(["access=private hold=2min"]).hold_ms, read_policy(["delay=2deals"]).delay
    (120000, Delay(ms=0, boards=2))
    """
    plain: dict[str, Any] = msgspec.to_builtins(before)
    for short, text in _pairs(words, "access=private"):
        key = _full(short, Policy)
        if key not in Policy.__struct_fields__:
            known = [field.removesuffix("_ms") for field in Policy.__struct_fields__]
            raise ValueError(f"expected {list_field_names(known, short)}, got {short!r}")
        if key != short or key in ("clock", "delay"):
            _check_unit(short, text, EXPECTED.get(key) or f"{short}=90s or 2min")
        plain[key] = _of_policy(key, text)
        try:
            msgspec.convert({key: plain[key]}, Policy)
        except msgspec.ValidationError as error:
            expected = EXPECTED.get(key) or _expected(key, POLICY_TYPES[key])
            raise ValueError(f"expected {expected or error}, got {short}={text}") from None
    return msgspec.convert(plain, Policy)


def _check_unit(short: str, text: Any, example: str) -> None:
    """Raise ValueError if a typed time, or a part of it such as 20 in `2min+20`, is a number without a unit.

    Without this check of units, `clock=8` would be a clock of 8 ms. A typed time of 0 needs no unit. A field
    that is typed with its full name has its unit in the name: `hold_ms=5000`.
    """
    parts = str(text).removesuffix("/move").split("+") if isinstance(text, str | int | float) else ()
    for part in map(str.strip, parts):
        if re.fullmatch(r"\d+(\.\d+)?", part) and float(part):
            raise ValueError(
                f"expected a unit behind {part} (ms, s, min or h), as in {example}, got {short}={text}"
            )


def _expected(key: str, kind: Any) -> str:
    """Return a description of the values that a person may type for a field, or "" without a description."""
    kinds = {kind, *get_args(kind)}
    nothing = ", or none" if NoneType in kinds else ""
    words = _words(kind)
    if words:
        return f"{key}={list_alternatives((*words, 'none') if nothing else words)}"
    if key.endswith("_ms"):
        return f"a time such as {key.removesuffix('_ms')}=90s or 2min{nothing}"
    if bool in kinds:
        return f"{key}=yes or no"
    return f"{key}=NUMBER{nothing}" if int in kinds else ""


def _words(kind: Any) -> tuple[str, ...]:
    """Return the words that a field accepts as values; none if the field has no fixed set of words."""
    return tuple(
        str(word)
        for each in (kind, *get_args(kind))
        if get_origin(each) is Literal
        for word in get_args(each)
    )


def _of_policy(key: str, text: Any) -> Any:
    value, choices = _value(text), CHOICES.get(key)
    if choices and value not in choices:
        raise ValueError(f"expected {key}={list_alternatives(choices)}, got {text!r}")
    if isinstance(text, str) and key == "clock":
        return _clock_of(text, value)
    deals = re.fullmatch(r"(\d+) ?(?:deal|board)s?", text) if isinstance(text, str) else None
    if key == "delay" and deals:
        return {"boards": int(deals[1])}
    if key == "delay" and isinstance(value, int):
        return {"ms": value}
    return None if value == "none" else value


def _clock_of(text: str, value: Any) -> dict[str, Any]:
    """Return the clock that a text describes: `none`, `8min` for a deal, `30s/move` or `2min+20s`.

    In `2min+20s` the player has 2 minutes in all, and 20 seconds more for each move.
    """
    each = text.removesuffix("/move")
    if each != text:
        return {"kind": "move", "move_ms": _value(each)}
    bank, plus, increment = text.partition("+")
    if plus:
        return {"kind": "bank", "bank_ms": _value(bank), "increment_ms": _value(increment)}
    return {"kind": "none"} if text == "none" else {"kind": "board", "board_ms": value}


def read_seats(words: Iterable[str], seats: tuple[str, ...] = COMPASS) -> Seats:
    """Return the names of house robots by seat number, from words such as `NS=plain` or `all=plain`.

    The typed word `02=plain` means the seats 0 and 2. Raises ValueError for a word that names no seats.

    >>> read_seats(["NS=plain", "4=plain"]), read_seats(["all=random"], ("0", "1", "2"))
    ({0: 'plain', 2: 'plain', 4: 'plain'}, {0: 'random', 1: 'random', 2: 'random'})
    """
    example = f"{seats[0]}=plain"
    return {seat: robot for key, robot in _pairs(words, example) for seat in seats_named(key, seats)}


def seats_named(text: str, seats: tuple[str, ...] = COMPASS) -> Sequence[int]:
    """Return the numbers of seats that are named by one text, such as `NS`, `02` or `all`.

    Raises ValueError for a text that names no seats.

    >>> list(seats_named("NS")), list(seats_named("all")), list(seats_named("02", ("0", "1", "2")))
    ([0, 2], [0, 1, 2, 3], [0, 2])
    """
    if text.lower() == "all":
        return range(len(seats))
    try:
        return [seat_number(each, seats) for each in text]
    except ValueError:
        pair = "".join(seats[::2] if len(seats) > 3 else seats)[:2]
        raise ValueError(
            f"expected seats ({list_alternatives(seats)}, several as {pair}, or all), got {text!r}"
        ) from None


def _pairs(words: Iterable[str], example: str, spaced: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for word in words:
        if word.strip().startswith("{"):
            yield from _object(word).items()
            continue
        for part in _parts(word, spaced):
            key, equals, value = part.partition("=")
            if not key or not equals or not value:
                raise ValueError(f"expected an option such as {example}, got {part!r}")
            yield key, value


def _parts(text: str, spaced: tuple[str, ...]) -> list[str]:
    """Split a text at blanks and commas, except within quotes and within the values of `spaced` options."""
    reader = shlex.shlex(text, posix=True, punctuation_chars="")
    reader.whitespace += ","
    reader.whitespace_split, reader.commenters = True, ""
    parts: list[str] = []
    try:
        for part in reader:
            if "=" not in part and parts and parts[-1].partition("=")[0] in spaced:
                parts[-1] += f" {part}"
            else:
                parts.append(part)
    except ValueError:
        raise ValueError(f"expected an option with a closing quote, got {text!r}") from None
    return parts


def _object(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise ValueError(f"expected a JSON object, got {text!r}: {error}") from None


def _full(key: str, kind: type[Struct]) -> str:
    """Return the full name of a field that is typed without its unit: `hold` stands for `hold_ms`."""
    known = kind.__struct_fields__
    return f"{key}_ms" if key not in known and f"{key}_ms" in known else key


def read_time(text: str) -> int:
    """Return a typed time in milliseconds. Raises ValueError for a text that is not a time with a unit.

    >>> read_time("2min"), read_time("1.5s")
    (120000, 1500)
    """
    time = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|min|h)", text.strip())
    if time is None:
        raise ValueError(f"expected a time such as `90s` or `2min`, got {text!r}")
    return round(float(time[1]) * UNITS[time[2]])


def _value(text: Any) -> Any:
    """Return the value of a text: a time in milliseconds, a truth value, a JSON value, or the text."""
    if not isinstance(text, str):
        return text
    with suppress(ValueError):
        return read_time(text)
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return text


def policy_words(policy: Policy) -> list[str]:
    """Return a policy as a person may type it: one line with the rules of access, one line with the times."""
    delay = policy.delay
    late = "none" if delay is None else f"{delay.boards}deals" if delay.boards else _time(delay.ms)
    return [
        f"access={policy.access} watchers={'yes' if policy.watchers else 'no'} hands={policy.hands}"
        f" delay={late} substitute={policy.substitute or 'none'}",
        f"hold={_time(policy.hold_ms)} tempo={_time(policy.tempo_ms)} warn={_time(policy.warn_ms)}"
        f" pause={_time(policy.pause_ms)} robot={_time(policy.robot_ms)} clock={_clock(policy)}",
    ]


def _clock(policy: Policy) -> str:
    rules = msgspec.to_builtins(policy.clock)
    if rules is None:
        return "the game's own"
    if isinstance(policy.clock, PerMove):
        return f"{_time(policy.clock.move_ms)}/move"
    if isinstance(policy.clock, Bank):
        return f"{_time(policy.clock.bank_ms)}+{_time(policy.clock.increment_ms)}"
    times = [_time(ms) for name, ms in rules.items() if name != "kind" and ms is not None]
    return " ".join([rules["kind"], *times])


def _time(ms: int | None) -> str:
    if ms is None:
        return "none"
    unit = next((unit for unit in ("h", "min", "s") if ms and ms % UNITS[unit] == 0), "ms")
    return f"{ms // UNITS[unit]}{unit}" if ms else "0"
