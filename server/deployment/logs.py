"""The lines of the server's log, as text or as JSON, with no text that may name a card."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

from server.settings import Settings

log = logging.getLogger("kibitz")

TEXT = "%(asctime)s %(name)s %(levelname)s %(message)s"
FIELDS = (
    *("hub", "table", "set", "player", "robot"),
    *("operator", "order", "target", "reason", "outcome"),
    *("n", "deal", "entry", "step", "source", "peer", "code", "ms"),
)
"""The fields that a line of the log may have beside its time, level, logger, message and error.

Other attributes of a record are not written, so that a library cannot add any.
"""

_ARGUMENTS = re.compile(r"[(<{\[]")
"""The characters with which a message of asyncio or uvloop begins to quote a callback or its arguments."""
_encode = msgspec.json.Encoder().encode


class TextLines(logging.Formatter):
    """The formatter of lines of text, which writes of an exception only its type and its place.

    The text of an exception may quote hidden cards.
    """

    def __init__(self) -> None:
        super().__init__(TEXT)

    def formatException(self, ei: object) -> str:
        error = ei[1] if isinstance(ei, tuple) else None
        return without_text(error) if isinstance(error, BaseException) else ""


class JsonLines(logging.Formatter):
    """The formatter of JSON objects, one on each line.

    Each object has the fields `time` (UTC), `level`, `logger` and `message`, those of `FIELDS` that the
    record has, and `error` if the record has an exception. `hub` is the hub that wrote the line, `peer`
    another one.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        about = ((name, getattr(record, name, "")) for name in FIELDS)
        line |= {name: value for name, value in about if value != ""}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = without_text(record.exc_info[1])
        return _encode(line).decode()


def without_text(error: BaseException) -> str:
    """Return the type of an exception and the places in the source that it passed, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename} line {frame.lineno} in {frame.name}" for frame in reversed(frames)]
    return " from ".join([type(error).__name__, *places])


def log_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a fault that the event loop found, such as that of a task that nothing waits for.

    Unlike the handler of asyncio, this one writes neither the text of the fault nor the arguments of the
    callback that failed.
    """
    error = context.get("exception")
    fault = without_text(error) if isinstance(error, BaseException) else "no exception"
    words = _ARGUMENTS.split(str(context.get("message", "a fault in the event loop")), maxsplit=1)[0]
    log.error("%s: %s", words.strip(), fault)


def configure_logs(settings: Settings) -> None:
    """Write the log of this process to stderr, in the form and from the level that the settings name.

    The level is that of Kibitz's own loggers. Those of libraries write warnings and errors only: at the level
    debug, the library websockets logs every frame, and so tokens and hidden cards.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if settings.log_format == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("kibitz").setLevel(settings.log_level.upper())
