"""What an operator may set: environment variables, all with safe defaults."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta, Struct

from protocol.v1.faults import fault_words
from server.table.lifetime import DAY_MS, HOUR_MS, MINUTE_MS, Lifetimes

Rate = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True):
    """Each field `x` is read from `KIBITZ_X`. Rates are per second, bursts in requests.

    `redis_url`: "" starts a private redis-server on `data`. `durability` is that server's fsync: before
    every answer (`always`) or once a second. `origins`: the web origins, divided by commas, whose pages
    may use the server, beside its own. `proxy_header`: the header of a trusted proxy that names the
    client's address, as `x-forwarded-for` (then `x-forwarded-host` and `-proto` are trusted, too), or
    `forwarded`; "" trusts none. `metrics_port` 0 serves no metrics.
    `tables_per_player` and `tables_per_address` bound the tables that are open at once, counted by this
    server since its start. Tables that all people have left go away: after `unplayed_minutes` before the
    first deal, but after `prepared_hours` with uploaded boards, invitations or a match; once a deal has begun
    after `left_days`, and finished deals stay.
    `house`: the house table is opened at the start. `changes` are what a player does to tables beside
    playing: sit, stand, host, speak; `claims` are those of one player at all bridge tables, as robots and
    the server search for an answer to each; `uploads` are files. `robot_ms`: house robots play no faster
    among themselves, where no person has a seat.
    `analysts` are the processes that analyse finished boards, `analysis_s` what one board may take of one;
    `analyses` are boards for which it is asked.
    `parsers` are the processes that read uploaded files, `parse_s` the seconds that one file may take.
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
        """Where the embedded redis-server keeps the games."""
        return Path(self.data) if self.data else platformdirs.user_data_path("kibitz", appauthor=False)

    @property
    def lifetimes(self) -> Lifetimes:
        """How long tables without people are kept."""
        return Lifetimes(
            unplayed_ms=self.unplayed_minutes * MINUTE_MS,
            prepared_ms=self.prepared_hours * HOUR_MS,
            left_ms=self.left_days * DAY_MS,
        )

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        return tuple(origin.strip() for origin in self.origins.split(",") if origin.strip())


NOT_SETTINGS = frozenset({"KIBITZ_TOKEN", "KIBITZ_DEALS", "KIBITZ_SCENES"})
"""Names that the server does not read: the clients' bearer token, and how many cases a long test tries."""
SERVICE = re.compile(r"KIBITZ(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)")
"""What Kubernetes sets in every container for a Service that is named kibitz or kibitz-NAME."""
SERVICE_ADDRESS = re.compile(r"(tcp|udp|sctp)://\S+")
"""The value that Kubernetes gives to `KIBITZ_PORT`, or `KIBITZ_NAME_PORT`, for such a Service."""


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Return the settings of the `KIBITZ_...` variables; `given` fields, where not None, go first.

    Raises ValueError that names the variable and what was expected, also for a `KIBITZ_...` name that is
    no setting, unless Kubernetes set it for a Service.
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
            raise ValueError(f"{name}: {fault_words(error, raw, field.type)}") from None
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
            f"{name}: expected the name of a setting{hint}; README.md and server/settings.py list all"
        )


def _collision(name: str, address: str) -> str:
    """Tell that a variable of Kubernetes has the name of a setting, and what to do."""
    service = name.removesuffix("_PORT").lower().replace("_", "-")
    option = ", or give --port" if name == "KIBITZ_PORT" else ""
    return (
        f"{name}: expected a port number, got {address!r}, which Kubernetes sets for a Service named "
        f"{service}: set {name} in the container's env, or enableServiceLinks: false in the pod{option}"
    )
