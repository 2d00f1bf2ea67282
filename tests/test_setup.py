"""The set-up of a fresh machine: lock files, deploy/venv.sh, the Makefile and the container image agree."""

import json
import os
import pkgutil
import re
import subprocess
import sys
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
RUNTIME, DEV = TOP / "deploy/requirements.txt", TOP / "deploy/requirements-dev.txt"
SOLVER, WEB = TOP / "deploy/requirements-solver.txt", TOP / "deploy/requirements-web.txt"
POSTGRES = TOP / "deploy/requirements-postgres.txt"

CLAUSE = r"[a-z_]+ (?:[<>=!]+ '[\w.]+'|in '[\w ]+')"
PIN = rf"[a-z0-9-]+==[A-Za-z0-9.+!]+(?: ; {CLAUSE}(?: (?:and|or) {CLAUSE})*)?"
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


@pytest.mark.parametrize("lock", [RUNTIME, SOLVER, POSTGRES, DEV, WEB], ids=lambda lock: lock.name)
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


def test_the_page_is_built_by_programs_of_a_lock_of_its_own() -> None:
    (deno,) = (Requirement(line) for line in PROJECT["dependency-groups"]["web"])
    assert deno.specifier.contains(pins(WEB)[deno.name])
    assert deno.name not in pins(DEV)


def test_the_lock_of_the_page_names_no_address_and_has_a_hash_for_every_package() -> None:
    lock = json.loads((TOP / "bots/browser/deno.lock").read_text())
    assert set(lock) <= {"version", "specifiers", "npm", "workspace"}
    assert all(package["integrity"].startswith("sha512-") for package in lock["npm"].values())
    assert "://" not in json.dumps(lock)


def test_tests_run_on_the_versions_that_serve() -> None:
    served = pins(RUNTIME).items() | pins(SOLVER).items() | pins(POSTGRES).items()
    assert served <= pins(DEV).items()


def test_the_solver_has_a_lock_of_its_own_with_nothing_that_it_depends_on() -> None:
    (extra,) = (Requirement(line) for line in PROJECT["project"]["optional-dependencies"]["dds"])
    (solver,) = (Requirement(line) for line in PROJECT["dependency-groups"]["solver"])
    assert extra == solver
    assert [*pins(SOLVER)] == [solver.name] and solver.specifier.contains(pins(SOLVER)[solver.name])
    assert solver.name not in pins(RUNTIME)


def test_the_client_of_postgresql_has_a_lock_of_its_own_and_needs_only_what_the_server_has() -> None:
    (extra,) = (Requirement(line) for line in PROJECT["project"]["optional-dependencies"]["postgres"])
    group = [Requirement(line) for line in PROJECT["dependency-groups"]["postgres"]]
    assert [each.name for each in group] == [extra.name, *(f"{extra.name}-{part}" for part in extra.extras)]
    assert all(each.specifier == extra.specifier for each in group)
    locked = pins(POSTGRES)
    assert [*locked] == [each.name for each in group] and len({*locked.values()}) == 1
    needed = [Requirement(line) for line in requires(extra.name) or []]
    here = {each.name for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})}
    assert here <= pins(RUNTIME).keys()


def test_the_readme_names_the_versions_of_python_that_pyproject_names() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if ":: Python ::" in line]
    readme = " ".join((TOP / "README.md").read_text().split())
    assert f"Python {', '.join(named[:-1])} and {named[-1]} are tested" in readme
    assert f">={named[0]}" == PROJECT["project"]["requires-python"]


def test_what_builds_the_project_is_locked_with_it() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


@pytest.mark.parametrize(
    "target",
    [*PROJECT["project"]["scripts"].values(), *PROJECT["project"]["entry-points"]["kibitz.robots"].values()],
)
def test_every_script_and_robot_that_pyproject_names_is_there(target: str) -> None:
    assert callable(pkgutil.resolve_name(target))


@pytest.mark.parametrize(
    "tool",
    [
        "ruff check",
        "ruff format",
        "mypy",
        "lint-imports",
        "page.sh check",
        "hadolint",
        "compose-spec",
        "kubernetes-validate",
    ],
)
def test_make_check_runs(tool: str) -> None:
    assert tool in run("make", "--dry-run", "check").stdout


def test_tests_of_another_folder_run_with_the_settings_of_this_one() -> None:
    command = run("make", "--dry-run", "test", "ARGS=../my_game/checks").stdout
    assert "-m pytest -c pyproject.toml " in command and "../my_game/checks" in command


def test_make_lets_python_keep_compiled_files() -> None:
    show = ("--no-print-directory", "--eval", 'show: ; @echo "[$$PYTHONDONTWRITEBYTECODE]"', "show")
    assert run("make", *show, PYTHONDONTWRITEBYTECODE="1").stdout == "[]\n"


def test_a_python_without_ensurepip_is_told_which_package_to_install(tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    shown = set_up(tmp_path, PYTHON=sys.executable, PYTHONPATH=str(tmp_path))
    assert f"apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-venv" in shown


def test_without_a_python_that_is_new_enough_the_set_up_says_what_it_found(tmp_path: Path) -> None:
    shown = set_up(tmp_path, PYTHON="no-such-python")
    assert "needs Python 3.11 or newer on PATH; found: none" in shown


VERSION = """\
#!/bin/sh
if [ "$1" = -m ]; then
    echo "$0 $*"
    exit 3
fi
exec '{python}' -c '
import collections, sys
version = collections.namedtuple("version", "major minor micro releaselevel serial")
sys.version_info = version(3, {minor}, 0, "{level}", 0)
sys.hexversion = (3 << 24) + ({minor} << 16)
program = sys.argv.pop(1)
exec(program)
' "$2" "$3"
"""
"""A program that tells of itself that it is another version of Python; all that it runs is `-c`."""


def pretend(python: Path, minor: int, level: str = "final") -> Path:
    """Make a program of the given path that is taken for a Python 3 of another minor version."""
    return program(python, VERSION.format(python=sys.executable, minor=minor, level=level))


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What sets itself up, in a folder of its own, with an environment of Python 3.90."""
    for needed in (
        ".ci/run",
        "deploy/requirements.txt",
        "deploy/requirements-solver.txt",
        "deploy/venv.sh",
        "pyproject.toml",
    ):
        program(tmp_path / "checkout" / needed, (TOP / needed).read_text())
    pretend(tmp_path / "checkout/.venv/bin/python", 90)
    program(tmp_path / "checkout/.venv/bin/pip", f"#!{tmp_path}/checkout/.venv/bin/python")
    return tmp_path / "checkout"


def in_checkout(checkout: Path, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{checkout.parent}/bin:/usr/bin:/bin"
    given = {"PATH": path, "PYENV_ROOT": f"{checkout.parent}/pyenv", "VENV": "", "PYTHON": ""}
    return run(*command, cwd=checkout, **given | env)


def test_the_newest_release_of_python_is_found_on_path_or_under_pyenv(checkout: Path) -> None:
    top = checkout.parent
    pretend(top / "bin/python3.91", 91)
    assert in_checkout(checkout, "sh", "deploy/venv.sh", "newer").stdout == f"3.91 {top}/bin/python3.91\n"
    pretend(top / "pyenv/versions/3.92.1/bin/python3.92", 92)
    pretend(top / "pyenv/versions/3.93.0rc1/bin/python3.93", 93, "candidate")
    program(top / "bin/python3.94", "#!/bin/sh\necho 'pyenv: python3.94: command not found' >&2\nexit 127\n")
    newest = top / "pyenv/versions/3.92.1/bin/python3.92"
    assert in_checkout(checkout, "sh", "deploy/venv.sh", "newer").stdout == f"3.92 {newest}\n"


def test_no_python_is_found_that_is_not_newer_than_the_environments(checkout: Path) -> None:
    for minor in (89, 90):
        pretend(checkout.parent / f"bin/python3.{minor}", minor)
    found = in_checkout(checkout, "sh", "deploy/venv.sh", "newer")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


SOAK = "make soak ARGS=--seconds 120"
MAKE = '#!/bin/sh\necho make "$@"\n'
COMPARED = (
    "make test MARKS=not chaos and not long"
    " ARGS=tests/hub tests/secrecy tests/golden_logs tests/session/test_session.py"
    " --deselect=tests/secrecy/test_mutation.py --deselect=tests/secrecy/test_hanabi_mutation.py"
    " --deselect=tests/secrecy/test_spades_mutation.py"
)
ALIKE_ON_EACH_PYTHON = {"bench", "board_sets", "browser", "chaos", "deploy", "events", "secrecy", "stable"}
"""The folders of tests that do not run on the newer Python, beside those of one game, robot or format."""


def on_newer_python(name: str = "PLACES") -> list[str]:
    """Return the folders and files that `.ci/run` names for the newer Python, or leaves out of these."""
    text = (TOP / ".ci/run").read_text()
    found = re.findall(rf'^    {name}="(?:\${name} )?(.*)"$', text, re.MULTILINE)
    return " ".join(found).split()


def left_out_on_newer_python() -> list[str]:
    return [f"tests/{file}.py" for file in on_newer_python("ALIKE")]


def test_ci_runs_the_tests_again_on_the_newest_python_and_says_nothing_after_them(checkout: Path) -> None:
    program(checkout.parent / "bin/make", MAKE)
    program(checkout.parent / "bin/redis-server", "#!/bin/sh\necho v=7.0\n")
    newest = pretend(checkout.parent / "pyenv/versions/3.91.0/bin/python3.91", 91)
    ended = in_checkout(checkout, ".ci/run")
    wanted = [*on_newer_python(), *(f"--ignore={file}" for file in left_out_on_newer_python())]
    assert [line for line in ended.stdout.splitlines() if line.startswith("make ")] == [
        "make check",
        "make page",
        "make browser",
        SOAK,
        COMPARED,
        "make test MARKS=not browser and not long",
        (last := f"make test VENV=.venv-3.91 PYTHON={newest} ARGS={' '.join(wanted)}"),
    ]
    assert ended.stdout.endswith(f"{last}\n") and ended.returncode == 0


def test_each_folder_of_tests_runs_on_the_newer_python_or_is_left_out_by_name() -> None:
    places = on_newer_python()
    assert [place for place in places if not list(TOP.glob(place))] == []
    assert [file for file in left_out_on_newer_python() if not (TOP / file).is_file()] == []
    assert {"server", "protocol", "bots", "tests/test_*.py"} <= set(places)
    named = {place.split("/")[1] for place in places if place.startswith("tests/")}
    folders = {path.parent.name for path in (TOP / "tests").glob("*/__init__.py")}
    assert folders - named == ALIKE_ON_EACH_PYTHON and not named & ALIKE_ON_EACH_PYTHON


def test_ci_says_that_it_found_no_newer_python_before_the_tests_run(checkout: Path) -> None:
    program(checkout.parent / "bin/make", MAKE)
    program(checkout.parent / "bin/redis-server", "#!/bin/sh\necho v=7.0\n")
    ended = in_checkout(checkout, ".ci/run")
    told = "Found no Python newer than that of .venv; the tests run on it alone"
    assert ended.stdout.splitlines() == [
        "make check",
        "make page",
        told,
        "make browser",
        SOAK,
        COMPARED,
        "make test MARKS=not browser and not long",
    ]


def test_ci_fails_with_the_words_of_a_soak_that_fails_beside_the_browser(checkout: Path) -> None:
    grew = 'case "$1" in soak) echo "the memory grew"; exit 3 ;; esac'
    program(checkout.parent / "bin/make", f"{MAKE}{grew}\n")
    program(checkout.parent / "bin/redis-server", "#!/bin/sh\necho v=7.0\n")
    ended = in_checkout(checkout, ".ci/run")
    assert ended.returncode == 1
    assert ended.stdout.splitlines()[-3:] == ["make browser", SOAK, "the memory grew"]


def test_an_environment_has_the_folder_and_the_python_that_are_asked_for(checkout: Path) -> None:
    other = str(pretend(checkout.parent / "bin/python3.91", 91))
    made = in_checkout(checkout, "sh", "deploy/venv.sh", "serve", VENV=".venv-3.91", PYTHON=other)
    assert made.stdout.endswith(f"{other} -m venv --clear .venv-3.91\n")
    made = in_checkout(checkout, "sh", "deploy/venv.sh", "serve", PYTHON=other)
    assert made.stdout.endswith(f"{other} -m venv --clear .venv\n")


def test_a_server_is_set_up_where_the_solver_cannot_be_installed(checkout: Path) -> None:
    refuse = '#!/bin/sh\ncase "$*" in *solver*) exit 1 ;; *" -m pip "*|"-m pip "*) echo "pip $*" ;; esac\n'
    program(checkout / ".venv/bin/python", refuse)
    program(checkout / ".venv/bin/pip", f"#!{checkout}/.venv/bin/python")
    ended = in_checkout(checkout, "sh", "deploy/venv.sh", "serve")
    assert ended.returncode == 0, ended.stderr
    assert "The double-dummy solver was not installed; the server runs without analysis" in ended.stderr
    assert "--editable ." in ended.stdout.splitlines()[-1] and (checkout / ".venv/holds-serve").exists()


def test_the_environment_that_is_there_is_kept_where_its_version_is_asked_for(checkout: Path) -> None:
    same = str(pretend(checkout.parent / "bin/python3.90", 90))
    kept = in_checkout(checkout, "sh", "deploy/venv.sh", "serve", PYTHON=same)
    assert "Making" not in kept.stdout and f"{checkout}" not in kept.stdout
    assert ".venv/bin/python -m pip" in kept.stdout


@pytest.fixture
def page(checkout: Path) -> Path:
    """A checkout with the sources of the page, and with a Deno that says what it is asked for."""
    for needed in ("deploy/page.sh", "deploy/requirements-web.txt"):
        program(checkout / needed, (TOP / needed).read_text())
    program(checkout / "bots/browser/src/main.tsx", "render();")
    program(checkout / ".venv/bin/python", "#!/bin/sh\n")
    building = "mkdir -p dist; echo page >dist/index.html"
    program(checkout / ".venv/bin/deno", f'#!/bin/sh\necho deno "$1"\n[ "$1" != run ] || {{ {building}; }}\n')
    return checkout


BUILT = ["Building the page for the browser", "deno install", "deno run"]


def test_the_page_is_built_once_for_the_same_sources(page: Path) -> None:
    assert in_checkout(page, "sh", "deploy/page.sh").stdout.splitlines() == BUILT
    assert in_checkout(page, "sh", "deploy/page.sh").stdout == ""
    program(page / "bots/browser/src/main.tsx", "render(2);")
    assert in_checkout(page, "sh", "deploy/page.sh").stdout.splitlines() == BUILT


@pytest.mark.parametrize("failing", ["python", "deno"])
def test_a_page_that_cannot_be_built_is_no_error_for_a_server(page: Path, failing: str) -> None:
    in_checkout(page, "sh", "deploy/page.sh")
    program(page / "bots/browser/src/main.tsx", "render(2);")
    (page / ".venv/holds-web").unlink()
    program(page / ".venv/bin" / failing, "#!/bin/sh\nexit 1\n")
    assert in_checkout(page, "sh", "deploy/page.sh").returncode == 1
    for _ in range(2):
        tried = in_checkout(page, "sh", "deploy/page.sh", "try")
        assert tried.returncode == 0
        assert "could not be built; the server runs without it" in tried.stderr


def set_up(checkout: Path, **env: str) -> str:
    """Runs deploy/venv.sh in a folder that has nothing yet; it has to fail and to leave nothing."""
    (checkout / "deploy").mkdir()
    for needed in ("pyproject.toml", "deploy/requirements.txt", "deploy/venv.sh"):
        (checkout / needed).write_bytes((TOP / needed).read_bytes())
    ended = run("sh", "deploy/venv.sh", "serve", cwd=checkout, VENV="", **env)
    assert ended.returncode == 1
    assert not (checkout / ".venv").exists()
    return ended.stderr


def test_the_image_is_built_from_all_that_the_wheel_needs() -> None:
    project, wheel = PROJECT["project"], PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", project["readme"], *project["license-files"], *wheel["packages"]}
    copied = re.findall(r"^COPY (.*) \S+$", (TOP / "deploy/Dockerfile").read_text(), re.MULTILINE)
    admitted = re.findall(r"^!(.*)$", (TOP / ".dockerignore").read_text(), re.MULTILINE)
    assert all((TOP / name).exists() for name in needed)
    needed |= {"deploy/requirements-web.txt", "deploy/page.sh"}
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


@pytest.mark.parametrize("package", ["server", "protocol", "bots"])
def test_type_checkers_read_the_types_of_every_package(package: str) -> None:
    assert (TOP / package / "py.typed").is_file()


@pytest.mark.thorough
def test_the_source_package_holds_what_builds_the_page_and_the_wheel_holds_the_page(tmp_path: Path) -> None:
    build = (sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path / "built"))
    assert run(*build, "--target", "sdist").returncode == 0
    (source,) = (tmp_path / "built").glob("*.tar.gz")
    assert run("tar", "-xzf", str(source), "-C", str(tmp_path)).returncode == 0
    unpacked = tmp_path / source.name.removesuffix(".tar.gz")
    for name in ("README.md", "LICENSE", "Makefile", "deploy/page.sh", "deploy/requirements-web.txt"):
        assert (unpacked / name).read_bytes() == (TOP / name).read_bytes()
    page = unpacked / "bots/browser"
    kept = {path.relative_to(TOP) for path in (TOP / "bots/browser/src").rglob("*") if path.is_file()}
    assert kept == {path.relative_to(unpacked) for path in (page / "src").rglob("*") if path.is_file()}
    assert all((page / name).is_file() for name in ("build.ts", "deno.json", "deno.lock", "index.html"))
    assert not (page / "dist").exists() and not (page / "node_modules").exists()
    (page / "dist").mkdir()
    (page / "dist/index.html").write_text("the page that was built")
    assert run(*build, "--target", "wheel", cwd=unpacked).returncode == 0
    (wheel,) = (tmp_path / "built").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed_wheel:
        names = set(packed_wheel.namelist())
    assert {f"{package}/py.typed" for package in ("server", "protocol", "bots")} <= names
    assert "bots/browser/dist/index.html" in names
    left_out = ("tests/", "bots/browser/src", "protocol/examples")
    assert not [name for name in names if name.startswith(left_out)]
