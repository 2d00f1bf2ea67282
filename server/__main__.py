"""The entry point of `python -m server`, which is the same as the command `kibitz`."""

from server.cli import app

app()
