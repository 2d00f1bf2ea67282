"""Codes that people type."""

from __future__ import annotations

import secrets

from server.typed_codes import ALPHABET, in_parts, random_code, read_code


def test_a_code_is_read_as_it_was_made_in_any_form_in_which_people_type_it() -> None:
    code = random_code(10, secrets.choice)
    assert len(code) == 10 and set(code) <= set(ALPHABET)
    for typed in (code, in_parts(code), in_parts(code).lower(), " ".join(code), code.replace("1", "l")):
        assert read_code(typed) == code
