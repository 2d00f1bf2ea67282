"""Movements and draws: which entries meet in a round, at which table, and on which boards.

All functions are pure, and random choices follow from a seed that is an argument.
"""
