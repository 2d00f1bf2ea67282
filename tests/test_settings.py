"""The operator's settings, and the errors for wrong values."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from server.settings import NOT_SETTINGS, Settings, from_environment

TREE = Path(__file__).parents[1]
READ = re.compile(r"""(?:environ\.get\(|environ\[|envvar=)"(KIBITZ_\w+)\"""")
KUBERNETES = {
    "KIBITZ_SERVICE_HOST": "10.0.0.7",
    "KIBITZ_SERVICE_PORT": "8000",
    "KIBITZ_SERVICE_PORT_HTTP": "8000",
    "KIBITZ_PORT_8000_TCP": "tcp://10.0.0.7:8000",
    "KIBITZ_PORT_8000_TCP_PROTO": "tcp",
    "KIBITZ_PORT_8000_TCP_PORT": "8000",
    "KIBITZ_PORT_8000_TCP_ADDR": "10.0.0.7",
    "KIBITZ_REDIS_SERVICE_HOST": "10.0.0.8",
    "KIBITZ_REDIS_SERVICE_PORT": "6379",
    "KIBITZ_REDIS_SERVICE_PORT_REDIS": "6379",
    "KIBITZ_REDIS_PORT": "tcp://10.0.0.8:6379",
    "KIBITZ_REDIS_PORT_6379_TCP": "tcp://10.0.0.8:6379",
    "KIBITZ_REDIS_PORT_6379_TCP_ADDR": "10.0.0.8",
    "KIBITZ_VOICE_PORT_53_UDP_PROTO": "udp",
}
"""What Kubernetes sets for the Services kibitz, kibitz-redis and kibitz-voice, but for KIBITZ_PORT."""


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


def test_an_argument_overrides_the_environment() -> None:
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
def test_the_error_of_a_wrong_value_names_its_variable(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^KIBITZ_{name}: "):
        from_environment({f"KIBITZ_{name}": value})


@pytest.mark.parametrize(
    ("name", "value", "closest"),
    [
        ("KIBITZ_PROT", "9000", "KIBITZ_PORT"),
        ("KIBITZ_ORIGIN", "https://a.example", "KIBITZ_ORIGINS"),
        ("KIBITZ_DURABLE", "second", "KIBITZ_DURABILITY"),
        ("KIBITZ_port", "9000", "KIBITZ_PORT"),
        ("KIBITZ_METRIC_PORT", "9100", "KIBITZ_METRICS_PORT"),
    ],
)
def test_the_error_of_an_unknown_variable_names_the_closest_setting(
    name: str, value: str, closest: str
) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected the name of a setting; the closest.* {closest}"):
        from_environment({name: value})


def test_the_error_of_a_variable_like_no_setting_names_the_list_of_settings() -> None:
    with pytest.raises(
        ValueError, match=r"^KIBITZ_ZZZZZZ: expected the name of a setting.*deploy/OPERATING\.md"
    ):
        from_environment({"KIBITZ_ZZZZZZ": "1"})


def test_variables_that_kubernetes_sets_for_services_are_neither_settings_nor_errors() -> None:
    assert from_environment(KUBERNETES) == Settings()


@pytest.mark.parametrize(
    ("name", "service"), [("KIBITZ_PORT", "kibitz"), ("KIBITZ_METRICS_PORT", "kibitz-metrics")]
)
def test_a_service_variable_with_the_name_of_a_setting_is_reported_with_a_remedy(
    name: str, service: str
) -> None:
    with pytest.raises(
        ValueError, match=f"^{name}: .* which Kubernetes sets for a Service named {service}:"
    ) as told:
        from_environment({**KUBERNETES, name: "tcp://10.0.0.7:8000"})
    assert f"set {name} in the container's env" in str(told.value)
    assert "enableServiceLinks: false" in str(told.value)


def test_a_port_as_an_argument_overrides_the_variable_of_a_service_of_our_name() -> None:
    environment = {**KUBERNETES, "KIBITZ_PORT": "tcp://10.0.0.7:8000"}
    with pytest.raises(ValueError, match="or give --port"):
        from_environment(environment)
    assert from_environment(environment, port=8000).port == 8000


def test_every_name_that_our_own_programs_and_tests_read_is_known() -> None:
    files = (path for room in ("server", "bots", "tests") for path in (TREE / room).rglob("*.py"))
    read = {name for path in files for name in READ.findall(path.read_text())}
    assert {"KIBITZ_TOKEN", "KIBITZ_SCENES", "KIBITZ_DEALS"} <= read
    from_environment({**dict.fromkeys(read & NOT_SETTINGS, "1")})
    assert read <= NOT_SETTINGS | {f"KIBITZ_{field.upper()}" for field in Settings.__struct_fields__}


def test_variables_of_other_programs_are_ignored() -> None:
    assert from_environment({"PATH": "/bin", "KIBITZ": "x"}) == Settings()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("DURABILITY", "never", "expected one of always, second, got 'never'"),
        ("LOG_LEVEL", "loud", "expected one of debug, error, info, warning, got 'loud'"),
        ("HOUSE", "perhaps", "expected yes or no, got 'perhaps'"),
        ("PORT", "99999", "expected a whole number from 0 to 65535, got '99999'"),
        ("GUEST_DAYS", "1.5", "expected a whole number of days of at least 1, got '1.5'"),
        ("ROBOT_MS", "-4", "expected a whole number of milliseconds of at least 0, got '-4'"),
        ("HEARTBEAT_S", "20s", "expected a number of seconds of at least 1, got '20s'"),
        ("ANALYSIS_S", "inf", "expected a number of seconds above 0, got 'inf'"),
        ("REQUESTS_S", "-1", "expected a number for each second above 0, got '-1'"),
        ("PROXY_HEADER", "x y", "expected the name of a header, such as X-Forwarded-For, got 'x y'"),
        (
            "ORIGINS",
            "club.example",
            "expected an origin such as https://club.example, with the scheme https:// or http://, got"
            " 'club.example'",
        ),
        (
            "ORIGINS",
            "localhost:3000",
            "expected an origin such as http://localhost:3000, with the scheme https:// or http://, got"
            " 'localhost:3000'",
        ),
        (
            "ORIGINS",
            "https://a.example https://b.example",
            "expected an origin such as https://club.example, with commas between several origins, got"
            " 'https://a.example https://b.example'",
        ),
        (
            "ORIGINS",
            "https://a.example,HTTP://Club.example:80/play",
            "expected an origin such as http://club.example, got 'HTTP://Club.example:80/play'",
        ),
        (
            "ARCHIVE_URL",
            "mysql://club:secret@db/kibitz",
            "expected a URL that begins with postgresql://, got 'mysql:...'",
        ),
        ("ORIGINS", "*", "expected an origin such as https://club.example, got '*'"),
    ],
)
def test_the_error_of_a_wrong_value_says_in_words_what_is_expected_and_where_settings_are_described(
    name: str, value: str, told: str
) -> None:
    with pytest.raises(ValueError) as refused:
        from_environment({f"KIBITZ_{name}": value})
    assert str(refused.value) == f"KIBITZ_{name}: {told}; deploy/OPERATING.md describes the settings"


def test_the_error_of_a_wrong_option_names_the_option() -> None:
    with pytest.raises(ValueError, match=r"^--port: expected a whole number from 0 to 65535, got 99999;"):
        from_environment({"KIBITZ_PORT": "9000"}, port=99999)


@pytest.mark.parametrize(
    ("word", "means"), [("yes", True), ("On", True), ("1", True), ("NO", False), ("0", False)]
)
def test_a_setting_is_switched_by_the_words_of_the_documents(word: str, means: bool) -> None:
    assert from_environment({"KIBITZ_HOUSE": word}).house is means


@pytest.mark.parametrize(
    "origin", ["http://[::1]:8000", "https://club.example:8443", "capacitor://localhost"]
)
def test_every_origin_that_a_browser_or_an_app_may_send_is_accepted(origin: str) -> None:
    assert from_environment({"KIBITZ_ORIGINS": origin}).allowed_origins == (origin,)


def test_origins_stand_between_commas() -> None:
    origins = Settings(origins="https://a.example, https://b.example:8443,,").allowed_origins
    assert origins == ("https://a.example", "https://b.example:8443")


def test_the_data_directory_is_the_users_own_unless_set(tmp_path: Path) -> None:
    assert Settings(data=str(tmp_path)).data_path == tmp_path
    assert Settings().data_path.name == "kibitz"
