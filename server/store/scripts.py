"""The Lua scripts of the Redis store; Redis runs each script as a whole, with the keys of only one table.

The log of a table's current deal has a key that ends with `<deal>:<nonce>`. The field `log` of the table's
hash holds the number of the deal, and the field `owner` the owner's token `<hub>:<nonce>`. When a hub becomes
the owner of a table (a claim), the key of the log is renamed, so that a plain XADD with NOMKSTREAM by the
earlier owner cannot write to the log. When the next deal begins, the key of the finished deal's log loses the
nonce and ends with `<deal>`.

A former version of Kibitz wrote `<deal>:<nonce>` into the field `log` of a table's hash. A field `log` with a
nonce can be read, and the next claim or the next deal replaces it.

An older version of Kibitz wrote the log of the current deal under the key without a nonce, and the deal's
number into the field `deal` of the table's hash. A deal with a key without a nonce is finished under this
key: only the script APPEND writes to it. The log of the next deal gets a key with a nonce, and the field
`deal` is removed. An older version of Kibitz that loads a table without the field `deal` reports the missing
field, and changes nothing.
"""

APPEND = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local nonce, deal, index, status, logs = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
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
  end
end
local length, count = redis.call('XLEN', key), (#ARGV - 6) / 2
if length == index - 1 then
  for place = 0, count - 1 do
    redis.call('XADD', key, index + place .. '-0', 'e', ARGV[7 + 2 * place], 'c', ARGV[8 + 2 * place])
  end
  if status ~= '' then redis.call('HSET', KEYS[1], 'status', status) end
  return done
end
if length == index - 1 + count then
  local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', count)
  for place = 1, count do
    if last[place][2][2] ~= ARGV[5 + 2 * (count - place + 1)] then return -1 end
  end
  return done
end
return -1
"""
"""Append one or more entries to the log of a table's deal.

The KEYS of APPEND are the table's hash and the log with the owner's nonce. The ARGV of APPEND are the token,
its nonce, the deal, the index of the first entry, the status, and the key prefix of the table's logs; then
each entry and its checksum. APPEND returns
2 if the entries are now in the log, or were already appended by an earlier call of APPEND or by XADD; 1
likewise if the log has a key without a nonce, so that only APPEND may write to it. APPEND returns 0 if the
table has another owner, and -1 if the log does not fit the index.
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
"""Store a player's note on a card. The KEYS of NOTE are the table's hash and the notes of a deal. The ARGV of
NOTE are the token, the card and player, and the text.

The script NOTE returns 1 if the note is stored, or 0 if the table has another owner.
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
"""Store a new table. The KEYS of CREATE are the table's hash and its log. The ARGV of CREATE are the token,
the first entry, its checksum, then names and values of the hash's fields.

The script CREATE returns 1 if the table now exists with this token as owner, also if an earlier call of
CREATE made it. The script CREATE returns 0 if the table has another owner.
"""

_CURRENT = """
local function current(log, owner)
  if string.find(log, ':', 1, true) then return log end
  return log .. ':' .. (string.match(owner or '', ':(.*)') or '')
end
"""
"""A Lua function that returns the end, `<deal>:<nonce>`, of the key of the current deal's log.

The arguments of the Lua function `current` are the fields `log` and `owner` of a table's hash.
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

The only key of CLAIM is the table's hash. The ARGV of CLAIM are the expected token, the new token, the nonce
of the new token, and the key prefix of the table's logs. The script CLAIM returns 1 if the table now has the
new token, else 0.
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
"""Load a table from the store. The only key of LOAD is the table's hash. The ARGV of LOAD are the key
prefixes of the table's logs and of its notes.

The script LOAD returns a list: the table's hash, the fields of each entry of the current deal, the notes on
the current deal, 1 if the next deal already has a log (else 0), and the end of the key of the current deal's
log. If the deal after the current deal already has a log, the stored table is damaged.
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
"""Load the log of one deal. The only key of LOAD_DEAL is the table's hash. The ARGV of LOAD_DEAL are the key
prefix of the table's logs and the deal.

The script LOAD_DEAL returns the fields of each entry of the deal's log.
"""

DEALS = (
    _CURRENT
    + """
local log, deals = redis.call('HGET', KEYS[1], 'log'), {}
local present = string.match(log or redis.call('HGET', KEYS[1], 'deal') or '', '^[^:]*')
if present == '' then return deals end
for deal = 0, tonumber(present) - 1 do
  if redis.call('EXISTS', ARGV[1] .. deal) == 1 then deals[#deals + 1] = deal end
end
local key = log and current(log, redis.call('HGET', KEYS[1], 'owner')) or present
if redis.call('EXISTS', ARGV[1] .. key) == 1 then deals[#deals + 1] = tonumber(present) end
return deals
"""
)
"""List the deals of a table that have a log. The only key of DEALS is the table's hash. The only ARGV of
DEALS is the key prefix of the table's logs. The script DEALS returns the numbers of the deals, the lowest
first.
"""

DROP_DEAL = """
local log = redis.call('HGET', KEYS[1], 'log') or redis.call('HGET', KEYS[1], 'deal')
local present = log and tonumber(string.match(log, '^[^:]*'))
if not present or tonumber(ARGV[3]) >= present then return 0 end
local key, notes = ARGV[1] .. ARGV[3], ARGV[2] .. ARGV[3]
if redis.call('EXISTS', key) == 0 or redis.call('XLEN', key) ~= tonumber(ARGV[4]) then return 0 end
if redis.call('HLEN', notes) ~= (#ARGV - 4) / 2 then return 0 end
for place = 5, #ARGV, 2 do
  if redis.call('HGET', notes, ARGV[place]) ~= ARGV[place + 1] then return 0 end
end
redis.call('DEL', key, notes)
return 1
"""
"""Remove the log of an earlier deal, which the archive has. The only key of DROP_DEAL is the table's hash.
The ARGV of DROP_DEAL are the key prefixes of the table's logs and of its notes, the deal, and the length of
its log in the archive; then the fields and the texts of the notes in the archive.

The script DROP_DEAL returns 1 if it has removed the log and the notes. It returns 0, and changes nothing, if
the deal is the present one, if it has no log, or if the archive has another log or other notes.
"""

POSITION = (
    _CURRENT
    + """
local log, owner, status = unpack(redis.call('HMGET', KEYS[1], 'log', 'owner', 'status'))
local key = log and current(log, owner) or redis.call('HGET', KEYS[1], 'deal')
if not key then return false end
return {string.match(key, '^[^:]*'), redis.call('XLEN', ARGV[1] .. key), status or ''}
"""
)
"""Read how far the logs of a table go. The only key of POSITION is the table's hash. The only ARGV of
POSITION is the key prefix of the table's logs.

The script POSITION returns nil if there is no table, or else the number of the present deal, the length of
its log, and the status of the table.
"""

NOTE_ARCHIVED = """
local found = redis.call('ZSCORE', KEYS[1], ARGV[1])
if tonumber(found or '') ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
"""
"""Change the position of a table in the list of tables of which the archive may lack something.

The only key of NOTE_ARCHIVED is that of the list. The ARGV of NOTE_ARCHIVED are the table, the expected
position, and the new one; an empty text stands for a table that is not in the list.

The script NOTE_ARCHIVED returns 1, or 0 if the list has another position than the expected one.
"""

DROP_TABLE = (
    _CURRENT
    + """
local owner, log, status = unpack(redis.call('HMGET', KEYS[1], 'owner', 'log', 'status'))
if owner ~= ARGV[3] or status ~= 'closed' then return 0 end
local present = log and current(log, owner) or redis.call('HGET', KEYS[1], 'deal')
if not present or string.match(present, '^[^:]*') ~= ARGV[4] then return 0 end
local key, notes = ARGV[1] .. present, ARGV[2] .. ARGV[4]
if redis.call('XLEN', key) ~= tonumber(ARGV[5]) then return 0 end
if redis.call('HLEN', notes) ~= (#ARGV - 5) / 2 then return 0 end
for place = 6, #ARGV, 2 do
  if redis.call('HGET', notes, ARGV[place]) ~= ARGV[place + 1] then return 0 end
end
for deal = 0, tonumber(ARGV[4]) - 1 do
  if redis.call('EXISTS', ARGV[1] .. deal) == 1 then return 0 end
end
redis.call('DEL', key, notes, KEYS[1])
return 1
"""
)
"""Remove a closed table, which the archive has. The only key of DROP_TABLE is the table's hash. The ARGV of
DROP_TABLE are the key prefixes of the table's logs and of its notes, the owner, the last deal, and the length
of its log in the archive; then the fields and the texts of the notes in the archive.

The script DROP_TABLE returns 1 if it has removed the table. It returns 0, and changes nothing, if the table
is not closed, has another owner, or has an earlier deal, another log or other notes than the archive.
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
"""Remove a table from the store. The only key of REMOVE is the table's hash. The ARGV of REMOVE are the token
and the key prefixes of the table's logs and of its notes.

The script REMOVE returns 1 if the table does not exist any more, or 0 if it has another owner.
"""

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
"""The time of Redis in ms, as the Lua variable `now`."""

TIME = (
    _NOW
    + """
return string.format('%.0f', now)
"""
)
"""Read the time of the Redis server that has the key of all hubs' heartbeats. The script TIME takes this key.

The script TIME returns the time in ms since 1970.
"""

BEAT = (
    _NOW
    + """
local last = redis.call('ZSCORE', KEYS[1], ARGV[1])
if last and tonumber(last) < 0 then return false end
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
local since, told = now - ARGV[2], {string.format('%.0f', now)}
if KEYS[2] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
for _, range in ipairs({{since, '+inf'}, {'-inf', -since}}) do
  local hubs = redis.call('ZRANGEBYSCORE', KEYS[1], range[1], range[2], 'WITHSCORES')
  for place = 1, #hubs, 2 do
    local about = KEYS[2] and redis.call('GET', ARGV[5] .. hubs[place]) or ''
    told[#told + 1] = {hubs[place], hubs[place + 1], about}
  end
end
return told
"""
)
"""Record a heartbeat of a hub, and list the hubs with a recent heartbeat.

The keys of BEAT are that of all hubs' heartbeats and, except in a cluster, that of the hub's description of
itself. The ARGV of BEAT are the hub's id and the time (ms) for which hubs are listed after a heartbeat; then,
except in a cluster, the description, the time (ms) for which it is kept, and the prefix of the keys of
descriptions.

The time of a heartbeat is that of the Redis server that stores the key, so that all hubs use the same clock,
even in a cluster. A hub that has retired has the negative time at which it retired.

The script BEAT returns nil if the hub has retired. Otherwise BEAT returns a list: the present time, and for
each hub a list of its id, the time of its heartbeat, and its description.
"""

BEAT_AGE = (
    _NOW
    + """
local beat = redis.call('ZSCORE', KEYS[1], ARGV[1])
return {string.format('%.0f', now), beat or '0'}
"""
)
"""Read the time of a hub's last heartbeat. The script BEAT_AGE takes the key of all hubs' heartbeats and the
hub's id.

The script BEAT_AGE returns the present time and the time of the hub's last heartbeat, which is 0 if the hub
never sent one, and negative if the hub has retired.
"""

RETIRE = (
    _NOW
    + """
local last = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not last or tonumber(last) >= 0 then
  redis.call('ZADD', KEYS[1], string.format('%.0f', -now), ARGV[1])
end
return 1
"""
)
"""Record that a hub retires. The script RETIRE takes the key of all hubs' heartbeats and the hub's id."""

GONE = (
    _NOW
    + """
return redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1] - now, now - ARGV[1])
"""
)
"""List the hubs without a recent heartbeat. The script GONE takes the key of all hubs' heartbeats and the
time (ms) for which a heartbeat is recent.

The script GONE returns the ids of the hubs that have sent no heartbeat and have not retired within this time.
"""

FORGET = (
    _NOW
    + """
local last = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2]) or now)
if math.abs(last) > now - ARGV[1] then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[2])
"""
)
"""Remove the time of a hub's last heartbeat unless it is recent. The arguments are those of GONE and the
hub's id.

The script FORGET returns 1 if the hub was removed, else 0.
"""
