"""The client of the operators' interface, with which `kibitz admin` sends its orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
import msgspec

from server.admin.operators import secrets_of
from server.admin.orders import ORDERS, Answer, Signed
from server.errors import KibitzError
from server.settings import Settings, from_environment

TIMEOUT_S = 60.0
NO_SECRET = "expected an operator's secret in KIBITZ_ADMIN_SECRET or KIBITZ_ADMIN_SECRET_FILE, got none"

_read_answer = msgspec.json.Decoder(Answer).decode


class Refused(KibitzError):
    """The error of an order that the operators' interface has refused."""


class _Refusal(msgspec.Struct):
    message: str = ""


def carry_out(environment: Mapping[str, str], url: str, signed: Signed) -> Answer:
    """Send an order to the operators' interface, and return the answer.

    `url` is the address of the interface or the path of its socket; "" stands for the place that the settings
    in `environment` name. If the file of secrets has several, the first one is sent. Raises Refused if the
    order is refused, ValueError for a wrong setting, and OSError if the interface cannot be reached.
    """
    settings = from_environment(environment)
    secrets = secrets_of(settings)
    if not secrets:
        raise ValueError(NO_SECRET)
    place, transport = _place(settings, url)
    headers = {"authorization": f"Bearer {next(iter(secrets))}", "content-type": "application/json"}
    try:
        with httpx.Client(transport=transport, timeout=TIMEOUT_S, trust_env=False) as http:
            response = http.post(f"{place}{ORDERS}", content=msgspec.json.encode(signed), headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        at = url or (str(settings.admin_socket) if transport is not None else place)
        raise OSError(f"cannot reach the operators' interface at {at}: {error}") from None
    if response.status_code != 200:
        raise Refused(_reason(response))
    answer: Answer = _read_answer(response.content)
    return answer


def _place(settings: Settings, url: str) -> tuple[str, Any]:
    """Return the URL of the interface, and the transport for a Unix socket or None."""
    if url.startswith(("http://", "https://")):
        return url.rstrip("/"), None
    if settings.admin_port and not url:
        host = settings.metrics_host
        return f"http://[{host}]:{settings.admin_port}" if ":" in host else (
            f"http://{host}:{settings.admin_port}"
        ), None
    path = url.removeprefix("unix://") or str(settings.admin_socket)
    return "http://kibitz", httpx.HTTPTransport(uds=path)


def _reason(response: httpx.Response) -> str:
    try:
        return msgspec.json.decode(response.content, type=_Refusal).message or response.text
    except msgspec.DecodeError:
        return f"the operators' interface has answered with status {response.status_code}"
