"""The place of the operators' interface: a socket that only its owner may use, a port, or nothing."""

from __future__ import annotations

import contextlib
import socket
import stat
from pathlib import Path

import httpx
import msgspec
import psutil
import pytest

from server.admin.orders import Hubs, ListHubs, Signed
from server.settings import Settings
from tests.admin.operated import SECRET
from tests.ports import free_port
from tests.store.redis_server import short_directory
from tests.web.served import GENEROUS, Served, needs_redis, served

pytestmark = needs_redis


def ask(path: Path) -> httpx.Response:
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(path))) as http:
        headers = {"authorization": f"Bearer {SECRET}", "content-type": "application/json"}
        return http.post(
            "http://kibitz/v1/orders", content=msgspec.json.encode(Signed(ListHubs())), headers=headers
        )


def listening() -> set[int]:
    """Return the TCP ports on which this process listens; servers of other tests may be among them."""
    found = psutil.Process().net_connections("tcp")
    return {each.laddr.port for each in found if each.status == psutil.CONN_LISTEN}


def test_without_a_port_the_interface_is_a_socket_of_its_owner_alone() -> None:
    with short_directory() as directory:
        data = Path(directory)
        path = Settings(data=str(data)).admin_socket
        others = listening()
        with served(data, admin_secret=SECRET) as server:
            new = listening() - others
            mode = path.stat().st_mode
            assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
            hubs = msgspec.json.decode(ask(path).content, type=Hubs).hubs
            assert [each.hub for each in hubs] == [server.hub.id]
            assert new == {server.port}
        assert not path.exists()


def test_a_socket_that_a_killed_server_left_is_replaced_and_one_in_use_is_not() -> None:
    with short_directory() as directory:
        data = Path(directory)
        path = Settings(data=str(data)).admin_socket
        left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        left.bind(str(path))
        left.close()
        with served(data, admin_secret=SECRET):
            assert ask(path).status_code == 200
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
            other.bind(str(path))
            other.listen()
            expected = f"cannot serve the operators' interface on {path}: .*KIBITZ_ADMIN_PORT"
            with pytest.raises(OSError, match=expected), quiet(data, admin_secret=SECRET):
                pass
            assert path.exists()


def quiet(data: Path, **settings: object) -> Served:
    """Return a server that is not started yet, and that may fail to start."""
    server = Served(Settings(data=str(data), port=0, **{**GENEROUS, **settings}))

    class Failing(type(server._thread)):  # type: ignore[misc]  # the thread's class is a variable here
        def run(self) -> None:
            with contextlib.suppress(OSError):
                super().run()

    server._thread.__class__ = Failing
    return server


def test_without_a_secret_there_is_no_interface(tmp_path: Path) -> None:
    port, others = free_port(), listening()
    with served(tmp_path / "kibitz", admin_port=port) as server:
        assert not server.settings.admin_socket.exists()
        assert listening() - others == {server.port}
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://127.0.0.1:{port}/")


def test_a_port_in_use_stops_the_start_and_names_the_setting(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        expected = f"cannot serve the operators' interface on 127.0.0.1:{port}: .*KIBITZ_ADMIN_PORT"
        with (
            pytest.raises(OSError, match=expected),
            quiet(tmp_path / "kibitz", admin_secret=SECRET, admin_port=port),
        ):
            pass
