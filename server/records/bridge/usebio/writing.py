"""The writer of USEBIO, in the order and the shape in which the program Compscore writes it.

Names of organisations and numbers that Kibitz does not have are left out or empty, as the format allows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from protocol.v1.bridge import SEATS
from protocol.v1.cards import display_order
from server.games.bridge.scores.points import FieldScoring
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Match, Person, Result
from server.records.bridge.record import Hands
from server.records.bridge.usebio.reading import SUITS
from server.records.bridge.usebio.travellers import POINTS
from server.records.printed.grids import decimal, plain
from server.text import clean

Version = Literal["1.2", "1.3"]
PROGRAM = "Kibitz"
_TYPES: dict[FieldScoring, str] = {
    "mp": "MP_PAIRS",
    "imp": "CROSS_IMPS",
    "butler": "BUTLER_PAIRS",
    "total": "AGGREGATE",
    "match": "TEAMS",
    "bam": "TEAMS",
}
_METHODS: dict[FieldScoring, str] = {
    "mp": "MATCH_POINTS",
    "imp": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total": "AGGREGATE",
    "match": "IMPS",
    "bam": "BAM",
}
_HANDS = (1, 0, 2, 3)
"""The seats in the order of a hand set: East, North, South, West."""


def dumps(evening: Evening, version: Version = "1.2") -> str:
    """Return the text of a USEBIO file with an evening.

    The text has only letters of ASCII; other letters are written as numbers. Elements follow one another
    without blanks between them except for a line break, because some readers take no others.
    """
    root = Element("USEBIO", Version=version)
    club = SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", evening.club)
    _add(club, "CLUB_ID_NUMBER", evening.club_number)
    root.append(_event(evening, version))
    if evening.hands:
        root.append(_hand_set(evening))
    _break_lines(root)
    text = tostring(root, "us-ascii", short_empty_elements=False, xml_declaration=False).decode()
    dtd = f"http://www.ebu.co.uk/usebio/usebio_v{version.replace('.', '_')}.dtd"
    return f'<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE USEBIO SYSTEM "{dtd}">\n{text}\n'


def _add(parent: Element, name: str, value: str | None) -> None:
    """Add an element with a text, without characters that XML forbids."""
    SubElement(parent, name).text = clean(value or "")


def _add_known(parent: Element, name: str, value: str | None) -> None:
    if value:
        _add(parent, name, value)


def _break_lines(element: Element) -> None:
    """Put each element on a line of its own."""
    if len(element):
        element.text = "\n"
    for child in element:
        child.tail = "\n"
        _break_lines(child)


# The event


def _event(evening: Evening, version: Version) -> Element:
    in_matches = bool(evening.matches)
    kind = _kind(evening, version)
    event = Element("EVENT", EVENT_TYPE=kind)
    if version == "1.3" or evening.form == "teams" or kind == "SWISS_PAIRS":
        _add(event, "BOARD_SCORING_METHOD", _METHODS[evening.scoring])
    if in_matches:
        _add(event, "MATCH_SCORING_METHOD", "VPS" if evening.victory_points else "IMPS")
    if version == "1.2":
        _add(event, "EVENT_IDENTIFIER", evening.identifier)
    else:
        _add(event, "EVENT_ID", evening.identifier)
    _add(event, "EVENT_DESCRIPTION", evening.description or evening.title)
    _add(event, "PROGRAM_NAME", evening.program or PROGRAM)
    _add_known(event, "PROGRAM_VERSION", evening.program_version)
    _add(event, "WINNER_TYPE", str(evening.winners))
    _add(event, "TITLE", evening.title)
    _add(event, "DATE", _date(evening.date, version))
    _add(event, "SESSION_COUNT", "1")
    _add(event, "SECTION_COUNT", "1")
    if not in_matches:
        event.append(_participants(evening, kind))
        for board in evening.boards:
            event.append(_board(board, evening, kind))
        return event
    session = SubElement(event, "SESSION", SESSION_ID="1")
    section = SubElement(session, "SECTION", SECTION_ID="A")
    section.append(_participants(evening, kind))
    boards = _boards_by_match(evening)
    for match in evening.matches:
        section.append(_match(match, boards[match.round, frozenset(match.sides)], evening, kind))
    return event


def _kind(evening: Evening, version: Version) -> str:
    if evening.form == "individual":
        return "INDIVIDUAL"
    if evening.form == "teams":
        return "SWISS_TEAMS" if evening.swiss else "TEAMS"
    if evening.swiss or evening.matches:
        return "SWISS_PAIRS"
    return _TYPES[evening.scoring] if version == "1.2" else "PAIRS"


def _date(date: str, version: Version) -> str:
    """Return a date as the version writes it: with the day first, or as in 2023-07-03."""
    if version == "1.3" or not date:
        return date
    year, month, day = date.split("-")
    return f"{day}/{month}/{year}"


# Entrants


def _participants(evening: Evening, kind: str) -> Element:
    participants = Element("PARTICIPANTS", EVENT_TYPE=kind)
    for entrant in evening.entrants:
        participants.append(_entrant(entrant, evening))
    return participants


def _entrant(entrant: Entrant, evening: Evening) -> Element:
    match evening.form:
        case "pairs":
            element = Element("PAIR")
            _add(element, "PAIR_NUMBER", entrant.number)
            _add(element, "DIRECTION", entrant.direction)
        case "teams":
            element = Element("TEAM", TEAM_ID=clean(entrant.number), TEAM_NAME=clean(entrant.name))
        case _:
            element = Element("PLAYER")
            _add(element, "PLAYER_NUMBER", entrant.number)
            for person in entrant.players[:1]:
                _add_person(element, person)
    if entrant.total is not None:
        _add(element, "TOTAL_SCORE", decimal(entrant.total, 2))
    if entrant.percent is not None:
        _add(element, "PERCENTAGE", decimal(entrant.percent, 2))
    _add_known(element, "PLACE", entrant.place)
    if evening.form != "individual":
        for person in entrant.players:
            _add_person(SubElement(element, "PLAYER"), person)
    return element


def _add_person(element: Element, person: Person) -> None:
    _add(element, "PLAYER_NAME", person.name)
    _add_known(element, "NATIONAL_ID_NUMBER", person.national_number)
    _add_known(element, "CLUB_ID_NUMBER", person.club_number)


# Boards


def _board(board: Board, evening: Evening, kind: str) -> Element:
    element = Element("BOARD", EVENT_TYPE=kind)
    _add(element, "BOARD_NUMBER", str(board.number))
    for result in board.results:
        line = SubElement(element, "TRAVELLER_LINE")
        _add_sides(line, result)
        _add_result(line, result)
        _add_points(line, result, evening.scoring)
    return element


def _add_sides(line: Element, result: Result) -> None:
    own, others = result.sides
    if len(own) == len(others) == 2:
        for seat, number in zip("NSEW", (*own, *others), strict=True):
            _add(line, f"{seat}_PLAYER_NUMBER", number)
    else:
        _add(line, "NS_PAIR_NUMBER", own[0])
        _add(line, "EW_PAIR_NUMBER", others[0])


def _add_result(line: Element, result: Result) -> None:
    if result.passed_out:
        _add(line, "CONTRACT", "PASS")
        _add(line, "PLAYED_BY", "N")
        _add(line, "TRICKS", "0")
    elif result.contract is not None and result.percent is None:
        _add(line, "CONTRACT", str(result.contract))
        _add(line, "PLAYED_BY", result.contract.declarer.letter)
        _add_known(line, "LEAD", result.lead)
        _add_known(line, "TRICKS", None if result.tricks is None else str(result.tricks))
    if result.score is not None:
        _add(line, "SCORE", str(result.score))
    else:
        _add(line, "SCORE", _artificial(result))


def _artificial(result: Result) -> str:
    """Return an artificial score as in A6040; shares are written in whole per cent of two digits."""
    shares = result.percent or (Fraction(50), Fraction(50))
    own, others = (min(99, max(0, int(each + Fraction(1, 2)))) for each in shares)
    return f"A{own:02}{others:02}"


def _add_points(line: Element, result: Result, scoring: FieldScoring) -> None:
    for side, points in zip(("NS", "EW"), result.points, strict=True):
        if points is not None:
            _add(line, f"{side}_{POINTS[scoring][0]}", plain(points))


# Matches


def _boards_by_match(evening: Evening) -> dict[tuple[int, frozenset[str]], list[tuple[int, Result]]]:
    """Return the results of each match, each with the number of its board, in the order of the boards."""
    found: dict[tuple[int, frozenset[str]], list[tuple[int, Result]]] = defaultdict(list)
    for board in evening.boards:
        for result in board.results:
            met = frozenset(number for side in result.sides for number in side)
            found[result.round, met].append((board.number, result))
    return found


def _match(match: Match, results: Sequence[tuple[int, Result]], evening: Evening, kind: str) -> Element:
    element = Element("MATCH")
    _add(element, "ROUND_NUMBER", str(match.round))
    own, other = match.sides
    own_score, other_score = ("" if each is None else plain(each) for each in match.scores)
    if evening.form == "teams":
        _add(element, "TEAM", own)
        _add(element, "OPPOSING_TEAM", other)
        numbers = [number for number, _ in results]
        if numbers:
            _add(element, "START_BOARD_NUMBER", str(min(numbers)))
            _add(element, "END_BOARD_NUMBER", str(max(numbers)))
        _add(element, "TEAM_SCORE", own_score)
        _add(element, "OPPOSING_TEAM_SCORE", other_score)
    else:
        _add(element, "NS_PAIR_NUMBER", own)
        _add(element, "EW_PAIR_NUMBER", other)
        _add(element, "NS_SCORE", own_score)
        _add(element, "EW_SCORE", other_score)
    for number in dict.fromkeys(number for number, _ in results):
        lines = [result for board, result in results if board == number]
        element.append(_match_board(number, lines, match, evening, kind))
    return element


def _match_board(number: int, lines: Sequence[Result], match: Match, evening: Evening, kind: str) -> Element:
    board = Element("BOARD", EVENT_TYPE=kind)
    _add(board, "BOARD_NUMBER", str(number))
    in_teams = evening.form == "teams"
    if in_teams:
        _add_known(board, "IMPS", _imps(lines, match))
    for result in lines:
        line = SubElement(board, "TRAVELLER_LINE")
        turned = result.sides[0] != (match.sides[0],)
        if in_teams:
            _add(line, "DIRECTION", "EW" if turned else "NS")
        elif turned:
            _add_sides(line, result)
        _add_result(line, result)
        if not in_teams:
            _add_points(line, result, evening.scoring)
    return board


def _imps(lines: Sequence[Result], match: Match) -> str | None:
    """Return the IMPs of the first team on a board, or None if no line tells them."""
    for result in lines:
        turned = result.sides[0] != (match.sides[0],)
        own = result.points[1 if turned else 0]
        if own is not None:
            return plain(own)
    return None


# Hands


def _hand_set(evening: Evening) -> Element:
    hand_set = Element("HANDSET")
    for number, hands in sorted(evening.hands.items()):
        board = SubElement(hand_set, "BOARD")
        _add(board, "BOARD_NUMBER", str(number))
        for hand in _hands(hands):
            board.append(hand)
    return hand_set


def _hands(hands: Hands) -> Iterator[Element]:
    for seat in _HANDS:
        element = Element("HAND")
        _add(element, "DIRECTION", SEATS[seat].name.title())
        cards = sorted(hands[seat], key=display_order)
        for suit in reversed(SUITS):
            _add(element, suit, "".join(card.rank for card in cards if card.suit == suit[0]))
        yield element
