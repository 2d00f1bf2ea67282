"""What hands of Spades came to, how the game stands, and the rules that it is played by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import asdict

from bots.spades.terminal.names import partners, seat_letter, side_letters, side_name
from protocol.v1.spades import PRESETS, HandResult, Rules, Score, SideResult, SpadesPub
from protocol.words import counted


def score_words(score: Score) -> str:
    """`191 points, 4 bags`; how often a side was set is said where it was."""
    words = f"{counted(score.points, 'point')}, {counted(score.bags, 'bag')}"
    return words + (f", {counted(score.sets, 'set')}" if score.sets else "")


def result_words(rules: Rules, result: HandResult) -> Iterator[str]:
    """A hand's result, a line for each side: `Hand 2, NS: 8 of 7, +71 with 1 bag; now 191 points, 4 bags`."""
    for side, ended in enumerate(result.sides):
        yield f"Hand {result.hand}, {side_letters(rules, side)}: {_side_words(rules, result, side, ended)}"


def _side_words(rules: Rules, result: HandResult, side: int, ended: SideResult) -> str:
    won = counted(ended.tricks, "trick") if ended.bid is None else f"{ended.tricks} of {ended.bid}"
    nils = "".join(f", {words}" for words in _nil_words(rules, result, side))
    down = ", set" if ended.set else ""
    bags = f" with {counted(ended.bags, 'bag')}" if ended.bags else ""
    penalty = f", {-ended.penalty:+d} for bags" if ended.penalty else ""
    gained = ended.after.points - ended.before.points - ended.points + ended.penalty
    gift = f", {gained:+d} for the bags of others" if gained else ""
    return f"{won}{nils}{down}, {ended.points:+d}{bags}{penalty}{gift}; now {score_words(ended.after)}"


def _nil_words(rules: Rules, result: HandResult, side: int) -> Iterator[str]:
    """`N's nil made`, `S's blind nil failed by 2`."""
    if not result.bids:
        return
    for seat in partners(rules, side):
        bid, won = result.bids[seat], result.tricks[seat]
        if bid.nil:
            whose = f"{seat_letter(rules, seat)}'s " if rules.sides == "pairs" else ""
            yield f"{whose}{bid} {f'failed by {won}' if won else 'made'}"


def winner_words(pub: SpadesPub) -> str:
    """`North-South win the game; NS: 512, EW: 380`, "" while nobody has."""
    if pub.winner is None:
        return ""
    rules = pub.rules
    name, verb = side_name(rules, pub.winner), "win" if rules.sides == "pairs" else "wins"
    return f"{name} {verb} the game; {points_words(rules, pub.scores)}"


def points_words(rules: Rules, scores: Iterable[Score]) -> str:
    """`NS: 512, EW: 380`."""
    return ", ".join(f"{side_letters(rules, side)}: {score.points}" for side, score in enumerate(scores))


def scores_words(pub: SpadesPub) -> list[str]:
    """The game's hands so far, a line for each side, and how it stands."""
    lines = [
        line for _, each in sorted((pub.results or {}).items()) for line in result_words(pub.rules, each)
    ]
    now = [f"{side_name(pub.rules, side)}: {score_words(score)}" for side, score in enumerate(pub.scores)]
    return [*lines, *now, *filter(None, [winner_words(pub)])]


def rules_words(rules: Rules) -> list[str]:
    """The preset that is nearest, and what differs from it, as it may be typed to `kibitz open`."""
    said = asdict(rules)
    differing = {
        preset: {key: value for key, value in said.items() if getattr(known, key) != value}
        for preset, known in PRESETS.items()
    }
    preset = min(differing, key=lambda each: len(differing[each]))
    words = [f"{key}={_value_words(value)}" for key, value in differing[preset].items()]
    return [f"preset={preset}" + (f", and {' '.join(words)}" if words else "")]


def _value_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
