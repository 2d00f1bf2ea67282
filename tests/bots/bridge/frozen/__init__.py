"""The plain robot of bridge as it was on 2026-11-23, kept as the opponent by which newer robots are measured.

    kibitz duel bridge my_robot tests.bots.bridge.frozen.bot:FrozenPlain --boards 200

Nothing here changes any more, so that figures of different days can be compared.
"""
