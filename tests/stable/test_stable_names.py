"""Names that users write down keep working: robots' imports, command lines, settings, metrics.

`names.json` holds them as they were before the modules found their present places. Names may be added to it;
a name that is taken away or renamed breaks a robot, a script or a dashboard.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from server.cli import app
from server.metrics import Meter
from server.settings import Settings, from_environment

NAMES: dict[str, Any] = json.loads((Path(__file__).parent / "names.json").read_text())


def parameters_of(function: Any) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


@pytest.mark.parametrize("path", NAMES["robots"])
def test_what_robots_import_has_its_methods_and_their_parameters_in_order(path: str) -> None:
    module, name = path.rsplit(".", 1)
    found = getattr(importlib.import_module(module), name)
    for member, parameters in NAMES["robots"][path].items():
        function = getattr(found, member) if member else found
        if parameters:
            assert parameters_of(function)[: len(parameters)] == parameters, f"{path}.{member}"


@pytest.mark.parametrize("command", NAMES["commands"])
def test_a_command_has_its_options(command: str) -> None:
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(app, [command, "--help"])
    assert shown.exit_code == 0, shown.output
    assert set(NAMES["commands"][command]) <= set(re.findall(r"--?[a-z][a-z-]*", shown.output))


def test_every_setting_is_read_from_its_variable() -> None:
    fields = {f"KIBITZ_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    assert set(NAMES["settings"]) - fields == {"KIBITZ_TOKEN"}, "the token is an option of the commands"
    assert from_environment({"KIBITZ_GUEST_DAYS": "7"}).guest_days == 7


def test_every_metric_is_registered() -> None:
    registered = {metric.name for metric in Meter().registry.collect()}
    assert set(NAMES["metrics"]) <= registered
