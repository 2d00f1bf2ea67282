"""The lines of the log: text or JSON, with ids as fields, and without the texts of exceptions."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from datetime import datetime
from typing import Any

import pytest

from server.deployment.logs import FIELDS, JsonLines, TextLines, configure_logs, log_fault, without_text
from server.settings import Settings

HAND = "AK2.QJ.T9876.543"


class Quotes(Exception):
    """An exception whose text quotes a hand."""


def fails() -> None:
    raise Quotes(HAND)


def record(message: str = "table %s: removed", *args: object, **extra: object) -> logging.LogRecord:
    """Return a record as a logger makes it."""
    return logging.getLogger("kibitz.test").makeRecord(
        "kibitz.test", logging.WARNING, __file__, 1, message, args, None, extra=extra
    )


def failed() -> logging.LogRecord:
    """Return a record with an exception that has another one as its context."""
    made = record("it failed")
    try:
        try:
            fails()
        except Quotes as first:
            raise ValueError(HAND) from first
    except ValueError:
        made.exc_info = sys.exc_info()
    return made


def test_a_line_of_json_has_the_ids_as_fields() -> None:
    line = JsonLines().format(record("table %s: removed", "t7", table="t7", player="p3", n=4))
    assert "\n" not in line
    read = json.loads(line)
    assert datetime.fromisoformat(read.pop("time")).utcoffset() is not None
    assert read == {
        "level": "warning",
        "logger": "kibitz.test",
        "message": "table t7: removed",
        "table": "t7",
        "player": "p3",
        "n": 4,
    }


def test_a_line_break_in_a_message_makes_no_second_line_of_json() -> None:
    assert "\n" not in JsonLines().format(record("two\nlines"))


def test_only_known_fields_are_written() -> None:
    assert "cards" not in json.loads(JsonLines().format(record("x", cards=HAND)))
    assert {"table", "player"} <= set(FIELDS)


def test_an_unknown_player_is_left_out() -> None:
    assert "player" not in json.loads(JsonLines().format(record("x", player="")))


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_of_an_exception_only_its_type_and_its_place_are_written(lines: logging.Formatter) -> None:
    line = lines.format(failed())
    assert HAND not in line
    assert "ValueError" in line and "test_logs.py" in line and "in failed" in line


def test_a_line_of_text_is_as_before() -> None:
    words = TextLines().format(record("table %s: removed", "t7", table="t7")).split(" ", 2)[2]
    assert words == "kibitz.test WARNING table t7: removed"


def test_the_places_of_an_exception_begin_with_the_deepest() -> None:
    try:
        fails()
    except Quotes as error:
        said = without_text(error)
    deepest, caller = said.split(" from ")[1:]
    assert deepest.endswith("in fails") and "in test_the_places" in caller


def fails_with(hand: str) -> None:
    raise Quotes(hand)


async def test_the_fault_of_a_task_that_nothing_waits_for_is_logged_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_fault)

    async def failing() -> None:
        fails()

    task = asyncio.create_task(failing())
    await asyncio.wait([task])
    del task
    loop.call_soon(fails_with, HAND)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    said = [line.getMessage() for line in caplog.records]
    assert len(said) == 2 and all("Quotes from" in line for line in said), said
    assert said[1].startswith("Exception in callback fails_with: Quotes from ")
    assert HAND not in "".join(said)


@pytest.mark.parametrize(("form", "formatter"), [("text", TextLines), ("json", JsonLines)])
def test_the_setting_chooses_the_form(form: Any, formatter: type, monkeypatch: pytest.MonkeyPatch) -> None:
    root, ours = logging.getLogger(), logging.getLogger("kibitz")
    monkeypatch.setattr(root, "handlers", [])
    levels = root.level, ours.level
    try:
        configure_logs(Settings(log_format=form, log_level="info"))
        (handler,) = root.handlers
        assert isinstance(handler.formatter, formatter)
        assert (root.level, ours.level) == (logging.WARNING, logging.INFO)
    finally:
        root.setLevel(levels[0])
        ours.setLevel(levels[1])
