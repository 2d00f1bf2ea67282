"""The software bill of materials: valid by the schema of CycloneDX, and as complete as the lock files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.deploy.pages import DEPLOY

TOP = DEPLOY.parent
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def written(folder: Path, **environment: str) -> str:
    """Return what the program writes."""
    file = folder / "sbom.json"
    command = [sys.executable, str(DEPLOY / "sbom.py"), str(file)]
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder)
    return file.read_text()


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("sbom"))


def purls(bill: str, scope: str, kind: str) -> set[str]:
    return {
        each["purl"]
        for each in json.loads(bill)["components"]
        if each["scope"] == scope and each["purl"].startswith(f"pkg:{kind}/")
    }


def test_the_bill_is_valid_by_the_strict_schema_which_refuses_a_field_that_it_does_not_know(
    bill: str,
) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(bill) is None
    wrong: dict[str, Any] = json.loads(bill)
    wrong["components"][0]["colour"] = "red"
    assert validator.validate_str(json.dumps(wrong)) is not None


@pytest.mark.parametrize(
    ("lock", "scope"),
    [
        ("requirements.txt", "required"),
        ("requirements-solver.txt", "optional"),
        ("requirements-postgres.txt", "optional"),
        ("requirements-web.txt", "excluded"),
    ],
)
def test_each_python_package_of_a_lock_file_is_listed_with_its_hashes(
    bill: str, lock: str, scope: str
) -> None:
    text = (DEPLOY / lock).read_text()
    locked = {f"pkg:pypi/{name}@{version}" for name, version in PIN.findall(text)}
    assert locked and locked <= purls(bill, scope, "pypi")
    listed = [
        digest["content"]
        for each in json.loads(bill)["components"]
        if each["purl"] in locked
        for file in each["externalReferences"]
        for digest in file["hashes"]
    ]
    assert sorted(listed) == sorted(re.findall(r"--hash=sha256:(\w+)", text))


def test_the_tools_of_the_tests_are_not_listed(bill: str) -> None:
    assert "pkg:pypi/pytest@" not in bill


def test_what_the_page_consists_of_is_told_apart_from_what_builds_it(bill: str) -> None:
    in_page = {re.sub(r"@[^@]*$", "", purl) for purl in purls(bill, "required", "npm")}
    assert in_page == {
        f"pkg:npm/{name}" for name in ("preact", "uqr", "%40preact/signals", "%40preact/signals-core")
    }
    lock = json.loads((TOP / "bots/browser/deno.lock").read_text())
    assert len(purls(bill, "required", "npm") | purls(bill, "excluded", "npm")) == len(lock["npm"])
    assert any(purl.startswith("pkg:npm/esbuild@") for purl in purls(bill, "excluded", "npm"))


def test_equal_lock_files_give_equal_bytes(bill: str, tmp_path: Path) -> None:
    assert written(tmp_path) == bill
    dated = json.loads(written(tmp_path, SOURCE_DATE_EPOCH="86400"))
    assert dated["metadata"].pop("timestamp") == "1970-01-02T00:00:00+00:00"
    assert dated == json.loads(bill)


def test_no_registry_is_named(bill: str) -> None:
    assert re.findall(r"\w+://[^\"]+", bill) == [json.loads(bill)["$schema"]]
