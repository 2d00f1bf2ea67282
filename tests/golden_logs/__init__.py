"""Logs exactly as a server wrote them to Redis, the views that they fold to, and the test that reads them.

`logs/<name>.json` holds every key of a table, or of the two tables of a match, byte for byte.
`views/<name>.json` holds what a server made of them on the day when they were written. Both are read for
ever after, because a later server reads the logs of an earlier one. So a file is never recorded again
because the server has changed; files are only added, by `python -m tests.golden_logs`, which leaves existing
files alone. A view that has a new field is no reason to record either: `ADDED` in `folding` names the field.

One change of views was recorded anew, by hand, since secrecy asked for it: the score sheet of a match
leaves out a board until the other room plays it no more. With this rule switched off, today's server makes
of the logs `match-ahead`, `match-compared`, `match-ended-early` and `match-opened` exactly what stood in
their files before.
"""
