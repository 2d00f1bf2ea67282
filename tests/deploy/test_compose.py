"""The compose files: exact images, bounds for every service, and a Redis that asks for a password."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from server.settings import from_environment
from tests.bench.processes import free_port
from tests.deploy.pages import DEPLOY, compose
from tests.store.redis_server import binaries

FILES = ("compose.yaml", "compose.tls.yaml")
EXACT = re.compile(r"\d+\.\d+\.\d+(-[a-z]+)*")
PASSWORD = "0123456789abcdef"
UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def services() -> dict[str, dict[str, Any]]:
    """Return every service, as both files together say it."""
    merged: dict[str, dict[str, Any]] = {}
    for name in FILES:
        for service, said in compose(name)["services"].items():
            merged.setdefault(service, {}).update({k: v for k, v in said.items() if k != "environment"})
            merged[service].setdefault("environment", {}).update(said.get("environment", {}))
    return merged


def size(text: str) -> int:
    return int(text.removesuffix("b")[:-1]) * UNITS[text.removesuffix("b")[-1]]


def test_every_image_has_an_exact_version() -> None:
    images = [said["image"] for said in services().values()]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert len(images) == 5
    for image in images:
        assert EXACT.fullmatch(image.partition(":")[2]), image


@pytest.mark.parametrize("service", ["kibitz", "redis", "proxy"])
def test_every_service_is_bounded_in_memory_processes_and_logs(service: str) -> None:
    said = services()[service]
    assert size(said["mem_limit"]) >= 1 << 29
    assert 0 < said["pids_limit"] <= 1_000
    options = said["logging"]["options"]
    assert size(options["max-size"]) * int(options["max-file"]) <= 100 << 20
    assert said["read_only"] and said["cap_drop"] == ["ALL"]


def redis_command() -> str:
    *_, script = services()["redis"]["command"]
    return str(script).replace("$$", "$")


def test_redis_refuses_writes_before_its_container_is_full_and_evicts_nothing() -> None:
    found = re.search(r"--maxmemory (\S+) --maxmemory-policy noeviction", redis_command())
    assert found and size(found[1]) <= 0.7 * size(services()["redis"]["mem_limit"])


def test_what_the_server_is_told_is_what_it_knows() -> None:
    told = {
        name: re.sub(r"\$\{\w+(:-|:\?[^}]*)?\}", PASSWORD, value)
        for name, value in services()["kibitz"]["environment"].items()
    }
    settings = from_environment(told)
    assert settings.redis_url == f"redis://:{PASSWORD}@redis:6379/0"
    assert settings.proxy_header == "x-real-ip"
    assert compose()["services"]["kibitz"]["environment"]["KIBITZ_PROXY_HEADER"] == "${KIBITZ_PROXY_HEADER:-}"


def test_the_example_of_an_env_file_names_all_that_compose_asks_for() -> None:
    asked = {name for file in FILES for name in re.findall(r"\$\{(\w+)", (DEPLOY / file).read_text())}
    assert asked == set(re.findall(r"^(\w+)=$", (DEPLOY / "env.example").read_text(), re.MULTILINE))


@contextmanager
def redis_of_compose(tmp_path: Path) -> Iterator[tuple[psutil.Process, dict[str, str]]]:
    """Run compose's redis here; gives its process and the environment of the container."""
    port, data = free_port(), tmp_path / "data"
    data.mkdir()
    programs = tmp_path / "bin"
    programs.mkdir()
    binary = binaries()["on PATH"]
    (programs / "redis-server").symlink_to(binary)
    client = programs / "redis-cli"
    client.write_text(f'#!/bin/sh\nexec "{Path(binary).parent / "redis-cli"}" -p {port} "$@"\n')
    client.chmod(0o755)
    env = {**os.environ, "REDISCLI_AUTH": PASSWORD, "PATH": f"{programs}:{os.environ['PATH']}"}
    script = redis_command().replace("/tmp/", f"{tmp_path}/").replace("--dir /data", f"--dir {data}")
    command = ["sh", "-c", f"{script} --port {port} --bind 127.0.0.1"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    try:
        yield psutil.Process(server.pid), env
    finally:
        server.kill()
        server.wait()


def healthy(env: dict[str, str]) -> bool:
    kind, test = services()["redis"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    return subprocess.run(["sh", "-c", test], env=env, capture_output=True).returncode == 0


@pytest.mark.skipif("on PATH" not in binaries(), reason="compose has Redis 7, and there is none on PATH")
def test_the_redis_of_compose_asks_for_its_password_which_no_process_list_shows(tmp_path: Path) -> None:
    with redis_of_compose(tmp_path) as (server, env):
        for _ in range(200):
            if healthy(env):
                break
            time.sleep(0.05)
        assert healthy(env)
        assert server.name().startswith("redis-server")
        assert PASSWORD not in " ".join(server.cmdline())
        assert (tmp_path / "redis.conf").stat().st_mode & 0o077 == 0
        assert not healthy({**env, "REDISCLI_AUTH": "another"})
        asked = subprocess.run(
            ["redis-cli", "keys", "*"], env={**env, "REDISCLI_AUTH": ""}, capture_output=True, text=True
        )
        assert "NOAUTH" in asked.stdout + asked.stderr
