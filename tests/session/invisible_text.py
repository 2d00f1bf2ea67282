"""Names with terminal escapes and direction marks, and as the server shows them."""

from __future__ import annotations

EVIL = "ok\x1b[2J\u202enwod\x9b2J\nyou lose"

SHOWN = "ok [2Jnwod 2J you lose"

INVISIBLE = "\x1b\u202e\u200b\u3164 \n"
