"""The set-up of a fresh machine: lock files, deploy/venv.sh, the Makefile and the container image agree."""

import os
import pkgutil
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
RUNTIME, DEV = TOP / "deploy/requirements.txt", TOP / "deploy/requirements-dev.txt"
DDS = TOP / "deploy/requirements-dds.txt"

PIN = r"[a-z0-9-]+==[A-Za-z0-9.+!]+(?: ; [a-z_]+ [<>=!]+ '[\w.]+')*"
HASH = r"    --hash=sha256:[0-9a-f]{64}"
LOCKED = re.compile(rf"(?:{PIN} \\\n(?:{HASH} \\\n)*{HASH}\n)+")


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(), re.MULTILINE))


def wanted(*groups: str) -> list[Requirement]:
    lines = PROJECT["project"]["dependencies"] + [
        line for group in groups for line in PROJECT["dependency-groups"][group]
    ]
    return [Requirement(line) for line in lines]


def run(*command: str, cwd: Path = TOP, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env=os.environ | env, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("lock", [RUNTIME, DDS, DEV], ids=lambda lock: lock.name)
def test_a_lock_file_holds_pins_and_hashes_and_nothing_else(lock: Path) -> None:
    text = lock.read_text()
    longest = LOCKED.match(text)
    assert longest, f"{lock.name} does not begin with a pin and its hashes"
    assert text[longest.end() :] == ""


@pytest.mark.parametrize(
    ("lock", "groups"), [(RUNTIME, ["build"]), (DEV, ["build", "dev"])], ids=["runtime", "dev"]
)
def test_the_lock_answers_everything_that_pyproject_asks_for(lock: Path, groups: list[str]) -> None:
    locked = pins(lock)
    unanswered = [
        str(want)
        for want in wanted(*groups)
        if not want.specifier.contains(locked.get(canonicalize_name(want.name), "0"))
    ]
    assert not unanswered, f"run `make lock`: {unanswered}"


def test_tests_run_on_the_versions_that_serve() -> None:
    assert pins(RUNTIME).items() <= pins(DDS).items() <= pins(DEV).items()


def test_double_dummy_analysis_is_an_extra_that_only_its_own_lock_serves() -> None:
    (solver,) = (Requirement(line) for line in PROJECT["project"]["optional-dependencies"]["dds"])
    assert solver.specifier.contains(pins(DDS)[solver.name])
    assert solver.name not in pins(RUNTIME)


def test_what_builds_the_project_is_locked_with_it() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


@pytest.mark.parametrize(
    "target",
    [*PROJECT["project"]["scripts"].values(), *PROJECT["project"]["entry-points"]["kibitz.robots"].values()],
)
def test_every_script_and_robot_that_pyproject_names_is_there(target: str) -> None:
    assert callable(pkgutil.resolve_name(target))


@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format", "mypy", "lint-imports", "hadolint", "compose-spec"]
)
def test_make_check_runs(tool: str) -> None:
    assert tool in run("make", "--dry-run", "check").stdout


def test_a_python_without_ensurepip_is_told_which_package_to_install(tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    shown = set_up(tmp_path, PYTHON=sys.executable, PYTHONPATH=str(tmp_path))
    assert f"apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-venv" in shown


def test_without_a_python_that_is_new_enough_the_set_up_says_what_it_found(tmp_path: Path) -> None:
    shown = set_up(tmp_path, PYTHON="no-such-python")
    assert "needs Python 3.11 or newer on PATH; found: none" in shown


def set_up(checkout: Path, **env: str) -> str:
    """Runs deploy/venv.sh in a folder that has nothing yet; it has to fail and to leave nothing."""
    (checkout / "deploy").mkdir()
    for needed in ("pyproject.toml", "deploy/requirements.txt", "deploy/venv.sh"):
        (checkout / needed).write_bytes((TOP / needed).read_bytes())
    ended = run("sh", "deploy/venv.sh", "serve", cwd=checkout, **env)
    assert ended.returncode == 1
    assert not (checkout / ".venv").exists()
    return ended.stderr


def test_the_image_is_built_from_all_that_the_wheel_needs() -> None:
    project, wheel = PROJECT["project"], PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", project["readme"], *project["license-files"], *wheel["packages"]}
    copied = re.findall(r"^COPY (.*) \S+$", (TOP / "deploy/Dockerfile").read_text(), re.MULTILINE)
    admitted = re.findall(r"^!(.*)$", (TOP / ".dockerignore").read_text(), re.MULTILINE)
    assert all((TOP / name).exists() for name in needed)
    assert needed <= set(" ".join(copied).split())
    assert needed <= set(admitted)


@pytest.fixture
def edge() -> Iterator[ThreadingHTTPServer]:
    """An HTTP server on a free port whose `status` is its answer to everything."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(self.server.status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (503, 1)])
def test_the_container_is_healthy_when_healthz_says_so(
    edge: ThreadingHTTPServer, status: int, exit_code: int
) -> None:
    edge.status = status
    check = re.search(
        r'HEALTHCHECK.*\\\n +CMD \["python", "-c", (".*")\]', (TOP / "deploy/Dockerfile").read_text()
    )
    assert check
    program = check[1][1:-1].replace('\\"', '"')
    assert run(sys.executable, "-c", program, KIBITZ_PORT=str(edge.server_port)).returncode == exit_code
