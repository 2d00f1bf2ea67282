"""The golden tables of bridge, and its matches."""

from __future__ import annotations

from tests.golden_logs import product
from tests.golden_logs.story import COMPASS, QUIET, Story
from tests.virtual import until

EXAMPLE = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SUITS = f'[Board "7"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{EXAMPLE}"]\n\n'
MIXED = (
    '[Board "1"]\n[Dealer "S"]\n[Vulnerable "NS"]\n'
    '[Deal "N:AK32.AK32.432.32 QJT9.QJT9.QJ.QJT 8765.8765.AK.AK4 4.4.T98765.98765"]\n\n'
    '[Board "2"]\n[Dealer "E"]\n[Vulnerable "None"]\n'
    '[Deal "N:4.4.T98765.98765 AK32.AK32.432.32 QJT9.QJT9.QJ.QJT 8765.8765.AK.AK4"]\n\n'
)
NOTRUMP = ("1NT", "P", "P", "P")


async def opened(table: Story) -> None:
    """A table that nobody has come to, with options and a policy of its own."""
    options = {"first_board": 5, "boards": 12, "scoring": "total", "undo": "law25", "own_card": True}
    policy = {
        "hands": "live",
        "clock": {"kind": "bank", "bank_ms": 600_000, "increment_ms": 5_000},
        "pause_ms": 4_000,
        "robot_ms": 250,
        "access": "invited",
        "sits": "invited",
        "delay": {"ms": 60_000, "boards": 1},
        "hold_ms": None,
        "substitute": "plain",
        "tempo_ms": 300,
        "warn_ms": 12_000,
        "correction_ms": 600_000,
        "expiry": "robot",
    }
    seats = {"1": "plain", "3": "plain"}
    await table.open("bridge", policy, options={**options, "look_back": "law"}, name="Club 5", seats=seats)


async def auction(table: Story) -> None:
    """In the middle of an auction: alerts, questions, explanations and convention cards."""
    await table.four(policy={**QUIET, "clock": {"kind": "board", "board_ms": 400_000, "move_ms": 60_000}})
    north, east = table.turn()[1], COMPASS[(table.turn()[0] + 1) % 4]
    await table.act(north, {"t": "system", "name": "Acol", "text": "Weak 1NT.\nFour-card majors."})
    await table.act(east, {"t": "system", "name": "SAYC", "text": "Standard."})
    await table.act(east, {"t": "system", "name": "SAYC 2", "text": "Standard, with changes."})
    await table.bids({"t": "call", "call": "1NT", "alert": True, "explanation": "12 to 14"})
    await table.act(east, {"t": "ask", "call": 0, "text": "May it have a singleton?"})
    await table.act(north, {"t": "explain", "call": 0, "text": "No singleton"})
    await table.passes_s(9)
    await table.goes("X")
    await table.act(east, {"t": "explain", "call": 1, "text": "penalties", "alert": False})
    await table.bids({"t": "call", "call": "2D", "alert": True, "explanation": "hearts"})
    await table.passes_s(3)
    await table.goes("P")


async def play(table: Story) -> None:
    """In the middle of the play, each seat with a bank of time."""
    clock = {"kind": "bank", "bank_ms": 300_000, "increment_ms": 2_000}
    await table.four(policy={**QUIET, "clock": clock}, options={"review": False, "dummy_sees": True})
    await table.goes(*NOTRUMP)
    for seconds in (3, 8, 1, 0, 20, 4):
        await table.passes_s(seconds)
        await table.randomly(3)


async def claim(table: Story) -> None:
    """A claim that one opponent has accepted and the other has yet to answer."""
    await table.four()
    await table.goes(*NOTRUMP)
    await table.first(9)
    await table.act(table.turn()[1], {"t": "claim", "tricks": 3, "line": "Two spades, then a club"})
    await table.act(*_vote(table, True))


def _vote(table: Story, accept: bool) -> tuple[str, dict[str, object]]:
    return table.turn()[1], {"t": "vote", "accept": accept}


async def face_down(table: Story) -> None:
    """Partner has explained a call, and the opening lead lies face down: one player may still ask."""
    await table.four(options={"explains": "partner", "face_down_lead": True})
    partner = COMPASS[(table.turn()[0] + 2) % 4]
    await table.goes("2C")
    await table.act(partner, {"t": "explain", "call": 0, "text": "strong"})
    await table.passes_s(2)
    await table.goes("P", "2D", "P", "P", "P")
    await table.first(1)
    await table.act(table.turn()[1], {"t": "no_questions"})


async def disputed(table: Story) -> None:
    """A refused claim: the director is called, and two players would play on."""
    await _directed(table)
    await table.goes(*NOTRUMP)
    await table.first(14)
    await table.act(table.turn()[1], {"t": "claim", "tricks": 5, "line": "all good"})
    await table.act(*_vote(table, False))
    for _ in range(2):
        await table.act(table.turn()[1], {"t": "play_on"})


async def _directed(table: Story, **fields: object) -> None:
    """A table with a director, whose four have been dealt to."""
    await table.open("bridge", **{"policy": QUIET, **fields})
    await table.watch("Dora", "public")
    await table.host(directors=["p-Dora"])
    await table.watch("Dora", "director")
    await table.sit(*COMPASS)
    await table.dealt()


async def played_on(table: Story) -> None:
    """A concession to which partner objected; then a refused claim, and play that goes on by agreement."""
    await table.four()
    await table.goes(*NOTRUMP)
    await table.first(8)
    await table.act(table.turn()[1], {"t": "claim", "tricks": 0})
    while product.phase(table.now) == "claim":
        await table.act(*_vote(table, False))
    await table.first(2)
    declarer = _name_of(table, int(table.now.state.contract.declarer))
    await table.act(declarer, {"t": "claim", "tricks": 2, "line": "one finesse"})
    await table.act(*_vote(table, False))
    while product.phase(table.now) == "disputed":
        await table.act(table.turn()[1], {"t": "play_on"})
    await table.first(2)


async def undone(table: Story) -> None:
    """A card was taken back by consent, and a second request waits."""
    await table.four()
    await table.goes(*NOTRUMP)
    await table.first(4)
    await _ask_for_undo(table, grants=True)
    await table.first(4)
    await _ask_for_undo(table, grants=None)


async def _ask_for_undo(table: Story, grants: bool | None) -> None:
    """The player of the last card asks for it back; the opponents answer, or do not yet (None)."""
    plays = table.now.state.plays
    seat = int(plays[-1].seat)
    declarer = int(table.now.state.contract.declarer)
    asker = declarer if seat % 2 == declarer % 2 else seat
    await table.act(COMPASS[asker], {"t": "undo", "reason": "the wrong card"})
    opponents = [each for each in range(4) if each % 2 != asker % 2 and each != (declarer + 2) % 4]
    for opponent in opponents:
        if grants is not None:
            await table.act(COMPASS[opponent], {"t": "grant", "seat": asker, "accept": grants})
            if not table.now.state.undos:
                break


async def law25(table: Story) -> None:
    """A call was taken back at once by Law 25A, and another not."""
    await table.four(options={"undo": "law25"})
    name = table.turn()[1]
    await table.goes("2C")
    await table.act(name, {"t": "undo", "reason": "unintended"})
    await table.goes("2D", "P", "2H", "P")


async def ruled(table: Story) -> None:
    """Every ruling of a director: some on the board in play, some on earlier ones."""
    await _directed(table)
    await table.goes("1S", "P")
    await table.rule({"t": "roll_back", "calls": 1, "reason": "a call out of turn"})
    await table.goes("P", "2S", "P", "P", "P")
    await table.first(6)
    await table.rule({"t": "roll_back", "calls": 6, "cards": 4, "reason": "a revoke"})
    await table.first(5)
    await table.act(table.turn()[1], {"t": "claim", "tricks": 9, "line": "drawing trumps"})
    await table.act(*_vote(table, False))
    await table.rule({"t": "go_on", "reason": "the claim is void"})
    await table.first(3)
    await table.rule({"t": "tricks", "tricks": 8, "reason": "Law 70"})
    await table.next_deal()
    await table.goes("1C", "P", "P", "P")
    await table.first(4)
    outcomes = [
        {"weight": 60, "contract": {"level": 3, "strain": "NT", "declarer": 1, "doubled": 2}, "tricks": 9},
        {"weight": 40},
    ]
    await table.rule({"t": "assign", "outcomes": outcomes, "reason": "misinformation"})
    await table.next_deal()
    await table.goes("P")
    await table.rule({"t": "artificial", "north_south": "plus", "east_west": "minus", "board": 1})
    assigned = [{"weight": 100, "contract": {"level": 2, "strain": "S", "declarer": 0}, "tricks": 7}]
    await table.rule({"t": "assign", "outcomes": assigned, "east_west": [{"weight": 100}], "board": 2})
    await table.goes("P")


async def adjusted(table: Story) -> None:
    """The board that is over has an artificial score, before the next is dealt."""
    await _directed(table, policy={**QUIET, "pause_ms": 600_000})
    await table.goes("4S", "X", "P", "P", "P")
    await table.first(7)
    await table.rule(
        {"t": "artificial", "north_south": "average", "east_west": "plus", "reason": "unplayable"}
    )


async def third_board(table: Story) -> None:
    """Two boards are played, their scores are added up, and the third is in its auction."""
    await table.four(options={"scoring": "total"})
    for calls in (("1H", "P", "P", "P"), ("3NT", "X", "XX", "P", "P", "P")):
        await table.goes(*calls)
        await table.out("randomly")
        await table.next_deal()
    await table.goes("2NT", "P")


async def cut_rubber(table: Story) -> None:
    """A rubber of six players who have cut for partners: two wait, and the third deal is played."""
    options = {"scoring": "rubber", "partners": "cut", "waiting": 2, "unfinished_part": 50}
    await table.open("bridge", options=options)
    await table.sit(*COMPASS, "Una", "Wim")
    await table.dealt()
    for calls in (("1D", "P", "P", "P"), ("4H", "P", "P", "P")):
        await table.goes(*calls)
        await table.out("randomly")
        await table.next_deal()
    await table.goes("2S", "P", "P", "P")
    await table.first(6)


async def next_rubber(table: Story) -> None:
    """A rubber is over, the player who waited has come in, and the next one has begun."""
    await table.open("bridge", options={"scoring": "rubber", "partners": "cut", "waiting": 1})
    await table.sit(*COMPASS, "Una")
    for _ in range(2):  # two games for North and South
        await table.dealt()
        while "7NT" not in table.now.state.calls:
            await table.goes("7NT" if table.turn()[0] % 2 == 0 else "P")
        await table.goes("P", "P", "P")
        await table.first(1)
        await table.first(table.turn()[0] % 2)
        await table.act(_name_of(table, int(table.now.state.contract.declarer)), {"t": "claim", "tricks": 13})
        while product.phase(table.now) == "claim":
            await table.act(*_vote(table, True))
        await table.next_deal()
    await table.goes("1C")


def _name_of(table: Story, seat: int) -> str:
    return str(table.now.chairs[seat].player).removeprefix("p-")


async def chicago(table: Story) -> None:
    """The third deal of a Chicago with part-scores and honours."""
    await table.four(options={"scoring": "chicago", "chicago_vulnerable": "opponents", "rounds": 2})
    for calls in (("1NT", "P", "P", "P"), ("2D", "P", "P", "P")):
        await table.goes(*calls)
        await table.out()
        await table.next_deal()
    await table.goes("1S", "X", "2S", "P")


async def cut_once(table: Story) -> None:
    """Partners are cut for before the first board of duplicate."""
    await table.open("bridge", options={"partners": "cut", "boards": 3})
    await table.sit(*COMPASS)
    await table.dealt()
    await table.goes("P", "1H")


async def closed(table: Story) -> None:
    """All boards are played, one of them passed out, and the table has closed."""
    await table.four(options={"boards": 2})
    await table.goes("3NT", "X", "P", "P", "P")
    await table.out()
    await table.next_deal()
    await table.goes("P", "P", "P", "P")
    await until(lambda: table.now.closed)


async def terminated(table: Story) -> None:
    """The host has ended the table in the middle of a board; the board before has its record."""
    await table.four()
    await table.bids({"t": "call", "call": "1D", "alert": True, "explanation": "may be short"})
    await table.goes("P", "P", "P")
    await table.out("randomly")
    await table.next_deal()
    await table.goes("1S", "P")
    await table.host(terminate=True)


async def uploaded(table: Story) -> None:
    """The second of two uploaded boards, in play."""
    await table.four(boards=MIXED, name="Set 1")
    await table.goes("1NT", "P", "3NT", "P", "P", "P")
    await table.out()
    await table.next_deal()
    await table.goes("1H", "P", "P", "P")
    await table.first(5)


async def uploaded_done(table: Story) -> None:
    """Uploaded boards that are all played; the table has a director and stays open for corrections."""
    await _directed(table, boards=MIXED)
    await table.goes("1H", "P", "P", "P")
    await table.out()
    await table.next_deal()
    await table.goes("P", "P", "P", "P")
    await table.passes_s(2)
    await table.rule({"t": "tricks", "tricks": 9, "board": 1, "reason": "a concession cancelled"})


async def proven(table: Story) -> None:
    """A claim of all thirteen tricks that holds whatever the unseen cards are."""
    await table.four(boards=SUITS, options={"proven_claims": True}, policy={**QUIET, "pause_ms": 600_000})
    await table.goes("7S", "P", "P", "P")
    await table.first(2)
    await table.act("North", {"t": "claim", "tricks": 13})
    await until(lambda: table.now.over)


async def paused(table: Story) -> None:
    """The host has stopped the table and given it time."""
    await table.four(policy={"clock": {"kind": "move", "move_ms": 45_000}, "pause_ms": 1000})
    await table.goes("1C", "P")
    await table.passes_s(7)
    await table.host(pause=True)
    await table.passes_s(100)
    await table.host(pause=False)
    await table.passes_s(2)
    await table.host(add_ms=30_000)
    await table.goes("1D")
    await table.host(pause=True)


async def offices(table: Story) -> None:
    """A director by consent of all, a commentator, guests, and watchers who were let look into a hand."""
    await table.open("bridge", {**QUIET, "access": "invited", "correction_ms": 60_000})
    guests = ["p-Dora", "p-Carl", "p-Wat", "p-Ken", *(f"p-{name}" for name in COMPASS)]
    await table.host(invited=guests, onlookers=["p-Olga"], unwelcome=["p-Bad"])
    for name in ("Dora", "Carl", "Wat", "Ken", "Olga"):
        await table.watch(name, "public")
    await table.host(commentators=["p-Carl"])
    await table.watch("Carl", "commentator")
    await table.sit(*COMPASS)
    await table.dealt()
    await table.refused("Host", "host", table=table.table, directors=["p-Dora"])
    for name in COMPASS[:3]:
        await table.ask(name, "consent", table=table.table, player="p-Dora")
    await table.ask("West", "consent", table=table.table, player="p-Ken", office="commentator")
    await table.ask("West", "consent", table=table.table, player="p-Ken", office="commentator", agree=False)
    await table.goes("1H", "P")
    await table.refused("Wat", "watch", table=table.table, **{"as": 1})
    await table.ask("East", "show", table=table.table, player="p-Wat")
    await table.watch("Wat", 1)
    await table.ask("North", "show", table=table.table, player="p-Ken")
    await table.watch("Ken", 0)
    await table.ask("North", "show", table=table.table, player="p-Ken", hand=False)
    await table.ask("Host", "host", table=table.table, host="p-Olga")


async def appointed(table: Story) -> None:
    """A director named in mid-board, as all four have agreed; a leave to look and offices that last."""
    await table.open("bridge", {**QUIET, "substitute": "plain"})
    for name in ("Dora", "Carl", "Wat"):
        await table.watch(name, "public")
    await table.host(commentators=["p-Carl"], invited=["p-Wat"], onlookers=["p-On"], unwelcome=["p-Bad"])
    await table.sit(*COMPASS)
    await table.dealt()
    for name in COMPASS:
        await table.ask(name, "consent", table=table.table, player="p-Dora")
    await table.host(directors=["p-Dora"])
    await table.watch("Dora", "director")
    await table.ask("East", "show", table=table.table, player="p-Wat")
    await table.goes("P", "P", "P", "P")
    await table.next_deal()
    await table.goes("1D")
    await table.host("Dora", place={"2": "p-Wat"}, seats={"3": "plain"})
    await table.host("Dora", place={"1": None})


async def newcomer(table: Story) -> None:
    """A newcomer in the chair of a player that stood up, as the others have agreed; one agrees no more."""
    await table.open("bridge", {**QUIET, "substitute": "plain"})
    for name in ("Wat", "Ken"):
        await table.watch(name, "public")
    await table.host(invited=["p-Ken"])
    await table.sit(*COMPASS)
    await table.dealt()
    await table.goes("1H", "P")
    await table.ask("West", "stand", table=table.table)
    await table.refused("Wat", "sit", table=table.table, seat=3)
    for name in COMPASS[:3]:
        await table.ask(name, "consent", table=table.table, player="p-Wat", office="seat", seat=3)
    await table.ask("South", "consent", table=table.table, player="p-Bob", office="seat", seat=1, agree=True)
    await table.ask("South", "consent", table=table.table, player="p-Bob", office="seat", seat=1, agree=False)
    await table.ask("Wat", "sit", table=table.table, seat=3)
    await table.ask("East", "stand", table=table.table)
    await table.ask("Ken", "sit", table=table.table, seat=1)
    await table.goes("2H")


async def live(table: Story) -> None:
    """Watchers see all hands at once, and may not sit in this board; a player has left his seat."""
    await table.four(policy={**QUIET, "hands": "live"})
    await table.watch("Wat", "all")
    await table.watch("Ken", 2)
    await table.goes("1NT", "P")
    await table.ask("South", "stand", table=table.table)
    await table.ask("Una", "sit", table=table.table, seat=2)
    await table.watch("Una", "seat")
    await table.goes("2C")


async def delayed(table: Story) -> None:
    """Watchers are a board and a minute behind, in private."""
    delay = {"ms": 60_000, "boards": 1}
    await table.four(policy={**QUIET, "delay": delay, "access": "private"})
    await table.watch("Wat", "public")
    await table.goes("P", "1NT", "P", "P", "P")
    await table.first(10)


async def absent(table: Story) -> None:
    """A player is gone: a robot came for him; another stood up; a third came back and his robot went."""
    policy = {**QUIET, "hold_ms": 5_000, "substitute": "plain"}
    await table.four(policy=policy)
    await table.goes("1S", "P")
    table.goes_away("North")
    table.goes_away("East")
    await until(lambda: table.now.chairs[0].owner and table.now.chairs[1].owner)
    await table.watch("East", "seat")
    await table.ask("Una", "sit", table=table.table, seat=0)
    await table.watch("Una", "seat")
    await table.ask("West", "stand", table=table.table)


async def given_up(table: Story) -> None:
    """A player who was away gave up his seat, which another has."""
    await table.four(policy={**QUIET, "hold_ms": 5_000})
    await table.goes("P")
    table.goes_away("South")
    await until(lambda: table.now.chairs[2].owner)
    await table.ask("Una", "sit", table=table.table, seat=2)
    await table.ask("South", "stand", table=table.table)


async def relieved(table: Story) -> None:
    """Players came to seats while a robot was to decide for them, which it still does."""
    policy = {**QUIET, "hold_ms": 5_000, "substitute": "plain", "expiry": "robot"}
    await table.open("bridge", policy, seats={"0": "plain"})
    for seat, name in enumerate(COMPASS[1:], 1):
        await table.ask(name, "sit", table=table.table, seat=seat)
        await table.watch(name, "seat")
    await until(lambda: table.now.game.to_act(table.now.state))
    await table.ask("North", "sit", table=table.table, seat=0)
    await table.watch("North", "seat")
    await table.goes("1S")
    table.goes_away("East")
    await until(lambda: table.now.chairs[1].owner)
    await table.watch("East", "seat")


async def slow(table: Story) -> None:
    """Time ran out, and a robot plays for the slow ones, until they are there again; the server was away."""
    policy = {"clock": {"kind": "move", "move_ms": 10_000}, "expiry": "robot", "substitute": "plain"}
    await table.four(policy=policy)
    await until(lambda: any(chair.relief for chair in table.now.chairs))
    seat = next(seat for seat, chair in enumerate(table.now.chairs) if chair.relief)
    await table.watch(COMPASS[seat], "seat")
    await table.goes("1C")
    await table.server_dies_for_s(40)
    for name in COMPASS:
        await table.watch(name, "seat")
    await table.goes("P")
    await until(lambda: any(chair.relief for chair in table.now.chairs))


async def forced(table: Story) -> None:
    """Calls and cards that the table made for players whose time ran out, and single cards in due time."""
    policy = {"clock": {"kind": "move", "move_ms": 10_000}, "tempo_ms": 700, "pause_ms": 600_000}
    await table.four(policy=policy, options={"stop_ms": 3_000})
    await table.goes("3C")
    await until(lambda: product.phase(table.now) == "play")
    for _ in range(300):
        if not table.now.game.to_act(table.now.state) or len(table.now.state.plays) >= 50:
            break
        seat = table.turn()[0]
        if len(table.now.game.legal_actions(table.now.state, seat)) > 1:
            await table.first(1)
        else:
            await table.passes_s(0.8)


async def screens(table: Story) -> None:
    """Play behind screens: explanations for the screen-mate alone, and tricks that are out of sight."""
    await table.four(options={"screens": True, "look_back": "law", "review": False, "own_card": True})
    await table.act("West", {"t": "system", "name": "Precision", "text": "1C is strong."})
    await table.bids({"t": "call", "call": "1C", "alert": True, "explanation": "strong"})
    seat = table.turn()[0]
    await table.act(COMPASS[seat - 1], {"t": "explain", "call": 0, "text": "16 or more"})
    await table.goes("P", "1S", "P", "P", "P")
    await table.first(11)


async def robots(table: Story) -> None:
    """Robots have two seats and nobody is timed; a player moved from one seat to another."""
    await table.open("bridge", seats={"1": "plain"})
    await table.sit("North")
    await table.ask("North", "sit", table=table.table, seat=2, move=True)
    await table.ask("Una", "sit", table=table.table, seat=0)
    await table.host(
        options={"boards": 4, "undo": "none"}, policy={**QUIET, "robot_ms": 0, "sits": "invited"}
    )
    await table.host(seats={"3": "plain"})
    await table.dealt()


async def _match(table: Story, **fields: object) -> None:
    done = await table.ask("Host", "match", **{"game": "bridge", "policy": QUIET, "count": 3, **fields})
    table.tables += [done["table"], done["other"]]
    for room, here in zip(("open", "closed"), table.tables, strict=True):
        await table.sit(*(f"{room} {seat}" for seat in "NESW"), table=here)
    for here in table.tables:
        await table.dealt(here)


async def match_with_a_log(table: Story) -> None:
    """A match with a log of its own: one board is compared, one room is ahead, and a player has changed."""
    await _match(table, boards=MIXED, name="Final")
    table.sets.append(f"set:{table.tables[0][:-1]}")
    await _board(table, 0, "1NT")
    await _board(table, 1, "1S")
    await table.ask("open N", "stand", table=table.tables[0])
    await table.ask("Eve", "sit", table=table.tables[0], seat=0)
    await table.next_deal(table.tables[0])
    await _board(table, 0, "2C")


async def set_of_three(table: Story) -> None:
    """Three tables play the same boards: one board is released, one table is ahead, and one is closed."""
    done = await table.ask("Host", "open_set", game="bridge", policy=QUIET, tables=3, count=3, name="Evening")
    table.tables += done["tables"]
    table.sets.append(f"set:{done['board_set']}")
    for number, here in enumerate(table.tables, 1):
        await table.sit(*(f"{number} {seat}" for seat in "NESW"), table=here)
    for room, call in ((0, "1NT"), (1, "2S"), (2, "P")):
        await _board(table, room, call)
    await _board(table, 1, "3D")
    await table.ask("Host", "host", table=table.tables[2], terminate=True)
    await table.passes_s(2)


async def _board(table: Story, room: int, call: str) -> None:
    """One room plays a board out."""
    here = table.tables[room]
    await table.dealt(here)
    await table.goes(call, table=here)
    await table.out(table=here)
    await table.passes_s(0.1)


async def match_opened(table: Story) -> None:
    """Both rooms of a match have been dealt their first board."""
    await _match(table, name="Final", boards=MIXED)


async def match_ahead(table: Story) -> None:
    """One room of a match is a board ahead, the other plays its first."""
    await _match(table)
    await _board(table, 0, "1NT")
    await table.next_deal()
    await table.goes("1H", table=table.tables[0])
    await table.goes("1NT", "P", "P", "P", table=table.tables[1])
    await table.first(5, table=table.tables[1])


async def match_compared(table: Story) -> None:
    """Both rooms have told each other of their first board; one of them plays the second."""
    await _match(table)
    for here in table.tables:
        await table.watch(f"Dora {here[-1]}", "public", table=here)
        await table.ask("Host", "host", table=here, pause=False)
    await _board(table, 0, "1NT")
    await _board(table, 1, "1S")
    await table.next_deal(table.tables[1])
    await table.goes("2H", "P", "P", "P", table=table.tables[1])
    await table.first(9, table=table.tables[1])


async def match_finished(table: Story) -> None:
    """All boards of a match are played and compared, and both tables have closed."""
    await _match(table, count=2)
    for board in range(2):
        for room, call in ((1, "1C"), (0, "2NT")):
            if board:
                await table.dealt(table.tables[room])
            await _board(table, room, call)
        await table.passes_s(2)
    await until(lambda: all(table.server.table(here).closed for here in table.tables))
    await table.passes_s(5)


async def match_ended_early(table: Story) -> None:
    """One room has an adjusted board and was ended by its host, so that the other is told of the end."""
    done = await table.ask("Host", "match", game="bridge", policy=QUIET, count=2)
    table.tables += [done["table"], done["other"]]
    await table.watch("Dora", "public")
    await table.host(directors=["p-Dora"])
    for room, here in zip(("open", "closed"), table.tables, strict=True):
        await table.sit(*(f"{room} {seat}" for seat in "NESW"), table=here)
    for here in table.tables:
        await table.dealt(here)
    await table.rule({"t": "artificial", "north_south": "plus", "east_west": "average"})
    await _board(table, 1, "1D")
    await table.passes_s(1)
    await table.host(terminate=True)
    await table.passes_s(5)
    await table.goes("1S", table=table.tables[1])


async def played_again(table: Story) -> None:
    """A finished board that its North plays again against robots, from the third card on."""
    await table.four(boards=SUITS, policy={**QUIET, "pause_ms": 600_000})
    await table.goes("1NT", "P", "P", "P")
    await table.out()
    again = {"deal": f"{table.table}.7", "moves": 6, "seat": 0}
    seats = {"1": "plain", "2": "plain", "3": "plain"}
    done = await table.ask("North", "open", game="bridge", policy=QUIET, seats=seats, again=again)
    table.tables.insert(0, done["table"])
    await table.watch("North", "seat")


async def robot_of_an_owner(table: Story) -> None:
    """A robot with an owner in one of the seats: in its entry, and in the base of the next board."""
    await table.open("bridge", boards=MIXED)
    await table.sit("Robot Ada", "East", "South", "West")
    await table.dealt()
    await table.goes("P", "P", "P", "P")
    await table.next_deal()
    await table.goes("1C", "P")


async def next_wanted(table: Story) -> None:
    """A board whose players want the next one and wait with it, and the next board after it."""
    await table.four(boards=MIXED, policy={**QUIET, "next_ms": 60_000})
    await table.goes("P", "P", "P", "P")
    await table.ask("North", "next", table=table.table)
    await table.ask("East", "wait", table=table.table)
    await table.ask("West", "wait", table=table.table)
    await table.passes_s(30)
    await table.ask("East", "next", table=table.table)
    await table.ask("Host", "next", table=table.table)
    await table.ask("South", "next", table=table.table)
    await table.ask("West", "next", table=table.table)
    await table.dealt()
    await table.goes("P", "P", "P")


TABLES = {
    "bridge-opened": opened,
    "bridge-auction": auction,
    "bridge-play": play,
    "bridge-claim": claim,
    "bridge-face-down": face_down,
    "bridge-disputed": disputed,
    "bridge-played-on": played_on,
    "bridge-undone": undone,
    "bridge-law25": law25,
    "bridge-ruled": ruled,
    "bridge-adjusted": adjusted,
    "bridge-third-board": third_board,
    "bridge-cut-rubber": cut_rubber,
    "bridge-next-rubber": next_rubber,
    "bridge-chicago": chicago,
    "bridge-cut-once": cut_once,
    "bridge-closed": closed,
    "bridge-terminated": terminated,
    "bridge-uploaded": uploaded,
    "bridge-uploaded-done": uploaded_done,
    "bridge-proven": proven,
    "bridge-paused": paused,
    "bridge-offices": offices,
    "bridge-appointed": appointed,
    "bridge-newcomer": newcomer,
    "bridge-live": live,
    "bridge-delayed": delayed,
    "bridge-absent": absent,
    "bridge-given-up": given_up,
    "bridge-relieved": relieved,
    "bridge-slow": slow,
    "bridge-forced": forced,
    "bridge-screens": screens,
    "bridge-robots": robots,
    "bridge-next-wanted": next_wanted,
    "bridge-robot-of": robot_of_an_owner,
    "bridge-played-again": played_again,
    "match-opened": match_opened,
    "match-ahead": match_ahead,
    "match-compared": match_compared,
    "match-finished": match_finished,
    "match-ended-early": match_ended_early,
    "match-with-a-log": match_with_a_log,
    "set-of-three": set_of_three,
}
