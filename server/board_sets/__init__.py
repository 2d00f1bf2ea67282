"""Sets of boards that several tables play, as frozen values that are computed from a log of entries.

A match is a set of boards with two tables, which compares their results board by board.
"""
