"""The unit for systemd: its linter takes it and finds it hardened, and a server runs under its limits."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.deploy.confined import LIBRARY
from tests.deploy.pages import DEPLOY
from tests.records.bridge.double_dummy import club_board
from tests.store.redis_server import short_directory
from tests.web.served import PATIENCE_S, needs_redis

ANALYZE = shutil.which("systemd-analyze")
SERVE = (sys.executable, "-m", "server", "serve", "--port", "0")
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


def confined(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command under the limits of the unit."""
    run = [sys.executable, "-m", "tests.deploy.confined", *command]
    return subprocess.run(run, capture_output=True, text=True, timeout=60)


needs_seccomp = pytest.mark.skipif(LIBRARY is None, reason="there is no libseccomp here")


@needs_seccomp
@pytest.mark.thorough
@pytest.mark.parametrize("refused", ["socket.socket(socket.AF_NETLINK)", "os.chown('.', 0, 0)"])
def test_what_the_unit_forbids_is_refused_under_its_limits(refused: str) -> None:
    assert "PermissionError" in confined(sys.executable, "-c", f"import os, socket; {refused}").stderr


@needs_redis
@needs_seccomp
@pytest.mark.thorough
async def test_a_server_plays_reads_files_and_analyses_under_the_limits_of_the_unit() -> None:
    pytest.importorskip("endplay")
    with short_directory() as folder:
        env = {
            **os.environ,
            "KIBITZ_DATA": str(folder / "data"),
            "XDG_RUNTIME_DIR": str(folder),
            "KIBITZ_REDIS_URL": "",
            "KIBITZ_HOUSE": "no",
        }
        log = folder / "log"
        with log.open("w") as stderr:
            command = [sys.executable, "-m", "tests.deploy.confined", *SERVE]
            process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=stderr, text=True)
            assert process.stdout is not None
            try:
                line = await asyncio.to_thread(process.stdout.readline)
                async with httpx.AsyncClient(base_url=line.split()[-1], timeout=PATIENCE_S) as http:
                    token = (await http.post("/v1/guests", json={})).json()["token"]
                    http.headers["authorization"] = f"Bearer {token}"
                    uploaded = await http.post(
                        "/v1/tables",
                        params={"game": "bridge"},
                        content=club_board.PBN,
                        headers={"content-type": "text/plain"},
                    )
                    assert uploaded.status_code == 201, uploaded.text
                    wish = {"seats": dict.fromkeys("0123", "plain"), "policy": {"robot_ms": 0, "pause_ms": 0}}
                    table = (await http.post("/v1/tables", json=wish)).json()["table"]
                    async with http.stream("GET", f"/v1/tables/{table}/stream") as following:
                        async for update in following.aiter_lines():
                            if json.loads(update).get("pub", {}).get("board", 1) == 2:
                                break
                    analysed = await http.get(f"/v1/games/{table}.1/analysis")
                    assert analysed.status_code == 200, analysed.text
            finally:
                process.terminate()
                process.wait(PATIENCE_S)
                process.stdout.close()
        assert log.read_text() == ""
        assert process.returncode == 0
