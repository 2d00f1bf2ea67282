"""The operators' secrets: from a setting or a file, long enough, each with a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.admin.operators import OPERATOR, SHORTEST, Operators, secrets_of
from server.settings import Settings

ONE, TWO = "1" * SHORTEST, "2" * SHORTEST


def read(tmp_path: Path, text: str | bytes, **settings: str) -> dict[str, str]:
    file = tmp_path / "secrets"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return secrets_of(Settings(admin_secret_file=str(file), **settings))  # type: ignore[arg-type]  # texts alone


def test_without_a_setting_there_is_no_secret() -> None:
    assert secrets_of(Settings()) == {}


def test_a_secret_of_the_setting_and_those_of_the_file_have_their_names(tmp_path: Path) -> None:
    assert secrets_of(Settings(admin_secret=ONE)) == {ONE: OPERATOR}
    assert read(tmp_path, f"{ONE}\n") == {ONE: OPERATOR}
    assert read(tmp_path, f"# two\n\n ann {ONE}\nbob\t{TWO}\n") == {ONE: "ann", TWO: "bob"}
    assert read(tmp_path, f"bob {TWO}", admin_secret=ONE) == {ONE: OPERATOR, TWO: "bob"}


def test_a_secret_is_found_by_all_of_its_characters() -> None:
    operators = Operators({ONE: "ann", TWO: "bob"})
    assert (operators.name_of(ONE), operators.name_of(TWO)) == ("ann", "bob")
    for wrong in ("", "1", ONE[:-1], f"{ONE}1", "\u00e9" * SHORTEST):
        assert operators.name_of(wrong) is None


@pytest.mark.parametrize("secret", ["short", "x" * (SHORTEST - 1), "\u00e9" * SHORTEST, "a b" * SHORTEST])
def test_a_secret_that_is_too_short_or_no_ascii_is_refused_and_not_quoted(secret: str) -> None:
    with pytest.raises(ValueError, match=r"^KIBITZ_ADMIN_SECRET: expected a secret of") as refused:
        secrets_of(Settings(admin_secret=secret))
    assert secret not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a secret in .*, got none"),
        ("# none\n", "expected a secret in .*, got none"),
        (f"ann {ONE} more\n", "line 1 of .*: expected NAME SECRET or SECRET, got 3 words"),
        (f"{ONE}\nbob short\n", "line 2 of .*: expected a secret of at least 32 characters, got 5"),
        (b"\xff", "it is not UTF-8"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_line(
    tmp_path: Path, text: str | bytes, expected: str
) -> None:
    with pytest.raises(ValueError, match=f"^KIBITZ_ADMIN_SECRET_FILE: .*{expected}"):
        read(tmp_path, text)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no-such-file: No such file or directory"):
        secrets_of(Settings(admin_secret_file="no-such-file"))
