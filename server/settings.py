"""The operator's settings: environment variables, all with safe defaults."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import platformdirs
from msgspec import Meta, Struct, inspect

from protocol.v1.faults import list_words
from server.table.lifetime import DAY_MS, HOUR_MS, MINUTE_MS, Lifetimes

Rate = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a server; the field `x` is read from the variable `KIBITZ_X`.

    If the settings `x_s` and `x_burst` both exist, `x_s` is a rate of requests per second, and `x_burst` is
    the number of requests that may come at once.

    `redis_url` is the URL of Redis; "" starts a private redis-server on the directory `data`. `durability`
    says how often Redis writes to the disk: `always` means before each answer to a player, `second` once a
    second. The private redis-server is started with this `durability`. The server does not start with a Redis
    at `redis_url` that writes less often, or could remove games, unless `allow_loss` is True. `archive_url`
    is the URL of a PostgreSQL for the archive of finished deals; "" is a file in the directory `data`, which
    only servers of one host may share. `archive_days` is the number of days for which the archive keeps a
    deal, 0 for ever. An event that is over stays in Redis for `event_days`, and then in the archive.
    `log_level` is the lowest level of the messages that the server logs; at `debug` the server also traces
    every action. `log_format` says if each message is a line of text or a JSON object.

    `origins` are web origins, separated by commas; pages of these origins may use the server, in addition to
    pages of its own origin. `proxy_header` is the header in which a trusted proxy names the client's address:
    `x-forwarded-for` (then `x-forwarded-host` and `x-forwarded-proto` are trusted, too) or `forwarded`; ""
    trusts no header. `metrics_port` is the port of the metrics; 0 serves no metrics.

    `tables_per_player` and `tables_per_address` limit the tables that are open at the same time, counted by
    this server since its start. A table that all people have left before its first deal ends after
    `unplayed_minutes`; if the table has uploaded deals, invitations, a match or a set, it ends after
    `prepared_hours`. A table that all people have left after a deal has begun ends after `left_days`, and its
    finished deals stay readable.

    The settings that begin with `bot` are the limits of a robot with a bot token. In place of the limits of a
    guest, `bot_requests_s` and `bot_requests_burst` hold for each connection and for all of them at this
    server, and `bot_connections` for the number of connections. `bot_tables` limits the tables at which the
    robot has a seat at the same time.

    The settings that begin with `games` limit how many lists of a player's finished deals may be read,
    those that begin with `exports` how often a player's data may be exported, and those that begin with
    `codes` how many codes for another device of a guest, right or wrong, may be sent.

    With `house` true, the server opens the house tables when it starts; their robots play while people watch,
    and take `house_ms` for each action while no person plays with them. `changes_s` and `changes_burst` limit
    the requests of a player other than actions in the game: sit, stand, host, chat. `claims_s` and
    `claims_burst` limit the claims of a player at all bridge tables, because robots and the server search for
    an answer to each claim. The settings that begin with `uploads` limit how often files may be uploaded.
    `robot_ms` is the minimum time that a house robot takes for an action at a table at which only robots
    play.

    `compare_views` makes the server build and compare whole views after every move, also after moves for
    which the game itself lists the changed fields (`Game.changes`): a switch for tests, and for a game with a
    fault in this list. With `compare_views`, a move costs the server about twice as much time.

    `event_hosts` are the ids of the players that may open events, separated by commas, or `anybody`;
    `events_s` and `events_burst` limit how often a player may do so, and four times as much for all players
    of one address. With `anybody`, the tables of a player's events count for `tables_per_player`, and robots
    alone play at `event_robot_tables` tables of a round at most.

    `words` is a file of words that names and texts may not have. `admin_secret`, or the file of secrets
    `admin_secret_file`, opens the interface of the operators, on `metrics_host` and `admin_port`; with port 0
    it listens on a Unix socket in the directory `data`.

    `table_manager_port` is the port for programs that play bridge over the table-manager protocol, on the
    address `table_manager_host`; 0 serves none. That protocol knows no passwords, only the names of teams.
    `table_manager_pause_ms` is the pause before these programs are asked for the lead to a trick.

    `analysts` is the number of processes that analyse finished boards, and `analysis_s` the longest time for
    one board. The settings that begin with `analyses` limit how many boards may be analysed. `parsers` is the
    number of processes that read uploaded files, and `parse_s` the longest time for one file.
    """

    host: str = "127.0.0.1"
    port: Port = 8000
    redis_url: str = ""
    data: str = ""
    durability: Literal["always", "second"] = "always"
    allow_loss: bool = False
    archive_url: str = ""
    archive_days: Annotated[int, Meta(ge=0)] = 0
    event_days: Count = 30
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    log_format: Literal["text", "json"] = "text"
    origins: str = ""
    proxy_header: str = ""
    metrics_host: str = "127.0.0.1"
    metrics_port: Port = 0
    admin_secret: str = ""
    admin_secret_file: str = ""
    admin_port: Port = 0
    words: str = ""
    table_manager_host: str = "127.0.0.1"
    table_manager_port: Port = 0
    table_manager_pause_ms: Annotated[int, Meta(ge=0, le=10_000)] = 200
    house: bool = True
    heartbeat_s: Annotated[float, Meta(ge=1)] = 20.0
    hello_s: Annotated[float, Meta(ge=0.1)] = 5.0
    guest_days: Count = 30
    connections: Count = 12_000
    connections_per_address: Count = 1_000
    connections_per_player: Count = 8
    connects_per_address_s: Rate = 20.0
    connects_per_address_burst: Count = 1_000
    guests_per_address_s: Rate = 1.0
    guests_per_address_burst: Count = 500
    games_per_address_s: Rate = 1.0
    games_per_address_burst: Count = 60
    exports_per_address_s: Rate = 1 / 600
    exports_per_address_burst: Count = 6
    codes_per_address_s: Rate = 0.1
    codes_per_address_burst: Count = 20
    codes_s: Rate = 20.0
    codes_burst: Count = 1_000
    requests_s: Rate = 20.0
    requests_burst: Count = 60
    player_requests_s: Rate = 40.0
    player_requests_burst: Count = 120
    bot_requests_s: Rate = 60.0
    bot_requests_burst: Count = 240
    bot_tables: Count = 16
    bot_connections: Count = 8
    changes_s: Rate = 1.0
    changes_burst: Count = 30
    claims_s: Rate = 0.1
    claims_burst: Count = 10
    opens_s: Rate = 0.1
    opens_burst: Count = 128
    event_hosts: str = "anybody"
    events_s: Rate = 5 / 86_400
    events_burst: Count = 5
    event_robot_tables: Count = 8
    tables_per_player: Count = 128
    tables_per_address: Count = 256
    unplayed_minutes: Count = 10
    prepared_hours: Count = 24
    left_days: Count = 7
    uploads_s: Rate = 4 / 3600
    uploads_burst: Count = 4
    uploads_per_address_s: Rate = 40 / 3600
    uploads_per_address_burst: Count = 40
    http_per_address_s: Rate = 50.0
    http_per_address_burst: Count = 1_000
    robot_ms: Annotated[int, Meta(ge=0)] = 100
    house_ms: Annotated[int, Meta(ge=0)] = 2_000
    compare_views: bool = False
    analyses_s: Rate = 0.2
    analyses_burst: Count = 200
    analyses_per_address_s: Rate = 1.0
    analyses_per_address_burst: Count = 200
    analysts: Count = 1
    analysis_s: Annotated[float, Meta(gt=0)] = 30.0
    parsers: Annotated[int, Meta(ge=1, le=64)] = 1
    parse_s: Annotated[float, Meta(gt=0)] = 10.0

    @property
    def data_path(self) -> Path:
        """Return the directory of the private redis-server's games and of the archive's file."""
        return Path(self.data) if self.data else platformdirs.user_data_path("kibitz", appauthor=False)

    @property
    def admin_socket(self) -> Path:
        """Return the path of the operators' interface if it has no port."""
        return self.data_path / "admin.sock"

    @property
    def lifetimes(self) -> Lifetimes:
        """Return the times for which the server keeps tables that all people have left."""
        return Lifetimes(
            unplayed_ms=self.unplayed_minutes * MINUTE_MS,
            prepared_ms=self.prepared_hours * HOUR_MS,
            left_ms=self.left_days * DAY_MS,
        )

    @property
    def hosts_of_events(self) -> tuple[str, ...]:
        """Return the ids of the players that may open events, or `anybody` alone."""
        return tuple(each.strip() for each in self.event_hosts.split(",") if each.strip())

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        return split_origins(self.origins)


DOCUMENT = "deploy/OPERATING.md describes the settings"
WORDS = {"yes": True, "on": True, "no": False, "off": False}
"""The words for yes and no that a setting may have besides true, false, 1 and 0, which msgspec reads."""
ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""The form in which browsers write the origin of a web page (RFC 6454, 6.2): in lower case, without a path.

The scheme of an origin may be one of an app, such as `capacitor`.
"""
USUAL_PORT = re.compile(r"(?<=^http)(://[^/]+):80$|(?<=^https)(://[^/]+):443$")
"""The end of an invalid origin that names the usual port of its scheme, such as 80 for http."""
HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]*")
"""The form of the name of an HTTP header (RFC 9110, 5.6.2); the name may be empty."""
TIMES = {"s": "seconds", "ms": "milliseconds", "minutes": "minutes", "hours": "hours", "days": "days"}
"""The word for the unit of a setting, by the last part of the setting's name."""
NOT_SETTINGS = frozenset({"KIBITZ_TOKEN", "KIBITZ_DEALS", "KIBITZ_SCENES"})
"""The variables KIBITZ_... that only clients and tests read: a bearer token, and the number of cases of long
tests.
"""
SERVICE = re.compile(r"KIBITZ(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)")
"""The variables that Kubernetes sets in every container for a Service named kibitz or kibitz-NAME."""
SERVICE_ADDRESS = re.compile(r"(tcp|udp|sctp)://\S+")
"""The form of the value that Kubernetes sets for `KIBITZ_PORT` or `KIBITZ_NAME_PORT`: tcp://10.0.0.1:80."""


class Fault(NamedTuple):
    """The fault of a setting: the value that was expected, in words, and the value that the setting has."""

    expected: str
    got: object


OPTIONS = {"table_manager_port": "--table-manager"}
"""The options of `kibitz serve` with another name than their setting."""


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Return the settings from the `KIBITZ_...` variables.

    A field in `given` that is not None is the value of an option of the command line, and replaces the value
    of the setting's variable. Raises ValueError for a setting with an invalid value, and for a variable
    `KIBITZ_...` that is not a setting, unless Kubernetes has set the variable for a Service. The text of the
    ValueError names the variable or the option, and the expected value.
    """
    variables = {f"KIBITZ_{field.name.upper()}": field for field in msgspec.structs.fields(Settings)}
    _check_names(environment, variables.keys())
    values: dict[str, Any] = {}
    for variable, field in variables.items():
        raw, name = given.get(field.name), OPTIONS.get(field.name, f"--{field.name}")
        if raw is None:
            raw, name = environment.get(variable), variable
        if raw is None:
            continue
        if isinstance(raw, str) and name.endswith("_PORT") and SERVICE_ADDRESS.fullmatch(raw):
            raise ValueError(_collision(name, raw))
        fault = None
        if (value := _read(raw, field.type)) is None:
            fault = Fault(_expected(field.name, inspect.type_info(field.type)), raw)
        elif isinstance(value, str):
            fault = _fault_of_text(field.name, value)
        if fault is not None:
            raise ValueError(f"{name}: expected {fault.expected}, got {fault.got!r}; {DOCUMENT}")
        values[field.name] = value
    return Settings(**values)


def _read(raw: object, kind: Any) -> Any:
    """Return the value of a setting from its text `raw`, as the type `kind`; None for an invalid text."""
    if isinstance(raw, str) and kind is bool:
        raw = WORDS.get(raw.lower(), raw)
    try:
        value = msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError:
        return None
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _expected(name: str, kind: inspect.Type) -> str:
    """Return a description of the values that a setting may have."""
    match kind:
        case inspect.BoolType():
            return "yes or no"
        case inspect.LiteralType(values):
            return list_words([str(value) for value in values])
        case inspect.IntType(ge=least, le=most):
            number = f"a whole number{_unit_of(name)}"
            return f"{number} of at least {least}" if most is None else f"{number} from {least} to {most}"
        case inspect.FloatType(gt=above, ge=least):
            limit = f"above {above}" if least is None else f"of at least {least:g}"
            return f"a number{_unit_of(name)} {limit}"
        case _:
            return "a text"


def _unit_of(name: str) -> str:
    """Return the words for the unit of a setting, such as " of seconds"; "" for a plain number."""
    beginning, _, last = name.rpartition("_")
    if last == "s" and f"{beginning}_burst" in Settings.__struct_fields__:
        return " for each second"
    return f" of {TIMES[last]}" if last in TIMES else ""


def _fault_of_text(name: str, value: str) -> Fault | None:
    """Return the fault of a setting that takes a text, or None if the given text is valid."""
    if name == "proxy_header" and not HEADER.fullmatch(value):
        return Fault("the name of a header, such as X-Forwarded-For", value)
    if name == "archive_url" and value and not value.startswith(("postgresql://", "postgres://")):
        # The value is not quoted: it may have a password.
        return Fault("a URL that begins with postgresql://", f"{value.partition(':')[0]}:...")
    if name == "origins":
        for origin in split_origins(value):
            if not ORIGIN.fullmatch(origin) or USUAL_PORT.search(origin):
                return Fault(_expected_origin(origin), origin)
    return None


def split_origins(text: str) -> tuple[str, ...]:
    """Return the web origins in a text that separates them by commas."""
    return tuple(origin.strip() for origin in text.split(",") if origin.strip())


def _expected_origin(text: str) -> str:
    """Return a description of the web origin that an operator probably meant by an invalid one."""
    likely = f"an origin such as {_likely_origin(text)}"
    if " " in text or ";" in text:
        return f"{likely}, with commas between several origins"
    return likely if "://" in text or text == "*" else f"{likely}, with the scheme https:// or http://"


def _likely_origin(text: str) -> str:
    """Return the web origin that an operator probably meant by an invalid one.

    >>> _likely_origin("Club.example"), _likely_origin("http://club.example:80/play")
    ('https://club.example', 'http://club.example')
    """
    scheme, found, rest = text.lower().rpartition("://")
    local = rest.startswith(("localhost", "127.", "[::1]"))
    likely = f"{scheme if found else 'http' if local else 'https'}://{rest.partition('/')[0]}"
    likely = USUAL_PORT.sub(lambda port: port[1] or port[2], likely)
    return likely if ORIGIN.fullmatch(likely) else "https://club.example"


def _check_names(environment: Mapping[str, str], settings: Collection[str]) -> None:
    for name in sorted(environment):
        if not name.startswith("KIBITZ_") or name in settings or name in NOT_SETTINGS:
            continue
        address = name.endswith("_PORT") and SERVICE_ADDRESS.fullmatch(environment[name])
        if address or SERVICE.fullmatch(name):
            continue
        close = difflib.get_close_matches(name, settings, n=3)
        hint = f"; the closest settings are {', '.join(close)}" if close else ""
        raise ValueError(
            f"{name}: expected the name of a setting{hint};"
            f" {DOCUMENT}, and server/settings.py lists all of them"
        )


def _collision(name: str, address: str) -> str:
    """Return the error text for a setting's variable that Kubernetes has set for a Service.

    The text tells the operator how to resolve the conflict with Kubernetes.
    """
    service = name.removesuffix("_PORT").lower().replace("_", "-")
    option = ", or give --port" if name == "KIBITZ_PORT" else ""
    return (
        f"{name}: expected a port number, got {address!r}, which Kubernetes sets for a Service named "
        f"{service}: set {name} in the container's env, or enableServiceLinks: false in the pod{option}"
    )
