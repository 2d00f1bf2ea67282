"""The robots that are named on a command line, and the lines of their code that fail."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

METHODS = ("choose", "asked", "answer", "greeting", "warning", "seen", "board_over")
SHOWN_FRAMES = 8
"""The maximum number of lines of code in a traceback; of a longer traceback, the last lines are shown."""


def with_own_class(name: str, known: Mapping[str, Callable[[], Any]]) -> dict[str, Callable[[], Any]]:
    """Return the known robots, and also the class at the path `name`, such as `my_package.my_module:MyRobot`.

    A `name` such as `sampler:quick`, of a known robot at one of its levels, is not the path of a class.
    Raises ValueError if the class at the path cannot be imported.
    """
    if name in known or ":" not in name or name.partition(":")[0] in known:
        return dict(known)
    return {**known, name: imported_class(name)}


def imported_class(path: str) -> Callable[[], Any]:
    """Return the robot's class at the path `package.module:Class`; the current folder is searched, too.

    Raises ValueError if the class at the path cannot be imported or is not the class of a robot.
    """
    module, _, name = path.partition(":")
    # A program that an installation has put on PATH searches its own folder, not the current one.
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    expected = f"expected package.module:Class, got {path}, which"
    try:
        found = import_module(module)
    except Exception as error:
        raise ValueError(f"{expected} cannot be imported ({_raised(error)}){_dotted(module, name)}") from None
    if not hasattr(found, name):
        raise ValueError(f"{expected} cannot be imported ({found.__file__} has no class {name})")
    make: Callable[[], Any] = getattr(found, name)
    if not callable(make):
        raise ValueError(f"{expected} is not a class")
    missing = [method for method in METHODS if isinstance(make, type) and not hasattr(make, method)]
    if missing:
        raise ValueError(
            f"{expected} has no method {', '.join(missing)}: a robot is a subclass of bots.bot.Bot"
        )
    return make


def made(make: Callable[[], Any], name: str) -> Any:
    """Return a new robot, made by the function `make`.

    Raises ValueError, with the file and the line of the robot's code that failed, if the robot cannot be
    created.
    """
    try:
        return make()
    except Exception as error:
        fault = ValueError(f"the robot {name} cannot be created: {type(error).__name__}: {error}")
        fault.__cause__ = error
        raise ValueError(told_with_place(fault)) from None


def _dotted(module: str, name: str) -> str:
    """Return a question for an error text if `module` is the name of a file in place of that of a module.

    >>> _dotted("robots/mine.py", "First"), _dotted("robots.mine", "First")
    ('; did you mean robots.mine:First?', '')
    """
    file = Path(module)
    if file.suffix != ".py" and len(file.parts) == 1:
        return ""
    if file.is_absolute():
        return f"; run the command in the folder {file.parent}, with {file.stem}:{name}"
    return f"; did you mean {'.'.join(file.with_suffix('').parts)}:{name}?"


def _raised(error: Exception) -> str:
    """Return the text of an error from an import, with the file and the line if the text lacks them."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename
    ]
    inside = len(frames) > 1 and not isinstance(error, SyntaxError)
    place = f", {frames[-1].filename}, line {frames[-1].lineno}" if inside else ""
    return f"{type(error).__name__}: {error}{place}"


def told_with_place(error: Exception) -> str:
    """Return the text of an error, and the lines of a robot's code that raised it if a robot is the cause.

    The lines of code of the program that called the robot are left out.
    """
    cause = error.__cause__
    if cause is None:
        return str(error)
    frames = traceback.extract_tb(cause.__traceback__)
    caller = frames[0].filename if frames else ""
    inside = [frame for frame in frames if frame.filename != caller][-SHOWN_FRAMES:]
    return "\n".join((str(error), *(line.rstrip() for line in traceback.format_list(inside))))
