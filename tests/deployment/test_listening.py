"""A server listens on its address, and names an address at which clients can connect."""

from __future__ import annotations

import socket

import pytest

from server.deployment.listening import UNSENT_BYTES, address_of, bind, listen, reached_at


def test_clients_can_connect_to_the_printed_address_of_all_interfaces() -> None:
    assert address_of("0.0.0.0", 9000) == "http://127.0.0.1:9000"
    assert address_of("::", 9000) == "http://[::1]:9000"
    assert address_of("192.0.2.7", 80) == "http://192.0.2.7:80"


def test_other_machines_are_told_addresses_at_which_the_server_answers() -> None:
    assert reached_at("127.0.0.1", 8000) == reached_at("::1", 8000) == ()
    assert reached_at("192.0.2.7", 8000) == ("http://192.0.2.7:8000",)
    with bind("0.0.0.0", 0) as listening:
        listen(listening)
        for address in reached_at("0.0.0.0", listening.getsockname()[1]):
            host, port = address.removeprefix("http://").split(":")
            assert host not in ("0.0.0.0", "127.0.0.1")
            socket.create_connection((host, int(port)), timeout=5).close()


def test_an_address_in_use_is_refused_with_advice() -> None:
    with bind("127.0.0.1", 0) as first:
        listen(first)
        port = first.getsockname()[1]
        with pytest.raises(
            OSError, match=rf"cannot listen on 127.0.0.1:{port}: .*another port with KIBITZ_PORT or --port"
        ):
            bind("127.0.0.1", port)


def test_of_two_programs_that_have_bound_one_port_the_second_is_refused_when_it_listens() -> None:
    with bind("127.0.0.1", 0) as first, bind("127.0.0.1", first.getsockname()[1]) as second:
        listen(first)
        with pytest.raises(OSError, match=r"cannot listen on 127.0.0.1:\d+: .*KIBITZ_PORT or --port"):
            listen(second)


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_is_refused_with_advice(host: str) -> None:
    with pytest.raises(OSError, match=rf"cannot listen on {host}:0: .*address with KIBITZ_HOST or --host"):
        bind(host, 0)


def test_connections_buffer_little_for_a_slow_reader() -> None:
    with bind("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == UNSENT_BYTES
