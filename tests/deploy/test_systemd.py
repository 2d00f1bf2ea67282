"""The unit for systemd: its linter takes the unit, and finds it hardened."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.pages import DEPLOY

ANALYZE = shutil.which("systemd-analyze")
pytestmark = pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")


def unit(folder: Path, *extra: str) -> Path:
    """Return a copy of the unit whose program is one that exists here."""
    text = (DEPLOY / "systemd/kibitz.service").read_text()
    assert text.count("/opt/kibitz/.venv/bin/kibitz") == 1
    copy = folder / "kibitz.service"
    copy.write_text("\n".join([text.replace("/opt/kibitz/.venv/bin/kibitz", sys.executable), *extra]))
    return copy


def analyze(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(ANALYZE), *map(str, command)], capture_output=True, text=True, timeout=60)


def test_systemd_takes_the_unit_and_notices_a_word_that_it_does_not_know(tmp_path: Path) -> None:
    taken = analyze("verify", "--man=no", unit(tmp_path))
    assert (taken.returncode, taken.stderr) == (0, "")
    assert "Colour" in analyze("verify", "--man=no", unit(tmp_path, "[Service]", "Colour=red")).stderr


def test_the_unit_is_hardened(tmp_path: Path) -> None:
    judged = analyze("security", "--offline=true", "--threshold=15", unit(tmp_path))
    assert judged.returncode == 0, judged.stdout
