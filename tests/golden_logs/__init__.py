"""Logs exactly as a server wrote them to Redis, the views that they fold to, and the test that reads them.

`logs/<name>.json` holds every key of a table (or of the two tables of a match) byte for byte; `views/<name>.json`
holds what a server made of it on the day it was written. Both are read for ever after: a later server reads
the logs of an earlier one. So a file is never recorded again because the server has changed; only new files
are added, by `python -m tests.golden_logs`, which leaves existing files alone.
"""
