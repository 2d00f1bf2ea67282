"""HAProxy with the configuration that is shipped, on ports and for a certificate of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.bench.processes import until_it_listens
from tests.deploy.pages import DEPLOY
from tests.ports import free_port

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
OPENSSL = shutil.which("openssl")
SITE_NAME = "kibitz.test"
SITE = f"https://{SITE_NAME}"
PATIENCE_S = 30.0
needs_haproxy = [
    pytest.mark.skipif(HAPROXY is None, reason="there is no haproxy here"),
    pytest.mark.skipif(OPENSSL is None, reason="there is no openssl here"),
]


def certified(folder: Path) -> Path:
    """Make a certificate for this machine and put it with its key into `site.pem`; return its own file."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-days", "1"]
    command = [str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key)]
    subprocess.run([*command, "-out", str(certificate), *about], check=True, capture_output=True)
    (folder / "site.pem").write_text(certificate.read_text() + key.read_text())
    return certificate


class Proxy:
    """HAProxy before the hubs at these ports of this machine; the lines of further hubs are left out."""

    def __init__(self, folder: Path, hubs: list[int], connections: int = 1_000) -> None:
        self.certificate = certified(folder)
        self.plain, self.port = free_port(), free_port()
        self.config = folder / "haproxy.cfg"
        text = (DEPLOY / "haproxy.cfg").read_text()
        here = {
            "bind :8080": f"bind 127.0.0.1:{self.plain}",
            "bind :8443": f"bind 127.0.0.1:{self.port}",
            "/etc/haproxy/certificates/": f"{folder}/",
            "sc_conn_cur(0) gt 1000 ": f"sc_conn_cur(0) gt {connections} ",
        }
        for place in (1, 2, 3):
            line = f"    server hub{place} kibitz-{place}:8000\n"
            there = place <= len(hubs)
            here[line] = f"    server hub{place} 127.0.0.1:{hubs[place - 1]}\n" if there else ""
        for shipped, changed in here.items():
            assert text.count(shipped) == 1, f"expected {shipped!r} in haproxy.cfg"
            text = text.replace(shipped, changed)
        self.config.write_text(text)

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def tls(self) -> ssl.SSLContext:
        """Return what a client trusts that trusts this certificate and no other."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def command(self, *more: str) -> list[str]:
        return [str(HAPROXY), "-f", str(self.config), *more]

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """Run HAProxy as its image does, with a master process that reads the files again on SIGUSR2."""
        process = subprocess.Popen(
            self.command("-q", "-W", "-db"),
            env={**os.environ, "KIBITZ_SITE": SITE_NAME},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until_it_listens(self.port)
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_S)

    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.address, verify=self.tls, timeout=PATIENCE_S)

    def shown(self) -> str:
        """Return the certificate that a new client is shown, in the form of its file."""
        anything = ssl.create_default_context()
        anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
        with (
            socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as plain,
            anything.wrap_socket(plain) as encrypted,
        ):
            return ssl.DER_cert_to_PEM_cert(encrypted.getpeercert(binary_form=True) or b"")
