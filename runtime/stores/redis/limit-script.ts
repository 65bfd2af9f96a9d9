// What processes ask of shared counters, as one atomic script: the algorithm of
// `runtime/limits/fleet/counter-store.ts`. Times are those of the server. Rules are arguments, so a changed limit
// holds from the next call on.
import { RESERVATION_LIFE } from '../../limits/counters.ts'
import { LONGEST_QUIET, MEMBER_LIFE, MINUTE, PATIENCE, WHOLE } from '../../limits/fleet/counter-store.ts'

/**
 * KEYS: the hash of the fleet, and one for each counter. A counter has its amounts by `slot:minute:process`, their
 * sum (`u`), when the first of them leaves (`n`), the width of its slots (`w`) and the threshold whose alert was sent
 * (`a`). The fleet has its generation (`g`), that in which it began (`b`), the run (`r`) with a word that is lost
 * with the memory (`k`), whether processes have to check in (`s`), when it was asked last (`l`), the last time in
 * which it was not (`f` to `t`), and `m:process`: sequence, when it checked in last, in which generation, its part.
 */
const COUNTERS = `
local fleet, kind, process = KEYS[1], ARGV[1], ARGV[2]
local sequence, generation, sent = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
local function rescale(slot, from, to)
  if from == to then return slot end
  if to == 0 then return 0 end
  return math.floor(((slot + 1) * from - 1) / to)
end
local function leaves(slot, minute, length, width)
  local at = math.huge
  if length > 0 then at = (slot + 1) * width - 1 + length end
  if minute then at = math.min(at, (minute + 1) * ${MINUTE} + ${RESERVATION_LIFE}) end
  return at
end
local function parse(field)
  local slot, minute, owner = string.match(field, '^(%-?%d+):(%-?%d*):(.*)$')
  if slot then return tonumber(slot), tonumber(minute), owner end
end
local function nameOf(slot, minute, owner) return text(slot) .. ':' .. (minute and text(minute) or '') .. ':' .. owner end
local function raise(key, slot, minute, owner, delta, length, width)
  if delta == 0 then return end
  local field = nameOf(slot, minute, owner)
  if tonumber(redis.call('HINCRBY', key, field, text(delta))) == 0 then redis.call('HDEL', key, field) end
  redis.call('HINCRBY', key, 'u', text(delta))
  redis.call('HSETNX', key, 'w', text(width))
  local at, first = leaves(slot, minute, length, width), redis.call('HGET', key, 'n')
  if at < math.huge and (not first or at < tonumber(first)) then redis.call('HSET', key, 'n', text(at)) end
end
local function sweep(key, length, width)
  local flat, moves, live, used, first = redis.call('HGETALL', key), {}, {}, 0, math.huge
  local before = width
  for index = 1, #flat, 2 do
    if flat[index] == 'w' then before = tonumber(flat[index + 1]) end
  end
  for index = 1, #flat, 2 do
    local slot, minute, owner = parse(flat[index])
    if slot then
      local moved, amount = rescale(slot, before, width), tonumber(flat[index + 1])
      local at = leaves(moved, minute, length, width)
      if at <= now or moved ~= slot then redis.call('HDEL', key, flat[index]) end
      if at > now then
        if moved ~= slot then moves[#moves + 1] = {nameOf(moved, minute, owner), amount} end
        used = used + amount
        first = math.min(first, at)
        live[#live + 1] = {moved, amount}
      end
    end
  end
  for _, entry in ipairs(moves) do redis.call('HINCRBY', key, entry[1], text(entry[2])) end
  if #flat > 0 then
    redis.call('HSET', key, 'w', text(width), 'u', text(used))
    if first < math.huge then redis.call('HSET', key, 'n', text(first)) else redis.call('HDEL', key, 'n') end
  end
  return used, live
end
local function used(key, length, width)
  local known = redis.call('HMGET', key, 'w', 'u', 'n')
  if not known[1] then return 0, true end
  if tonumber(known[1]) == width and (not known[3] or tonumber(known[3]) > now) then return tonumber(known[2] or 0), false end
  return (sweep(key, length, width)), false
end
`

const FLEET = `
local function runOf()
  local info = redis.pcall('INFO', 'server')
  local token = redis.call('HGET', fleet, 'k')
  if not token then
    token = process .. text(now)
    redis.call('HSET', fleet, 'k', token)
  end
  return (type(info) == 'string' and string.match(info, 'run_id:(%x+)') or 'unknown') .. '/' .. token
end
local function unknown() return {0, now, runOf()} end
local state = redis.call('HMGET', fleet, 'g', 's', 'l', 'f', 't', 'm:' .. process, 'b', 'r')
local current, gathering = tonumber(state[1] or 0), state[2] == '1'
local last, from, to = tonumber(state[3] or 0), tonumber(state[4] or 0), tonumber(state[5] or 0)
local function split(member)
  local counted, seen, reported, part = string.match(member, '^(%d+) (%d+) (%d+) (%d+)$')
  return {sequence = tonumber(counted), seen = tonumber(seen), reported = tonumber(reported), part = tonumber(part)}
end
local function store(id, member)
  redis.call('HSET', fleet, 'm:' .. id, text(member.sequence) .. ' ' .. text(member.seen) .. ' ' .. text(member.reported) .. ' ' .. text(member.part))
end
local own = state[6] and split(state[6])
if own then
  if sequence <= own.sequence then return false end
  own.sequence = sequence
  store(process, own)
end
if now - last >= ${PATIENCE} then
  from, to = last, now
  redis.call('HSET', fleet, 'f', text(from), 't', text(to))
end
redis.call('HSET', fleet, 'l', text(now))
local isLate = (sent < to and to - math.max(sent, from) >= ${PATIENCE}) or sent > now + ${PATIENCE}
local function gather()
  current = current + 1
  gathering = true
  redis.call('HSET', fleet, 'g', text(current), 's', '1')
end
if last > 0 and (now < last or now - last > ${LONGEST_QUIET}) then
  local flat = redis.call('HGETALL', fleet)
  for index = 1, #flat, 2 do
    local id = string.match(flat[index], '^m:(.*)$')
    if id and now > last then
      local member = split(flat[index + 1])
      member.seen = member.seen + now - last - ${LONGEST_QUIET}
      store(id, member)
    end
  end
  redis.call('HDEL', fleet, 'k')
  gather()
end
`

const LEAVE = `
if kind == 'leave' then
  redis.call('HDEL', fleet, 'm:' .. process)
  return unknown()
end
`

const JOIN = `
if kind == 'join' then
  local run = runOf()
  if ARGV[7] ~= run then return unknown() end
  local begun = tonumber(state[7] or 0)
  if state[8] ~= run then
    if not state[8] then begun = math.max(current, generation) + 1 end
    current = math.max(current, generation)
    gather()
    redis.call('HSET', fleet, 'r', run, 'b', text(begun))
  end
  if gathering and begun == current then
    for index = 8, #ARGV, 2 do
      if redis.call('HEXISTS', fleet, 'm:' .. ARGV[index]) == 0 then
        store(ARGV[index], {sequence = 0, seen = now, reported = 0, part = tonumber(ARGV[index + 1])})
      end
    end
  end
  local known = redis.call('HGET', fleet, 'm:' .. process)
  local reported = known and split(known).reported
  if isLate then
    if reported == current then gather() end
    return unknown()
  end
  if ARGV[6] == '1' and reported == current then gather() end
  store(process, {sequence = sequence, seen = now, reported = current, part = 0})
  local flat, others, taken, count, reply = redis.call('HGETALL', fleet), {}, 0, 1, {}
  gathering = false
  for index = 1, #flat, 2 do
    local id = string.match(flat[index], '^m:(.*)$')
    if id and id ~= process then
      local member = split(flat[index + 1])
      if member.seen + ${MEMBER_LIFE} <= now then redis.call('HDEL', fleet, flat[index])
      else
        if member.seen > now then
          member.seen = now
          store(id, member)
        end
        taken, count = taken + member.part, count + 1
        if member.reported ~= current then gathering = true end
        reply[#reply + 1] = id
        reply[#reply + 1] = text(member.part)
      end
    end
  end
  local part = math.max(0, math.min(math.floor(${WHOLE} / count), ${WHOLE} - taken))
  store(process, {sequence = sequence, seen = now, reported = current, part = part})
  redis.call('HSET', fleet, 's', gathering and '1' or '0')
  redis.call('PEXPIRE', fleet, 86400000)
  return {3, now, gathering and 1 or 0, current, run, process, text(part), unpack(reply)}
end
`

/** ARGV behind the sender: length, width, lives, threshold, whether all is stated, seed, then fields and amounts. */
const TELL = `
if kind == 'report' then
  if not own and ARGV[10] ~= '1' then return unknown() end
  local key, length, width, threshold = KEYS[2], tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[9])
  local isWhole, seed = ARGV[10] == '1', tonumber(ARGV[11])
  local stored = tonumber(redis.call('HGET', key, 'w') or width)
  local _, isNew = used(key, length, stored)
  if isWhole then
    local flat, known = redis.call('HGETALL', key), isNew and seed or 0
    for index = 1, #flat, 2 do
      local slot, minute, owner = parse(flat[index])
      if owner == process or owner == '' then
        if owner == '' then known = tonumber(flat[index + 1]) end
        raise(key, slot, minute, owner, -tonumber(flat[index + 1]), length, stored)
      end
    end
    raise(key, 0, nil, '', math.min(known, seed), length, stored)
  end
  for index = 12, #ARGV, 2 do
    local slot, minute = string.match(ARGV[index], '^(%-?%d+):(%-?%d*)$')
    slot, minute = rescale(tonumber(slot), width, stored), tonumber(minute)
    if leaves(slot, minute, length, stored) > now then raise(key, slot, minute, process, tonumber(ARGV[index + 1]), length, stored) end
  end
  if #ARGV > 11 or isWhole then redis.call('PEXPIRE', key, ARGV[8]) end
  local total, isReached = (used(key, length, stored)), 0
  if threshold > 0 and total >= threshold and threshold > tonumber(redis.call('HGET', key, 'a') or 0) then
    redis.call('HSET', key, 'a', text(threshold))
    isReached = 1
  end
  return {2, now, gathering and 1 or 0, total, isReached}
end
`

/**
 * ARGV behind the sender: whether the process could admit it by itself, then limit, length, width, amount, whether it
 * is an estimate, lives, seed.
 */
const RESERVE = `
if not own or own.reported ~= current then return unknown() end
if isLate then
  gather()
  return unknown()
end
local fit, counters = true, {}
for index = 2, #KEYS do
  local at = 6 + (index - 2) * 7
  local counter = {
    key = KEYS[index], limit = tonumber(ARGV[at + 1]), length = tonumber(ARGV[at + 2]), width = tonumber(ARGV[at + 3]),
    amount = tonumber(ARGV[at + 4]), isEstimate = ARGV[at + 5] == '1', lives = ARGV[at + 6], seed = tonumber(ARGV[at + 7]),
  }
  local isNew
  counter.used, isNew = used(counter.key, counter.length, counter.width)
  if isNew and counter.seed > 0 then
    raise(counter.key, 0, nil, '', counter.seed, counter.length, counter.width)
    redis.call('PEXPIRE', counter.key, counter.lives)
    counter.used = counter.seed
  end
  counter.fits = counter.used + counter.amount <= counter.limit
  fit = fit and counter.fits
  counters[#counters + 1] = counter
end
local granted = fit and (ARGV[6] == '1' or not gathering)
local reply = {1, now, gathering and 1 or 0, granted and 1 or 0}
for _, counter in ipairs(counters) do
  local wait = 0
  if granted then
    if counter.amount > 0 then
      local slot = counter.width > 0 and math.floor(now / counter.width) or 0
      local minute = counter.isEstimate and math.floor(now / ${MINUTE}) or nil
      raise(counter.key, slot, minute, process, counter.amount, counter.length, counter.width)
      redis.call('PEXPIRE', counter.key, counter.lives)
    end
    counter.used = counter.used + counter.amount
  elseif not counter.fits then
    wait = -1
    if counter.length > 0 then
      wait = counter.length
      local _, live = sweep(counter.key, counter.length, counter.width)
      local excess = counter.used + counter.amount - counter.limit
      table.sort(live, function(left, right) return left[1] < right[1] end)
      for _, entry in ipairs(live) do
        excess = excess - entry[2]
        if excess <= 0 then
          wait = (entry[1] + 1) * counter.width - 1 + counter.length - now
          break
        end
      end
    end
  end
  reply[#reply + 1] = counter.used
  reply[#reply + 1] = counter.fits and 1 or 0
  reply[#reply + 1] = wait
end
return reply
`

/**
 * ARGV: `reserve`, `report`, `join` or `leave`; process, sequence, generation, when it was sent; what is asked.
 * Returns nothing for a request that a later one has overtaken, else what kind of reply it is (0 unknown, 1 reserved,
 * 2 reported, 3 joined), the time, and the reply.
 */
export const LIMIT_SCRIPT = [COUNTERS, FLEET, LEAVE, JOIN, TELL, RESERVE].join('')
