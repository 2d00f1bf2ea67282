"""The Lua scripts of the Redis store; Redis runs each script as a whole, with the keys of only one table.

The log of a table's current deal has a key that ends with `<deal>:<nonce>`. The field `log` of the table's
hash holds the deal, and the field `owner` the token with the nonce. A claim renames the key. Therefore a
plain XADD with NOMKSTREAM cannot write to a log that another hub has claimed. When the next deal begins, the
key of the finished deal's log loses the nonce and ends with `<deal>`.

A former server wrote `<deal>:<nonce>` into the field `log`. Such a field is read, and the next claim or the
next deal replaces it.

An older server wrote the log of the current deal under the key without a nonce, and the deal's number into
the field `deal` of the hash. Such a deal is finished under its key: only APPEND writes to it. The next deal
gets a key with a nonce, and the field `deal` is removed. An older server that loads such a table reports the
missing field, and changes nothing.
"""

APPEND = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local nonce, deal, index, status, logs = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[7]
local present, plain = redis.call('HGET', KEYS[1], 'log'), redis.call('HGET', KEYS[1], 'deal')
local key, done, begins = KEYS[2], 2, false
if present ~= deal and present ~= deal .. ':' .. nonce then
  local earlier = string.format('%d', deal - 1)
  if not present and plain == deal then
    key, done = logs .. deal, 1
  elseif index == 1 and (present == earlier or present == earlier .. ':' .. nonce) then
    local finished = logs .. earlier .. ':' .. nonce
    if redis.call('EXISTS', finished) == 0 or redis.call('EXISTS', key) == 1 then return -1 end
    redis.call('RENAME', finished, logs .. earlier)
    begins = true
  elseif index == 1 and not present and plain == earlier then
    begins = true
  else
    return -1
  end
  if begins then
    redis.call('HDEL', KEYS[1], 'deal')
    redis.call('HSET', KEYS[1], 'log', deal)
    redis.call('EXPIRE', logs .. earlier, ARGV[6])
    redis.call('EXPIRE', ARGV[8] .. earlier, ARGV[6])
  end
end
local length, count = redis.call('XLEN', key), (#ARGV - 8) / 2
if length == index - 1 then
  for place = 0, count - 1 do
    redis.call('XADD', key, index + place .. '-0', 'e', ARGV[9 + 2 * place], 'c', ARGV[10 + 2 * place])
  end
  if status ~= '' then redis.call('HSET', KEYS[1], 'status', status) end
  return done
end
if length == index - 1 + count then
  local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', count)
  for place = 1, count do
    if last[place][2][2] ~= ARGV[7 + 2 * (count - place + 1)] then return -1 end
  end
  return done
end
return -1
"""
"""Append one or more entries to a log.

KEYS: table, log with the owner's nonce. ARGV: token, its nonce, deal, index of the first entry, status,
seconds for which the previous deal is kept, the key prefixes of the table's logs and of its notes; then each
entry and its checksum. Returns 2 if the entries are now in the log, or were already appended by an earlier
call of the script or by XADD; 1 likewise if the log has a key without a nonce, so that only this script may
write to it. Returns 0 if the table has another owner, and -1 if the log does not fit the index.
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
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'log', '0', unpack(ARGV, 4))
redis.call('XADD', KEYS[2], '1-0', 'e', ARGV[2], 'c', ARGV[3])
return 1
"""
"""Make a table. KEYS: table, log. ARGV: token, first entry, its checksum, then names and values of fields.

Returns 1 if the table now exists with this token as owner, also if an earlier call of the script made it.
Returns 0 if the table has another owner.
"""

_CURRENT = """
local function current(log, owner)
  if string.find(log, ':', 1, true) then return log end
  return log .. ':' .. (string.match(owner or '', ':(.*)') or '')
end
"""
"""A Lua function that returns the end of the key of the current deal's log.

Its arguments are the fields `log` and `owner` of a table's hash.
"""

CLAIM = (
    _CURRENT
    + """
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner == ARGV[2] then return 1 end
if owner ~= ARGV[1] then return 0 end
local log = redis.call('HGET', KEYS[1], 'log')
if log then
  local deal, present = string.match(log, '^[^:]*'), ARGV[4] .. current(log, owner)
  if redis.call('EXISTS', present) == 1 then
    redis.call('RENAME', present, ARGV[4] .. deal .. ':' .. ARGV[3])
    redis.call('HSET', KEYS[1], 'log', deal)
  end
end
redis.call('HSET', KEYS[1], 'owner', ARGV[2])
return 1
"""
)
"""Change the owner of a table, and rename the log of its current deal, so that the earlier owner cannot write
to it.

KEYS: table. ARGV: expected token, new token, nonce of the new token, the key prefix of the table's logs.
Returns 1 if the table now has the new token, else 0.
"""

LOAD = (
    _CURRENT
    + """
local meta = redis.call('HGETALL', KEYS[1])
if #meta == 0 then return {} end
local log, key = redis.call('HGET', KEYS[1], 'log'), ''
if log then
  key = current(log, redis.call('HGET', KEYS[1], 'owner'))
else
  key = redis.call('HGET', KEYS[1], 'deal') or ''
end
local deal = string.match(key, '^[^:]*')
local entries, later = {}, 0
for place, entry in ipairs(redis.call('XRANGE', ARGV[1] .. key, '-', '+')) do entries[place] = entry[2] end
if tonumber(deal) then later = redis.call('EXISTS', ARGV[1] .. string.format('%d', deal + 1)) end
return {meta, entries, redis.call('HGETALL', ARGV[2] .. deal), later, key}
"""
)
"""Load a table. KEYS: table. ARGV: the key prefixes of its logs and of its notes.

Returns a list: the table's hash, the fields of each entry of the current deal, the notes on the current deal,
1 if the next deal already has a log (else 0), and the end of the key of the current deal's log. A log of the
next deal shows that the stored table is damaged.
"""

LOAD_DEAL = (
    _CURRENT
    + """
local log, key, entries = redis.call('HGET', KEYS[1], 'log'), ARGV[2], {}
if log and string.match(log, '^[^:]*') == key then
  key = current(log, redis.call('HGET', KEYS[1], 'owner'))
end
for place, entry in ipairs(redis.call('XRANGE', ARGV[1] .. key, '-', '+')) do entries[place] = entry[2] end
return entries
"""
)
"""Load the log of one deal. KEYS: table. ARGV: the key prefix of its logs, the deal.

Returns the fields of each entry.
"""

REMOVE = (
    _CURRENT
    + """
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner then return 1 end
if owner ~= ARGV[1] then return 0 end
local log, last = redis.call('HGET', KEYS[1], 'log'), redis.call('HGET', KEYS[1], 'deal')
if log then
  last = string.match(log, '^[^:]*')
  redis.call('DEL', ARGV[2] .. current(log, owner))
end
for deal = 0, tonumber(last) do
  redis.call('DEL', ARGV[2] .. deal, ARGV[3] .. deal)
end
redis.call('DEL', KEYS[1])
return 1
"""
)
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
