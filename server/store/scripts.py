"""The Lua scripts of the Redis store; Redis runs each script as a whole, with the keys of only one table."""

APPEND = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local index, deal = tonumber(ARGV[2]), tonumber(ARGV[3])
local current = tonumber(redis.call('HGET', KEYS[1], 'deal'))
local length = redis.call('XLEN', KEYS[2])
if length == index - 1 and (deal == current or (index == 1 and deal == current + 1)) then
  redis.call('XADD', KEYS[2], index .. '-0', 'e', ARGV[4], 'c', ARGV[7])
  if index == 1 then
    redis.call('HSET', KEYS[1], 'deal', deal)
    redis.call('EXPIRE', KEYS[3], ARGV[6])
    redis.call('EXPIRE', KEYS[4], ARGV[6])
  end
  if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'status', ARGV[5]) end
  return 1
end
if length == index and deal == current then
  local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
  if last[1][2][2] == ARGV[4] then return 1 end
end
return -1
"""
"""Append an entry to a log.

KEYS: table, log; for the first entry of a deal also the log and the notes of the previous deal. ARGV: token,
index, deal, entry, status, seconds for which the previous deal is kept, checksum of the entry. Returns 1 if
the entry is now in the log, or was already appended by an earlier call of the script. Returns 0 if the table
has another owner, and -1 if the length of the log does not match the index.
"""

NOTE = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[2], ARGV[2])
else
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
end
return 1
"""
"""Store a note. KEYS: table, notes of a deal. ARGV: token, card and player, text.

Returns 1 if the note is stored, or 0 if the table has another owner.
"""

CREATE = """
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner then
  if owner == ARGV[1] then return 1 else return 0 end
end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'deal', 0, unpack(ARGV, 4))
redis.call('XADD', KEYS[2], '1-0', 'e', ARGV[2], 'c', ARGV[3])
return 1
"""
"""Make a table. KEYS: table, log. ARGV: token, first entry, its checksum, then names and values of fields.

Returns 1 if the table now exists with this token as owner, also if an earlier call of the script made it.
Returns 0 if the table has another owner.
"""

CLAIM = """
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner == ARGV[2] then return 1 end
if owner ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[2])
return 1
"""
"""Change the owner of a table. KEYS: table. ARGV: expected token, new token.

Returns 1 if the table now has the new token, else 0.
"""

LOAD = """
local meta = redis.call('HGETALL', KEYS[1])
if #meta == 0 then return {} end
local deal = redis.call('HGET', KEYS[1], 'deal') or ''
local entries, later = {}, 0
local log = redis.call('XRANGE', ARGV[1] .. deal, '-', '+')
for place, entry in ipairs(log) do entries[place] = entry[2] end
if tonumber(deal) then later = redis.call('EXISTS', ARGV[1] .. string.format('%d', deal + 1)) end
return {meta, entries, redis.call('HGETALL', ARGV[2] .. deal), later}
"""
"""Load a table. KEYS: table. ARGV: the key prefixes of its logs and of its notes.

Returns a list: the table's hash, the fields of each entry of the current deal, the notes on the current deal,
and 1 if the next deal already has a log (else 0). A log of the next deal shows that the stored table is
damaged.
"""

REMOVE = """
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner then return 1 end
if owner ~= ARGV[1] then return 0 end
for deal = 0, tonumber(redis.call('HGET', KEYS[1], 'deal')) do
  redis.call('DEL', ARGV[2] .. deal, ARGV[3] .. deal)
end
redis.call('DEL', KEYS[1])
return 1
"""
"""Remove a table. KEYS: table. ARGV: token, the key prefixes of its logs and of its notes.

Returns 1 if the table does not exist any more, or 0 if it has another owner.
"""

BEAT = """
local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], string.format('%d%03d', now[1], math.floor(now[2] / 1000)), ARGV[1])
return 1
"""
"""Record a heartbeat. KEYS: hubs. ARGV: hub.

The script takes the time from the Redis server that stores the key, so that all hubs use the same clock, even
in a cluster.
"""

BEAT_AGE = """
local beat = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not beat then return false end
local now = redis.call('TIME')
return now[1] * 1000 + math.floor(now[2] / 1000) - beat
"""
"""Read the age of a heartbeat. KEYS: hubs. ARGV: hub.

Returns the milliseconds since the hub's last heartbeat, or nil if the hub never sent a heartbeat.
"""
