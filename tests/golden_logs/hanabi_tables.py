"""The golden tables of Hanabi."""

from __future__ import annotations

from tests.golden_logs.story import QUIET, Story
from tests.virtual import until

NAMES = ("Ann", "Bob", "Cid", "Eva", "Fay", "Gus")


async def _dealt(table: Story, policy: object = QUIET, players: int = 3, **options: object) -> None:
    await table.open("hanabi", policy, options={"players": players, **options})
    await table.sit(*NAMES[:players])
    await table.dealt()


async def started(table: Story) -> None:
    """A game that has just been dealt."""
    await _dealt(table, players=2)


async def seeded(table: Story) -> None:
    """A game of a known seed, with house rules, after some turns."""
    await _dealt(
        table,
        players=4,
        seed="p4v0s1",
        card_cycle=True,
        deck_plays=True,
        empty_clues=True,
        one_less_card=True,
        starting_player=2,
    )
    await table.well(9)


async def noted(table: Story) -> None:
    """In the middle of a game, with notes on cards and on a pile."""
    await _dealt(table)
    await table.well(7)
    for name, card, text in (("Ann", 0, "b1"), ("Bob", 3, "chop"), ("Ann", 52, "done"), ("Cid", 1, "x")):
        await table.ask(name, "note", table=table.table, card=card, text=text)
    await table.ask("Cid", "note", table=table.table, card=1, text="")
    await table.well(8)


async def variant(table: Story) -> None:
    """Piles that go either way."""
    await _dealt(table, variant="Up or Down (5 Suits)", one_extra_card=True)
    await table.well(14)


async def inverted(table: Story) -> None:
    """A suit whose cards are played where one asks to discard them, after both have been done."""
    await _dealt(table, players=2, variant=INVERTED)
    await table.randomly(1)
    await table.well(14)


INVERTED = "Orange (5 Suits)"


async def characters(table: Story) -> None:
    """Players with detrimental characters."""
    await _dealt(table, players=4, detrimental_characters=True, variant="Rainbow (5 Suits)")
    await table.well(10)


async def voted(table: Story) -> None:
    """One of four has voted for the end, another has taken such a vote back."""
    await _dealt(table, players=4)
    await table.well(3)
    await table.act("Ann", {"t": "vote", "end": True})
    await table.act("Ann", {"t": "vote", "end": False})
    await table.act("Cid", {"t": "vote"})


async def voted_out(table: Story) -> None:
    """All have voted for the end of the game."""
    await _dealt(table, {**QUIET, "pause_ms": 600_000}, players=2)
    await table.well(4)
    for name in NAMES[:2]:
        await table.act(name, {"t": "vote"})
        if not table.now.game.to_act(table.now.state):
            break


async def struck_out(table: Story) -> None:
    """Three cards were misplayed."""
    await _dealt(table, {**QUIET, "pause_ms": 600_000})
    await table.ask("Bob", "note", table=table.table, card=7, text="a note that all may read now")
    for _ in range(40):
        if not table.now.game.to_act(table.now.state):
            break
        seat, name = table.turn()
        await table.act(name, {"t": "play", "card": max(table.now.state.hands[seat])})


async def second_game(table: Story) -> None:
    """The first game is finished, and the second goes on."""
    await _dealt(table, players=3, games=3)
    await table.ask("Ann", "note", table=table.table, card=2, text="g1")
    await table.out("well")
    await table.next_deal()
    await table.well(6)


async def speedrun(table: Story) -> None:
    """A speedrun, in which nobody is timed whatever the policy says."""
    policy = {"clock": {"kind": "move", "move_ms": 20_000}, "pause_ms": 1000}
    await _dealt(table, policy, speedrun=True)
    await table.well(5)
    await table.passes_s(30)


async def timed(table: Story) -> None:
    """Each seat has a bank of time, and a player has paused the game."""
    policy = {"clock": {"kind": "bank", "bank_ms": 120_000, "increment_ms": 20_000}, "pause_ms": 1000}
    await _dealt(table, policy)
    for seconds in (5, 40, 1):
        await table.passes_s(seconds)
        await table.well(1)
    await table.passes_s(3)
    await table.host("Ann", pause=True)


async def out_of_time(table: Story) -> None:
    """A player ran out of time, which has ended the game."""
    policy = {"clock": {"kind": "move", "move_ms": 20_000}, "pause_ms": 600_000}
    await _dealt(table, policy)
    await table.well(3)
    await until(lambda: not table.now.game.to_act(table.now.state))


async def terminated(table: Story) -> None:
    """The host, who plays, has ended the table."""
    await table.open("hanabi", options={"players": 2, "all_or_nothing": True})
    await table.sit("Host", "Bob")
    await table.dealt()
    await table.well(4)
    await table.host(terminate=True)


async def closed(table: Story) -> None:
    """The only game is finished, and the table has closed."""
    await _dealt(table, players=2, games=1)
    await table.ask("Ann", "note", table=table.table, card=2, text="kept")
    await table.out("well")
    await until(lambda: table.now.closed)


TABLES = {
    "hanabi-started": started,
    "hanabi-seeded": seeded,
    "hanabi-noted": noted,
    "hanabi-variant": variant,
    "hanabi-inverted": inverted,
    "hanabi-characters": characters,
    "hanabi-voted": voted,
    "hanabi-voted-out": voted_out,
    "hanabi-struck-out": struck_out,
    "hanabi-second-game": second_game,
    "hanabi-speedrun": speedrun,
    "hanabi-timed": timed,
    "hanabi-out-of-time": out_of_time,
    "hanabi-terminated": terminated,
    "hanabi-closed": closed,
}
