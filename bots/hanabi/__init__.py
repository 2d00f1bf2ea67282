"""Robots for Hanabi."""
