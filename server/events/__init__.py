"""Events of a club: movements, draws and rankings, as frozen values and pure functions that know no game."""
