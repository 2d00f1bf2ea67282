"""The secrets of the operators, by which the operators' interface knows them."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path

from server.settings import Settings

SHORTEST = 32
"""The smallest number of characters of a secret."""
OPERATOR = "operator"
"""The name of a secret that has no name of its own."""


class Operators:
    """The names of the operators' secrets, each found by its secret in constant time."""

    def __init__(self, secrets: dict[str, str]) -> None:
        self._names = [(_digest(secret), name) for secret, name in secrets.items()]

    def name_of(self, secret: str) -> str | None:
        """Return the name of a secret, None for a wrong one; the time tells nothing of the right ones."""
        given, found = _digest(secret), None
        for known, name in self._names:
            if hmac.compare_digest(known, given):
                found = name
        return found


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def secrets_of(settings: Settings) -> dict[str, str]:
    """Return the names of the operators' secrets, by secret; without a secret the result is empty.

    Raises ValueError, which names the setting and quotes no secret, for a secret that is too short and for a
    file that cannot be read.
    """
    found: dict[str, str] = {}
    if settings.admin_secret:
        _check("KIBITZ_ADMIN_SECRET", settings.admin_secret)
        found[settings.admin_secret] = OPERATOR
    if settings.admin_secret_file:
        found |= _read(settings.admin_secret_file)
    return found


def _read(file: str) -> dict[str, str]:
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ValueError(f"KIBITZ_ADMIN_SECRET_FILE: expected a file of secrets, {file}: {cause}") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        where = f"KIBITZ_ADMIN_SECRET_FILE: line {number} of {file}"
        if len(words) > 2:
            raise ValueError(f"{where}: expected NAME SECRET or SECRET, got {len(words)} words")
        _check(where, words[-1])
        found[words[-1]] = words[0] if len(words) == 2 else OPERATOR
    if not found:
        raise ValueError(f"KIBITZ_ADMIN_SECRET_FILE: expected a secret in {file}, got none")
    return found


def _check(where: str, secret: str) -> None:
    if len(secret) < SHORTEST:
        expected = f"expected a secret of at least {SHORTEST} characters"
        raise ValueError(f"{where}: {expected}, got {len(secret)}")
    if not re.fullmatch(r"[!-~]+", secret):
        raise ValueError(f"{where}: expected a secret of ASCII characters without spaces, got others")
