"""The players that wait for a seat, in Redis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.store.redis_connection import RedisConnection
from server.store.waiting_players import (
    LEASE_MS,
    MOST_TABLES,
    PATIENCE_MS,
    SEAT_MS,
    SETTLED_MS,
    TABLES_MS,
    Placed,
    Replaced,
    Turn,
    WaitingPlayer,
    Waits,
)

WAITING, PLACES = "kibitz:{queue}:waiting", "kibitz:{queue}:places"
"""The keys of two hashes by player: those who wait, and the places that were given.

A waiting player is the list of word, kind, start (ms), 1 for robots, and end of the lease (ms). A place is
the list of word, table, place (-1 once the player sits there), 1 for robots, the time until which it is kept
(ms), and the number of players of the new table. The braces put all keys of the queue into one slot of a
cluster.
"""
TABLES = "kibitz:{queue}:tables:"
"""The beginning of the keys of the sorted sets of tables, one for each kind, by the time of making (ms)."""

_READ = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function read(key)
  local found, flat = {}, redis.call('HGETALL', key)
  for at = 1, #flat, 2 do
    local entry = cjson.decode(flat[at + 1])
    if entry[5] < now then redis.call('HDEL', key, flat[at]) else found[flat[at]] = entry end
  end
  return found
end
local function write(key, player, entry)
  redis.call('HSET', key, player, cjson.encode(entry))
end
local waiting, places = read(KEYS[1]), read(KEYS[2])
"""
"""The Lua functions of all scripts: they read the queue and remove what is over.

The keys of each script are those of the waiting players and of the places.
"""

TURN = (
    _READ
    + """
local lease, patience, kept = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local remembered, settled, most, prefix = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], ARGV[7]
local fresh, seats, kinds, replaced = {}, {}, {}, {}
for at = 8, #ARGV, 8 do
  local player, word, kind, waited, step = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 6], ARGV[at + 7]
  local place, entry = places[player], waiting[player]
  if place and place[3] == -1 and step == 'new' then place = nil end
  local held = place or entry
  if held and held[1] ~= word and step ~= 'new' then
    replaced[at] = true
  else
    if place and step ~= 'again' then
      place[1], place[5] = word, now + kept
      write(KEYS[2], player, place)
    else
      redis.call('HDEL', KEYS[2], player)
      places[player] = nil
      local since = now - waited
      if entry and entry[2] == kind then since = entry[3] end
      waiting[player] = {word, kind, since, tonumber(ARGV[at + 4]), now + lease}
      write(KEYS[1], player, waiting[player])
    end
    if not fresh[kind] then
      fresh[kind], seats[kind] = {}, tonumber(ARGV[at + 3])
      kinds[#kinds + 1] = kind
    end
    table.insert(fresh[kind], ARGV[at + 5])
  end
end
for _, kind in ipairs(kinds) do
  local found = {}
  for player, entry in pairs(waiting) do
    if entry[2] == kind then found[#found + 1] = player end
  end
  table.sort(found, function(a, b)
    if waiting[a][3] ~= waiting[b][3] then return waiting[a][3] < waiting[b][3] end
    return a < b
  end)
  local function seat(group)
    local new, robots = table.remove(fresh[kind], 1), 1
    for _, player in ipairs(group) do robots = math.min(robots, waiting[player][4]) end
    for at, player in ipairs(group) do
      places[player] = {waiting[player][1], new, at - 1, robots, now + kept, #group}
      write(KEYS[2], player, places[player])
      redis.call('HDEL', KEYS[1], player)
      waiting[player] = nil
    end
    redis.call('ZADD', prefix .. kind, string.format('%.0f', now), new)
    redis.call('ZREMRANGEBYRANK', prefix .. kind, 0, -most - 1)
    redis.call('PEXPIRE', prefix .. kind, remembered)
  end
  while #found >= seats[kind] and #fresh[kind] > 0 do
    local group = {}
    for _ = 1, seats[kind] do group[#group + 1] = table.remove(found, 1) end
    seat(group)
  end
  local patient = {}
  for _, player in ipairs(found) do
    if waiting[player][4] == 1 then patient[#patient + 1] = player end
  end
  if #patient > 0 and waiting[patient[1]][3] + patience <= now and #fresh[kind] > 0 then seat(patient) end
end
local answers, counts, tables = {}, {}, {}
for at = 8, #ARGV, 8 do
  local place, entry = places[ARGV[at]], waiting[ARGV[at]]
  if replaced[at] or not (place or entry) then
    answers[#answers + 1] = {'replaced'}
  elseif place then
    answers[#answers + 1] = {'placed', place[2], place[3], place[6], place[4]}
  else
    answers[#answers + 1] = {'waits', string.format('%.0f', math.max(0, now - entry[3]))}
  end
end
for _, entry in pairs(waiting) do counts[#counts + 1] = entry[2] end
for _, kind in ipairs(kinds) do
  redis.call('ZREMRANGEBYSCORE', prefix .. kind, '-inf', string.format('%.0f', now - remembered))
  local latest = string.format('%.0f', now - settled)
  tables[#tables + 1] = {kind, redis.call('ZREVRANGEBYSCORE', prefix .. kind, latest, '-inf')}
end
return {answers, counts, tables}
"""
)
"""Carry out a turn. The ARGV of TURN are the times of a lease, of patience, of a place and of a table, and
the time after which a table is offered (ms), the number of tables that are remembered and the prefix of their
keys; then, for each player: id, word, kind, seats, 1 for robots, the id of a new table, the time waited (ms)
and the step.

The script TURN returns the answers, the kind of each waiting player, and the tables of each kind.
"""

TAKE = (
    _READ
    + """
local entry = waiting[ARGV[1]]
if not entry or entry[1] ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
write(KEYS[2], ARGV[1], {ARGV[2], ARGV[3], 0, entry[4], now + ARGV[4], 0})
return 1
"""
)
"""Give a waiting player a place. The ARGV of TAKE are the player, the word, the table, and the time (ms) for
which the place is kept."""

SAT_DOWN = (
    _READ
    + """
local place = places[ARGV[1]]
if place and place[1] == ARGV[2] then
  place[3] = -1
  write(KEYS[2], ARGV[1], place)
end
"""
)
"""Note that a player sits at the place. The ARGV of SAT_DOWN are the player and the word.

The place stays for its time, so that an older request of the player, at another hub, does not wait again.
"""

LEAVE = (
    _READ
    + """
local entry, place = waiting[ARGV[1]], places[ARGV[1]]
if entry and entry[1] == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
if place and place[1] == ARGV[2] and place[3] ~= -1 then redis.call('HDEL', KEYS[2], ARGV[1]) end
"""
)
"""Take a request out of the queue. The ARGV of LEAVE are the player and the word."""

COUNTS = (
    _READ
    + """
local counts = {}
for _, entry in pairs(waiting) do counts[#counts + 1] = entry[2] end
return counts
"""
)
"""Return the kind of each waiting player."""


class RedisWaitingPlayers:
    """The players that wait for a seat, in Redis, where a script carries out each step."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def _run(self, script: str, *arguments: Any) -> Any:
        return await self._connection.run(script, [WAITING, PLACES], *arguments)

    async def turn(self, players: Sequence[WaitingPlayer]) -> Turn:
        arguments: list[str | int] = [
            *(LEASE_MS, PATIENCE_MS, SEAT_MS, TABLES_MS, SETTLED_MS, MOST_TABLES, TABLES)
        ]
        for each in players:
            arguments += [each.player, each.word, each.kind, each.seats, int(each.robots)]
            arguments += [each.table, each.waited_ms, each.step]
        answers, waiting, tables = await self._run(TURN, *arguments)
        return Turn(
            tuple(_answer(*answer) for answer in answers),
            _counts(waiting),
            {kind.decode(): tuple(table.decode() for table in made) for kind, made in tables},
        )

    async def take(self, player: str, word: str, table: str) -> bool:
        return bool(await self._run(TAKE, player, word, table, SEAT_MS))

    async def sat_down(self, player: str, word: str) -> None:
        await self._run(SAT_DOWN, player, word)

    async def leave(self, player: str, word: str) -> None:
        await self._run(LEAVE, player, word)

    async def counts(self) -> Mapping[str, int]:
        return _counts(await self._run(COUNTS))


def _answer(kind: bytes, *fields: Any) -> Waits | Placed | Replaced:
    if kind == b"waits":
        return Waits(int(fields[0]))
    if kind == b"placed":
        table, place, players, robots = fields
        return Placed(table.decode(), place, players, bool(robots))
    return Replaced()


def _counts(kinds: Sequence[bytes]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for kind in kinds:
        found[kind.decode()] = found.get(kind.decode(), 0) + 1
    return found
