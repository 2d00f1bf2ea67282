"""What an operator may set, and how a wrong value is told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from server.settings import Settings, from_environment


def test_without_variables_everything_has_a_safe_default() -> None:
    settings = from_environment({})
    assert settings == Settings()
    assert (settings.host, settings.durability, settings.proxy_header) == ("127.0.0.1", "always", "")
    assert (settings.allowed_origins, settings.metrics_port) == ((), 0)


def test_each_field_is_read_from_its_variable() -> None:
    read = from_environment(
        {"KIBITZ_PORT": "9000", "KIBITZ_HOUSE": "false", "KIBITZ_REQUESTS_S": "2.5", "KIBITZ_HOST": "::1"}
    )
    assert (read.port, read.house, read.requests_s, read.host) == (9000, False, 2.5, "::1")


def test_every_field_has_a_variable() -> None:
    for field in msgspec.structs.fields(Settings):
        value = getattr(Settings(), field.name)
        read = from_environment({f"KIBITZ_{field.name.upper()}": str(value).lower()})
        assert getattr(read, field.name) == value


def test_what_is_given_goes_before_the_environment() -> None:
    assert from_environment({"KIBITZ_PORT": "9000"}, port=9001, host=None).port == 9001


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "http"),
        ("DURABILITY", "never"),
        ("HEARTBEAT_S", "0"),
        ("CONNECTIONS", "0"),
        ("REQUESTS_S", "-1"),
        ("HOUSE", "perhaps"),
        ("GUEST_DAYS", "1.5"),
    ],
)
def test_a_wrong_value_is_told_with_its_variable(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^KIBITZ_{name}: "):
        from_environment({f"KIBITZ_{name}": value})


def test_variables_of_others_are_nobodys_business() -> None:
    assert from_environment({"PATH": "/bin", "KIBITZ": "x"}) == Settings()


def test_origins_stand_between_commas() -> None:
    origins = Settings(origins="https://a.example, https://b.example:8443,,").allowed_origins
    assert origins == ("https://a.example", "https://b.example:8443")


def test_the_data_directory_is_the_users_own_unless_set(tmp_path: Path) -> None:
    assert Settings(data=str(tmp_path)).data_path == tmp_path
    assert Settings().data_path.name == "kibitz"
