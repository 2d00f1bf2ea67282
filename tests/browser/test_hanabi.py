"""Hanabi in the browser: a whole game, each action by keyboard and by touch, and suits without colours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1.hanabi import Discard
from tests.browser.company import Company
from tests.browser.conftest import PATIENCE_MS, Visit
from tests.browser.site import Guest, Site
from tests.browser.test_screens import violations

Page = Any
PAUSES = {"robot_ms": 50, "pause_ms": 600_000}


def table_for(site: Site, host: Guest, players: int = 2, **options: Any) -> str:
    """Open a table where robots have all seats but the first."""
    return site.open(
        host,
        "hanabi",
        options={"players": players, **options},
        seats={str(seat): "plain" for seat in range(1, players)},
        policy=PAUSES,
    )


def people(site: Site, *names: str, **options: Any) -> tuple[str, list[Guest]]:
    """Open a table without robots, and return it with one player for each name."""
    guests = [site.guest(name) for name in names]
    table = site.open(
        guests[0], "hanabi", options={"players": len(names), **options}, policy={"pause_ms": 600_000}
    )
    return table, guests


def seated(visit: Visit, table: str, guest: Guest, seat: int = 0, **how: Any) -> Page:
    page = visit(f"#/table/{table}?seat={seat}", guest, **how)
    page.wait_for_selector(".hanabi-mine .hanabi-card")
    return page


def my_turn(page: Page) -> None:
    page.wait_for_selector(".hanabi-panel[data-turn=mine]")


def hand(page: Page, seat: int) -> list[tuple[str, int]]:
    """Return the suits and ranks of a hand as a page shows them, the newest card first."""
    found = page.locator(f".hanabi-hand[data-seat='{seat}'] .hanabi-card").evaluate_all(
        "all => all.map((one) => [one.title, Number(one.querySelector('.hanabi-face b').innerText)])"
    )
    return [(suit, rank) for suit, rank in found]


def fact(page: Page, name: str) -> str:
    text: str = page.locator(f"[data-fact={name}] b").first.inner_text()
    return text


def log(page: Page) -> list[str]:
    """Return the moves as the page lists them, the first move first."""
    found: list[str] = page.locator(".hanabi-log li span:last-child").all_inner_texts()
    return found[::-1]


def moves_are(page: Page, count: int) -> None:

    # A window over the table may list the moves a second time.
    expect(page.locator(".hanabi > .hanabi-log li")).to_have_count(count, timeout=PATIENCE_MS)


def heard(page: Page) -> str:
    text: str = page.locator(".heard[role=log]").inner_text()
    return text


def press(page: Page, seat: int, slot: int) -> Any:
    card = page.locator(f".hanabi-hand[data-seat='{seat}'] .hanabi-card[data-slot='{slot}']")
    card.tap() if page.evaluate("navigator.maxTouchPoints") else card.click()
    return card


def button(page: Page, name: str) -> Any:
    return page.locator(".hanabi-panel").get_by_role("button", name=name, exact=True)


def piles(page: Page, suits: list[str]) -> dict[str, int]:
    tops = page.locator(".hanabi-pile b").all_inner_texts()
    return {suit: int(top or 0) for suit, top in zip(suits, tops, strict=True)}


SUITS = ["Red", "Green", "Blue"]


def move_of(page: Page, other: Page, seat: int, turn: int) -> None:
    """Make a sensible move for the player of a page, whose cards the other page shows."""
    mine, tops, tokens = hand(other, seat), piles(page, SUITS), int(fact(page, "clues"))
    fits = [slot for slot, (suit, rank) in enumerate(mine, 1) if tops[suit] + 1 == rank]
    if fits:
        press(page, seat, fits[0])
        button(page, "Play").click()
        if button(page, "Play all the same").count():
            button(page, "Play all the same").click()
        return
    done = [slot for slot, (suit, rank) in enumerate(mine, 1) if rank <= tops[suit]]
    twice = [slot for slot, card in enumerate(mine, 1) if card in mine[slot:] or card in hand(page, 1 - seat)]
    loose = [slot for slot, (_, rank) in enumerate(mine, 1) if rank < 5]
    if tokens == 8 or not (done or twice or loose):
        # By turns a clue to a chosen card, and a clue to a chosen player.
        if turn % 2:
            press(page, 1 - seat, 1)
        else:
            page.locator(".hanabi-panel .hanabi-row button").first.click()
        page.locator(".hanabi-clue").first.click()
        page.locator(".hanabi-give").click()
        return
    press(page, seat, (done or twice or loose)[-1])
    button(page, "Discard").click()
    if button(page, "Discard all the same").count():
        button(page, "Discard all the same").click()


def test_two_people_play_a_game_to_its_end(site: Site, visit: Visit) -> None:
    table, (ann, bob) = people(site, "Ann", "Bob", variant="3 Suits", seed="s5")
    pages = [visit(f"#/table/{table}?seat={seat}", guest) for seat, guest in enumerate((ann, bob))]
    for page in pages:
        page.wait_for_selector(".hanabi-mine .hanabi-card")
    for turn in range(60):
        if pages[0].locator(".hanabi-result").count():
            break
        seat = turn % 2
        my_turn(pages[seat])
        move_of(pages[seat], pages[1 - seat], seat, turn)
        for page in pages:
            moves_are(page, turn + 1)
    result = site.view(table)["pub"]["result"]
    assert result["end"] == 1
    assert result["score"] >= 12
    for page in pages:
        page.wait_for_selector(".hanabi-result")
        said = page.locator(".hanabi-result").inner_text()
        assert f"{result['score']} of 15 points" in said
        assert f"{result['turns']} turns" in said
        assert "The game is over" in heard(page)
        assert fact(page, "score") == str(result["points"])


def test_before_a_clue_is_given_the_cards_that_it_touches_rise(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, seed="s3"), ann)
    my_turn(page)
    cards = hand(page, 1)
    press(page, 1, 1)
    offered = page.locator(".hanabi-clue").evaluate_all("all => all.map(one => one.dataset.clue)")
    assert offered == [cards[0][0], str(cards[0][1])]
    for clue, touched in (
        (str(cards[0][1]), [rank == cards[0][1] for _, rank in cards]),
        (cards[0][0], [suit == cards[0][0] for suit, _ in cards]),
    ):
        page.locator(f".hanabi-clue[data-clue='{clue}']").click()
        raised = page.locator(".hanabi-hand[data-seat='1'] .hanabi-card").evaluate_all(
            "all => all.map(one => one.classList.contains('raised'))"
        )
        assert raised == touched
    assert fact(page, "clues") == "8"
    assert log(page) == []
    page.locator(".hanabi-give").click()
    page.wait_for_selector(".hanabi-log li")
    assert log(page)[0].startswith(f"Ann clues Robot 2 with {cards[0][0]}: slot")


def test_each_action_is_made_by_keyboard(site: Site, visit: Visit) -> None:
    table, (ann, bob) = people(site, "Ann", "Bob", seed="s3")
    one, two = (seated_soon(visit, table, guest, seat) for seat, guest in enumerate((ann, bob)))
    my_turn(one)
    cards = hand(one, 1)
    one.keyboard.type("2" + str(cards[0][1]))
    one.wait_for_selector(".hanabi-give:focus")
    assert one.locator(".hanabi-card.raised").count() == [rank for _, rank in cards].count(cards[0][1])
    one.keyboard.press("Escape")
    assert one.locator(".hanabi-give").count() == 0
    letter = one.locator(f".hanabi-card[title={cards[0][0]}] .hanabi-face small").first.inner_text()
    one.keyboard.type("2" + letter.lower())
    one.wait_for_selector(".hanabi-give:focus")
    one.keyboard.press("Enter")
    moves_are(two, 1)
    assert log(two)[0].startswith(f"Ann clues Bob with {cards[0][0]}: slot")
    assert log(two)[0] in heard(two)
    my_turn(two)
    two.keyboard.type("d5")
    moves_are(one, 2)
    assert re.fullmatch(r"Bob discards \w+ \d from slot 5, draws \w+ \d", log(one)[1])
    my_turn(one)
    one.keyboard.type("p1")
    moves_are(two, 3)
    assert re.search(r"^Ann (plays|misplays) \w+ \d from slot 1", log(two)[2])
    one.keyboard.type("m2")
    one.keyboard.type("n")
    one.wait_for_selector(".hanabi-note input:focus")
    one.keyboard.type("maybe red")
    one.keyboard.press("Enter")
    one.wait_for_selector(".hanabi-mine .hanabi-card[data-slot='2'] .hanabi-noted")
    assert two.locator(".hanabi-noted").count() == 0
    one.locator(".hanabi-tools").get_by_role("button", name="Pause").press("Enter")
    two.locator(".hanabi-tools").get_by_role("button", name="Go on").press("Enter")
    one.locator(".hanabi-tools").get_by_role("button", name="Pause").wait_for()
    one.keyboard.type("vote")
    two.wait_for_selector(".hanabi-votes")
    assert two.locator(".hanabi-votes").inner_text() == "Ann for the end of the game: 1 of 2 votes"
    one.keyboard.type("vote")
    for page in (one, two):  # the page of the player that votes must know it, too, before the next vote
        page.wait_for_selector(".hanabi-votes", state="detached")
    one.keyboard.type("vote")
    two.wait_for_selector(".hanabi-votes")
    two.keyboard.type("vote")
    for page in (one, two):
        page.wait_for_selector(".hanabi-result")
        assert "the players have voted for the end" in page.locator(".hanabi-result").inner_text()
    # After the end, the notes of all players are shown.
    two.wait_for_selector(".hanabi-hand[data-seat='0'] .hanabi-card[data-slot='2'] .hanabi-noted")


def test_the_focus_stays_at_the_panel_after_a_move_by_keyboard(site: Site, visit: Visit) -> None:
    host = site.guest("Ann")
    page = seated(visit, table_for(site, host), host)
    my_turn(page)
    page.locator(".hanabi-mine .hanabi-card").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    moves_are(page, 2)
    assert page.evaluate("document.activeElement.closest('.hanabi-play') !== null")


def seated_soon(visit: Visit, table: str, guest: Guest, seat: int) -> Page:
    return visit(f"#/table/{table}?seat={seat}", guest)


def test_each_action_is_made_by_touch_on_a_phone(site: Site, visit: Visit) -> None:
    table, (ann, bob) = people(site, "Ann", "Bob", seed="s3")
    one, two = (
        visit(f"#/table/{table}?seat={seat}", guest, phone=True) for seat, guest in enumerate((ann, bob))
    )
    my_turn(one)
    press(one, 1, 1)
    one.locator(".hanabi-clue").last.tap()
    assert one.locator(".hanabi-card.raised").count() >= 1
    one.locator(".hanabi-give").tap()
    moves_are(two, 1)
    my_turn(two)
    press(two, 1, 5)
    button(two, "Discard").tap()
    moves_are(one, 2)
    my_turn(one)
    press(one, 0, 1)
    button(one, "Play").tap()
    moves_are(two, 3)
    press(one, 0, 2)
    one.locator(".hanabi-note input").fill("maybe red")
    one.locator(".hanabi-note input").press("Enter")
    one.wait_for_selector(".hanabi-mine .hanabi-card[data-slot='2'] .hanabi-noted")
    my_turn(two)
    two.locator(".hanabi-panel .hanabi-row button").first.tap()
    two.locator(".hanabi-clue").first.tap()
    two.locator(".hanabi-give").tap()
    moves_are(one, 4)
    one.locator(".hanabi-tools").get_by_role("button", name="Pause").tap()
    two.locator(".hanabi-tools").get_by_role("button", name="Go on").tap()
    for page in (one, two):
        page.locator(".hanabi-tools").get_by_role("button", name="Vote to end").tap()
    for page in (one, two):
        page.wait_for_selector(".hanabi-result")


@pytest.mark.parametrize("phone", [False, True], ids=["by keyboard", "by touch"])
def test_the_last_card_of_the_deck_is_played(site: Site, visit: Visit, phone: bool) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    options = {"players": 2, "variant": "3 Suits", "deck_plays": True, "seed": "s1"}
    table = site.open(ann, "hanabi", options=options, policy={"pause_ms": 600_000})
    with Company(site.address) as company:
        for seat, guest in enumerate((ann, bob)):
            company.sit(guest, table, seat)
        turn = 0
        company.wait_for_turn(ann, table)  # before the deal, no card is left in the deck either
        while site.view(table)["pub"]["left"] > 1 or turn % 2:
            guest = (ann, bob)[turn % 2]
            company.wait_for_turn(guest, table)
            company.act(guest, table, next_move(company.table(guest, table).view))
            turn += 1
        page = visit(f"#/table/{table}", ann, phone=phone)
        my_turn(page)
        last = site.view(table, "seat", ann)["own"]["plays"][-1]
        assert site.view(table)["pub"]["left"] == 1
        if phone:
            button(page, "Play the last card of the deck").tap()
        else:
            page.keyboard.type("pd")
        page.wait_for_selector(f".hanabi-log li:nth-child({turn + 1})", state="attached")
        assert str(last) in site.view(table)["pub"]["fates"]
        assert re.match("Ann (plays|misplays) ", log(page)[-1])


def next_move(view: Any) -> Any:
    """Return a move that keeps the game going: a discard, or a clue while no discard is allowed."""
    legal = view.own.legal_actions()
    return next((move for move in legal if isinstance(move, Discard)), legal[-1])


@pytest.mark.parametrize(
    "variant",
    [
        "6 Suits",
        "Rainbow & Omni (6 Suits)",
        "White & Null (6 Suits)",
        "Extremely Ambiguous (6 Suits)",
        "Dual-Color (6 Suits)",
        "Dark Prism & Dark Orange (6 Suits)",
        "Matryoshka (6 Suits)",
    ],
)
def test_suits_are_told_apart_without_their_colours(site: Site, visit: Visit, variant: str) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, variant=variant), ann)
    piles = page.locator(".hanabi-pile")
    shapes = piles.locator("path").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    letters = piles.locator("small").all_inner_texts()
    assert len({*shapes}) == len({*letters}) == len(shapes) == 6
    for card in page.locator(".hanabi-hand[data-seat='1'] .hanabi-face").all():
        assert card.locator("path").get_attribute("d") in shapes
        assert card.locator("small").inner_text() in letters


def test_a_play_that_cannot_fit_is_asked_again(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    table, (ann, bob) = people(site, "Ann", "Bob", variant="3 Suits", seed="s1")
    one, two = (seated_soon(visit, table, guest, seat) for seat, guest in enumerate((ann, bob)))
    my_turn(one)
    ranks = [rank for _, rank in hand(one, 1)]
    slot = next(slot for slot, rank in enumerate(ranks, 1) if rank > 1)
    press(one, 1, slot)
    one.locator(".hanabi-clue").last.click()
    one.locator(".hanabi-give").click()
    my_turn(two)
    two.keyboard.type(f"p{slot}")
    two.wait_for_selector("button:focus:text('Play all the same')")
    assert "playing it is a strike" in two.locator(".hanabi-panel").inner_text()
    assert len(log(two)) == 1
    two.keyboard.press("Enter")
    moves_are(one, 2)
    assert "Bob misplays" in log(one)[1]
    expect(one.locator(".hanabi-strikes .full")).to_have_count(1)


def test_every_card_has_a_name_for_a_screen_reader(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann), ann)
    mine = page.locator(".hanabi-mine .hanabi-card .heard").all_inner_texts()
    assert mine[0] == "slot 1, newest: can be any card"
    assert mine[-1] == "slot 5, oldest: can be any card"
    theirs = page.locator(".hanabi-hand[data-seat='1'] .hanabi-card .heard").all_inner_texts()
    suit, rank = hand(page, 1)[0]
    assert theirs[0].startswith(f"slot 1, newest: {suit} {rank}, its player knows nothing of it")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_whole_table_fits_a_desk(site: Site, visit: Visit, players: int) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, players, variant="6 Suits"), ann)
    my_turn(page)
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.click()
    bottom = page.locator(".hanabi").evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom <= 800
    assert page.locator(".hanabi-note").evaluate("one => one.getBoundingClientRect().bottom") <= 800


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_hands_and_the_move_fit_a_small_desk(site: Site, visit: Visit, players: int) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, players, variant="6 Suits"), ann)
    page.set_viewport_size({"width": 1024, "height": 768})
    my_turn(page)
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.click()
    assert page.locator(".hanabi-give").evaluate("one => one.getBoundingClientRect().bottom") <= 768
    assert page.locator("[data-fact=efficiency]").is_visible()
    for card in page.locator("button.hanabi-card").all():
        assert card.bounding_box()["width"] >= 44


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_small_phone_shows_all_hands_and_the_buttons_without_a_scroll(
    site: Site, visit: Visit, players: int, language: str
) -> None:
    ann = site.guest("Ann")
    table = table_for(site, ann, players, variant="6 Suits")
    page = seated(visit, table, ann, phone=True, language=language)
    page.set_viewport_size({"width": 360, "height": 740})
    my_turn(page)
    page.wait_for_timeout(300)
    below = "document.querySelector('.hanabi-tools').getBoundingClientRect()"
    assert page.locator(".hanabi-panel").evaluate("one => one.getBoundingClientRect().bottom") <= (
        page.evaluate(below + ".top") + 1
    )
    assert page.evaluate("scrollY") == 0
    tabs = page.locator(".people-tabs").bounding_box()
    assert abs(tabs["y"] + tabs["height"] - 740) < 1
    assert page.evaluate(below + ".bottom") <= tabs["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_phone_opens_the_cards_to_come_and_the_moves(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, 5, seed="s1"), ann, phone=True)
    my_turn(page)
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.tap()
    page.locator(".hanabi-give").tap()
    moves_are(page, 5)
    recent = page.locator(".hanabi-recent li").all_inner_texts()
    assert recent == log(page)[:0:-1], "expected the moves since the player's own, the last one first"
    page.get_by_role("button", name="Moves", exact=True).tap()
    window = page.get_by_role("dialog")
    assert "Ann clues Robot 2" in window.locator(".hanabi-log li").last.inner_text()
    window.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Cards", exact=True).tap()
    expect(window.locator("td:visible")).to_have_count(25)
    assert window.locator("[data-fact=efficiency]").is_visible()
    counts, cards = (window.locator(part).bounding_box() for part in (".hanabi-status", ".hanabi-remaining"))
    assert counts["y"] + counts["height"] <= cards["y"], "expected the cards to come below the counts"
    assert violations(page) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_phone_the_hands_and_the_buttons_of_a_move_fit_the_width(
    site: Site, visit: Visit, players: int
) -> None:
    ann = site.guest("Ann")
    page = seated(visit, table_for(site, ann, players, variant="6 Suits"), ann, phone=True)
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for card in page.locator("button.hanabi-card").all():
        box = card.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_character_shows_its_rule_and_what_it_forbids(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    table = table_for(site, ann, 3, detrimental_characters=True)
    page = seated(visit, table, ann)
    characters = site.view(table)["pub"]["characters"]
    shown = page.locator(".hanabi-character")
    expect(shown).to_have_count(3)
    for seat, character in enumerate(characters):
        told = page.locator(f".hanabi-hand[data-seat='{seat}'] .hanabi-character").inner_text()
        assert told.startswith(character["name"])
        assert len(told) > len(character["name"]) + 10
    page.get_by_role("button", name="Rules", exact=True).click()
    said = page.locator("dialog").inner_text()
    assert all(character["name"] in said for character in characters)


def test_a_watcher_sees_no_card_and_no_button_of_a_move(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    table = table_for(site, ann, 3)
    seated(visit, table, ann)
    page = visit(f"#/table/{table}")
    page.wait_for_selector(".hanabi-card")
    expect(page.locator(".hanabi-card")).to_have_count(15)
    expect(page.locator(".hanabi-card.down")).to_have_count(15)
    page.locator(".hanabi-card").first.click()
    assert page.locator(".hanabi-note").count() == 0
    assert page.locator(".hanabi-panel").get_by_role("button").all_inner_texts() == ["×"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_on_a_table_in_play(site: Site, visit: Visit, theme: str, phone: bool) -> None:
    ann = site.guest("Ann")
    table = table_for(site, ann, 4, variant="Black & Muddy Rainbow (6 Suits)", seed="s1")
    page = seated(visit, table, ann, phone=phone, theme=theme)
    my_turn(page)
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.click()
    page.locator(".hanabi-give").click()
    page.wait_for_selector(".hanabi-log li:nth-child(4)", state="attached")
    my_turn(page)
    press(page, 1, 1)
    page.locator(".hanabi-clue").last.click()
    page.wait_for_timeout(800)
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    assert violations(page) == []


def test_a_watcher_sees_all_hands_where_the_host_allows_it_and_may_choose_less(
    visit: Visit, site: Site
) -> None:
    policy = {**PAUSES, "robot_ms": 60_000, "hands": "live"}
    seats = {"0": "plain", "1": "plain"}
    table = site.open(site.guest("Host"), "hanabi", options={"players": 2}, seats=seats, policy=policy)
    page = visit(f"#/table/{table}", site.guest("Wanda"))
    view = page.get_by_role("combobox", name="You see")
    expect(view).to_have_value("all")
    page.wait_for_selector(".hanabi-hand[data-seat='1'] .hanabi-face")
    assert len(hand(page, 0)) == len(hand(page, 1)) == 5
    view.select_option("public")
    expect(view).to_have_value("public")
    page.wait_for_timeout(300)
    assert view.input_value() == "public", "expected the choice to stay"
