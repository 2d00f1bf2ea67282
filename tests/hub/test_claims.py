"""The budget of a player's claims, because each claim costs a search for an answer."""

from __future__ import annotations

from protocol.v1.bridge import Call
from protocol.v1.updates import Done, Refused
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

PASS = {"t": "call", "call": "P"}
CLAIM = {"t": "claim", "tricks": 13}
REFUSE = {"t": "vote", "accept": False}


class Board:
    """A board that North plays in seven clubs, at the table of `players`, after East's lead."""

    def __init__(self, table: str, players: list[Person]) -> None:
        self.table = table
        self.players = players
        self._n = [0] * 4

    @classmethod
    async def begins(cls, house: House) -> Board:
        board = cls(*await house.dealt())
        board.does(0, {"t": "call", "call": str(Call.SEVEN_CLUBS)})
        for seat in (1, 2, 3):
            board.does(seat, PASS)
        lead = board.players[1].tables[board.table].own["cards"][0]
        board.does(1, {"t": "play", "card": lead})
        return board

    def does(self, seat: int, action: dict[str, object]) -> Done | Refused:
        """Return the answer to an action of this seat."""
        player = self.players[seat]
        player.forget()
        player.act(self.table, self._n[seat] + 1, action)
        (answer,) = player.of(Done, Refused)
        self._n[seat] += isinstance(answer, Done)
        assert isinstance(answer, Done | Refused)
        return answer

    def is_played_on(self) -> None:
        """Let East and West refuse the pending claim, and let all players play on."""
        self.does(1, REFUSE)
        self.does(3, REFUSE)
        for seat in range(4):
            self.does(seat, {"t": "play_on"})


@virtual
async def test_a_player_without_claims_left_learns_when_the_next_is_allowed() -> None:
    async with House(claims_burst=2, claims_s=0.1) as house:
        board = await Board.begins(house)
        for _ in range(2):
            assert isinstance(board.does(0, CLAIM), Done)
            board.is_played_on()
        refused = board.does(0, CLAIM)
        assert isinstance(refused, Refused) and refused.code == "rate_limited"
        assert refused.retry_ms is not None and 9_000 <= refused.retry_ms <= 10_000
        assert "`claim`" in refused.message
        card = board.players[0].tables[board.table].own["cards"]
        assert card or house.room(board.table).table.state.phase == "play"
        await passes(refused.retry_ms)
        assert isinstance(board.does(0, CLAIM), Done)


@virtual
async def test_a_refused_claim_changes_neither_board_nor_number_and_play_goes_on() -> None:
    async with House(claims_burst=1) as house:
        board = await Board.begins(house)
        board.does(0, CLAIM)
        board.is_played_on()
        before = house.room(board.table).table
        assert isinstance(board.does(0, CLAIM), Refused)
        assert house.room(board.table).table is before
        dummy = board.players[0].tables[board.table].own["cards"][0]
        assert isinstance(board.does(0, {"t": "play", "card": dummy}), Done)


@virtual
async def test_each_player_has_one_budget_for_all_tables() -> None:
    async with House(claims_burst=1) as house:
        first, second = await Board.begins(house), await Board.begins(house)
        assert isinstance(first.does(0, CLAIM), Done)
        assert isinstance(second.does(0, CLAIM), Refused)
        assert isinstance(second.does(1, CLAIM), Done)


@virtual
async def test_an_illegal_claim_and_a_repeated_claim_take_nothing_from_the_budget() -> None:
    async with House(claims_burst=1) as house:
        board = await Board.begins(house)
        assert isinstance(board.does(0, {"t": "claim", "tricks": 14}), Refused)
        assert isinstance(board.does(2, CLAIM), Refused)
        assert isinstance(board.does(0, CLAIM), Done)
        north = board.players[0]
        north.forget()
        north.act(board.table, 2, CLAIM)
        await until(lambda: north.of(Done))
        assert not north.of(Refused)
