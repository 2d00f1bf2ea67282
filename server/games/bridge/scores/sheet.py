"""The score sheet of a table at which the scores of all deals add up: rubber, Chicago and total points.

Example: a side wins the two games of a rubber:

>>> from protocol.v1.bridge import Contract, Options, Result, Seat, Strain, Vulnerability
>>> from server.games.bridge.scores import sheet
>>> rubber = Options(scoring="rubber")
>>> made = Result(score_ns=420, contract=Contract(4, Strain.SPADES, Seat.SOUTH), tricks=10)
>>> first = sheet.scored(sheet.opening(rubber), rubber, made, Vulnerability.NONE)
>>> first.games, first.points
((1, 0), (120, 0))
>>> second = sheet.next_deal(first, rubber)
>>> sheet.dealer(second, rubber, board=2).letter, sheet.vulnerable(second, rubber, board=2).value
('E', 'NS')
>>> second = sheet.scored(second, rubber, made, Vulnerability.NS)
>>> second.games, second.points, sheet.round_over(second)
((2, 0), (940, 0), True)
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.bridge.scoring import GAME, game_bonus
from protocol.v1.bridge import SEATS, Contract, Line, Options, Result, Seat, Tally, Vulnerability
from server.games.bridge import scoring
from server.games.bridge.scores import lines
from server.games.bridge.scores.lines import Pair

_CHUKKER = 4


class Sheet(Struct, frozen=True, gc=False):
    """The score sheet of a table since it was opened, before a deal or just after a deal was scored.

    `players` has a number for the player in each chair: all points won less all points lost. The chairs of
    players that wait come after the first four. If the director has assigned a score, the players of each
    side get the score of their own side. `number` is the number of the rubber or chukker and `deal` the
    number of the deal within it, both counted from 1. With `total` scoring, all deals of the table count as
    one round, without rubbers or chukkers. `dealer` is the dealer of the present deal.

    `counted` is the number of deals that counted; a deal passed out at rubber or Chicago does not count. A
    round is a rubber or, in Chicago, a chukker of four deals. `games` (games won), `part` (points towards the
    next game) and `points` count from the start of the present rubber or chukker. `total` is each pair's
    score since the two players became partners, including the present rubber or chukker. `lines` are the
    score-sheet entries of the newest deal, and `earlier` are those of the earlier deals of the rubber or
    chukker. `begun` is True once the first deal of the present rubber or chukker is over. `passed_out` is
    True if the newest deal was passed out. `ended` is True once the present rubber or chukker is over.
    """

    players: tuple[int, ...] = (0, 0, 0, 0)
    number: int = 1
    deal: int = 1
    dealer: Seat = Seat.NORTH
    counted: int = 0
    games: Pair = (0, 0)
    part: Pair = (0, 0)
    points: Pair = (0, 0)
    total: Pair = (0, 0)
    lines: tuple[Line, ...] = ()
    earlier: tuple[Line, ...] = ()
    begun: bool = False
    passed_out: bool = False
    ended: bool = False


def opening(options: Options) -> Sheet | None:
    """Return the score sheet before the first deal; None at duplicate, which has no score sheet."""
    if options.scoring == "duplicate":
        return None
    return Sheet(players=(0,) * (4 + options.waiting))


def dealer(sheet: Sheet | None, options: Options, board: int) -> Seat:
    """Return the dealer of the next deal: by board number or, at rubber and Chicago, in turn."""
    return sheet.dealer if sheet is not None and _by_turn(options) else scoring.dealer_of(board)


def vulnerable(sheet: Sheet | None, options: Options, board: int) -> Vulnerability:
    """Return the sides that are vulnerable in the next deal.

    At rubber the vulnerability depends on the games won, and in Chicago on the number of the deal in its
    chukker. With any scoring except rubber and Chicago, the vulnerability depends on the board number.
    """
    if sheet is None or not _by_turn(options):
        return scoring.vulnerability_of(board)
    if options.scoring == "rubber":
        return _vulnerable_by_games(sheet.games)
    if sheet.deal in (1, _CHUKKER):
        return Vulnerability.NONE if sheet.deal == 1 else Vulnerability.BOTH
    side = sheet.dealer.side
    return Vulnerability(side if options.chicago_vulnerable == "dealer" else lines.opponents(side))


def _vulnerable_by_games(games: Pair) -> Vulnerability:
    north_south, east_west = games
    if north_south:
        return Vulnerability.BOTH if east_west else Vulnerability.NS
    return Vulnerability.EW if east_west else Vulnerability.NONE


def _by_turn(options: Options) -> bool:
    return options.scoring in ("rubber", "chicago")


def scored(sheet: Sheet, options: Options, result: Result, vulnerable: Vulnerability) -> Sheet:
    """Return the score sheet after a deal, from the sheet before that deal.

    `sheet` is the score sheet before the deal. If the director changes a deal's result later, call this
    function again with the score sheet before the deal. `vulnerable` is the vulnerability of the deal. If the
    director has only corrected the number of tricks, the contract is scored as usual. An assigned or
    artificial score is entered above the line and does not count towards a game. An assigned or artificial
    score is separate for each side, so both sides may get points. At rubber and Chicago a deal that was
    passed out does not count.
    """
    contract, tricks = result.contract, result.tricks
    if result.adjusted is not None:
        written = _adjust(sheet, result)
    elif _by_turn(options) and (contract is None or tricks is None):
        return replace(sheet, begun=True, passed_out=True)
    elif contract is None or tricks is None or not lines.below_the_line(options):
        written = _write(sheet, lines.of_score(result.score_ns, "score"))
    else:
        of_contract = lines.of_contract(contract, tricks, _is_vulnerable(contract, vulnerable))
        written = _write(sheet, of_contract + lines.of_honours(result.honours))
        written = _towards_game(written, options, contract, vulnerable)
    return _close(replace(written, counted=sheet.counted + 1, begun=True), options)


def _is_vulnerable(contract: Contract, vulnerable: Vulnerability) -> bool:
    return vulnerable.includes(contract.declarer.side)


def _adjust(sheet: Sheet, result: Result) -> Sheet:
    """Return the score sheet with the score that the director gave to each side for a deal."""
    north_south = result.score_ns
    east_west = -north_south if result.score_ew is None else result.score_ew
    return _book(sheet, lines.of_sides(north_south, east_west, "adjusted"), (north_south, east_west))


def _write(sheet: Sheet, entries: tuple[Line, ...]) -> Sheet:
    north_south, east_west = lines.entered((0, 0), entries)
    return _book(sheet, entries, (north_south - east_west, east_west - north_south))


def _book(sheet: Sheet, entries: tuple[Line, ...], balance: Pair) -> Sheet:
    """Return the score sheet with new entries, and with new points of the players.

    `balance` has the points of each side to be added to those of its players.
    """
    return replace(
        sheet,
        lines=sheet.lines + entries,
        points=lines.entered(sheet.points, entries),
        total=lines.entered(sheet.total, entries),
        players=tuple(
            held if chair >= 4 else held + balance[chair % 2] for chair, held in enumerate(sheet.players)
        ),
    )


def _towards_game(sheet: Sheet, options: Options, contract: Contract, vulnerable: Vulnerability) -> Sheet:
    """Return the score sheet with the points for the contract added to the part-score of declarer's side.

    With 100 points or more towards a game, declarer's side wins the game, and both part-scores start at 0
    again.
    """
    below = tuple(line for line in sheet.lines if line.below)
    part = lines.entered(sheet.part, below)
    side = contract.declarer.side
    if part[lines.place(side)] < GAME:
        sheet = replace(sheet, part=part)
        last = options.scoring == "chicago" and sheet.deal == _CHUKKER
        return _write(sheet, (Line(side, 100, "part-score"),)) if below and last else sheet
    sheet = replace(sheet, games=lines.plus(sheet.games, side, 1), part=(0, 0))
    if options.scoring == "rubber":
        return _write(sheet, lines.of_rubber(sheet.games))
    return _write(sheet, (Line(side, game_bonus(_is_vulnerable(contract, vulnerable)), "game"),))


def _close(sheet: Sheet, options: Options) -> Sheet:
    """Return the score sheet with its field `ended` set: True if the newest deal ended the rubber or chukker.

    If the table plays no more boards and the rubber is not finished, adds the bonuses for an unfinished
    rubber.
    """
    if options.scoring == "chicago":
        return replace(sheet, ended=sheet.deal == _CHUKKER)
    if options.scoring == "rubber" and max(sheet.games) == 2:
        return replace(sheet, ended=True)
    if options.scoring == "rubber" and sheet.counted == options.boards:
        return replace(_write(sheet, _unfinished(sheet, options)), ended=True)
    return sheet


def _unfinished(sheet: Sheet, options: Options) -> tuple[Line, ...]:
    return lines.of_unfinished(sheet.games, sheet.part, options.unfinished_part)


def round_over(sheet: Sheet) -> bool:
    """Return True if the newest deal has ended its rubber or chukker."""
    return sheet.ended


def over(sheet: Sheet, options: Options) -> bool:
    """Return True if the table has played all rubbers, chukkers or boards that its options allow."""
    rounds = sheet.number if sheet.ended else sheet.number - 1
    return sheet.counted == options.boards or rounds == options.rounds


def next_deal(sheet: Sheet, options: Options) -> Sheet:
    """Return the score sheet at the start of the next deal, from the sheet that `scored` returned.

    Returns the same score sheet if the table plays no more deals. If the last deal was passed out at rubber
    or Chicago, the same dealer deals again; otherwise the next dealer is the player to the left.
    """
    if over(sheet, options):
        return sheet
    if sheet.passed_out:
        return replace(sheet, passed_out=False)
    if sheet.ended:
        return Sheet(
            players=sheet.players,
            number=sheet.number + 1,
            dealer=sheet.dealer.lho,
            counted=sheet.counted,
            total=sheet.total,
        )
    return replace(
        sheet,
        deal=sheet.deal + 1,
        dealer=sheet.dealer.lho,
        lines=(),
        earlier=sheet.earlier + sheet.lines,
    )


def reseated(sheet: Sheet, chairs: tuple[int, ...]) -> Sheet:
    """Return the score sheet after a cut: chair i gets the player of chair `chairs[i]`, and North deals.

    After a cut, each player keeps the points won so far. Two players that were partners before the cut and
    still are keep their total as a pair; a new pair starts at 0.
    """
    before = {frozenset((0, 2)): sheet.total[0], frozenset((1, 3)): sheet.total[1]}
    pairs = frozenset((chairs[0], chairs[2])), frozenset((chairs[1], chairs[3]))
    return replace(
        sheet,
        players=tuple(sheet.players[chair] for chair in chairs),
        total=(before.get(pairs[0], 0), before.get(pairs[1], 0)),
        dealer=SEATS[0],
    )


def tally(sheet: Sheet, options: Options) -> Tally:
    """Return the score sheet as everybody may see it."""
    stops = options.scoring == "rubber" and not sheet.ended
    return Tally(
        number=sheet.number,
        deal=sheet.deal,
        points=sheet.points,
        total=sheet.total,
        games=sheet.games,
        part=sheet.part,
        stopped=lines.entered(sheet.points, _unfinished(sheet, options)) if stops else sheet.points,
        lines=sheet.lines,
        earlier=sheet.earlier,
        players=sheet.players,
    )
