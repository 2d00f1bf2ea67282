"""A server listens on its address, and names an address at which clients can connect."""

from __future__ import annotations

import socket

import pytest

from server.deployment.listening import UNSENT_BYTES, address_of, listen, reached_at


def test_clients_can_connect_to_the_printed_address_of_all_interfaces() -> None:
    assert address_of("0.0.0.0", 9000) == "http://127.0.0.1:9000"
    assert address_of("::", 9000) == "http://[::1]:9000"
    assert address_of("192.0.2.7", 80) == "http://192.0.2.7:80"


def test_other_machines_are_told_addresses_at_which_the_server_answers() -> None:
    assert reached_at("127.0.0.1", 8000) == reached_at("::1", 8000) == ()
    assert reached_at("192.0.2.7", 8000) == ("http://192.0.2.7:8000",)
    with listen("0.0.0.0", 0) as listening:
        listening.listen()
        for address in reached_at("0.0.0.0", listening.getsockname()[1]):
            host, port = address.removeprefix("http://").split(":")
            assert host not in ("0.0.0.0", "127.0.0.1")
            socket.create_connection((host, int(port)), timeout=5).close()


def test_an_address_in_use_is_refused_with_advice() -> None:
    with listen("127.0.0.1", 0) as first:
        first.listen()
        port = first.getsockname()[1]
        with pytest.raises(
            OSError, match=rf"cannot listen on 127.0.0.1:{port}: .*another port with KIBITZ_PORT or --port"
        ):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_is_refused_with_advice(host: str) -> None:
    with pytest.raises(OSError, match=rf"cannot listen on {host}:0: .*address with KIBITZ_HOST or --host"):
        listen(host, 0)


def test_connections_buffer_little_for_a_slow_reader() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == UNSENT_BYTES
