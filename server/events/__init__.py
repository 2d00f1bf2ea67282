"""Events of a club, such as a pairs tournament, as frozen values that are computed from a log of entries."""
