"""The double-dummy analysis of boards: the questions for worker processes, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from protocol.v1.bridge import SEATS, Strain
from protocol.words import with_count
from server.errors import AnalysisError, NotAnalysable
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.records.base import Analysing, Question
from server.records.bridge.double_dummy.analysis import Analysis, CardValues, Par, annotated
from server.records.bridge.double_dummy.rows import AnalysedRow, analysed_row
from server.records.bridge.double_dummy.solver import Solved, answer_or_error, solve_deal, solve_play
from server.records.bridge.record import BoardRecord, Hands, deal_fault
from server.records.bridge.validate import validate


class BoardAnalysis(Struct, frozen=True):
    """The HTTP answer about the analysis of one board.

    `double_dummy` holds the number of tricks that each declarer (N E S W) can win in each strain.

    `par` is the result if both sides bid and play perfectly, and `cards` are the double-dummy values of the
    legal cards at each position of the play. All fields except the board number are empty if the double-dummy
    analysis of the board took too long.
    """

    board: int | None
    double_dummy: dict[str, dict[Strain, int]] | None = None
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()


class AnalysedBoards(Struct):
    """The HTTP answer about the analysed boards of a table."""

    boards: list[BoardAnalysis]


class BoardAnalysing(Analysing[BoardRecord]):
    """The double-dummy analysis of boards: 20 numbers of tricks, par, and the values of cards during play."""

    noun = "board"
    only = "double-dummy analysis is for boards of bridge"
    about = "Analyse boards of bridge double dummy, and add the fields dd, par, cards and dd_error."
    results = "double-dummy results"
    added = "double-dummy results and par"
    answered = "20 double-dummy results, par and the values of its cards"
    answer_type = AnalysedBoards

    def questions(self, record: BoardRecord) -> tuple[Question, ...]:
        """Return the question about the deal and, if the play can be analysed, a question about the play."""
        try:
            plays = about_play(record)
        except NotAnalysable:
            plays = ()
        return (about_deal(record.hands), *plays)

    def analysis(self, record: BoardRecord, answers: Sequence[Any]) -> Analysis:
        """Return the 20 double-dummy results of a board, par, and the values of the cards during the play."""
        solved, *cards = answers
        return Analysis(solved.double_dummy, _par(record, solved), cards[0] if cards else ())

    def annotated(self, record: BoardRecord, analysis: Any) -> BoardRecord:
        """Return the record of a board with the 20 double-dummy results and par added."""
        return annotated(record, analysis)

    def row(self, row: Any, analysis: Any | AnalysisError | None) -> AnalysedRow:
        """Return a board's row for `kibitz replay`, with the fields `dd`, `par`, `cards` and `dd_error`."""
        return analysed_row(row, analysis)

    def answer(self, found: Sequence[tuple[BoardRecord, Any | None]]) -> AnalysedBoards:
        """Return the HTTP answer about the analysed boards of a table."""
        return AnalysedBoards([_shown(record, each) for record, each in found])

    def label(self, record: BoardRecord) -> str:
        """Return a board's name, or its number if it has no name."""
        return str(record.name or record.number)


def about_deal(hands: Hands) -> Question:
    """Return the question that asks a worker process for the double-dummy results of a deal.

    Raises NotAnalysable for an incomplete deal.
    """
    fault = deal_fault(dict(zip(SEATS, hands, strict=True)))
    if fault is not None:
        raise NotAnalysable(f"expected {fault[1]}, got {fault[2]}")
    return Question(_dealt(hands), partial(answer_or_error, partial(solve_deal, hands)))


def about_play(record: BoardRecord) -> tuple[Question, ...]:
    """Return the question about the values of all legal cards of a play, or () for a passed-out board.

    The double-dummy value of a card is declarer's number of tricks on the whole board. If the play ended
    before all 52 cards were played, by a claim or with a recorded result, the position after the last
    recorded card is analysed, too. Raises NotAnalysable for a play that has not ended, or that breaks the
    rules.
    """
    validation = validate(record)
    state = validation.state
    every_card_kept_the_rules = record.cards and len(state.plays) == len(record.cards)
    if any(note.irregularity for note in record.card_notes):
        raise NotAnalysable("expected a play by the Laws, got a play with a revoke or a lead out of turn")
    if state.deal is None or (validation.fault and not every_card_kept_the_rules):
        raise NotAnalysable(validation.fault or "expected four full hands, got a hidden hand")
    if state.phase != "over" and validation.tricks is None and not (record.claimed or validation.fault):
        raise NotAnalysable(
            f"expected a finished board, got {with_count(len(record.cards), 'played card')} and no result"
        )
    contract = state.contract
    if contract is None:
        return ()
    hands = state.deal.hands
    key = (_dealt(hands), contract.strain, contract.declarer, record.cards)
    return (Question(key, partial(answer_or_error, partial(solve_play, hands, contract, record.cards))),)


def _dealt(hands: Hands) -> tuple[frozenset[Any], ...]:
    return tuple(frozenset(hand) for hand in hands)


def _par(record: BoardRecord, solved: Solved) -> Par | None:
    """Return the par of a deal; dealer and vulnerability come from the record or its board number (Law 2)."""
    dealer, vulnerable = record.dealer, record.vulnerable
    if record.number is not None:
        dealer = dealer_of(record.number) if dealer is None else dealer
        vulnerable = vulnerability_of(record.number) if vulnerable is None else vulnerable
    if dealer is None or vulnerable is None:
        return None
    return solved.pars[dealer, vulnerable]


def _shown(record: BoardRecord, analysis: Analysis | None) -> BoardAnalysis:
    if analysis is None:
        return BoardAnalysis(record.number)
    return BoardAnalysis(record.number, analysis.double_dummy.by_letter(), analysis.par, analysis.cards)
