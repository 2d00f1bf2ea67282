"""The backups of OPERATING.md, followed word for word: they restore the cards acknowledged before them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from redis import Redis

from server.store import binaries as redis_programs
from server.store import embedded
from server.store.archive.opening import open_archive
from server.store.binaries import recorded_version
from tests.deploy.pages import commands
from tests.deploy.test_compose import PASSWORD, healthy, redis_command
from tests.ports import free_port
from tests.store.archive import postgres_server
from tests.store.programs import packages_without_program, version_of
from tests.store.redis_server import binaries, redis_pid, short_directory
from tests.web.served import PATIENCE_S, needs_redis, until

pytestmark = [needs_redis, pytest.mark.thorough]
PACE = {"robot_ms": 30, "pause_ms": 0}


@asynccontextmanager
async def server(env: dict[str, str]) -> AsyncIterator[httpx.AsyncClient]:
    """A server in a process of its own, killed at the end; gives a client."""
    command = [sys.executable, "-m", "server", "serve", "--port", "0"]
    told = {**env, "KIBITZ_HOUSE": "false"}
    process = subprocess.Popen(command, env=told, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = await asyncio.to_thread(process.stdout.readline)
        async with httpx.AsyncClient(base_url=line.split()[-1], timeout=PATIENCE_S) as http:
            yield http
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def opened(http: httpx.AsyncClient) -> str:
    """Open a table at which four robots play as long as there are watchers."""
    token = (await http.post("/v1/guests", json={})).json()["token"]
    wish = {"seats": dict.fromkeys("0123", "plain"), "policy": PACE}
    answer = await http.post("/v1/tables", json=wish, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def watch(http: httpx.AsyncClient, table: str) -> None:
    async with http.stream("GET", f"/v1/tables/{table}/stream") as answer:
        async for _ in answer.aiter_raw():
            pass


async def view(http: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """Return what everybody knows of the table, once its last server counts as gone."""
    async with asyncio.timeout(PATIENCE_S):
        while (answer := await http.get(f"/v1/tables/{table}")).status_code == 503:
            await asyncio.sleep(0.1)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"]["pub"])


async def in_play(http: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """Return a view in the middle of a board's play."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            pub = await view(http, table)
            if 5 <= len(pub["plays"]) <= 40:
                return pub
            await asyncio.sleep(0.01)


async def holds(http: httpx.AsyncClient, table: str, before: dict[str, Any]) -> None:
    """Check that the table has all calls and cards of the view `before`."""
    now = await view(http, table)
    if now["board"] > before["board"]:
        finished = await http.get(f"/v1/games/{table}.{before['board']}", params={"format": "pbn"})
        assert finished.status_code == 200, finished.text
        return
    assert now["board"] == before["board"]
    for told in ("calls", "plays"):
        assert begins(now[told], before[told]), (now[told], before[told])


def begins(now: Any, before: Any) -> bool:
    """Return whether what is told now, a list or a map by turn, goes on from what was told before."""
    return now.items() >= before.items() if isinstance(now, dict) else now[: len(before)] == before


async def follow(name: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the block of this name as an operator would."""
    command = ["sh", "-c", commands("OPERATING.md", name)]
    return await asyncio.to_thread(
        subprocess.run, command, env=env, capture_output=True, text=True, timeout=PATIENCE_S
    )


def embedded_environment(folder: Path, binary: str, tmp_path: Path) -> dict[str, str]:
    """The environment of an operator whose machine has this redis-server alone, and no client of Redis."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / Path(binary).name).symlink_to(binary)
    for folder_on_path in map(Path, os.get_exec_path()):
        for program in folder_on_path.glob("*"):
            own = program.name.startswith(("redis-", "valkey-"))
            if not own and not os.path.lexists(programs / program.name):
                (programs / program.name).symlink_to(program)
    return {
        **os.environ,
        "PATH": str(programs),
        "PYTHONPATH": str(packages_without_program(tmp_path)),
        "XDG_RUNTIME_DIR": str(folder),
        "KIBITZ_DATA": str(folder / "data"),
        "KIBITZ_REDIS_URL": "",
        "BACKUP": str(tmp_path / "backup"),
    }


def kill_redis(data: Path) -> None:
    pid = redis_pid(data)
    if pid is not None:
        os.kill(pid, 9)


@pytest.mark.parametrize("binary", binaries().values(), ids=binaries())
async def test_the_embedded_redis_is_backed_up_while_it_is_played_and_restored(
    binary: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with short_directory() as folder:
        env = embedded_environment(folder, binary, tmp_path)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        data = Path(env["KIBITZ_DATA"])
        try:
            async with server(env) as http:
                table = await opened(http)
                watching = asyncio.create_task(watch(http, table))
                before = await in_play(http, table)
                ran = await follow("backup-embedded", env)
                assert ran.returncode == 0, ran.stderr
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            assert list((tmp_path / "backup").glob("appendonly*"))
            wrote = recorded_version(data)
            assert wrote == version_of(binary)
            full = await follow("restore-embedded", env)
            assert full.returncode == 1 and "expected" in full.stderr
            kill_redis(data)
            shutil.rmtree(data)
            restored = await follow("restore-embedded", env)
            assert restored.returncode == 0, restored.stderr
            assert recorded_version(data) == wrote
            async with server(env) as http:
                await holds(http, table, before)
        finally:
            kill_redis(data)


async def test_a_backup_leaves_the_rewriting_of_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with short_directory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        env = embedded_environment(folder, redis_programs.binary(), tmp_path)
        data = Path(env["KIBITZ_DATA"])
        try:
            async with server(env):
                with Redis(unix_socket_path=str(embedded.Embedded(data, "always").socket)) as client:
                    client.config_set("auto-aof-rewrite-percentage", 77)
                    client.config_resetstat()
                    ended = await follow("backup-embedded", env)
                    assert ended.returncode == 0, ended.stderr
                    assert client.config_get("auto-aof-rewrite-percentage").popitem()[1] in ("77", b"77")
                    assert client.info("commandstats")["cmdstat_config|set"]["calls"] == 2
        finally:
            kill_redis(data)


HERE = """\
#!/bin/sh
# Runs a command here that runs beside Redis elsewhere: its folder /data is this volume.
here() { for word; do shift; set -- "$@" "$(printf %s "$word" | sed "s#/data#$VOLUME#g")"; done; "$@"; }
start() { nohup sh -c "$REDIS" >/dev/null 2>&1 & }
"""
DOCKER = f"""\
{HERE}
[ "$1" = compose ] || exit 64
shift
case $1 in
exec | run)
    while [ "$1" != redis ]; do shift; done
    shift
    here "$@"
    ;;
stop) redis-cli shutdown nosave ;;
up) start ;;
*) exit 64 ;;
esac
"""
SYSTEMCTL = f"""\
{HERE}
case "$1 $2" in
"stop redis-server") redis-cli shutdown nosave ;;
"start redis-server") start ;;
*) exit 64 ;;
esac
"""
KUBECTL = f"""\
{HERE}
[ "$1 $2" = "--namespace kibitz" ] || exit 64
shift 2
case "$*" in
exec*redis-0\\ --\\ *)
    while [ "$1" != -- ]; do shift; done
    shift
    here "$@"
    ;;
"delete pod redis-0")
    redis-cli shutdown
    start
    ;;
"rollout status statefulset/redis") until redis-cli ping 2>/dev/null | grep -q PONG; do sleep 0.05; done ;;
"scale deployment/kibitz --replicas "[03] | "wait --for delete pod "*) ;;
*) exit 64 ;;
esac
"""
PLACES = {"compose": ("docker", DOCKER), "own": ("systemctl", SYSTEMCTL), "kubernetes": ("kubectl", KUBECTL)}
"""For each place of a Redis the program that reaches it; none of them has a service running here."""


@contextmanager
def machine(tmp_path: Path, place: str = "own") -> Iterator[dict[str, str]]:
    """The environment of an operator whose redis runs by compose's own command on a volume."""
    programs, volume, port = tmp_path / "bin", tmp_path / "volume", free_port()
    programs.mkdir()
    volume.mkdir()
    (programs / "redis-server").symlink_to(binaries()["on PATH"])
    client = Path(binaries()["on PATH"]).parent / "redis-cli"
    redis_cli = f'#!/bin/sh\nexec "{client}" -p {port} "$@"\n'
    for name, text in (PLACES[place], ("redis-cli", redis_cli)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    script = redis_command().replace("/tmp/", f"{tmp_path}/").replace("/data", str(volume))
    env = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "REDISCLI_AUTH": PASSWORD,
        "VOLUME": str(volume),
        "REDIS": f"{script} --port {port} --bind 127.0.0.1",
        "BACKUP": str(tmp_path / "backup"),
        "KIBITZ_REDIS_URL": f"redis://:{PASSWORD}@127.0.0.1:{port}/0",
    }
    subprocess.run(["sh", "-c", f"{HERE}start"], env=env, check=True)
    try:
        yield env
    finally:
        subprocess.run([str(programs / "redis-cli"), "shutdown", "nosave"], env=env, check=False)


@pytest.mark.skipif("on PATH" not in binaries(), reason="there is no Redis 7 on PATH")
@pytest.mark.parametrize("place", PLACES)
async def test_a_redis_elsewhere_is_backed_up_while_it_is_played_and_restored(
    place: str, tmp_path: Path
) -> None:
    """A script does what docker, systemd or Kubernetes would do with the real Redis."""
    with machine(tmp_path, place) as env:
        await until(lambda: healthy(env))
        async with server(env) as http:
            table = await opened(http)
            watching = asyncio.create_task(watch(http, table))
            before = await in_play(http, table)
            ran = await follow(f"backup-{place}", env)
            assert ran.returncode == 0, ran.stderr
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        subprocess.run(["redis-cli", "flushall"], env=env, check=True, stdout=subprocess.DEVNULL)
        restored = await follow(f"restore-{place}", env)
        assert restored.returncode == 0, restored.stderr
        await until(lambda: healthy(env))
        async with server(env) as http:
            await holds(http, table, before)
        kept = [*(tmp_path / "volume").glob("replaced/appendonly*")]
        assert bool(kept) is (place != "compose")


@pytest.mark.skipif("on PATH" not in binaries(), reason="there is no Redis 7 on PATH")
async def test_the_file_of_redis_is_rewritten_while_it_is_played_and_loses_nothing(tmp_path: Path) -> None:
    with machine(tmp_path) as env:
        await until(lambda: healthy(env))
        async with server(env) as http:
            table = await opened(http)
            watching = asyncio.create_task(watch(http, table))
            before = await in_play(http, table)
            first = [path.name for path in (tmp_path / "volume/appendonlydir").glob("*.base.*")]
            ran = await follow("rewrite", env)
            assert ran.returncode == 0 and "status:ok" in ran.stdout, ran.stdout + ran.stderr
            assert [path.name for path in (tmp_path / "volume/appendonlydir").glob("*.base.*")] != first
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        os.kill(int(re.findall(r"process_id:(\d+)", info(env))[0]), 9)
        subprocess.run(["sh", "-c", f"{HERE}start"], env=env, check=True)
        await until(lambda: healthy(env))
        async with server(env) as http:
            await holds(http, table, before)


def info(env: dict[str, str]) -> str:
    asked = ["redis-cli", "info", "server"]
    return subprocess.run(asked, env=env, check=True, capture_output=True, text=True).stdout


async def played(http: httpx.AsyncClient) -> str:
    """Let four robots play a board; return the name of this deal once it is in the archive."""
    token = (await http.post("/v1/guests", json={})).json()["token"]
    policy = {"robot_ms": 0, "pause_ms": 0}
    wish = {"seats": dict.fromkeys("0123", "plain"), "policy": policy}
    answer = await http.post("/v1/tables", json=wish, headers={"authorization": f"Bearer {token}"})
    table = answer.json()["table"]
    watching = asyncio.create_task(watch(http, table))
    async with asyncio.timeout(PATIENCE_S):
        while (await view(http, table))["board"] < 2:
            await asyncio.sleep(0.02)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    return f"{table}.1"


async def archived(env: dict[str, str], deal: str) -> None:
    """Wait until the archive has a deal."""
    archive = await open_archive(env.get("KIBITZ_ARCHIVE_URL", ""), Path(env["KIBITZ_DATA"]))
    try:
        table, _, number = deal.rpartition(".")
        async with asyncio.timeout(PATIENCE_S):
            while await archive.deal(table, int(number) - 1) is None:  # Boards are counted from 1.
                await asyncio.sleep(0.05)
    finally:
        await archive.close()


EXECUTED = """\
#!/bin/sh
# Runs here what docker would run beside PostgreSQL, whose address is in the environment.
case "$*" in
"compose exec -T postgres "*) shift 4; exec "$@" ;;
"compose stop "* | "compose up "*) ;;
*) exit 64 ;;
esac
"""
ARCHIVES = ("archive", "postgres", "archive-compose")
"""The names of the blocks for the archive; the last two are for PostgreSQL."""


@pytest.mark.parametrize("block", ARCHIVES)
async def test_the_archive_is_backed_up_while_it_is_written_and_restored_after_it_was_lost(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with short_directory() as folder, ExitStack() as stack:
        env = embedded_environment(folder, redis_programs.binary(), tmp_path)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        data = Path(env["KIBITZ_DATA"])
        if block != "archive":
            cluster = stack.enter_context(postgres_server.running())
            if cluster is None:
                pytest.skip("there is no PostgreSQL here")
            env["PGHOST"] = cluster.url().partition("host=")[2].partition("&")[0]
            env["KIBITZ_ARCHIVE_URL"] = owned_by_kibitz(cluster, tmp_path, env)
            (tmp_path / "bin/docker").write_text(EXECUTED)
            (tmp_path / "bin/docker").chmod(0o755)
        stack.callback(kill_redis, data)
        async with server(env) as http:
            deal = await played(http)
            await archived(env, deal)
            playing = asyncio.create_task(played(http))
            ran = await follow(f"backup-{block}", env)
            assert ran.returncode == 0, ran.stderr
            await playing
        lose(env)
        restored = await follow(f"restore-{block}", env)
        assert restored.returncode == 0, restored.stderr
        async with server(env) as http:
            # Only the archive has this deal, because the table has begun the next one.
            found = await http.get(f"/v1/games/{deal}", params={"format": "pbn"})
            assert found.status_code == 200, found.text


def lose(env: dict[str, str]) -> None:
    """Remove all deals from the archive, and with SQLite its file, too."""
    if "KIBITZ_ARCHIVE_URL" in env:
        with psycopg.connect(env["KIBITZ_ARCHIVE_URL"], autocommit=True) as connection:
            connection.execute("TRUNCATE deal CASCADE")
    else:
        (Path(env["KIBITZ_DATA"]) / "archive.sqlite").write_bytes(b"lost")


def owned_by_kibitz(cluster: postgres_server.Cluster, tmp_path: Path, env: dict[str, str]) -> str:
    """Set up a database as the page says; return its address here."""
    runuser = tmp_path / "bin/runuser"
    runuser.unlink(missing_ok=True)
    runuser.write_text(
        '#!/bin/sh\n[ "$1 $2 $3" = "-u postgres --" ] || exit 64\nshift 3\nPGUSER=$USER "$@"\n'
    )
    runuser.chmod(0o755)
    settings = tmp_path / "etc/kibitz/kibitz.env"
    settings.parent.mkdir(parents=True)
    block = commands("OPERATING.md", "install-postgres").replace("/etc/", f"{tmp_path}/etc/")
    told = {**env, "USER": postgres_server.USER}
    ran = subprocess.run(["sh", "-c", block], env=told, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    address = r"KIBITZ_ARCHIVE_URL=postgresql://kibitz:\w{48}@127\.0\.0\.1:5432/kibitz\n"
    assert re.fullmatch(address, settings.read_text())
    return cluster.url("kibitz").replace(f"user={postgres_server.USER}", "user=kibitz")
