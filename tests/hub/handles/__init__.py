"""Handles of tables: what the contract suite of every kind needs."""
