"""How deep lists and objects lie within each other, told from the bytes of a message before it is decoded.

A decoder calls itself once a level, and how often it may differs between versions of Python.
"""

from __future__ import annotations

from itertools import accumulate

_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""One level deeper or, as a signed byte, one less."""
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def json_is_deeper(text: bytes, limit: int) -> bool:
    """Return whether lists and objects of a JSON text are nested more than `limit` levels deep."""
    if text.count(b"[") + text.count(b"{") <= limit:
        return False
    unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
    outside_strings = b"".join(unescaped.split(b'"')[::2])
    steps = outside_strings.translate(_STEPS, _NO_BRACKETS)
    return max(accumulate(memoryview(steps).cast("b")), default=0) > limit


_HEADS = bytes([*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF])
"""The first bytes of msgpack's arrays and maps."""
_SIZES = [1] * 128 + [0] * 32 + [*range(1, 33)] + [1] * 4 + [0] * 6 + [5, 9, 2, 3, 5, 9, 2, 3, 5, 9]
_SIZES += [3, 4, 6, 10, 18] + [0] * 7 + [1] * 32
"""How many bytes a value takes in all, by its first byte; 0 where that byte does not tell it."""
_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""How many bytes tell the length of binary data, an extension or a text, by its first byte."""
_EXTENSIONS = (0xC7, 0xC8, 0xC9)


def msgpack_is_deeper(frame: bytes, limit: int) -> bool:
    """Return whether arrays and maps of a msgpack value are nested more than `limit` levels deep."""
    # other values may hold such bytes too, so that this counts too many levels, never too few
    if len(frame) - len(frame.translate(None, _HEADS)) <= limit:
        return False
    sizes, end = _SIZES, len(frame)
    outer: list[int] = []
    missing = at = 0  # values still to come in the innermost open array or map
    while at < end:
        head = frame[at]
        if size := sizes[head]:
            at += size
        elif head in _LENGTHS:
            begin = at + 1 + _LENGTHS[head]
            at = begin + int.from_bytes(frame[at + 1 : begin], "big") + (head in _EXTENSIONS)
        elif len(outer) == limit:
            return True
        else:
            values, at = _promised(frame, at)
            if values:
                outer.append(missing)
                missing = values
                continue
        missing -= 1
        while not missing and outer:
            missing = outer.pop() - 1
    return False


def _promised(frame: bytes, at: int) -> tuple[int, int]:
    """Return how many values an array or map says it holds, keys counted too, and where they begin."""
    head = frame[at]
    if head < 0x90:
        return 2 * (head & 0x0F), at + 1
    if head < 0xA0:
        return head & 0x0F, at + 1
    begin = at + (5 if head in (0xDD, 0xDF) else 3)
    return int.from_bytes(frame[at + 1 : begin], "big") * (2 if head >= 0xDE else 1), begin
