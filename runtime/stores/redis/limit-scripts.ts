// Counters of limits as atomic Lua scripts, the algorithm of `runtime/limits/slot-counter.ts`. A counter is a hash of amounts by
// slot (`w`: the width of its slots, `a`: the threshold whose alert was sent) and a sorted set of estimates by when they expire. Times are
// those of the server. Rules are arguments, so a changed limit holds from the next call on.

const SHARED = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
local function add(key, slot, delta)
  if tonumber(redis.call('HINCRBY', key, slot, text(delta))) == 0 then redis.call('HDEL', key, slot) end
end
local function rescale(slot, from, to) return math.floor(((slot + 1) * from - 1) / to) end
local function leaves(slot, width, length) return (slot + 1) * width - 1 + length end
local function expire(key, estimates)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', estimates, '-inf', now)) do
    local slot, amount = string.match(member, '^(%-?%d+):(%d+):')
    redis.call('ZREM', estimates, member)
    if redis.call('HEXISTS', key, slot) == 1 then add(key, slot, -tonumber(amount)) end
  end
end
local function resize(key, estimates, width)
  local before = tonumber(redis.call('HGET', key, 'w') or width)
  if before == width then return end
  local flat = redis.call('HGETALL', key)
  for index = 1, #flat, 2 do
    local slot = tonumber(flat[index])
    if slot then
      redis.call('HDEL', key, flat[index])
      redis.call('HINCRBY', key, text(rescale(slot, before, width)), flat[index + 1])
    end
  end
  for _, member in ipairs(redis.call('ZRANGE', estimates, 0, -1)) do
    local slot, rest = string.match(member, '^(%-?%d+):(.*)$')
    local score = redis.call('ZSCORE', estimates, member)
    redis.call('ZREM', estimates, member)
    redis.call('ZADD', estimates, score, text(rescale(tonumber(slot), before, width)) .. ':' .. rest)
  end
  redis.call('HSET', key, 'w', text(width))
end
local function read(key, length, width)
  local flat, live, used = redis.call('HGETALL', key), {}, 0
  for index = 1, #flat, 2 do
    local slot, amount = tonumber(flat[index]), tonumber(flat[index + 1])
    if slot then
      if length > 0 and leaves(slot, width, length) <= now then
        redis.call('HDEL', key, flat[index])
      else
        used = used + amount
        live[#live + 1] = {slot, amount}
      end
    end
  end
  return used, live
end
`

/**
 * KEYS: the hash and the estimates of each counter. ARGV: the identifier of the reservation, how long estimates live, and for
 * each counter: limit, length, width, amount, whether it is an estimate, milliseconds until its keys may go, seed.
 * Returns `{granted, {used, fits, wait, slot}...}`; `wait` is -1 where only a new period helps.
 */
export const RESERVE_SCRIPT = `${SHARED}
local id, life = ARGV[1], tonumber(ARGV[2])
local granted, counters = 1, {}
for index = 1, #KEYS / 2 do
  local at = 2 + (index - 1) * 7
  local counter = {
    key = KEYS[2 * index - 1], estimates = KEYS[2 * index], limit = tonumber(ARGV[at + 1]),
    length = tonumber(ARGV[at + 2]), width = tonumber(ARGV[at + 3]), amount = tonumber(ARGV[at + 4]),
    isEstimate = ARGV[at + 5] == '1', rest = ARGV[at + 6], seed = ARGV[at + 7],
  }
  if counter.seed ~= '0' and redis.call('EXISTS', counter.key) == 0 then redis.call('HINCRBY', counter.key, '0', counter.seed) end
  resize(counter.key, counter.estimates, counter.width)
  expire(counter.key, counter.estimates)
  counter.used, counter.live = read(counter.key, counter.length, counter.width)
  counter.fits = counter.used + counter.amount <= counter.limit
  if not counter.fits then granted = 0 end
  counters[index] = counter
end
local reply = {granted}
for index, counter in ipairs(counters) do
  local wait, slot = 0, 0
  if granted == 1 then
    if counter.width > 0 then slot = math.floor(now / counter.width) end
    if counter.amount > 0 then
      redis.call('HINCRBY', counter.key, text(slot), text(counter.amount))
      redis.call('HSETNX', counter.key, 'w', text(counter.width))
      redis.call('PEXPIRE', counter.key, counter.rest)
      if counter.isEstimate then
        redis.call('ZADD', counter.estimates, text(now + life), text(slot) .. ':' .. text(counter.amount) .. ':' .. id)
        redis.call('PEXPIRE', counter.estimates, counter.rest)
      end
    end
    counter.used = counter.used + counter.amount
  elseif not counter.fits then
    wait = -1
    if counter.length > 0 then
      wait = counter.length
      local excess = counter.used + counter.amount - counter.limit
      table.sort(counter.live, function(left, right) return left[1] < right[1] end)
      for _, entry in ipairs(counter.live) do
        excess = excess - entry[2]
        if excess <= 0 then
          wait = leaves(entry[1], counter.width, counter.length) - now
          break
        end
      end
    end
  end
  reply[index + 1] = {counter.used, counter.fits and 1 or 0, wait, slot}
end
return reply
`

/**
 * KEYS as above. ARGV: the identifier of the reservation, and for each counter: length, width, slot, the reserved amount,
 * whether it was an estimate, the used amount, milliseconds until its keys may go, the threshold of its alert (0: none).
 * Returns what is used of each counter whose threshold this settlement has reached, else 0.
 */
export const SETTLE_SCRIPT = `${SHARED}
local id, reply = ARGV[1], {}
for index = 1, #KEYS / 2 do
  local at = 1 + (index - 1) * 8
  local key, estimates = KEYS[2 * index - 1], KEYS[2 * index]
  local length, width, slot = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local reserved, actual, threshold = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 6]), tonumber(ARGV[at + 8])
  local before = tonumber(redis.call('HGET', key, 'w') or width)
  if before ~= width then
    slot = rescale(slot, width, before)
    width = before
  end
  local delta = actual - reserved
  if ARGV[at + 5] == '1' and reserved > 0 then
    local member = text(slot) .. ':' .. text(reserved) .. ':' .. id
    if redis.call('ZREM', estimates, member) == 0 then delta = actual end
  end
  if delta ~= 0 and (length == 0 or leaves(slot, width, length) > now) then
    add(key, text(slot), delta)
    redis.call('HSETNX', key, 'w', text(width))
    redis.call('PEXPIRE', key, ARGV[at + 7])
  end
  reply[index] = 0
  if threshold > 0 then
    local used = read(key, length, width)
    if used >= threshold and threshold > tonumber(redis.call('HGET', key, 'a') or 0) then
      redis.call('HSET', key, 'a', text(threshold))
      reply[index] = used
    end
  end
end
return reply
`

/** KEYS: the processes of a gateway. ARGV: this process, and milliseconds after which a silent one is gone. */
export const PROCESSES_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`
