"""High card, a game of two players and one hidden card each: a fourth game that no product file knows.

A game of a server of one's own has the same four folders, at `protocol/v1/high_card`,
`server/games/high_card`, `server/records/high_card` and `bots/high_card`.
"""
