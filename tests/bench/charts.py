"""Line charts as SVG: several charts above each other over the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10

from msgspec import Struct

WIDTH, HEIGHT, LEFT, RIGHT, GAP = 900, 170, 70, 40, 62
LETTER = 6.6
"""The width of an ordinary letter, to place names beside each other."""
COLORS = ("#1f6fb4", "#c1440e", "#3a7d34", "#7a4ea3")
STEPS_S = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400)
MOST_STEPS = 10
Scale = Callable[[float], float]


class Curve(Struct):
    """One line: a name, and the points (time in seconds, value); None interrupts the line."""

    name: str
    points: list[tuple[float, float | None]]


class Limit(Struct):
    """A value to which the curves are compared, and its name."""

    value: float
    name: str


class Mark(Struct):
    """A moment, and what happened then."""

    at_s: float
    name: str


class Chart(Struct):
    """One chart. The title names the unit. With `logarithmic` each power of ten has the same height."""

    title: str
    curves: list[Curve]
    limit: Limit | None = None
    marks: list[Mark] = []
    logarithmic: bool = False


def svg(title: str, remarks: Sequence[str], charts: Sequence[Chart], time: str) -> str:
    """Return the charts as one picture: remarks under the title, and the name of the `time` at the bottom."""
    end_s = max((at for chart in charts for curve in chart.curves for at, _ in curve.points), default=1.0)
    top = 44 + 17 * len(remarks)
    height = top + len(charts) * (HEIGHT + GAP) + 6
    width = LEFT + WIDTH + RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]
    parts += [
        f'<text x="{LEFT}" y="{43 + 17 * number}">{escape(remark)}</text>'
        for number, remark in enumerate(remarks)
    ]
    for number, chart in enumerate(charts):
        parts += _chart(chart, top + number * (HEIGHT + GAP) + 20, max(end_s, 1.0))
    parts.append(f'<text x="{LEFT + WIDTH}" y="{height - 8}" text-anchor="end">{escape(time)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _chart(chart: Chart, top: int, end_s: float) -> list[str]:
    values = [value for curve in chart.curves for _, value in curve.points if value is not None]
    values += [chart.limit.value] if chart.limit is not None else []
    ticks = decades(values) if chart.logarithmic else quarters(values)
    y = _vertical(ticks, top, logarithmic=chart.logarithmic)

    def x(seconds: float) -> float:
        return LEFT + WIDTH * seconds / end_s

    bottom = top + HEIGHT
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(chart.title)}</text>']
    for value in ticks:
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:,.10g}</text>'
        )
    moments = times(end_s)
    for at in moments:
        name = _duration(at, moments[-1])
        parts.append(
            f'<line x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{bottom}" y2="{bottom + 4}" stroke="#888"/>'
            f'<text x="{x(at):.1f}" y="{bottom + 17}" text-anchor="middle">{name}</text>'
        )
    for number, curve in enumerate(chart.curves):
        parts += [
            f'<polyline fill="none" stroke="{_color(number)}" stroke-width="1.3" stroke-linecap="round"'
            f' points="{line}"/>'
            for line in _lines(curve, x, y)
        ]
    if chart.limit is not None:
        at = y(chart.limit.value)
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{at:.1f}" y2="{at:.1f}" stroke="#555"'
            ' stroke-dasharray="6 4"/>'
        )
    for mark in chart.marks:
        at, left = x(mark.at_s), mark.at_s < 0.7 * end_s
        parts.append(
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top}" y2="{bottom}" stroke="#555"'
            ' stroke-dasharray="2 3"/>'
        )
        parts.append(_label(at + (4 if left else -4), bottom - 6, mark.name, "start" if left else "end"))
    return parts + _legend(chart, top)


def _color(number: int) -> str:
    return COLORS[number % len(COLORS)]


def _label(x: float, y: float, name: str, anchor: str) -> str:
    """Return a name inside the chart, on a white border that keeps it legible on a curve."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#555" stroke="white" stroke-width="3"'
        f' paint-order="stroke">{escape(name)}</text>'
    )


def _legend(chart: Chart, top: int) -> list[str]:
    """Return the names of the curves and of the limit, each after a piece of its line, above the chart.

    The title names a curve that is alone.
    """
    names = [(curve.name, _color(number), "") for number, curve in enumerate(chart.curves)]
    names = names if len(names) > 1 else []
    if chart.limit is not None:
        names.append((chart.limit.name, "#555", ' stroke-dasharray="5 3"'))
    parts, right = [], float(LEFT + WIDTH)
    for name, color, dashes in reversed(names):
        left = right - LETTER * len(name)
        parts.append(
            f'<line x1="{left - 26:.1f}" x2="{left - 6:.1f}" y1="{top - 12}" y2="{top - 12}"'
            f' stroke="{color}" stroke-width="2"{dashes}/>'
            f'<text x="{left:.1f}" y="{top - 8}" fill="{color}">{escape(name)}</text>'
        )
        right = left - 42
    return parts


def _vertical(ticks: Sequence[float], top: int, *, logarithmic: bool) -> Scale:
    """Return the height of a value between the first and the last tick."""
    least, most = ticks[0], ticks[-1]

    def straight(value: float) -> float:
        return top + HEIGHT * (most - value) / (most - least)

    def by_powers(value: float) -> float:
        share = log10(most / max(value, least)) / log10(most / least)
        return top + HEIGHT * share

    return by_powers if logarithmic else straight


def _lines(curve: Curve, x: Scale, y: Scale) -> list[str]:
    """Return the points of each uninterrupted part of a curve. A single point is drawn as a dot."""
    lines: list[list[str]] = [[]]
    for at, value in curve.points:
        if value is None:
            lines.append([])
        else:
            lines[-1].append(f"{x(at):.1f},{y(value):.1f}")
    return [" ".join(line if len(line) > 1 else line * 2) for line in lines if line]


def times(end_s: float) -> list[float]:
    """Return round times from 0 to the end of an axis, at most eleven."""
    step = next((step for step in STEPS_S if end_s / step <= MOST_STEPS), STEPS_S[-1])
    return [float(step * number) for number in range(int(end_s / step) + 1)]


def _duration(seconds: float, last: float) -> str:
    """Return a time in the unit of its axis: minutes if the last time of the axis is a few of them."""
    return f"{seconds / 60:g} min" if last >= 300 else f"{seconds:g} s"


def quarters(values: Sequence[float]) -> list[float]:
    """Return 0, a round number that is not below the values, and the three quarters between."""
    most = nice(max([*values, 1e-9]))
    return [most * step / 4 for step in range(5)]


def decades(values: Sequence[float]) -> list[float]:
    """Return at least two powers of ten, from one not above the values to one not below them."""
    positive = [value for value in values if value > 0] or [1.0]
    low, high = floor(log10(min(positive))), ceil(log10(max(positive)))
    return [10.0**power for power in range(low, max(high, low + 1) + 1)]


def nice(value: float) -> float:
    """Return the least of 1, 2, 4, 5 or 8 times a power of ten that is not below the value."""
    power = 10.0 ** floor(log10(value))
    return next(power * step for step in (1, 2, 4, 5, 8, 10) if power * step >= value)
