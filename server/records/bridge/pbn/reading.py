"""The reader of PBN 2.1: the boards of a file's games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.bridge import auction as rules
from protocol.v1.bridge import SEATS, Call, Seat, Strain, Vulnerability
from server.errors import BadRecord
from server.games.bridge import scoring
from server.records.bridge import tags as canonical
from server.records.bridge.pbn import auction, deal, outcome, play, sections, tables
from server.records.bridge.pbn.annotations import Notes
from server.records.bridge.pbn.text import Game, Source, Tag, games
from server.records.bridge.record import (
    BoardRecord,
    CardNote,
    Comment,
    Fault,
    Hands,
    Info,
    InfoTable,
    Place,
    Position,
    Read,
    RecordedCall,
)

T = TypeVar("T")

_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_VULNERABLE = {
    **dict.fromkeys(("NONE", "LOVE", "-", "O", "0", "NEITHER", "NOBODY"), Vulnerability.NONE),
    **dict.fromkeys(("NS", "N-S", "N/S", "N"), Vulnerability.NS),
    **dict.fromkeys(("EW", "E-W", "E/W", "E"), Vulnerability.EW),
    **dict.fromkeys(("ALL", "BOTH", "B"), Vulnerability.BOTH),
}
_OWN_FIELDS = frozenset(
    ("Board", "BoardName", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
) | {"Auction", "Play", "Note", "Alerts"}
_ORDINAL = re.compile("[1-9][0-9]{0,3}")
_NUMBER = re.compile(r"\s*0*([1-9][0-9]{0,8})\s*", re.ASCII)


def boards(text: str | bytes) -> Iterator[Read]:
    """Yield each game of a PBN file as a board, or a `Fault` for a game that cannot be read.

    A PBN game without the tags Board and Deal is read as the same board as the game before it, played at
    another table. Bytes of a file are decoded as UTF-8, or else as Windows-1252 or Latin-1; a byte order mark
    selects UTF-16. Raises BadRecord for a PBN file without a game.
    """
    source = Source(text)
    broken: list[BadRecord] = []
    warnings: list[str] = []
    last: Read | None = None
    game_with_deal: Game | None = None
    for game in games(source):
        if game.tells_of_a_game or "Deal" in game.tags or "Board" in game.tags:
            yield from (Fault(None, str(fault)) for fault in broken)
            broken.clear()
            if last is not None:
                yield last
            game = _at_the_same_deal(source, game, game_with_deal)
            game_with_deal = game
            last = _warned(_read(source, game), warnings)
            warnings.clear()
        elif game.fault is not None and last is not None:
            yield last
            last = Fault(None, str(game.fault))
        elif game.fault is not None:
            broken.append(game.fault)
        else:
            warnings += _apart(source, game)
    if last is not None:
        yield _warned(last, warnings)
    elif broken:
        raise broken[0]
    else:
        beginning = " ".join(source.text[:200].split())[:60]
        raise source.refusal(0, 'PBN with a tag like [Deal "N:..."]', f"a text without a tag: {beginning!r}")


def _read(source: Source, game: Game) -> Read:
    number = None
    try:
        number, name = _number(game)
        if game.fault is not None:
            raise game.fault
        return _Board(source, game).record(number, name)
    except BadRecord as error:
        return Fault(number, str(error))


def _warned(read: Read, warnings: Sequence[str]) -> Read:
    """Return the board `read` with warnings added; if it cannot be read, they are added to its error."""
    if not warnings:
        return read
    if isinstance(read, Fault):
        return replace(read, error="; ".join((read.error, *warnings)))
    place = replace(read.place, warnings=(*warnings, *read.place.warnings))
    return replace(read, place=place)


def _apart(source: Source, game: Game) -> Iterator[str]:
    """Yield a warning about each tag that belongs to no game and that no later game inherits."""
    yield from game.warnings
    for tag in game.own:
        if game.tags.get(tag.name) is not tag or not source.text.startswith("##", tag.at):
            yield source.warning(
                tag.at, f'[{tag.name} "{tag.value[:60]}"] belongs to no game and is not read'
            )


_DEALT = ("Board", "BoardName", "Dealer", "Vulnerable", "Deal")


def _at_the_same_deal(source: Source, game: Game, game_with_deal: Game | None) -> Game:
    """Return `game`, which has no deal, with the deal of the previous game `game_with_deal`.

    Such a game is the same board, played at another table. A PBN game with another board number than the game
    before it is returned unchanged.
    """
    board_tag = game.tags.get("Board")
    if (
        "Deal" in game.tags
        or game_with_deal is None
        or "Deal" not in game_with_deal.tags
        or game.fault is not None
    ):
        return game
    if board_tag is not None and board_tag.value.strip() != _value(game_with_deal, "Board").strip():
        return game
    tag_fields = {
        name: replace(game_with_deal.tags[name], pieces=[]) for name in _DEALT if name in game_with_deal.tags
    }
    board = _value(game_with_deal, "Board") or "without a number"
    line = source.place(game_with_deal.tags["Deal"].at)[0]
    without = "no [Deal]" if board_tag is not None else "neither [Board] nor [Deal]"
    warning_text = (
        f"the game has {without}, so it is read as another table of board {board}, dealt on line {line}"
    )
    warning = source.warning(game.at, warning_text)
    return replace(game, tags={**tag_fields, **game.tags}, warnings=(*game.warnings, warning))


def _number(game: Game) -> tuple[int | None, str | None]:
    """Return the number and the name of a board; the tag Board has either of them (PBN 2.1, 3.4.4).

    This server writes the name of a board that also has a number into the additional tag BoardName.
    """
    value, name = _value(game, "Board"), _value(game, "BoardName") or None
    found = _NUMBER.fullmatch(value)
    if found is not None:
        return int(found[1]), name
    return None, name or (None if value.strip() in canonical.UNKNOWN else value)


def _value(game: Game, name: str) -> str:
    tag = game.tags.get(name)
    return tag.value if tag is not None else ""


def _choice(source: Source, tag: Tag | None, choices: Mapping[str, T], wanted: str) -> T | None:
    """Return the value that `choices` has for a tag's text; None if the tag is missing or means unknown."""
    word = tag.value.strip().upper() if tag else ""
    if tag is None or word in choices or word in canonical.UNKNOWN:
        return choices.get(word)
    raise source.refusal(tag.at, f"{wanted} in [{tag.name}]", repr(tag.value))


class _Moment(Struct, frozen=True):
    """A position in a PBN game: the numbers of calls and cards before it."""

    calls: int = 0
    cards: int = 0


class _Board:
    """One game of a PBN file, from which a record is made."""

    def __init__(self, source: Source, game: Game) -> None:
        self._source, self._game = source, game
        self._hands = self._dealt()
        most = max(map(len, self._hands))
        self._ending = 0 < most < 13
        contract, declarer, result = (_value(game, name) for name in ("Contract", "Declarer", "Result"))
        self._outcome = outcome.read(contract, declarer, result, self._ending)
        if declarer in canonical.UNKNOWN and self._outcome.strain is not None and "Auction" not in game.tags:
            declarer = outcome.declarer_before(_value(game, "Play"))
            self._outcome = outcome.read(contract, declarer, result, self._ending)
        dealer = _choice(source, game.tags.get("Dealer"), _SEATS, "N, E, S or W")
        self._auction = auction.read(source, game.tags.get("Auction"), dealer)
        self._warnings = [*game.warnings, *self._auction.warnings]
        self._read_leading_passes()
        self._read_the_contract_so_far()
        if self._outcome.contract is None and not (self._outcome.passed_out or self._ending):
            called = self._auction.contract() if result.strip() not in canonical.UNKNOWN else None
            by_calls = None if called is None else outcome.of_calls(contract, declarer, result, called)
            self._outcome = by_calls or self._outcome
        self._play = self._played()

    def _warn(self, tag: Tag | None, warning_text: str) -> None:
        self._warnings.append(self._source.warning(self._game.at if tag is None else tag.at, warning_text))

    def _read_leading_passes(self) -> None:
        """Add the passes that some programs leave out before the first bid of an auction."""
        tag, contract = self._game.tags.get("Auction"), self._outcome.contract
        missing = 0 if tag is None or contract is None else self._auction.passes_left_out(contract)
        leader = _SEATS.get(_value(self._game, "Play").strip().upper())
        is_swapped = _value(self._game, "Declarer").strip().startswith("^")
        if missing == 0 or contract is None or is_swapped or leader not in (None, contract.declarer.lho):
            return
        self._auction.begin_with_passes(missing)
        passes = "1 pass" if missing == 1 else f"{missing} passes"
        declarer = contract.declarer.name.title()
        self._warn(
            tag,
            f"{declarer} plays {contract}, so {passes} before the first call must be added",
        )

    def _read_the_contract_so_far(self) -> None:
        """Keep the recorded contract only as tags if the auction is unfinished: then it is not final.

        An Auction section with only a `+` leaves out the whole auction, so the contract of the tags is final.
        """
        contract, passed_out = self._outcome.contract, self._outcome.passed_out
        if not self._auction.continues or rules.is_over(self._auction.in_rotation()):
            return
        if (contract is not None or passed_out) and not (self._auction.calls or self._auction.rest):
            self._auction.continues, self._auction.rest = False, sections.LEFT_OUT
            return
        standing = self._auction.standing()
        if contract is not None and contract != standing and not self._auction.contradiction:
            now = "no contract" if standing is None else f"{standing} by {standing.declarer.name.title()}"
            self._auction.contradiction = (
                f"the auction so far leads to {now},"
                f" but the record says {contract} by {contract.declarer.name.title()} (Law 22)"
            )
        left = {name: _value(self._game, name) for name in ("Contract", "Declarer", "Result")}
        self._outcome = outcome.Outcome(None, False, None, None, left)

    def _dealt(self) -> Hands:
        tag = self._game.tags.get("Deal")
        if tag is None or tag.value.strip() in canonical.UNKNOWN:
            raise self._source.refusal(self._game.at, "a game with a deal", "a game without a deal")
        return deal.hands(self._source, tag)

    def _played(self) -> play.Play:
        """Return the play of the PBN game.

        The first column of the Play section belongs to the seat that the tag Play names, but the opening
        leader is declarer's left-hand opponent (Law 41A).
        """
        tag = self._game.tags.get("Play")
        if tag is None:
            return play.Play()
        contract, strain = self._outcome.contract, self._outcome.strain
        if contract is None and not self._ending:
            contract = self._auction.contract()
        if self._ending and strain is None:
            strain = Strain.NOTRUMP
        leader = None if contract is None or self._ending else contract.declarer.lho
        trumps = contract.strain if contract is not None else strain
        played = play.read(self._source, tag, leader, trumps, len(self._auction.calls), self._hands)
        self._warnings += played.warnings
        known_outcome = self._outcome
        if played.continues and known_outcome.tricks is not None and not self._result_is_final(played):
            left = {**known_outcome.left, "Result": _value(self._game, "Result")}
            self._outcome = outcome.Outcome(
                known_outcome.contract, known_outcome.passed_out, None, known_outcome.strain, left
            )
        return played

    def _result_is_final(self, played: play.Play) -> bool:
        """Return True if the tag Result of a play that ends with `+` is the result of the whole play.

        Return False if it is the number of tricks won so far. The result of an unfinished play should count
        only the complete tricks (PBN 2.1, 3.4.15), but some programs shorten a finished play by a `+`. The
        result of a play that a program shortened is another number, or belongs to the recorded score.
        """
        contract, tricks = self._outcome.contract, self._outcome.tricks
        if contract is None or tricks is None or len(played.winners) != len(played.cards) // 4:
            return False
        won = sum(seat.side == contract.declarer.side for seat in played.winners)
        if tricks != won:
            return won < tricks <= won + 13 - len(played.winners)
        vulnerable = self._vulnerable()
        score_tags: Info = {"Score": _value(self._game, "Score")}
        scores = canonical.fields_of_tags(score_tags, contract.declarer).scores
        if scores is None or vulnerable is None:
            return False
        return scores[0] == scoring.result(contract, tricks, vulnerable).score_ns

    def record(self, number: int | None, name: str | None) -> BoardRecord:
        known_outcome, played, game = self._outcome, self._play, self._game
        notes = Notes(game.own, game.tags.get("Play"))
        calls = self._calls(notes)
        card_notes = tuple(
            CardNote(place, notes.of_card(each.notes), tuple(each.nags), each.irregularity)
            for place, each in sorted(played.annotations.items())
        )
        info, comments = self._loose(notes)
        tag_fields = canonical.fields_of_tags(
            info, known_outcome.contract.declarer if known_outcome.contract else None
        )
        line, column = self._source.place(game.at)
        return BoardRecord(
            hands=self._hands,
            number=number,
            name=name,
            dealer=self._auction.dealer,
            vulnerable=self._vulnerable(),
            players=tag_fields.players,
            calls=calls,
            cards=tuple(played.cards),
            card_notes=card_notes,
            contract=known_outcome.contract,
            passed_out=known_outcome.passed_out or self._all_passed(),
            tricks=known_outcome.tricks,
            claimed=played.ended and len(played.cards) < 52 and known_outcome.tricks is not None,
            continues=played.continues or self._auction.continues,
            scores=tag_fields.scores,
            double_dummy=tag_fields.double_dummy,
            comments=comments,
            position=self._position(),
            info=tag_fields.rest,
            place=Place(
                line,
                column,
                self._line("Auction"),
                self._line("Play"),
                contradicted=self._auction.contradiction,
                warnings=tuple(self._warnings),
            ),
        )

    def _vulnerable(self) -> Vulnerability | None:
        tag = self._game.tags.get("Vulnerable")
        return _choice(self._source, tag, _VULNERABLE, "None, NS, EW or All")

    def _line(self, name: str) -> int:
        tag = self._game.tags.get(name)
        return 0 if tag is None else self._source.place(tag.at)[0]

    def _all_passed(self) -> bool:
        calls = self._auction.calls
        return (
            len(calls) == 4
            and all(each.call is Call.PASS for each in calls)
            and self._outcome.contract is None
        )

    def _position(self) -> Position:
        """Return the end position of a record: the leader and the trumps (PBN 2.1, 3.10)."""
        if not self._ending:
            return Position()
        strain = None if self._outcome.contract else self._outcome.strain
        return Position(self._play.first or Seat.NORTH, strain or Strain.NOTRUMP)

    def _calls(self, notes: Notes) -> tuple[RecordedCall, ...]:
        alerted = self._alerted()
        return tuple(
            [_recorded(each, place in alerted, notes) for place, each in enumerate(self._auction.calls, 1)]
        )

    def _alerted(self) -> frozenset[int]:
        """Return the numbers, from 1, of the calls in the tag Alerts, which this server adds to PBN."""
        numbers = _value(self._game, "Alerts").split()
        most = len(self._auction.calls)
        if not all(_ORDINAL.fullmatch(number) and int(number) <= most for number in numbers):
            return frozenset()
        return frozenset(map(int, numbers))

    def _loose(self, notes: Notes) -> tuple[Info, tuple[Comment, ...]]:
        """Return the PBN tags that have no field in a record, and the comments with their positions."""
        game, info = self._game, dict[str, str | InfoTable]()
        comments = [Comment(piece.text) for piece in game.before]
        comments += self._auction.comments + self._play.comments
        now, bids, plays = _Moment(), game.tags.get("Auction"), game.tags.get("Play")
        for tag in game.own:
            if tag is bids:
                now = _Moment(max(len(self._auction.calls), now.calls), now.cards)
            elif tag is plays:
                now = _Moment(len(self._auction.calls), len(self._play.cards))
            elif tag.pieces:
                comments += self._remarks(tag, now)
        comments += (Comment(text, now.calls, now.cards) for text in notes.unused())
        for name, tag in game.tags.items():
            if name not in _OWN_FIELDS:
                self._add(info, tag)
        if not self._alerted() and _value(game, "Alerts"):
            info["Alerts"] = _value(game, "Alerts")
        for key, text in self._outcome.left.items():
            nothing_won = key == "Result" and text.strip() == "0" and self._all_passed()
            if text.strip() not in ("", "?") and not nothing_won:
                info[key] = text
        if self._auction.rest:
            info["AuctionRest"] = self._auction.rest
        if self._play.rest is not None:
            info["PlayRestTable"] = self._play.rest
        if game.escapes:
            info[tables.ESCAPES] = tables.escapes(list(game.escapes))
        comments.sort(key=lambda each: (each.calls, each.cards, canonical.rank(each.tag)))
        return info, tuple(comments)

    def _add(self, info: Info, tag: Tag) -> None:
        """Add a PBN tag to the record's field `info` if it is a table or has a value."""
        lines = "\n".join([each.text for each in tag.pieces if not each.comment]) if tag.pieces else ""
        if lines and tag.name not in _MANDATORY:
            info[tag.name] = tables.read(tag.value, lines)
        elif tag.value not in ("", "?") and not (tag.name in _MANDATORY and tag.value == "-"):
            info[tag.name] = tag.value

    def _remarks(self, tag: Tag, now: _Moment) -> Iterator[Comment]:
        """Yield the comments after a PBN tag, and the lines of text after a tag that cannot be a table."""
        is_table = tag.name not in _OWN_FIELDS and tag.name not in _MANDATORY
        name = tag.name if self._is_written_again(tag) else ""
        for piece in tag.pieces:
            if piece.comment or not is_table:
                yield Comment(piece.text.strip(), now.calls, now.cards, name)

    def _is_written_again(self, tag: Tag) -> bool:
        """Return True if the tag is written with its name and value when the record is written as PBN."""
        if tag.name == "Note" or self._game.tags.get(tag.name) is not tag:
            return False
        is_table = any(not piece.comment for piece in tag.pieces)
        return tag.name in canonical.MANDATORY or not (is_table or tag.value in ("", "?"))


_MANDATORY = ("Event", "Site", "Date", "West", "North", "East", "South", "Scoring")
"""The tags that every game must have (PBN 2.1, 3.4) and that are read as plain texts."""


def _recorded(called: auction.Called, alerted: bool, notes: Notes) -> RecordedCall:
    noted, alerted = called.annotation, alerted or called.alert
    if noted is None:
        return _PLAIN[called.call] if not alerted else RecordedCall(called.call, alerted)
    text = notes.of_call(noted.notes)
    alerted = alerted or (bool(noted.notes) and not text)
    return RecordedCall(called.call, alerted, text, tuple(noted.nags), noted.irregularity)


_PLAIN = {call: RecordedCall(call) for call in Call}
