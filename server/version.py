"""The name and version of this program; the version is that of the installed package."""

from __future__ import annotations

from importlib.metadata import version

NAME = f"kibitz {version('kibitz')}"
