"""`python -m server` is `kibitz`."""

from server.cli import app

app()
