"""Sets of boards that several tables play, as values: decided and folded from a log, as tables are.

A match is a set of boards with two tables, which compares their results board by board.
"""
