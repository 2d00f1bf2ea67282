"""Events in the hub: their rounds, and what they learn of their tables."""

from __future__ import annotations

from tests.clubs import Club
from tests.rooms import House
from tests.virtual import until, virtual


@virtual
async def test_an_event_of_three_rounds_is_played_from_the_first_draw_to_its_ranking() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        for number in range(3):
            await until(
                lambda number=number: club.event.playing is not None and club.event.playing.number == number
            )
            await club.play_round()
        await until(lambda: club.event.stage == "correction")
        assert [each.stage for each in club.event.rounds] == ["scored"] * 3
