"""Bridge in the browser: four players play a board by keyboard and by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1 import bridge
from protocol.v1.cards import Card
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import Stage, bid, finished, four_people
from tests.browser.site import Site
from tests.browser.test_screens import settle, violations
from tests.games.bridge.deals import EXAMPLE

NORTH, EAST, SOUTH, WEST = range(4)
BOARD = """[Event ""]
[Board "1"]
[Dealer "S"]
[Vulnerable "NS"]
[Deal "N:QJ82.K74.A65.Q93 A953.Q2.T94.J862 K4.AJ65.KQ32.K74 T76.T983.J87.AT5"]
"""
STRAINS = ("C", "D", "H", "S", "NT")


class Player:
    """A person in front of a page, who uses only the keyboard, or only a finger."""

    def __init__(self, page: Any, *, keys: bool) -> None:
        self.page = page
        self.keys = keys

    def press(self, control: Any) -> None:
        expect(control).to_be_enabled()
        if self.keys:
            control.focus()
            self.page.keyboard.press("Enter")
        else:
            control.tap()

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def button_at_rest(self, name: str) -> None:
        """Press a button once it stands still: the page may have just given its place to another thing."""
        control = self.page.get_by_role("button", name=name, exact=True)
        expect(control).to_be_enabled()
        place = None
        while (now := control.bounding_box()) != place:
            place = now
            self.page.wait_for_timeout(200)
        self.press(control)

    def type(self, name: str, text: str) -> None:
        self.write(self.page.locator(f"[name='{name}']"), text)

    def write(self, field: Any, text: str) -> None:
        """Replace the text of a field."""
        if self.keys:
            field.focus()
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.type(text)
        else:
            field.tap()
            field.fill(text)

    def tick(self, field: Any) -> None:
        """Tick a box, or choose one of several ways."""
        if self.keys:
            field.focus()
            self.page.keyboard.press("Space")
        else:
            field.tap()
        expect(field).to_be_checked()

    def call(self, call: str) -> None:
        """Make a call at this player's turn: typed, or with the bidding box."""
        self.wait_for_turn()
        if self.keys:
            self.page.keyboard.type(call.lower())
        elif call in ("P", "X", "XX"):
            self.press(self.page.locator(f".br-special [data-call='{call}']"))
        else:
            self.bid(call)
        if call in ("X", "XX"):
            self.button("Yes")

    def bid(self, call: str) -> None:
        """Make a bid with the buttons of the bidding box: the level, then the strain."""
        self.wait_for_turn()
        self.button(f"Level {call[0]}")
        self.press(self.page.locator(".br-strains button").nth(STRAINS.index(call[1:])))

    def play(self, card: str) -> None:
        place = self.page.locator(f"button[data-card='{card}']")
        expect(place).to_be_visible()
        if self.keys:
            self.page.keyboard.type(card.lower())
        else:
            place.tap()
        expect(self.page.locator(f".br-played [data-card='{card}']")).to_be_visible()

    def wait_for_turn(self) -> None:
        expect(self.page.locator(".br-prompt.mine")).to_be_visible()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def open_call(self, index: int) -> None:
        self.press(self.page.locator(f"button.br-cell[data-call='{index}']:visible"))


def seated(site: Site, visit: Visit, *, keys: bool) -> list[Player]:
    """Seat four people in four browsers, North first."""
    people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    table = site.open(people[0], "bridge", boards=BOARD, policy={"pause_ms": 600_000})
    players = []
    for seat, guest in enumerate(people):
        page = visit(f"#/table/{table}?seat={seat}", guest, phone=not keys)
        expect(page.locator(f".br-side.bottom[data-seat='{seat}'] .br-plate")).to_contain_text("you")
        players.append(Player(page, keys=keys))
    return players


@pytest.mark.parametrize("keys", [True, False], ids=["by keyboard", "by touch"])
def test_four_browsers_play_a_board_with_every_action_of_bridge(site: Site, visit: Visit, keys: bool) -> None:
    players = seated(site, visit, keys=keys)
    north, east, south, west = players

    north.button("Convention cards")
    north.type("system", "Strong notrump")
    north.type("card", "1NT shows 15 to 17 points.")
    north.button("Submit")
    north.sees("The card is submitted.")
    north.button("Close")

    south.wait_for_turn()
    south.button("Alert")
    south.type("explanation", "15-17 balanced")
    south.bid("1NT")
    west.sees("15-17 balanced")
    expect(east.page.locator(".br-explained")).to_contain_text("15-17 balanced")
    expect(north.page.locator("button.br-cell[data-call='0']")).to_be_visible()
    assert "15-17 balanced" not in north.page.content(), "expected the explanation hidden from partner"

    west.button("Convention cards")
    west.button("Open the card of North-South")
    west.sees("1NT shows 15 to 17 points.")
    west.button("Close")

    west.open_call(0)
    west.type("text", "With a five-card major?")
    west.button("Ask")
    south.sees("With a five-card major?")
    south.type("answer", "Possibly, if 5332")
    south.button("Answer")
    west.sees("Possibly, if 5332")
    west.button("Close")
    south.open_call(0)
    south.type("text", "15 to 17, perhaps a five-card major")
    south.button("Explain")
    expect(west.page.locator(".br-explained")).to_contain_text("perhaps a five-card major")

    west.call("X")
    north.call("XX")
    east.call("P")
    south.call("P")
    west.call("2C")
    west.button("Undo")
    west.type("reason", "A slip")
    west.press(west.page.get_by_role("dialog").get_by_role("button", name="Undo"))
    north.sees("A slip")
    north.button("Do not allow")
    expect(south.page.locator(".br-notice").get_by_text("A slip")).to_have_count(0)
    north.call("3NT")
    east.call("P")
    south.call("P")
    west.call("P")
    for player in players:
        expect(player.page.locator(".br-info .br-contract")).to_contain_text("by South")

    west.play("HT")
    south.play("H4")
    east.play("HQ")
    south.play("HA")
    expect(north.page.locator(".br-played.wins")).to_have_attribute("data-seat", str(SOUTH))
    south.play("DK")
    south.button("Last trick")
    expect(south.page.locator(".br-played [data-card='HT']")).to_be_visible()
    south.button("Back to play")
    expect(south.page.locator(".br-played [data-card='DK']")).to_be_visible()
    west.play("D7")
    south.play("D5")
    south.button("Undo")
    south.type("reason", "I wanted the ace")
    south.press(south.page.get_by_role("dialog").get_by_role("button", name="Undo"))
    for player in (east, west):
        player.sees("I wanted the ace")
        player.button("Allow")
    south.play("DA")
    east.play("D4")

    claim(south, 11)
    east.sees("all high")
    east.button("Refuse")
    play_on(players)
    claim(south, 11)
    north.button("Doubt the claim")
    play_on(players)
    claim(south, 10)
    west.button("Accept")
    east.button("Accept")
    for player in players:
        expect(player.page.locator(".br-result")).to_contain_text("made with 3 over")
    west.button("Score")
    expect(west.page.get_by_role("dialog").get_by_role("row")).to_contain_text(["Board", "3NT"])
    hidden = "one => one.scrollWidth - one.clientWidth"
    assert west.page.locator(".br-scroll").evaluate(hidden) <= 0, "expected all columns of the score sheet"


def claim(player: Player, tricks: int) -> None:
    player.button_at_rest("Claim")
    player.button(str(tricks))
    player.button("all high")
    player.press(player.page.get_by_role("dialog").locator("button[type='submit']"))
    expect(player.page.get_by_role("dialog")).to_have_count(0)


def play_on(players: list[Player]) -> None:
    for player in players:
        player.button("Play on")
    for player in players:
        expect(player.page.locator(".br-notice")).to_have_count(0)


def test_a_player_may_bid_all_35_bids_with_one_tap(site: Site, visit: Visit) -> None:
    host = site.guest("Ann")
    robots = {"0": "plain", "1": "plain", "3": "plain"}
    table = site.open(host, "bridge", boards=BOARD, seats=robots)
    page = visit(f"#/table/{table}?seat=2", host, phone=True, oneTapBids=True)
    expect(page.locator(".br-bids .br-bid")).to_have_count(35)
    expect(page.locator(".br-prompt.mine")).to_be_visible()
    page.locator(".br-bids [data-call='7NT']").tap()
    expect(page.locator(".br-auction .br-call").first).to_contain_text("7")


def test_the_bidding_box_offers_only_legal_calls(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        bid(stage, table, people, SOUTH, "2H")
        page = visit(f"#/table/{table}", people[WEST])
        expect(page.locator(".br-prompt.mine")).to_be_visible()
        offered = {
            each.get_attribute("data-call") for each in page.locator(".br-special [data-call]:enabled").all()
        }
        assert offered == {"P", "X"}
        expect(page.get_by_role("button", name="Level 1")).to_be_disabled()
        page.get_by_role("button", name="Level 2").click()
        enabled = [each.is_enabled() for each in page.locator(".br-strains button").all()]
        assert enabled == [False, False, False, True, True], "expected spades and notrump over two hearts"
        page.keyboard.press("Escape")
        expect(page.locator(".br-strains button:enabled")).to_have_count(0)
        points = page.get_by_role("button", name="High-card points")
        expect(points).not_to_contain_text("5")
        points.click()
        expect(points).to_contain_text("5 HCP")


def test_a_finished_trick_stays_until_the_next_lead(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        bid(stage, table, people, SOUTH, "3NT", "P", "P", "P")
        page = visit(f"#/table/{table}", people[EAST])
        for seat, card in ((WEST, "HT"), (SOUTH, "H4"), (EAST, "HQ"), (SOUTH, "HA")):
            company.act(people[seat], table, bridge.PlayCard(Card(card)))
        expect(page.locator(".br-played")).to_have_count(4)
        expect(page.locator(".br-played.wins [data-card='HA']")).to_be_visible()
        company.act(people[SOUTH], table, bridge.PlayCard(Card("DK")))
        expect(page.locator(".br-played")).to_have_count(1)


def test_dummy_lies_with_trumps_first_and_the_declarer_plays_its_cards(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        bid(stage, table, people, SOUTH, "4H", "P", "P", "P")
        company.act(people[WEST], table, bridge.PlayCard(Card("ST")))
        page = visit(f"#/table/{table}", people[SOUTH])
        dummy = page.get_by_role("group", name="Dummy, North")
        expect(dummy.locator(".br-glyph")).to_have_text(["♥", "♠", "♦", "♣"])
        dummy.locator("button[data-card='S2']").click(position={"x": 10, "y": 8})
        expect(page.locator(".br-played.top [data-card='S2']")).to_be_visible()
        hand = page.get_by_role("group", name="Your hand").locator("[data-card]")
        assert hand.first.get_attribute("data-card") == "HA", "expected trumps to stand first in the hand"


@pytest.mark.parametrize("device", ["small desk", "phone"])
def test_after_a_board_the_four_hands_and_the_buttons_fit_the_window(
    site: Site, visit: Visit, device: str
) -> None:
    with Company(site.address) as company:
        at, susan = finished(Stage(site, company))
        page = visit(at, susan, phone=device == "phone")
        if device == "small desk":
            page.set_viewport_size({"width": 1024, "height": 768})
        expect(page.locator(".br-felt[data-phase=over] .br-open")).to_have_count(3)
        score = page.get_by_role("button", name="Score", exact=True)
        # On a phone, the way to the replay and the tabs stand over the bottom of the window.
        bar = page.locator(".people-replay").bounding_box()["y"] if device == "phone" else 768
        box = score.bounding_box()
        assert box["y"] + box["height"] <= bar


def test_a_player_reads_why_partners_call_has_no_explanation(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        call = bridge.MakeCall(bridge.Call("1NT"), True, "15 to 17")
        company.act(people[SOUTH], table, call)
        bid(stage, table, people, WEST, "P")
        north = Player(visit(f"#/table/{table}", people[NORTH]), keys=True)
        north.open_call(0)
        window = north.page.get_by_role("dialog")
        expect(window).to_contain_text("only the opponents see what partner's call means")
        expect(window.get_by_role("textbox")).to_have_count(0)
        north.page.keyboard.press("Escape")
        north.open_call(1)
        expect(window).to_contain_text("There is no explanation of this call.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_suits_in_explanations_have_the_colours_of_the_cards(site: Site, visit: Visit, theme: str) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        call = bridge.MakeCall(bridge.Call("1NT"), True, "3+♣ and 4♥")
        company.act(people[SOUTH], table, call)
        page = visit(f"#/table/{table}", people[WEST], theme=theme)
        expect(page.locator(".br-explained .suit-C")).to_have_text("♣")
        heart = page.locator(".br-explained .suit-H")
        assert colour(heart) == colour(page.locator(".br-side.bottom .card.suit-H").first)
        Player(page, keys=True).open_call(0)
        expect(page.get_by_role("dialog").locator(".suit-H")).to_have_text("♥")
        assert violations(page) == []


def colour(element: Any) -> str:
    seen: str = element.evaluate("one => getComputedStyle(one).color")
    return seen


@pytest.mark.parametrize("device", ["desk", "small desk", "phone"])
@pytest.mark.parametrize("calls", [["1NT"], ["3NT", "P", "P", "P"]], ids=["auction", "play"])
def test_the_whole_table_fits_the_window_and_a_finger_can_press_each_control(
    site: Site, visit: Visit, device: str, calls: list[str]
) -> None:
    phone = device == "phone"
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        bid(stage, table, people, SOUTH, *calls)
        company.wait_for_turn(people[WEST], table)
        if len(calls) > 1:
            company.act(people[WEST], table, bridge.PlayCard(Card("HT")))
        page = visit(f"#/table/{table}", people[SOUTH], phone=phone)
        if device == "small desk":
            page.set_viewport_size({"width": 1024, "height": 768})
        expect(page.locator(".br-side.bottom [data-card]")).to_have_count(13)
        bottom, height, wide, width = page.evaluate(
            "[document.querySelector('.br-page').getBoundingClientRect().bottom, innerHeight,"
            " document.documentElement.scrollWidth, innerWidth]"
        )
        assert bottom <= height and wide <= width
        if phone:
            sizes = page.locator(".br-page button:visible").evaluate_all(
                "all => all.map(each => [each.outerHTML.slice(0, 80), each.offsetWidth, each.offsetHeight])"
            )
            assert [each for each in sizes if min(each[1:]) < 44] == []


SIZES = [(1280, 800), (390, 844), (844, 390), (640, 400)]
"""A desk, a phone, a phone on its side, and a desk at a zoom of 200 %."""


def test_the_hand_and_the_bids_or_dummy_are_above_the_fold_at_every_size(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        page = visit(f"#/table/{table}", people[SOUTH])
        expect(page.locator(".br-prompt.mine")).to_be_visible()
        assert out_of_sight(page, ".br-box button, .br-side.bottom .card, .br-auction th") == []
        bid(stage, table, people, SOUTH, "3NT", "P", "P", "P")
        company.act(people[WEST], table, bridge.PlayCard(Card("HT")))
        expect(page.locator(".br-side.top button[data-card]").first).to_be_visible()
        assert out_of_sight(page, ".br-side .card, .br-played .card, .br-tools button:not(.br-phone)") == []


def out_of_sight(page: Any, wanted: str) -> list[str]:
    """Return what is not wholly in the window at one of the sizes: texts, each with the size."""
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found += page.locator(wanted).evaluate_all(
            """(all) => all.map((each) => [each, each.getBoundingClientRect()])
                .filter(([, { left, top, right, bottom }]) =>
                    left < 0 || top < 0 || right > innerWidth + 2 || bottom > innerHeight + 2)
                .map(([each]) => `${innerWidth}x${innerHeight}: ${each.textContent}`)"""
        )
    return found


def test_cards_stay_under_the_pointer_until_it_leaves_the_hand(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        bid(stage, table, people, SOUTH, "3NT", "P", "P", "P")
        for seat, card in ((WEST, "HT"), (SOUTH, "H4"), (EAST, "HQ")):
            company.act(people[seat], table, bridge.PlayCard(Card(card)))
        page = visit(f"#/table/{table}", people[SOUTH])
        places = page.locator(".br-side.bottom [data-place]")
        expect(places).to_have_count(13)
        before = left_edges(places)
        page.locator(".br-side.bottom button[data-card='HA']").click(position={"x": 10, "y": 8})
        expect(page.locator(".br-played.bottom [data-card='HA']")).to_be_visible()
        page.locator(".br-side.bottom button[data-card='DK']").click(position={"x": 10, "y": 8})
        expect(page.locator(".br-played")).to_have_count(1)
        assert left_edges(places) == before
        page.mouse.move(5, 5)
        expect(places).to_have_count(11)


def left_edges(places: Any) -> dict[str, float]:
    edges: dict[str, float] = places.evaluate_all(
        "all => Object.fromEntries(all.map(each => [each.dataset.place, each.getBoundingClientRect().left]))"
    )
    return edges


def test_each_player_that_must_answer_a_claim_has_a_clock(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        clock = {"kind": "move", "move_ms": 600_000}
        table, people = four_people(stage, boards=BOARD, clock=clock)
        bid(stage, table, people, SOUTH, "3NT", "P", "P", "P")
        company.act(people[WEST], table, bridge.PlayCard(Card("HT")))
        page = visit(f"#/table/{table}", people[WEST])
        company.do(people[SOUTH], lambda client: client.act(table, bridge.Claim(11), None))
        clocks = page.locator(".br-plate:has(.clock)")
        expect(clocks).to_have_count(2)
        assert {each.get_attribute("data-seat") for each in clocks.all()} == {str(EAST), str(WEST)}
        page.get_by_role("button", name="Accept").click()
        expect(clocks).to_have_count(1)
        company.act(people[EAST], table, bridge.Vote(False))
        expect(clocks).to_have_count(4)


def test_with_screens_a_player_explains_partners_call_unasked(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD, options={"screens": True})
        bid(stage, table, people, SOUTH, "1NT")
        north, east = (Player(visit(f"#/table/{table}", people[seat]), keys=True) for seat in (NORTH, EAST))
        north.open_call(0)
        north.type("text", "15 to 17")
        north.button("Explain")
        expect(east.page.locator(".br-explained")).to_contain_text("North: 15 to 17 (given after the call)")
        east.open_call(0)
        expect(east.page.get_by_role("button", name="Explain", exact=True)).to_have_count(0)


def test_a_player_with_a_keyboard_stays_at_the_bidding_box_and_then_at_the_hand(
    site: Site, visit: Visit
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        table, people = four_people(stage, boards=BOARD)
        page = visit(f"#/table/{table}", people[SOUTH])
        expect(page.locator(".br-prompt.mine")).to_be_visible()
        tab_to(page, "[aria-label='Level 3']")
        page.keyboard.press("Enter")
        tab_to(page, ".br-strains button:nth-child(5)")
        page.keyboard.press("Enter")
        expect(page.locator(".br-auction .br-call").first).to_contain_text("3")
        focus_is_in(page, ".br-box")
        bid(stage, table, people, WEST, "P", "P", "P")
        company.act(people[WEST], table, bridge.PlayCard(Card("HT")))
        focus_is_in(page, ".br-side.bottom")
        expect(page.locator(".br-side.top button[data-card]").first).to_be_visible()
        tab_to(page, ".br-side.top button[data-card='H4']", backwards=True)
        page.keyboard.press("Enter")
        company.act(people[EAST], table, bridge.PlayCard(Card("H2")))
        focus_is_in(page, ".br-side.bottom")
        tab_to(page, ".br-side.bottom button[data-card='HA']")
        page.keyboard.press("Enter")
        expect(page.locator(".br-played [data-card='HA']")).to_be_visible()
        focus_is_in(page, ".br-page")


def tab_to(page: Any, wanted: str, *, backwards: bool = False) -> None:
    """Press Tab until an element has the focus."""
    page.locator(wanted).wait_for()
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"expected Tab to lead to {wanted}")


def focus_is_in(page: Any, place: str) -> None:
    page.wait_for_function("place => document.activeElement.closest(place) !== null", arg=place)


@pytest.mark.parametrize("phone", [False, True], ids=["at a desk", "on a phone"])
def test_the_marker_of_the_board_has_room_for_the_dealer_on_each_side(
    site: Site, visit: Visit, phone: bool
) -> None:
    host = site.guest("Host")
    for number in range(1, 5):
        boards = f'[Board "{number}"]\n[Deal "{EXAMPLE}"]\n'
        seats = dict.fromkeys(("0", "1", "2", "3"), "plain")
        table = site.open(host, "bridge", boards=boards, seats=seats, policy={"robot_ms": 60_000})
        page = visit(f"#/table/{table}", host, phone=phone)
        field = page.locator(".br-edge:has(.br-dealer)")
        expect(field).to_have_text(f"{'NESW'[number - 1]}D")
        spare = field.evaluate(
            """(field) => {
                const all = document.createRange(), frame = field.getBoundingClientRect();
                all.selectNodeContents(field);
                const content = all.getBoundingClientRect();
                return [content.left - frame.left, frame.right - content.right,
                    content.top - frame.top, frame.bottom - content.bottom];
            }"""
        )
        assert min(spare) >= -0.5, spare
        page.close()


def test_a_beginner_reads_the_rules_and_is_led_through_a_first_board(site: Site, visit: Visit) -> None:
    page = visit("#/", site.guest("Ann"))
    page.get_by_role("button", name="New here?").click()
    window = page.get_by_role("dialog", name="Rules")
    expect(window.get_by_role("heading", name="The auction")).to_be_visible()
    window.get_by_role("button", name="Play a first board").click()
    guide = page.get_by_role("complementary", name="Help with this board")
    expect(guide).to_contain_text("19 points")
    expect(page.get_by_role("heading", name="A first board")).to_be_visible()
    page.keyboard.type("1s")
    expect(guide).to_contain_text("bid the game: 4♠")
    page.reload()
    expect(guide).to_contain_text("bid the game: 4♠")
    page.keyboard.type("4s")
    expect(guide).to_contain_text("The contract is 4 spades by South: declarer needs 10 tricks.")
    expect(guide).to_contain_text("From the dummy:")
    expect(guide).to_contain_text("clubs")
    guide.get_by_role("button", name="Without help").click()
    expect(guide).to_have_count(0)
