"""Serializers of the seed's API: pure functions of the view that the hub builds for an audience."""
