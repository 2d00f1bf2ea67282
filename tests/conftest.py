"""What holds for all tests: a slow machine is no fault, and how they are spread over processes.

With `pytest -n 2` those of a file stay together, in one process. Those that kill real servers come one after
another, and first: they wait more than they work, and others work meanwhile. Those that look at the screens
of the page come last, each by itself, so that no process waits for another in the end.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

HERE = Path(__file__).parent
ALONE = tuple(f"tests/chaos/test_{name}.py" for name in ("between", "kill", "redis_away"))
"""The tests of these files come one at a time, whichever it is."""

SPREAD = "tests/browser/test_screens.py"
"""The tests of this file, which takes longer than any other, run in all processes."""

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


class _Files(LoadFileScheduling):
    """Files in the order in which they were collected, not the largest first."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(ALONE):
            return "alone"
        return nodeid if nodeid.startswith(SPREAD) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _Files:
    return _Files(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in the docstrings of the product alone: those of the tests have none (2 s)."""
    found = yield
    return [each for each in found if not (isinstance(each, DoctestModule) and HERE in file_path.parents)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the imported modules and the collected tests out of every later garbage collection.

    The collections after it are rarer than usual: a tenth of the time of the tests went into them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[bool, bool, bool]:
    """What takes longest is begun first, and what can be spread comes last."""
    return (
        not item.nodeid.startswith(ALONE),
        item.get_closest_marker("chaos") is None,
        item.nodeid.startswith(SPREAD),
    )
