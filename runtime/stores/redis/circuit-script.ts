// The shared state of a circuit breaker, as an atomic Lua script: a hash with the times of its last changes, and the
// times of failures in a sorted set. Times are those of the server, the one clock that all instances share, in milliseconds;
// if it is set back, a circuit that opened later admits a probe at once.

/**
 * KEYS: the hash, the failures. ARGV: the event, the cooldown, the threshold, a unique id.
 * Returns `{state, since, now}`: `closed`, `open`, or `probe` for the one instance that may probe.
 */
export const CIRCUIT_SCRIPT = `
local hash, failures = KEYS[1], KEYS[2]
local what, cooldown = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local moments = redis.call('HMGET', hash, 'opened', 'probed', 'closed')
local opened, probed, closed = tonumber(moments[1] or 0), tonumber(moments[2] or 0), tonumber(moments[3] or 0)
if opened > now then opened, probed = now - cooldown, 0 end
local function note(...)
  redis.call('HSET', hash, ...)
  redis.call('PEXPIRE', hash, math.floor(cooldown * 4))
end
local function open()
  note('opened', now, 'probed', 0)
  redis.call('DEL', failures)
  return {'open', now, now}
end
local isOpen = opened > 0
if what == 'failed' then
  if isOpen then return {'open', opened, now} end
  redis.call('ZADD', failures, now, ARGV[4])
  redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - cooldown)
  redis.call('PEXPIRE', failures, math.floor(cooldown))
  if redis.call('ZCARD', failures) >= tonumber(ARGV[3]) then return open() end
  return {'closed', closed, now}
end
if what == 'probes' then
  if not isOpen then return {'closed', closed, now} end
  if now < opened + cooldown then return {'open', opened, now} end
  if probed > 0 and now < probed + cooldown then return {'open', probed, now} end
  note('probed', now)
  return {'probe', now, now}
end
if what == 'probe failed' then return open() end
if what == 'probe succeeded' then
  note('closed', math.max(now, opened), 'opened', 0, 'probed', 0)
  redis.call('DEL', failures)
  return {'closed', now, now}
end
if what == 'probe released' then note('probed', 0) end
if isOpen then return {'open', opened, now} end
return {'closed', closed, now}
`
