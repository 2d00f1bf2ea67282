"""The import graph of the product: no module and no package imports, in a circle, what imports it.

Imports for type checkers alone and imports inside functions count as any others.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ROOTS = ("server", "protocol", "bots")
STILL_TO_COME: tuple[str, ...] = ()
"""Packages that have circles inside them; the import-linter contract in pyproject.toml names them, too."""

Graph = Mapping[str, Iterable[str]]


def modules() -> dict[str, Path]:
    """Return the files of all modules by their names; a package's file is its `__init__.py`."""
    found = {}
    for root in ROOTS:
        for path in (TOP / root).rglob("*.py"):
            parts = path.relative_to(TOP).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
PACKAGES = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")


def imported(source: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the known modules that a source imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            assert node.level == 0, "expected absolute imports"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from (name for name in (whole if whole in known else node.module,) if name in known)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


@cache
def all_imports() -> dict[str, set[str]]:
    """Return the modules that each module imports; it takes too long for the collection of tests."""
    return {name: set(imported(path.read_text(), MODULES)) - {name} for name, path in MODULES.items()}


def among_children(package: str, imports: Graph) -> dict[str, set[str]]:
    """Return which children of a package import which other ones, by themselves or by what is inside them."""
    depth = package.count(".") + 2
    found: dict[str, set[str]] = defaultdict(set)
    for importer, targets in imports.items():
        for target in targets:
            if importer.startswith(f"{package}.") and target.startswith(f"{package}."):
                one, other = (".".join(name.split(".")[:depth]) for name in (importer, target))
                if one != other:
                    found[one].add(other)
    return found


def circles(imports: Graph) -> list[list[str]]:
    """Return the groups of names that reach each other, each once and in order."""
    reached: dict[str, set[str]] = {}
    for start in imports:
        seen: set[str] = set()
        ahead = list(imports[start])
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                ahead.extend(imports.get(name, ()))
        reached[start] = seen
    groups = {
        tuple(sorted(other for other in seen if name in reached.get(other, ())))
        for name, seen in reached.items()
        if name in seen
    }
    return [list(group) for group in sorted(groups)]


def pending(name: str) -> bool:
    """Return whether a module or package belongs to what is still to come."""
    return any(name == each or name.startswith(f"{each}.") for each in STILL_TO_COME)


def test_a_circle_is_found_wherever_its_imports_stand() -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.two import Two\n"
    inside = "def f():\n    import a.one\n"
    known = {"a.one", "a.two", "a.three"}
    graph = {
        "a.one": set(imported(typed, known)),
        "a.two": set(imported(inside, known)),
        "a.three": set(imported("from a import one\n", known)),
    }
    assert circles(graph) == [["a.one", "a.two"]]
    assert among_children("a", graph) == {"a.one": {"a.two"}, "a.two": {"a.one"}, "a.three": {"a.one"}}


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = circles(all_imports())
    assert not [circle for circle in found if not all(map(pending, circle))]


def test_no_rooms_of_the_product_import_each_other_in_a_circle() -> None:
    tops = {name: {target.split(".")[0] for target in targets} for name, targets in all_imports().items()}
    rooms: dict[str, set[str]] = defaultdict(set)
    for name, targets in tops.items():
        rooms[name.split(".")[0]] |= targets - {name.split(".")[0]}
    assert not circles(rooms)


@pytest.mark.parametrize("package", [name for name in PACKAGES if not pending(name)])
def test_what_stands_side_by_side_in_a_package_imports_in_one_direction_only(package: str) -> None:
    assert not circles(among_children(package, all_imports()))


@pytest.mark.parametrize("package", STILL_TO_COME)
def test_a_package_that_is_still_to_come_has_a_circle(package: str) -> None:
    inside = [name for name in PACKAGES if name == package or name.startswith(f"{package}.")]
    found = [circle for name in inside for circle in circles(among_children(name, all_imports()))]
    assert found, f"{package} has no circle any more: take it out of STILL_TO_COME and of pyproject.toml"


def test_the_web_without_its_extensions_does_not_know_them() -> None:
    extensions = "server.web.spades_rest"
    knowing = [
        name
        for name, targets in all_imports().items()
        if not name.startswith(extensions) and any(target.startswith(extensions) for target in targets)
    ]
    assert knowing == ["server.app"]
