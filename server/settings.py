"""The operator's settings: environment variables, all with safe defaults."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta, Struct

from protocol.v1.faults import describe_fault
from server.table.lifetime import DAY_MS, HOUR_MS, MINUTE_MS, Lifetimes

Rate = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a server; the field `x` is read from the variable `KIBITZ_X`.

    If the settings `x_s` and `x_burst` both exist, `x_s` is a rate of requests per second, and `x_burst` is
    the number of requests that may come at once.

    `redis_url` is the URL of Redis; "" starts a private redis-server on the directory `data`. `durability`
    applies to this private redis-server: `always` writes to the disk before every answer, `second` once a
    second. `origins` are web origins, separated by commas; pages of these origins may use the server, in
    addition to pages of its own origin. `proxy_header` is the header in which a trusted proxy names the
    client's address: `x-forwarded-for` (then `x-forwarded-host` and `x-forwarded-proto` are trusted, too) or
    `forwarded`; "" trusts no header. `metrics_port` is the port of the metrics; 0 serves no metrics.

    `tables_per_player` and `tables_per_address` limit the tables that are open at the same time, counted by
    this server since its start. A table that all people have left before its first deal ends after
    `unplayed_minutes`; if the table has uploaded deals, invitations or a match, it ends after
    `prepared_hours`. A table that all people have left after a deal has begun ends after `left_days`, and its
    finished deals stay readable.

    `house` opens the house table when the server starts. `changes_s` and `changes_burst` limit the requests
    of a player other than actions in the game: sit, stand, host, chat. `claims_s` and `claims_burst` limit
    the claims of a player at all bridge tables, because robots and the server search for an answer to each
    claim. The settings that begin with `uploads` limit how often files may be uploaded. `robot_ms` is the
    shortest time that a house robot takes for an action at a table where no person has a seat.

    `compare_views` makes the server build and compare whole views after every move, also after those whose
    changes the game lists (`Game.changes`): a switch for tests, and for a game with a fault in its list. A
    move then costs about twice as much.

    `analysts` is the number of processes that analyse finished boards, and `analysis_s` the longest time for
    one board. The settings that begin with `analyses` limit how many boards may be analysed. `parsers` is the
    number of processes that read uploaded files, and `parse_s` the longest time for one file.
    """

    host: str = "127.0.0.1"
    port: Port = 8000
    redis_url: str = ""
    data: str = ""
    durability: Literal["always", "second"] = "always"
    origins: str = ""
    proxy_header: str = ""
    metrics_host: str = "127.0.0.1"
    metrics_port: Port = 0
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
    requests_s: Rate = 20.0
    requests_burst: Count = 60
    player_requests_s: Rate = 40.0
    player_requests_burst: Count = 120
    changes_s: Rate = 1.0
    changes_burst: Count = 30
    claims_s: Rate = 0.1
    claims_burst: Count = 10
    opens_s: Rate = 0.1
    opens_burst: Count = 128
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
        """Return the directory in which the private redis-server stores the games."""
        return Path(self.data) if self.data else platformdirs.user_data_path("kibitz", appauthor=False)

    @property
    def lifetimes(self) -> Lifetimes:
        """Return the times for which tables without people are kept."""
        return Lifetimes(
            unplayed_ms=self.unplayed_minutes * MINUTE_MS,
            prepared_ms=self.prepared_hours * HOUR_MS,
            left_ms=self.left_days * DAY_MS,
        )

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        return tuple(origin.strip() for origin in self.origins.split(",") if origin.strip())


NOT_SETTINGS = frozenset({"KIBITZ_TOKEN", "KIBITZ_DEALS", "KIBITZ_SCENES"})
"""The variables that only clients and tests read: a bearer token, and the number of cases of long tests."""
SERVICE = re.compile(r"KIBITZ(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)")
"""The variables that Kubernetes sets in every container for a Service named kibitz or kibitz-NAME."""
SERVICE_ADDRESS = re.compile(r"(tcp|udp|sctp)://\S+")
"""The form of the value that Kubernetes sets for `KIBITZ_PORT` or `KIBITZ_NAME_PORT`: tcp://10.0.0.1:80."""


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Return the settings from the `KIBITZ_...` variables.

    A field in `given` that is not None replaces its variable. Raises ValueError for an invalid value, and for
    a variable `KIBITZ_...` that is not a setting, unless Kubernetes has set it for a Service. The text of the
    error names the variable and the expected value.
    """
    variables = {f"KIBITZ_{field.name.upper()}": field for field in msgspec.structs.fields(Settings)}
    _check_names(environment, variables.keys())
    values: dict[str, Any] = {}
    for name, field in variables.items():
        raw = given.get(field.name)
        raw = environment.get(name) if raw is None else raw
        if raw is None:
            continue
        if isinstance(raw, str) and name.endswith("_PORT") and SERVICE_ADDRESS.fullmatch(raw):
            raise ValueError(_collision(name, raw))
        try:
            values[field.name] = msgspec.convert(raw, field.type, strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"{name}: {describe_fault(error, raw, field.type)}") from None
    return Settings(**values)


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
            " README.md and server/settings.py list all settings"
        )


def _collision(name: str, address: str) -> str:
    """Return the error text for a setting's variable that Kubernetes has set for a Service.

    The text tells the operator what to do.
    """
    service = name.removesuffix("_PORT").lower().replace("_", "-")
    option = ", or give --port" if name == "KIBITZ_PORT" else ""
    return (
        f"{name}: expected a port number, got {address!r}, which Kubernetes sets for a Service named "
        f"{service}: set {name} in the container's env, or enableServiceLinks: false in the pod{option}"
    )
