"""Write a software bill of materials of Kibitz, in the format CycloneDX 1.6, from the lock files alone.

    python deploy/sbom.py FILE

Packages that run in the server or in the browser have the scope `required`, packages that add something to
the server, such as the double-dummy solver, have the scope `optional`, and packages that only build the page
have the scope `excluded`. The tools of the tests are left out. Equal lock files give equal bytes; the
variable SOURCE_DATE_EPOCH sets the time in the file, which is left out otherwise.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

TOP = Path(__file__).resolve().parents[1]
SCOPES = {"requirements.txt": ComponentScope.REQUIRED, "requirements-web.txt": ComponentScope.EXCLUDED}
"""The scopes of lock files of pip; the packages of all other lock files are optional."""
PAGE_LOCK = "bots/browser/deno.lock"
PAGE_SOURCES = "bots/browser/src"
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
NPM = re.compile(r"(@?[^@]+)@([^_]+)")
"""An entry of the page's lock file: a package and its version, and behind `_` the packages beside it."""
IMPORT = re.compile(r"""from "((?:@[\w.-]+/)?[\w-]+)""")
"""The package in an import of the page's sources; imports of other files begin with a dot."""


def component(purl: PackageURL, scope: ComponentScope, hashes: Iterable[HashType]) -> Component:
    """Return the entry of a package; `hashes` are those of the files that may be installed for it."""
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION, url=XsUri(purl.to_string()), hashes=hashes
    )
    return Component(
        type=ComponentType.LIBRARY,
        bom_ref=purl.to_string(),
        group=purl.namespace,
        name=purl.name,
        version=purl.version,
        purl=purl,
        scope=scope,
        external_references=[files],
    )


def python_locks() -> list[Path]:
    """Return the lock files of pip, except that of the tests."""
    return [path for path in sorted(TOP.glob("deploy/requirements*.txt")) if "-dev" not in path.name]


def python_packages(lock: Path) -> Iterator[Component]:
    """Yield the packages of a lock file of pip."""
    scope = SCOPES.get(lock.name, ComponentScope.OPTIONAL)
    for entry in re.split(r"\n(?=\S)", lock.read_text()):
        pin = PIN.match(entry)
        if pin is None:
            raise ValueError(f"{lock.name}: expected NAME==VERSION, got {entry[:40]!r}")
        hashes = [HashType(alg=HashAlgorithm.SHA_256, content=found) for found in HASH.findall(entry)]
        yield component(PackageURL("pypi", name=pin[1], version=pin[2]), scope, hashes)


def page_packages() -> Iterator[Component]:
    """Yield the packages of the page's lock file; those that its sources need are a part of the page."""
    lock = json.loads((TOP / PAGE_LOCK).read_text())
    in_page = _needed(lock["npm"], _imported())
    for key, entry in lock["npm"].items():
        name, version = _split(key)
        namespace, _, rest = name.rpartition("/")
        algorithm, _, digest = entry["integrity"].partition("-")
        content = base64.b64decode(digest).hex()
        hashes = [HashType(alg=HashAlgorithm(f"SHA-{algorithm.removeprefix('sha')}"), content=content)]
        scope = ComponentScope.REQUIRED if key in in_page else ComponentScope.EXCLUDED
        yield component(PackageURL("npm", namespace or None, rest, version), scope, hashes)


def _split(key: str) -> tuple[str, str]:
    found = NPM.match(key)
    if found is None:
        raise ValueError(f"{PAGE_LOCK}: expected NAME@VERSION, got {key!r}")
    return found[1], found[2]


def _imported() -> set[str]:
    """Return the names of the packages that the sources of the page import."""
    sources = (path.read_text() for path in sorted((TOP / PAGE_SOURCES).rglob("*.ts*")))
    return {name for text in sources for name in IMPORT.findall(text)}


def _needed(npm: dict[str, Any], names: Iterable[str]) -> set[str]:
    """Return the keys of the packages with these names, and of all packages that they depend on."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        wanted = waiting.pop()
        for key in npm.keys() - found:
            if wanted in (key, _split(key)[0], "@".join(_split(key))):
                found.add(key)
                waiting += npm[key].get("dependencies", [])
    return found


def bill() -> str:
    """Return the software bill of materials as JSON."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    bom = Bom()
    bom.metadata.component = Component(
        type=ComponentType.APPLICATION,
        bom_ref="kibitz",
        name=project["name"],
        version=project["version"],
        licenses=[LicenseExpression(project["license"])],
    )
    packages = [each for lock in python_locks() for each in python_packages(lock)]
    packages += page_packages()
    for each in packages:
        bom.components.add(each)
    bom.register_dependency(bom.metadata.component, packages)
    locks = "".join(lock.read_text() for lock in (*python_locks(), TOP / PAGE_LOCK))
    bom.serial_number = uuid5(NAMESPACE_OID, f"{project['name']} {project['version']} {locks}")
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch:
        bom.metadata.timestamp = datetime.fromtimestamp(int(epoch), UTC)
    written = json.loads(JsonV1Dot6(bom).output_as_string())
    if not epoch:
        del written["metadata"]["timestamp"]
    return json.dumps(written, indent=2) + "\n"


if __name__ == "__main__":
    (target,) = sys.argv[1:]
    Path(target).write_text(bill())
    print(f"{len(json.loads(Path(target).read_text())['components'])} packages are listed in {target}")
