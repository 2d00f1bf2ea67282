"""deploy/OPERATING.md: its links lead somewhere, its commands are commands, and set-ups are followed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from server.settings import from_environment
from tests.bench.processes import until_it_listens
from tests.deploy.haproxy import HAPROXY, certified
from tests.deploy.pages import DEPLOY, commands, compose
from tests.ports import free_port
from tests.store.redis_server import binaries, short_directory
from tests.web.served import PATIENCE_S, needs_redis, served

PAGE = (DEPLOY / "OPERATING.md").read_text()
TOP = DEPLOY.parent
BLOCKS = re.findall(r"^```sh (\S+)$", PAGE, re.MULTILINE)
NOT_FOLLOWED = {f"install-{way}" for way in ("systemd", "compose", "kubernetes")}
NOT_FOLLOWED |= {"upgrade-systemd"}
"""The blocks that need systemd as the first process, docker, or a cluster."""
KIBITZ = (sys.executable, "-m", "server")


def run(*command: str, env: Mapping[str, str] = {}) -> subprocess.CompletedProcess[str]:
    """Run a command with these variables of the environment besides those of the tests."""
    told = {**os.environ, **env}
    return subprocess.run(command, cwd=TOP, env=told, capture_output=True, text=True, timeout=PATIENCE_S)


def start_of_hub(**env: str) -> str:
    """Start a hub; return its first line or, if it does not start, its error."""
    command = [*KIBITZ, "serve", "--port", "0"]
    told = {**os.environ, "KIBITZ_HOUSE": "no", **env}
    with subprocess.Popen(
        command, cwd=TOP, env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline()
        process.terminate()
        return line or process.stderr.read()


@pytest.mark.parametrize("name", BLOCKS)
def test_the_commands_of_a_block_are_read_by_the_shell(name: str) -> None:
    block = commands("OPERATING.md", name)
    assert block.startswith("set -eu\n"), "a block that goes on after a fault"
    read = subprocess.run(["sh", "-n"], input=block, capture_output=True, text=True)
    assert (read.returncode, read.stderr) == (0, "")


def test_every_block_is_followed_by_a_test_or_needs_what_no_test_has() -> None:
    tests = "".join(path.read_text() for path in sorted(TOP.glob("tests/[cd]*/test_*.py")))
    places = re.findall(r'"(\w+)": \("\w+", [A-Z]+\)', tests)
    places += re.findall(r"^ARCHIVES = \((.*)\)$", tests, re.MULTILINE)[0].replace('"', "").split(", ")
    followed = {f"{act}-{place}" for act in ("backup", "restore") for place in places}
    followed |= set(re.findall(r'follow(?:ed)?\(\s*"([\w-]+)"', tests))
    followed |= set(re.findall(r'block = commands\("OPERATING.md", "([\w-]+)"\)', tests))
    assert set(BLOCKS) - NOT_FOLLOWED == followed & set(BLOCKS) == followed


def anchors(text: str) -> set[str]:
    """Return the names under which the headings of a page are linked to."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", PAGE)
    assert len(links) > 30
    for link in links:
        file, _, anchor = link.partition("#")
        target = DEPLOY / file if file else DEPLOY / "OPERATING.md"
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text()), link


def test_every_section_is_reached_from_the_beginning_or_stands_beside_one_that_is() -> None:
    beginning = PAGE.partition("\n## ")[0]
    linked = set(re.findall(r"\(#([\w-]+)\)", beginning))
    assert linked and linked <= anchors(PAGE)


def test_the_services_pods_and_files_that_commands_name_are_there() -> None:
    assert set(re.findall(r"kibitz-\d", commands("OPERATING.md", "upgrade-compose"))) == {
        name for name in compose()["services"] if name.startswith("kibitz-")
    }
    for named in set(re.findall(r"\bdeploy/[\w./-]+\w", PAGE)) - {"deploy/.env"}:
        assert (TOP / named).exists(), named
    unit = (DEPLOY / "systemd/kibitz.service").read_text()
    assert "ExecStart=/opt/kibitz/.venv/bin/kibitz serve" in unit
    for named in ("/etc/kibitz/kibitz.env", "User=kibitz"):
        assert named in unit and named.removeprefix("User=") in commands("OPERATING.md", "install-systemd")
    assert "KIBITZ_DATA=/var/lib/kibitz XDG_RUNTIME_DIR=/run/kibitz" in unit
    assert "KIBITZ_DATA=/var/lib/kibitz XDG_RUNTIME_DIR=/run/kibitz" in PAGE


def test_the_settings_that_the_page_writes_for_systemd_are_settings() -> None:
    written = re.findall(r'echo "(KIBITZ_\w+)=([^"]*)" >', commands("OPERATING.md", "install-systemd"))
    settings = from_environment({name: value.replace("$SITE", "club.example") for name, value in written})
    assert settings.allowed_origins == ("https://club.example",)
    assert (settings.proxy_header, settings.admin_secret_file) == ("X-Forwarded-For", "/etc/kibitz/operators")


def followed(name: str, changes: dict[str, str], **env: str) -> str:
    """Run a block of the page with files of this test in place of those of a machine; return its output."""
    block = commands("OPERATING.md", name)
    for shipped, here in changes.items():
        assert shipped in block, f"expected {shipped!r} in {name}"
        block = block.replace(shipped, here)
    ran = run("sh", "-c", block, env=env)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.thorough
@pytest.mark.skipif("on PATH" not in binaries(), reason="there is no Redis 7 on PATH")
def test_a_redis_is_configured_for_kibitz_and_stays_so_after_a_start(tmp_path: Path) -> None:
    port, config = free_port(), tmp_path / "redis.conf"
    unsafe = "maxmemory 64mb\nmaxmemory-policy allkeys-lru\n"
    config.write_text(f"port {port}\nbind 127.0.0.1\ndir {tmp_path}\n{unsafe}")
    programs = tmp_path / "bin"
    programs.mkdir()
    client = programs / "redis-cli"
    client.write_text(f'#!/bin/sh\nexec "{shutil.which("redis-cli")}" -p {port} "$@"\n')
    client.chmod(0o755)
    told = {"KIBITZ_REDIS_URL": f"redis://127.0.0.1:{port}/0", "KIBITZ_DATA": str(tmp_path / "data")}
    for configured in (False, True):
        process = subprocess.Popen(["redis-server", str(config)], stdout=subprocess.DEVNULL)
        try:
            until_it_listens(port)
            said = start_of_hub(**told)
            if configured:
                assert "Kibitz listens" in said
            else:
                assert "could lose acknowledged actions" in said
                followed("configure-redis", {}, PATH=f"{programs}:{os.environ['PATH']}")
        finally:
            process.kill()
            process.wait()


@needs_redis
@pytest.mark.thorough
@pytest.mark.skipif(HAPROXY is None, reason="there is no haproxy here")
def test_a_proxy_is_set_up_with_a_certificate_of_its_own_that_commands_are_told(tmp_path: Path) -> None:
    etc, certificates = tmp_path / "etc", tmp_path / "certificates"
    for folder in (etc / "default", etc / "haproxy", certificates, tmp_path / "bin"):
        folder.mkdir(parents=True)
    systemctl = tmp_path / "bin/systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >{tmp_path}/told\n')
    systemctl.chmod(0o755)
    path = f"{tmp_path}/bin:{os.environ['PATH']}:/usr/sbin"
    env = {"SITE": "localhost", "CERTIFICATES": str(certificates), "PATH": path}
    followed("certificate", {}, **env)
    with served(tmp_path / "kibitz", proxy_header="X-Forwarded-For", origins="https://localhost") as hub:
        changes = {"/etc/": f"{etc}/", "127.0.0.1:8000": f"127.0.0.1:{hub.port}"}
        inside = {"deploy/haproxy.cfg >": f"deploy/haproxy.cfg | sed 's#/etc/#{etc}/#' >"}
        followed("install-proxy", changes | inside, **env)
        assert (tmp_path / "told").read_text() == "restart haproxy\n"
        assert (etc / "default/haproxy").read_text() == "KIBITZ_SITE=localhost\n"
        site = etc / "haproxy/certificates/site.pem"
        assert site.stat().st_mode & 0o077 == 0
        text = (etc / "haproxy/haproxy.cfg").read_text()
        assert "global\n    user haproxy\n    group haproxy\n" in text
        assert re.findall(r"^ +server .*", text, re.MULTILINE) == [f"    server hub1 127.0.0.1:{hub.port}"]
        port = free_port()
        for shipped, here in {
            "bind :80\n": f"bind 127.0.0.1:{free_port()}\n",
            "bind :443 ": f"bind 127.0.0.1:{port} ",
        }.items():
            assert text.count(shipped) == 1
            text = text.replace(shipped, here)
        if os.getuid() != 0:
            text = text.replace("    user haproxy\n    group haproxy\n", "")
        config = tmp_path / "haproxy.cfg"
        config.write_text(text)
        process = subprocess.Popen(
            [str(HAPROXY), "-q", "-db", "-f", str(config)], env={**os.environ, "KIBITZ_SITE": "localhost"}
        )
        try:
            until_it_listens(port)
            asked = (*KIBITZ, "guest", f"https://localhost:{port}", "--name", "Bob")
            refused = run(*asked)
            assert refused.returncode == 1 and "CERTIFICATE_VERIFY_FAILED" in refused.stderr
            own = {"SSL_CERT_FILE": str(certificates / "fullchain.pem")}
            taken = run(*asked, env=own)
            assert taken.returncode == 0 and "token" in taken.stdout, taken.stderr
            opened = run(*KIBITZ, "open", f"https://localhost:{port}", env=own)
            assert opened.returncode == 0, opened.stderr
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@pytest.mark.thorough
@pytest.mark.skipif("on PATH" not in binaries(), reason="there is no Redis 7 on PATH")
def test_a_hub_trusts_the_certificate_of_its_redis_by_the_same_variable(tmp_path: Path) -> None:
    if "libssl" not in run("ldd", str(shutil.which("redis-server"))).stdout:
        pytest.skip("the redis-server on PATH does not speak TLS")
    certificate, port = certified(tmp_path), free_port()
    files = ("--tls-cert-file", str(certificate), "--tls-key-file", str(tmp_path / "key.pem"))
    safe = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
    only = ("--port", "0", "--tls-port", str(port), "--tls-auth-clients", "no")
    tls = (*only, "--tls-ca-cert-file", str(certificate))
    with short_directory() as folder:
        command = ["redis-server", "--dir", str(folder), *files, *tls, *safe]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            until_it_listens(port)
            told = {"KIBITZ_REDIS_URL": f"rediss://127.0.0.1:{port}", "KIBITZ_DATA": str(folder / "data")}
            assert "CERTIFICATE_VERIFY_FAILED" in start_of_hub(**told)
            assert "Kibitz listens" in start_of_hub(**told, SSL_CERT_FILE=str(certificate))
        finally:
            process.kill()
            process.wait()
