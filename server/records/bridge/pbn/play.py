"""The Play section of PBN, with a column for each seat and a row for each trick (PBN 2.1, 3.6).

The first column of the Play section belongs to the seat of the opening leader.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Seat, Strain
from protocol.v1.cards import DECK, Card
from server.records.bridge.pbn.annotations import Annotation, items, nth_word, words
from server.records.bridge.pbn.text import Piece, Source, Tag
from server.records.bridge.record import Column, Comment, Hands, InfoTable

_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_CARDS: dict[str, Card] = {}
for _card in DECK:
    _rank = _card.rank.value
    for _name in (_rank, "10") if _rank == "T" else (_rank,):
        _CARDS |= {_card.suit + _name: _card, _name + _card.suit: _card}
_CARDS |= {word.lower(): card for word, card in _CARDS.items()}
_CARDS |= {word.title(): card for word, card in _CARDS.items()}

_FIRST_NAG = 7
"""The NAG (the numeric rating) of a good card (PBN 2.1, 3.7)."""


class Play(Struct):
    """The content of PBN's Play section, with the cards in the order of play up to the first unknown card.

    `annotations` holds the annotations of cards by the index of the card in the order of play. `ended` is
    True if a `*` in the Play section states that no card follows. `continues` is True if a `+` in the Play
    section states that more cards follow. If the Play section has known cards after an unknown card, `rest`
    is a table of the rows from the first of these known cards on. `winners` are the seats that won the
    complete tricks of the play, as far as known.
    """

    first: Seat | None = None
    cards: list[Card] = field(default_factory=list)
    annotations: dict[int, Annotation] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    ended: bool = False
    continues: bool = False
    rest: InfoTable | None = None
    winners: list[Seat] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read(
    source: Source, tag: Tag | None, leader: Seat | None, trumps: Strain | None, calls: int, hands: Hands
) -> Play:
    """Return the content of the Play section that follows its tag.

    `leader` is the opening leader, or None if only the tag Play names the leader. If `trumps` is None, the
    winner of the first trick, and so the leader to the second trick, is unknown. `calls` is the number of
    calls of the auction before the play. If the cards of a trick are in wrong columns of the Play section,
    the hands show which seat played each card. Raises BadRecord for a word in the Play section that is not a
    card, and for cards without a known leader.
    """
    if tag is None:
        return Play()
    cells = _Cells(source)
    for piece in tag.pieces:
        if piece.comment:
            cells.comments.append((None if cells.ended else len(cells.cards), piece.text))
        else:
            cells.read(piece)
    first = _first(source, tag, leader, cells)
    play = Play(first, ended=cells.ended, continues=cells.next_card is not None)
    if cells.left_over:
        marks = " ".join(f"^{letter}" for letter in cells.left_over)
        warning = f"no card follows {marks} in [Play], so the mark is not read"
        play.warnings.append(source.warning(tag.at, warning))
    if first is None:
        play.comments = [Comment(text, calls) for _, text in cells.comments]
        return play
    if not _in_columns(cells, first, hands):
        shifted = _shift_rows(cells, first, hands)
        if shifted:
            play.warnings.append(source.warning(_offset(tag, 4 * shifted[0]), _shift_warning(shifted)))
    leads = _in_order(cells, 0 if leader is None else (leader - first) % 4, trumps, first, play)
    for cell, annotation in cells.annotations.items():
        index = _card_index(cell, leads)
        if index < len(play.cards):
            play.annotations[index] = annotation
        else:
            warning = "the note on a card that is not in the order of play is not read"
            play.warnings.append(source.warning(_offset(tag, cell), warning))
    for cells_before, text in cells.comments:
        cards = (
            len(play.cards)
            if cells_before is None
            else _card_index(cells_before - 1, leads) + 1
            if cells_before
            else 0
        )
        cards = min(cards, len(play.cards))
        play.comments.append(Comment(text, calls, cards, "" if cards or not play.cards else tag.name))
    play.rest = _rest(cells, leads, first, len(play.cards))
    return play


def _first(source: Source, tag: Tag, leader: Seat | None, cells: _Cells) -> Seat | None:
    """Return the seat to which the first column of the Play section belongs."""
    word = tag.value.strip().upper()
    if word in ("", "?", "-"):
        if leader is None and any(cells.cards):
            raise source.refusal(
                tag.at, "the opening leader, N, E, S or W, in the tag [Play]", repr(tag.value)
            )
        return leader
    if word not in _SEATS:
        raise source.refusal(tag.at, "N, E, S or W in the tag [Play]", repr(tag.value))
    return _SEATS[word]


class _Cells:
    """The cells of the Play section in the order of the file, with None for a cell without a known card.

    `next_card` is the index of the cell in the Play section with a `+`, the mark for the card that is to be
    played next.
    """

    def __init__(self, source: Source) -> None:
        self.cards: list[Card | None] = []
        self.annotations: dict[int, Annotation] = {}
        self.comments: list[tuple[int | None, str]] = []
        self.ended = False
        self.next_card: int | None = None
        """The index of the Play section's cell with a `+`, the mark for the next card, or None."""
        self._source = source
        self._irregularity = ""

    @property
    def left_over(self) -> str:
        """Return the marks of irregularities in the Play section that no card follows."""
        return self._irregularity

    def read(self, piece: Piece) -> None:
        words_read = words(piece.text)
        cards = [_CARDS.get(word) for word in words_read]
        if None not in cards and not self._irregularity:
            self.cards += cards
            return
        for index, (word, card) in enumerate(zip(words_read, cards, strict=True)):
            if card is not None and not self._irregularity:
                self.cards.append(card)
            elif not all(self._take(kind, text) for kind, text in items(word)):
                at = piece.at + nth_word(piece.text, index)
                raise self._source.refusal(at, "a card in the section [Play]", repr(word))

    def _take(self, kind: str, text: str) -> bool:
        match kind:
            case "word":
                return self._card(text)
            case "irregular":
                self._irregularity += text.upper()
            case "gap":
                self._add(None)
            case "mark" if text == "*":
                self.ended = True
            case "mark":
                self.next_card = len(self.cards)
                self._add(None)
            case _:
                return self._annotate(kind, text)
        return True

    def _card(self, text: str) -> bool:
        card = _CARDS.get(text) or _CARDS.get(text.upper())
        if card is None:
            return False
        self._add(card)
        return True

    def _add(self, card: Card | None) -> None:
        if self._irregularity:
            self.annotations[len(self.cards)] = Annotation(irregularity=self._irregularity)
            self._irregularity = ""
        self.cards.append(card)

    def _annotate(self, kind: str, text: str) -> bool:
        if not self.cards:
            return False
        return self.annotations.setdefault(len(self.cards) - 1, Annotation()).takes(kind, text, _FIRST_NAG)


def _in_columns(cells: _Cells, first: Seat, hands: Hands) -> bool:
    """Return True if each column of the Play section holds only cards of its seat's known hand."""
    return all(
        not hands[seat] or set(cells.cards[column::4]).difference(hands[seat]) <= {None}
        for column in range(4)
        for seat in (Seat((first + column) % 4),)
    )


def _shift_rows(cells: _Cells, first: Seat, hands: Hands) -> list[int]:
    """Move the cards of each shifted row to the columns of their hands, and return the numbers of these rows.

    The rows of the Play section are counted from 0. If a hand is hidden, no cards are moved to other columns.
    The cards of a row stay where they are if no shift puts all of them into the right columns. The cards of a
    row with a `+` or with fewer than four cells are moved only if those of a row above it are moved.
    """
    if not all(hands):
        return []
    column_of = {card: (seat - first) % 4 for seat in SEATS for card in hands[seat]}
    moved: dict[int, int] = {}
    shifted: list[int] = []
    for at in range(0, len(cells.cards), 4):
        known = [(at + turn, card) for turn, card in enumerate(cells.cards[at : at + 4]) if card is not None]
        shifts = {(column_of[card] - cell) % 4 if card in column_of else None for cell, card in known}
        (shift, *others) = shifts or {0}
        is_short = at + 4 > len(cells.cards) or cells.next_card in range(at, at + 4)
        if others or not shift or (is_short and not shifted):
            continue
        shifted.append(at // 4)
        moved |= {at + turn: at + (turn + shift) % 4 for turn in range(4)}
    if not shifted:
        return []
    cells.cards += [None] * (-len(cells.cards) % 4)
    turned = list(cells.cards)
    for cell, to in moved.items():
        turned[to] = cells.cards[cell]
    cells.cards = turned
    cells.annotations = {moved.get(cell, cell): each for cell, each in cells.annotations.items()}
    cells.comments = [
        (cells_before and moved.get(cells_before - 1, cells_before - 1) + 1, text)
        for cells_before, text in cells.comments
    ]
    return shifted


def _shift_warning(rows: Sequence[int]) -> str:
    """Return the warning about tricks in wrong columns; `rows` are their rows, counted from 0."""
    tricks = ", ".join(str(row + 1) for row in rows)
    which = f"trick {tricks} is" if len(rows) == 1 else f"tricks {tricks} are"
    return f"{which} not in the columns of [Play], so each card is read as a card of the hand that holds it"


def _offset(tag: Tag, cell: int) -> int:
    """Return the offset in the file of a cell of the Play section."""
    count = 0
    for piece in tag.pieces:
        if piece.comment:
            continue
        for index, word in enumerate(words(piece.text)):
            for kind, text in items(word):
                count += kind in ("word", "gap") or (kind, text) == ("mark", "+")
                if count > cell:
                    return piece.at + nth_word(piece.text, index)
    return tag.at


def _in_order(cells: _Cells, leads: int, trumps: Strain | None, first: Seat, play: Play) -> list[int]:
    """Add the cards and the winners of tricks to `play`, and return the column of each trick's leader.

    The cards are added to `play` in the order in which they were played. `first` is the seat of the Play
    section's first column, and `leads` is the column of the opening lead. A card marked ^L is a lead out of
    turn (PBN 2.1, 3.9).
    """
    led: list[int] = []
    out_of_turn = _led_out_of_turn(cells)
    suit = None if trumps is None else trumps.trumps
    for at in range(0, len(cells.cards), 4):
        leads = out_of_turn.get(at, leads)
        row = cells.cards[at : at + 4] + [None] * (at + 4 - len(cells.cards))
        known = row[leads:] + row[:leads]
        trick = [card for card in known[: known.index(None) if None in known else 4] if card is not None]
        play.cards += trick
        led.append(leads)
        if len(trick) < 4 or trumps is None:
            break
        leads = (leads + winner(trick, suit)) % 4
        play.winners.append(Seat((first + leads) % 4))
    return led


def _card_index(cell: int, leads: Sequence[int]) -> int:
    """Return the index, in the order of play, of a cell's card.

    If the index is unknown, return a number above that of the last card.
    """
    row, column = divmod(cell, 4)
    return 4 * row + (column - leads[row]) % 4 if row < len(leads) else 4 * row + 52


def _led_out_of_turn(cells: _Cells) -> dict[int, int]:
    """Return the columns with leads out of turn, by the index of the first cell of the row."""
    marked = (cell for cell, each in cells.annotations.items() if "L" in each.irregularity)
    return {cell - cell % 4: cell % 4 for cell in marked}


def _rest(cells: _Cells, leads: Sequence[int], first: Seat, known: int) -> InfoTable | None:
    """Return the rows from the first known card on that follows an unknown card; None if there is none."""
    cards = cells.cards
    if len(cards) - cards.count(None) == known:
        return None
    beyond = (
        cell for cell, card in enumerate(cards) if card is not None and _card_index(cell, leads) >= known
    )
    at = next(beyond)
    shown = [card or "-" for card in cards[at - at % 4 :]]
    headers = tuple(Column(Seat((first + turn) % 4).letter) for turn in range(4))
    return InfoTable(headers, tuple(" ".join(shown[row : row + 4]) for row in range(0, len(shown), 4)))


def columns(cards: Sequence[Card], leads: Sequence[int]) -> list[int | None]:
    """Return for each cell of the Play section, row by row, the index of its card in `cards`.

    A cell without a card gets None instead of an index. `leads` holds, for each trick, the column of the hand
    that led to it.
    """
    cells: list[int | None] = [None] * (4 * len(leads))
    for index in range(min(len(cards), len(cells))):
        row, turn = divmod(index, 4)
        cells[4 * row + (leads[row] + turn) % 4] = index
    return cells
