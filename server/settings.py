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

Rate = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]


class Settings(Struct, frozen=True, kw_only=True):
    """Each field `x` is read from `KIBITZ_X`. Rates are per second, bursts in requests.

    `redis_url`: "" starts a private redis-server on `data`. `durability` is that server's fsync: before
    every answer (`always`) or once a second. `origins`: the web origins, divided by commas, whose pages
    may connect, beside the server's own. `proxy_header`: the header of a trusted proxy that names the
    client's address, as `x-forwarded-for`; "" trusts none. `metrics_port` 0 serves no metrics.
    `house`: the house table is opened at the start. `changes` are what a player does to tables beside
    playing: sit, stand, host, speak; `uploads` are files. `robot_ms`: house robots play no
    faster among themselves, where no person has a seat.
    `analysts` are the processes that analyse finished boards, `analysis_s` what one board may take of one;
    `analyses` are boards for which it is asked.
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
    connections_per_address: Count = 200
    connections_per_player: Count = 8
    connects_per_address_s: Rate = 20.0
    connects_per_address_burst: Count = 200
    guests_per_address_s: Rate = 1.0
    guests_per_address_burst: Count = 60
    requests_s: Rate = 20.0
    requests_burst: Count = 60
    player_requests_s: Rate = 40.0
    player_requests_burst: Count = 120
    changes_s: Rate = 1.0
    changes_burst: Count = 30
    opens_s: Rate = 0.1
    opens_burst: Count = 20
    uploads_s: Rate = 4 / 3600
    uploads_burst: Count = 4
    uploads_per_address_s: Rate = 40 / 3600
    uploads_per_address_burst: Count = 40
    http_per_address_s: Rate = 20.0
    http_per_address_burst: Count = 100
    robot_ms: Annotated[int, Meta(ge=0)] = 100
    analyses_s: Rate = 0.2
    analyses_burst: Count = 200
    analyses_per_address_s: Rate = 1.0
    analyses_per_address_burst: Count = 200
    analysts: Count = 1
    analysis_s: Annotated[float, Meta(gt=0)] = 30.0

    @property
    def data_path(self) -> Path:
        """Where the embedded redis-server keeps the games."""
        return Path(self.data) if self.data else platformdirs.user_data_path("kibitz", appauthor=False)

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
