"""The compose file: exact images, bounds for every service, and a Redis that asks for a password."""

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
from server.version import VERSION
from tests.deploy.pages import DEPLOY, compose
from tests.ports import free_port
from tests.store.redis_server import binaries

EXACT = re.compile(r"(?:redis|haproxy|python|kibitz):\d+\.\d+\.\d+(-[a-z]+)*|postgres:\d+\.\d+(-[a-z]+)*")
PASSWORD = "0123456789abcdef"
UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


HUBS = ["kibitz-1", "kibitz-2", "kibitz-3"]


def services() -> dict[str, dict[str, Any]]:
    """Return every service by its name."""
    return dict(compose()["services"])


def filled(text: str) -> str:
    """Return a text of the compose file with its default, or else a password, for each variable."""
    return re.sub(r"\$\{\w+(:-(.*?)|:\?[^}]*)?\}", lambda found: found[2] or PASSWORD, text)


def size(text: str) -> int:
    return int(text.removesuffix("b")[:-1]) * UNITS[text.removesuffix("b")[-1]]


def test_every_image_has_an_exact_version() -> None:
    images = [filled(said["image"]) for said in services().values()]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert len(images) == len(HUBS) + 5
    for image in images:
        assert EXACT.fullmatch(image), image


@pytest.mark.parametrize("service", [*HUBS, "redis", "postgres", "proxy"])
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
    for hub in HUBS:
        told = {name: filled(value) for name, value in services()[hub]["environment"].items()}
        settings = from_environment(told)
        assert settings.redis_url == f"redis://:{PASSWORD}@redis:6379/0"
        assert settings.archive_url == f"postgresql://kibitz:{PASSWORD}@postgres:5432/kibitz"
        assert settings.proxy_header == "X-Forwarded-For"
        assert settings.allowed_origins == (f"https://{PASSWORD}",)


def test_the_archive_of_the_hubs_is_the_database_that_compose_makes() -> None:
    told = services()["postgres"]["environment"]
    hub = services()["kibitz-1"]["environment"]
    assert f"//{told['POSTGRES_USER']}:{told['POSTGRES_PASSWORD']}@postgres:" in hub["KIBITZ_ARCHIVE_URL"]
    # The image makes a database of the user's name.
    assert hub["KIBITZ_ARCHIVE_URL"].endswith(f"/{told['POSTGRES_USER']}")


def test_the_three_hubs_differ_in_nothing_but_that_the_first_is_built() -> None:
    first, *others = (services()[hub] for hub in HUBS)
    assert first.pop("build") == {"context": "..", "dockerfile": "deploy/Dockerfile"}
    assert others == [first, first]
    assert first["pull_policy"] == "never", "a registry may have another image of this name"


def test_no_port_of_a_hub_or_a_store_is_published() -> None:
    assert [name for name, said in services().items() if "ports" in said] == ["proxy"]
    stores = [name for name, said in services().items() if said["networks"] == ["stores"]]
    assert stores == ["redis", "postgres"] and compose()["networks"]["stores"] == {"internal": True}
    assert services()["proxy"]["networks"] == ["front"]


def test_the_example_of_an_env_file_names_all_that_compose_asks_for() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    example = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    assert asked == example.keys()
    image = services()["kibitz-1"]["image"]
    assert filled(image) == f"kibitz:{example['KIBITZ_RELEASE']}" == f"kibitz:{VERSION}"


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
