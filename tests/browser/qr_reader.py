"""A reader of QR codes without damage, up to version 6, written from the standard (ISO/IEC 18004)."""

from __future__ import annotations

import re
from collections.abc import Iterator

Modules = list[list[bool]]

BORDER = 4
MASKS = (
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (y // 2 + x // 3) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
)
LEVELS = "MLHQ"
BLOCKS: dict[str, tuple[tuple[int, ...], ...]] = {
    "L": ((19,), (34,), (55,), (80,), (108,), (68, 68)),
    "M": ((16,), (28,), (44,), (32, 32), (43, 43), (27,) * 4),
    "Q": ((13,), (22,), (17, 17), (24, 24), (15, 15, 16, 16), (19,) * 4),
    "H": ((9,), (16,), (13, 13), (9,) * 4, (11, 11, 12, 12), (15,) * 4),
}
"""The numbers of data codewords of the blocks, by error correction level and version."""


def modules_of(path: str, size: int) -> Modules:
    """Return the modules, without the border, of a drawing whose path has runs such as `M4 4h7v1h-7z`."""
    dark = [[False] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for place in range(int(x), int(x) + int(length)):
            dark[int(y)][place] = True
    return [row[BORDER:-BORDER] for row in dark[BORDER:-BORDER]]


def read(modules: Modules) -> str:
    """Return the text of a QR code in byte mode."""
    size = len(modules)
    version = (size - 17) // 4
    assert size == 17 + 4 * version and 1 <= version <= 6, f"expected a version from 1 to 6, got size {size}"
    places = [*((x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)), (8, 7), *((8, y) for y in range(5, -1, -1))]
    written = 0
    for x, y in places:
        written = written << 1 | modules[y][x]
    kind = (written ^ 0b101010000010010) >> 10
    level, mask = LEVELS[kind >> 3], MASKS[kind & 7]
    bits = [modules[y][x] ^ mask(x, y) for x, y in _data_places(size, version)]
    codewords = [
        sum(bit << (7 - place) for place, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits) - 7, 8)
    ]
    blocks = BLOCKS[level][version - 1]
    data: list[list[int]] = [[] for _ in blocks]
    rest = iter(codewords)
    for column in range(max(blocks)):
        for block, length in enumerate(blocks):
            if column < length:
                data[block].append(next(rest))
    stream = "".join(f"{each:08b}" for block in data for each in block)
    assert stream[:4] == "0100", f"expected byte mode, got {stream[:4]}"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


def _data_places(size: int, version: int) -> Iterator[tuple[int, int]]:
    upwards, right = True, size - 1
    while right > 0:
        if right == 6:
            right -= 1
        for step in range(size):
            y = size - 1 - step if upwards else step
            for x in (right, right - 1):
                if not _is_pattern(x, y, size, version):
                    yield x, y
        upwards, right = not upwards, right - 2


def _is_pattern(x: int, y: int, size: int, version: int) -> bool:
    finder = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    center = size - 7
    aligned = version > 1 and abs(x - center) <= 2 and abs(y - center) <= 2
    return finder or aligned or x == 6 or y == 6
