"""Matches and sets of boards in the hub: their logs, and the tables that play them."""
