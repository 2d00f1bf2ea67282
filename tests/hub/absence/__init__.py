"""Absent and slow players: the robots that play for them, and the return of their seats."""
