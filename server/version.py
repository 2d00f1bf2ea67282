"""The name and version of this program, from the installed package."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("kibitz")
NAME = f"kibitz {VERSION}"
