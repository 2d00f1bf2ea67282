"""The golden tables of Spades."""

from __future__ import annotations

from tests.golden_logs import product
from tests.golden_logs.story import COMPASS, QUIET, Story
from tests.virtual import until

QUICK = {"clock": {"kind": "move", "move_ms": 120_000}, "pause_ms": 1000}
SIX = (*COMPASS, "Una", "Wim")


async def _dealt(table: Story, *names: str, **options: object) -> None:
    await table.open("spades", QUICK, options=options)
    await table.sit(*(names or COMPASS))
    await table.dealt()


async def _until_phase(table: Story, phase: str, how: str = "first") -> None:
    while product.phase(table.now) != phase:
        await getattr(table, how)(1)


def _nil(blind: bool = False) -> dict[str, object]:
    return {"t": "bid", "bid": {"tricks": 0, "nil": True, "blind": blind}}


def _bid(tricks: int, blind: bool = False) -> dict[str, object]:
    return {"t": "bid", "bid": {"tricks": tricks, "blind": blind}}


async def opened(table: Story) -> None:
    """A table that nobody has come to."""
    await table.open("spades", options={"preset": "whiz", "rounds": 5}, name="Whiz", seats={"2": "plain"})


async def blind(table: Story) -> None:
    """The bidding: one player has bid nil blind, one has looked at the hand, one has bid blind tricks."""
    await _dealt(table, blind_nil_behind=0, blind_bid=4, blind_bid_behind=0, team_bid="sum")
    await table.bids(_nil(blind=True), {"t": "reveal"}, _bid(3))


async def exchange(table: Story) -> None:
    """Beside a blind nil two cards go each way; the first two are passed."""
    await _dealt(table, blind_nil_behind=0)
    await table.bids(_nil(blind=True), _bid(3), _bid(4), _bid(2))
    assert product.phase(table.now) == "exchange"
    await table.well(1)


async def play(table: Story) -> None:
    """In the middle of a hand with a nil."""
    await _dealt(table, nil_pass=1)
    await table.bids(_bid(3), _nil())
    await _until_phase(table, "play", "well")
    await table.well(18)


async def draw(table: Story) -> None:
    """Two players draw their hands."""
    await _dealt(table, "North", "South", players=2)
    await table.randomly(9)


async def two(table: Story) -> None:
    """Two players have drawn their hands and play."""
    await _dealt(table, "North", "South", players=2)
    await _until_phase(table, "play", "well")
    await table.well(7)


async def three(table: Story) -> None:
    """Three play alone; the second hand."""
    await _dealt(table, "North", "East", "South", players=3)
    await table.out("well")
    await table.next_deal()
    await _until_phase(table, "play", "well")
    await table.well(10)


async def five(table: Story) -> None:
    """Five play alone."""
    await _dealt(table, *SIX[:5], players=5)
    await _until_phase(table, "play", "well")
    await table.well(12)


async def six(table: Story) -> None:
    """Six play in pairs."""
    await _dealt(table, *SIX, players=6, first_leader="high_bid")
    await _until_phase(table, "play", "well")
    await table.well(15)


async def jokers(table: Story) -> None:
    """Both jokers and two twos are the top spades."""
    await _dealt(table, jokers="jjdd", lead_spades="anytime")
    await _until_phase(table, "play", "well")
    await table.well(15)


async def fourth_hand(table: Story) -> None:
    """Three hands are played, and the fourth is being bid."""
    await _dealt(table, target=2000, floor=-2000, bag_limit=5)
    for how in ("randomly", "well", "randomly"):
        await table.out(how)
        await table.next_deal()
    await table.first(2)


async def mirror(table: Story) -> None:
    """One must bid the spades one holds; everybody has, and a hand is over."""
    await _dealt(table, preset="mirror")
    await table.out("well")


async def closed(table: Story) -> None:
    """The game is over after two hands, and the table has closed."""
    await _dealt(table, preset="seed", rounds=2)
    await table.out("well")
    await table.next_deal()
    await table.out("randomly")
    await until(lambda: table.now.closed)


async def expired(table: Story) -> None:
    """Time ran out, and robots play for the players."""
    await _dealt(table)
    await table.first(1)
    await until(lambda: any(chair.relief for chair in table.now.chairs), 400_000)


async def played_again(table: Story) -> None:
    """A finished hand that its first player plays again against robots, from the second card on."""
    await table.four("spades", {**QUIET, "pause_ms": 600_000})
    await table.out()
    again = {"deal": f"{table.table}.1", "moves": 5, "seat": 0}
    seats = {"1": "plain", "2": "plain", "3": "plain"}
    done = await table.ask("North", "open", game="spades", policy=QUIET, seats=seats, again=again)
    table.tables.insert(0, done["table"])
    await table.watch("North", "seat")


TABLES = {
    "spades-opened": opened,
    "spades-blind": blind,
    "spades-exchange": exchange,
    "spades-play": play,
    "spades-draw": draw,
    "spades-two": two,
    "spades-three": three,
    "spades-five": five,
    "spades-six": six,
    "spades-jokers": jokers,
    "spades-fourth-hand": fourth_hand,
    "spades-mirror": mirror,
    "spades-closed": closed,
    "spades-expired": expired,
    "spades-played-again": played_again,
}
