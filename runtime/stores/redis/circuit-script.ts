// The shared state of a circuit breaker, as an atomic Lua script: a hash with the times of its last changes, and the
// times of failures in a sorted set. Time comes from the caller, in milliseconds; clock skew between instances should be
// small compared to the cooldown.

/**
 * KEYS: the hash, the failures. ARGV: the event, now, the cooldown, the threshold, a unique id.
 * Returns `{state, since}`: `closed`, `open`, or `probe` for the one instance that may probe.
 */
export const CIRCUIT_SCRIPT = `
local hash, failures = KEYS[1], KEYS[2]
local what, now, cooldown = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local moments = redis.call('HMGET', hash, 'opened', 'probed', 'closed')
local opened, probed, closed = tonumber(moments[1] or 0), tonumber(moments[2] or 0), tonumber(moments[3] or 0)
local function note(...)
  redis.call('HSET', hash, ...)
  redis.call('PEXPIRE', hash, math.floor(cooldown * 4))
end
local function open()
  note('opened', now, 'probed', 0)
  redis.call('DEL', failures)
  return {'open', now}
end
local isOpen = opened > 0
if what == 'failed' then
  if isOpen then return {'open', opened} end
  redis.call('ZADD', failures, now, ARGV[5])
  redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - cooldown)
  redis.call('PEXPIRE', failures, math.floor(cooldown))
  if redis.call('ZCARD', failures) >= tonumber(ARGV[4]) then return open() end
  return {'closed', closed}
end
if what == 'probes' then
  if not isOpen then return {'closed', closed} end
  if now < opened + cooldown then return {'open', opened} end
  if probed > 0 and now < probed + cooldown then return {'open', probed} end
  note('probed', now)
  return {'probe', now}
end
if what == 'probe failed' then return open() end
if what == 'probe succeeded' then
  note('closed', math.max(now, opened), 'opened', 0, 'probed', 0)
  redis.call('DEL', failures)
  return {'closed', now}
end
if what == 'probe released' then note('probed', 0) end
if isOpen then return {'open', opened} end
return {'closed', closed}
`
