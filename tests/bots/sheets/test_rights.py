"""A host or a director may manage a table."""

from __future__ import annotations

import pytest

from bots.sheets.rights import Rights


@pytest.mark.parametrize("role", ["host", "director"])
def test_a_host_and_a_director_may_manage_a_table(role: str) -> None:
    assert Rights(**{role: True}).may_manage


def test_players_commentators_and_watchers_may_not_manage_a_table() -> None:
    assert not Rights(named=True, seated=True, commentator=True, knocks=("Ann",)).may_manage
