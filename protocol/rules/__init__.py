"""The rules of games that both the server and the robots need, as pure functions over the protocol's types.

A rule stands here if the server judges by it and robots or terminals also compute with it. All other rules
stand in the server.
"""
