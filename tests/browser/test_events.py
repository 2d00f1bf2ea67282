"""An event on the page: a director and four players in five windows play three rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.evenings import begin, evening
from tests.browser.site import Guest, Site


def test_a_director_and_four_players_in_five_windows_play_an_event_of_three_rounds(
    visit: Visit, site: Site
) -> None:
    people = {name: site.guest(name) for name in ("Dora", "Ann", "Ben", "Cleo", "Dan")}
    director = visit("#/", people["Dora"])
    director.get_by_role("link", name="Events with a ranking").click()
    open_event(director)
    event = re.sub(r".*#/event/([\w-]+).*", r"\1", director.url)
    conditions = site.event(event, people["Dora"])["conditions"]
    assert conditions["late_award"] == 50 * 100, "expected hundredths of a per cent"
    pages = {name: visit("#/events", people[name]) for name in ("Ann", "Ben", "Cleo", "Dan")}
    enter(pages, people["Dan"].id)

    # The draw is seen by the director alone until it is published.
    director.get_by_role("button", name="Make the draw of round 1").click()
    expect(director.get_by_text("Only directors see this draw.")).to_be_visible()
    assert site.event(event, people["Ann"])["rounds"] == []
    director.get_by_role("button", name="Publish the draw").click()
    director.get_by_role("button", name="Start round 1 now").click()

    # Each player is at the table without having chosen anything, and is told so.
    tables = [f"{event}-{number}-1" for number in (1, 2, 3)]
    for page in pages.values():
        page.wait_for_url(f"**/#/table/{tables[0]}")
        expect(page.locator(".events-bar")).to_contain_text("round 1 of 3: this is your table")
    # The next round comes by itself, wherever the player is; a page that is loaded anew shows the way back.
    pass_out(site, event, pages, people, 1, first_leaves=True)
    for page in pages.values():
        page.wait_for_url(f"**/#/table/{tables[1]}")
    pages["Ben"].goto(f"{site.address}/#/replay")
    pages["Ben"].reload()
    pages["Ben"].locator(".events-bar").get_by_role("link", name="To your table").click()
    pages["Ben"].wait_for_url(f"**/#/table/{tables[1]}")
    call_and_answer(director, pages["Ann"])
    site.asks_event(people["Dora"], event, "announce", text="Coffee is ready", table=1)
    announced = pages["Ann"].locator(".events-announced")
    expect(announced).to_contain_text("Coffee is ready")
    announced.get_by_role("button", name="Close").click()
    expect(announced).to_have_count(0)
    pass_out(site, event, pages, people, 2)
    for page in pages.values():
        page.wait_for_url(f"**/#/table/{tables[2]}")
    pass_out(site, event, pages, people, 3)

    expect(director.locator(".events-stage")).to_have_attribute("data-stage", "correction")
    rule(director)
    ann = pages["Ann"]
    ann.locator(".events-bar").get_by_role("link", name="Event").click()
    # No other table has played these boards, so that no result can be compared.
    expect(ann.locator(".events-place")).to_have_attribute("data-place", "over")
    expect(ann.locator(".events-place")).not_to_contain_text("Your rank")
    ann.get_by_role("button", name="Your score sheet").click()
    expect(ann.locator("tr[data-board='1']")).to_contain_text("Law 12C1")
    expect(ann.locator("tr[data-board='2']")).to_contain_text("Passed out")
    ann.get_by_role("button", name="Boards", exact=True).click()
    ann.locator("[data-board='2']").get_by_role("link", name="Replay of board 2 at table 1").click()
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Board 2")

    penalise(director, "−0,5", "Late at the table")
    one_conflict(director, site, event, people["Dora"])
    director.get_by_role("button", name="Make the results final").click()
    expect(director.locator(".events-stage")).to_have_text("Final")
    cleo = visit(f"#/event/{event}/ranking", people["Cleo"])
    expect(cleo.locator(".events-state")).to_have_text("final result")
    expect(cleo.locator(".events-own")).to_contain_text("Cleo – Dan")
    expect(cleo.locator(".events-place")).to_contain_text("Your rank: 1.")
    expect(cleo.locator(".events-carried")).to_contain_text("Ann – Ben: −0.5 · Late at the table")


def test_at_a_table_of_an_event_a_director_and_a_watcher_are_offered_the_event_and_no_seat(
    visit: Visit, site: Site
) -> None:
    event, dora = evening(site)
    begin(site, event, dora)
    site.asks_event(dora, event, "hold", on=True)
    for guest in (dora, site.guest("Wanda")):
        for phone in (False, True):
            page = visit(f"#/table/{event}-1-1", guest, phone=phone)
            expect(page.locator(".br-felt")).to_be_visible()
            expect(page.get_by_text("Robot", exact=True).first).to_be_visible()
            expect(page.locator(".br-sit, .br-move, .people-seats button")).to_have_count(0)
            page.get_by_role("link", name="Event", exact=False).locator("visible=true").click()
            page.wait_for_url(re.compile(f"#/event/{event}"))
            expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday at the club")


def test_two_fast_requests_of_a_director_conflict_only_with_those_of_another_director(
    visit: Visit, site: Site
) -> None:
    event, dora = evening(site)
    director = drawn(visit, site, event, dora)
    site.asks_event(dora, event, "change", name="Monday at the club")
    assert two_at_once(director, event) == ["publish"]
    expect(director.get_by_role("alert")).to_contain_text("Another director has changed the event")
    expect(director.get_by_role("heading", level=1)).to_have_text("Monday at the club")
    assert site.event(event, dora)["rounds"][0]["stage"] == "drawn"

    assert two_at_once(director, event) == ["publish"]
    expect(director.locator(".events-tables [data-table='1']")).to_be_visible()
    expect(director.get_by_role("alert")).to_have_count(0)


def test_a_fast_second_request_is_refused_if_another_director_came_while_the_first_answer_was_lost(
    visit: Visit, site: Site
) -> None:
    event, dora = evening(site)
    director = drawn(visit, site, event, dora)
    with first_answer_lost(director, event) as sent:
        site.asks_event(dora, event, "change", name="Monday at the club")
    expect(director.get_by_role("alert")).to_contain_text("Another director has changed the event")
    expect(director.get_by_role("heading", level=1)).to_have_text("Monday at the club")
    assert sent == ["publish", "publish", "start"]
    assert site.event(event, dora)["rounds"][0]["stage"] == "published"


def test_a_fast_second_request_is_done_if_nothing_else_came_while_the_first_answer_was_lost(
    visit: Visit, site: Site
) -> None:
    event, dora = evening(site)
    director = drawn(visit, site, event, dora)
    with first_answer_lost(director, event) as sent:
        pass
    expect(director.locator(".events-tables [data-table='1']")).to_be_visible()
    expect(director.get_by_role("alert")).to_have_count(0)
    assert sent == ["publish", "publish", "start"]


def test_two_players_that_both_look_for_a_partner_find_each_other(visit: Visit, site: Site) -> None:
    event, _ = evening(site)
    ann, ben = site.guest("Ann"), site.guest("Ben")
    pages = [visit(f"#/event/{event}", guest) for guest in (ann, ben)]
    for page in pages:
        page.get_by_role("button", name="Enter, and ask for a partner").click()
        expect(page.locator(".events-place")).to_have_attribute("data-place", "wants_partner")
    pages[1].get_by_role("button", name="Play with Ann").click()
    for page in pages:
        expect(page.locator(".events-place")).to_have_attribute("data-place", "checks_in")
        expect(page.locator(".events-own")).to_contain_text("Ann – Ben")
        expect(page.locator("tr[data-entry]")).to_have_count(7)


def test_a_player_at_the_keyboard_is_asked_before_an_entry_ends_and_keeps_the_focus(
    visit: Visit, site: Site
) -> None:
    event, _ = evening(site)
    ann = site.guest("Ann")
    site.asks_event(ann, event, "enter")
    page = visit(f"#/event/{event}", ann)
    page.get_by_role("button", name="Withdraw").press("Enter")
    expect(page.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Withdraw")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".events-place")).to_have_attribute("data-place", "may_enter")
    expect(page.locator(".events-place")).to_be_focused()


def open_event(page: Any) -> None:
    """Open a Swiss of three rounds with one board each by the form."""
    page.get_by_role("button", name="Open an event").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name of the event").fill("Tuesday")
    window.get_by_role("combobox", name="Movement").select_option("Swiss")
    window.get_by_role("combobox", name="Scoring").select_option("Total points")
    set_number(window, "Boards a round", "1")
    window.get_by_text("Time and more").click()
    set_number(window, "Break between rounds, in seconds", "0")
    late = window.get_by_role("group", name="Award of a late entry for each round that it missed")
    late.get_by_role("radio").last.check()
    window.get_by_role("button", name="Open the event").click()
    page.wait_for_url(re.compile(r"#/event/[\w-]+/direct$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday")


def set_number(window: Any, label: str, number: str) -> None:
    field = window.get_by_role("group", name=label).get_by_role("textbox")
    field.fill(number)
    field.press("Tab")


def enter(pages: dict[str, Any], dan: str) -> None:
    """Ben becomes the partner that Ann asks for, and Dan accepts Cleo's invitation; all check in."""
    for page in pages.values():
        page.get_by_role("link", name="Tuesday").click()
    pages["Ann"].get_by_role("button", name="Enter, and ask for a partner").click()
    expect(pages["Ann"].locator(".events-place")).to_have_attribute("data-place", "wants_partner")
    pages["Ben"].get_by_role("button", name="Play with Ann").click()
    pages["Cleo"].get_by_text("Enter with a partner").click()
    pages["Cleo"].get_by_label("Id of player 2").fill(dan)
    pages["Cleo"].get_by_role("button", name="Enter", exact=True).click()
    pages["Dan"].get_by_role("button", name="Accept").click()
    for page in pages.values():
        page.get_by_role("button", name="Check in").click()
        expect(page.locator(".events-place")).to_have_attribute("data-place", "waits")


def pass_out(
    site: Site,
    event: str,
    pages: dict[str, Any],
    people: dict[str, Guest],
    number: int,
    *,
    first_leaves: bool = False,
) -> None:
    """Let the four players pass the board of a round, the dealer first.

    If `first_leaves`, the dealer looks at another part of the page before the others pass.
    """
    chairs = site.seats(f"{event}-{number}-1", people["Ann"])
    for place in range(4):
        page = pages[chairs[(number - 1 + place) % 4]]
        page.locator("button[data-call='P']").click()
        if first_leaves and place == 0:
            expect(page.get_by_text("Your call", exact=True)).to_have_count(0)
            page.goto(f"{site.address}/#/replay")


def call_and_answer(director: Any, player: Any) -> None:
    """A player calls a director from the table; the director takes the call and ends it with a ruling."""
    player.get_by_role("button", name="Call the director").first.click()
    window = player.get_by_role("dialog")
    window.get_by_label("What is it about?").fill("A question")
    window.get_by_role("button", name="Call", exact=True).click()
    queue = director.get_by_role("region", name="Calls")
    expect(queue).to_contain_text("A question")
    expect(queue).to_contain_text("Ann – Ben, table 1")
    queue.get_by_role("button", name="Take").click()
    expect(queue).to_contain_text("taken by Dora")
    queue.get_by_label("Ruling").fill("Play on")
    queue.get_by_role("button", name="End the call").click()
    expect(queue).to_contain_text("No open call.")


def rule(director: Any) -> None:
    """Give an artificial score on board 1, with the law and the reason."""
    director.get_by_role("combobox", name="Board", exact=True).select_option("Board 1 (round 1)")
    director.get_by_role("combobox", name="Award N-S").select_option("average plus")
    director.get_by_role("combobox", name="Award E-W").select_option("average minus")
    director.get_by_role("combobox", name="Law").select_option("12C1")
    director.locator(".events-ruling").get_by_label("Reason").fill("The board could not be played")
    director.get_by_role("button", name="Rule", exact=True).click()
    board = director.locator(".events-versions[data-board='1']")
    expect(board).to_contain_text("average plus / average minus")
    expect(board).to_contain_text("2 versions")


def penalise(director: Any, points: str, reason: str) -> None:
    """Take points from the first entrant's total."""
    part = director.get_by_role("region", name="Carry-over and penalties")
    part.get_by_label("Points").fill(points)
    part.get_by_label("Reason").fill(reason)
    part.get_by_role("button", name="Add").click()
    expect(part.get_by_role("listitem")).to_contain_text(reason)


def drawn(visit: Visit, site: Site, event: str, dora: Guest) -> Any:
    """Draw a round, and return the page of its director, which sees only what it changes itself."""
    site.asks_event(dora, event, "draw")
    director = visit(f"#/event/{event}/direct", dora)
    expect(director.get_by_role("button", name="Publish the draw")).to_be_visible()
    see_nothing_new(director)
    return director


@contextmanager
def first_answer_lost(director: Any, event: str) -> Iterator[list[str]]:
    """Press two buttons, and lose the first answer after the block; yield what the page sends."""
    sent: list[str] = []
    director.on("request", lambda request: request.method == "POST" and sent.append(kind(request)))
    with held_requests(director, event) as held:
        press_two(director)
        while not held:
            director.wait_for_timeout(10)
        assert held[0].fetch().status == 200
        yield sent
        refused = {"t": "refused", "code": "unavailable", "message": "", "retry_ms": 10}
        held[0].fulfill(status=503, json=refused)


def two_at_once(director: Any, event: str) -> list[str]:
    """Publish a draw and start the round before the server answers; return what was sent until then."""
    with (
        director.expect_response(lambda answer: kind(answer.request) == "start"),
        held_requests(director, event) as held,
    ):
        press_two(director)
        director.wait_for_timeout(200)
        return [kind(route.request) for route in held]


def press_two(director: Any) -> None:
    director.get_by_role("button", name="Publish the draw").click()
    director.get_by_role("button", name="Start round 1 now").click()


@contextmanager
def held_requests(page: Any, event: str) -> Iterator[list[Any]]:
    """Hold the requests of a page to change an event, and let them go on at the end."""
    held: list[Any] = []
    address = f"**/v1/events/{event}"
    page.route(
        address, lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    yield held
    page.unroute(address)


def kind(request: Any) -> str:
    """Return the kind of a request to change an event, "" for another request."""
    return str(request.post_data_json["t"]) if request.method == "POST" else ""


def see_nothing_new(director: Any) -> None:
    """Make a page believe that it is hidden: then it asks for no newer state."""
    director.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'hidden'})")


def one_conflict(director: Any, site: Site, event: str, dora: Guest) -> None:
    """A change that another window of a director has made first is shown, with the newest state."""
    see_nothing_new(director)
    site.asks_event(dora, event, "change", name="Tuesday at the club")
    director.get_by_role("button", name="Make the results final").click()
    expect(director.get_by_role("alert")).to_contain_text("Another director has changed the event")
    expect(director.get_by_role("heading", level=1)).to_have_text("Tuesday at the club")
