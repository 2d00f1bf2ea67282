"""The check of how deeply a message is nested, made on the bytes of the message before it is decoded.

A decoder calls itself for each nested list or object, and the maximum depth of recursive calls differs
between Python versions.
"""

from __future__ import annotations

from itertools import accumulate

_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""A table for `bytes.translate`: an opening bracket becomes 1, a closing bracket -1 (as a signed byte)."""
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def json_is_deeper(text: bytes, limit: int) -> bool:
    """Return True if the lists and objects of a JSON text are nested more than `limit` levels deep."""
    if text.count(b"[") + text.count(b"{") <= limit:
        return False
    unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
    outside_strings = b"".join(unescaped.split(b'"')[::2])
    steps = outside_strings.translate(_STEPS, _NO_BRACKETS)
    return max(accumulate(memoryview(steps).cast("b")), default=0) > limit


_HEADS = bytes([*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF])
"""The values of the first byte with which arrays and maps begin in msgpack."""
_IS_HEAD = bytes(byte in _HEADS for byte in range(256))
"""A table for `bytes.translate`: a byte that may begin an array or a map becomes 1, any other byte 0."""
_SIZES = [1] * 128 + [0] * 32 + [*range(1, 33)] + [1] * 4 + [0] * 6 + [5, 9, 2, 3, 5, 9, 2, 3, 5, 9]
_SIZES += [3, 4, 6, 10, 18] + [0] * 7 + [1] * 32
"""The size of a msgpack value in bytes, by its first byte; 0 if the first byte does not determine it."""
_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""The size of the length field of binary data, extensions and texts in msgpack, by their first byte."""
_EXTENSIONS = (0xC7, 0xC8, 0xC9)


def msgpack_is_deeper(frame: bytes, limit: int) -> bool:
    """Return True if the arrays and maps of a msgpack value are nested more than `limit` levels deep."""
    # Count the bytes that may begin an array or a map; texts and numbers may contain these bytes, too.
    if frame.translate(_IS_HEAD).count(1) <= limit:
        return False
    sizes, end = _SIZES, len(frame)
    outer: list[int] = []
    # `missing` is the number of values still to be read in the innermost open array or map, and `at` the
    # index of the next byte.
    missing = at = 0
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
            values, at = _declared_values(frame, at)
            if values:
                outer.append(missing)
                missing = values
                continue
        missing -= 1
        while not missing and outer:
            missing = outer.pop() - 1
    return False


def _declared_values(frame: bytes, at: int) -> tuple[int, int]:
    """Return the number of values in a msgpack array or map, keys included, and the index of the first."""
    head = frame[at]
    if head < 0x90:
        return 2 * (head & 0x0F), at + 1
    if head < 0xA0:
        return head & 0x0F, at + 1
    begin = at + (5 if head in (0xDD, 0xDF) else 3)
    return int.from_bytes(frame[at + 1 : begin], "big") * (2 if head >= 0xDE else 1), begin
