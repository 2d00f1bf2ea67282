"""The round robin: each entry meets each other one, by turning a circle of entries by one place a round."""

from __future__ import annotations

from server.events.movements.plans import Plan, Planned


def most_rounds(places: int, legs: int = 1) -> int:
    """Return the number of rounds in which each entry meets each other one `legs` times."""
    return (places - 1 + places % 2) * legs


def planned(places: int, number: int) -> Plan:
    """Return the plan of round `number`; the last number is missing if `places` is odd.

    In every second leg the two sides of each table change places.
    """
    even = places + places % 2
    leg, turn = divmod(number, even - 1)
    circle = [0, *((place - turn) % (even - 1) + 1 for place in range(even - 1))]
    pairs = [(circle[place], circle[-1 - place]) for place in range(even // 2)]
    if turn % 2:
        # The first entry never moves: without this it would always be on the first side.
        pairs[0] = (pairs[0][1], pairs[0][0])
    if leg % 2:
        pairs = [(other, one) for one, other in pairs]
    return tuple(Planned(table + 1, sides, number) for table, sides in enumerate(pairs))
