"""Serializers of the Spades API: pure functions of the view that the hub builds for an audience."""
