// Rests of the members of pools, shared between processes by a Redis. Each process decides by what it knows: it publishes its own in the
// background, and asks for those of others while a pool is in use. While Redis is unavailable each process learns by itself.
import type { MemberRest, RestKind, RestLink, ShareRests } from '../../pools/pool-health.ts'
import type { Ports } from '../../values/ports.ts'
import { ENTRY_FORMAT } from './entry-bytes.ts'
import type { RedisClient } from './resilient-client.ts'

const REST_KEY_PREFIX = `portolan:${ENTRY_FORMAT}:rests:`

/** The rests of a pool that are shared: clients may name any number of models that do not exist. */
const MAX_SHARED = 1000

const KINDS: readonly RestKind[] = ['spent', 'refused', 'failed']

/** A member and a model in a field of the hash: names of members have no spaces. */
const fieldOf = ({ member, model }: MemberRest): string =>
  model === undefined ? member : `${member} ${model}`

/** `keyPrefix` precedes all keys; `gateway` separates gateways that share a server. */
export function createRedisRests(
  redis: Pick<RedisClient, 'call'>,
  gateway: string,
  hash: Ports['hash'],
  keyPrefix = REST_KEY_PREFIX,
): ShareRests {
  return async (apply): Promise<RestLink> => {
    /** When each known rest ends by the clock of the server, by pool and field. */
    const known = new Map<string, ReadonlyMap<string, number>>()
    const send = async (pool: string, own?: MemberRest): Promise<void> => {
      const key = `${keyPrefix}${hash(JSON.stringify([gateway, pool])).slice(0, 32)}`
      const field = own === undefined ? '' : fieldOf(own)
      const args = [field, String(Math.ceil(own?.lasts ?? 0)), own === undefined ? '' : flagsOf(own)]
      const reply = await redis.call('EVAL', [REST_SCRIPT, '1', key, ...args])
      if (reply === undefined || 'errorCode' in reply || !Array.isArray(reply.value)) return
      const before = known.get(pool)
      const rests = new Map<string, number>()
      for (const entry of reply.value as readonly unknown[]) {
        const read = readEntry(entry, pool)
        if (read === undefined) continue
        rests.set(read.field, read.ends)
        if (read.field !== field && before?.get(read.field) !== read.ends) apply(read.rest)
      }
      known.set(pool, rests)
      for (const gone of before?.keys() ?? [])
        if (!rests.has(gone) && gone !== field) apply({ ...splitField(gone), ...OVER, pool })
    }
    const isCrowded = (rest: MemberRest): boolean => {
      const rests = known.get(rest.pool)
      return rests !== undefined && rests.size >= MAX_SHARED && !rests.has(fieldOf(rest))
    }
    return {
      publish: rest => {
        if (rest.kind !== 'refused' || rest.model === undefined || !isCrowded(rest))
          void send(rest.pool, rest)
      },
      follow: pool => void send(pool),
    }
  }
}

const OVER = { lasts: 0, kind: 'failed', needsProof: false, measured: false } as const

const flagsOf = ({ kind, needsProof, measured }: MemberRest): string =>
  `${KINDS.indexOf(kind)}${Number(needsProof)}${Number(measured)}`

function splitField(field: string): Pick<MemberRest, 'member' | 'model'> {
  const space = field.indexOf(' ')
  return space < 0
    ? { member: field, model: undefined }
    : { member: field.slice(0, space), model: field.slice(space + 1) }
}

const decoder = new TextDecoder()

function readEntry(
  entry: unknown,
  pool: string,
): { readonly field: string; readonly ends: number; readonly rest: MemberRest } | undefined {
  if (!Array.isArray(entry)) return undefined
  const [name, ends, lasts, flags] = entry as readonly unknown[]
  if (!(name instanceof Uint8Array) || !(flags instanceof Uint8Array)) return undefined
  if (typeof ends !== 'number' || typeof lasts !== 'number') return undefined
  const [kind, needsProof, measured] = decoder.decode(flags)
  const field = decoder.decode(name)
  const rest = {
    ...splitField(field),
    pool,
    lasts,
    kind: KINDS[Number(kind)] ?? 'failed',
    needsProof: needsProof === '1',
    measured: measured === '1',
  }
  return { field, ends, rest }
}

/**
 * KEYS: the hash of a pool. ARGV: the field that changes or an empty string, its milliseconds, its flags. Returns `{field, end, left,
 * flags}` of each rest, by the clock of the server; those that are over are removed.
 */
export const REST_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local field, lasts = ARGV[1], tonumber(ARGV[2])
if field ~= '' then
  if lasts == 0 then
    redis.call('HDEL', KEYS[1], field)
  else
    local known = redis.call('HGET', KEYS[1], field)
    if not known or tonumber(string.match(known, '^%d+')) < now + lasts then
      redis.call('HSET', KEYS[1], field, string.format('%.0f', now + lasts) .. ' ' .. ARGV[3])
    end
  end
end
local entries = redis.call('HGETALL', KEYS[1])
local rests, longest = {}, 0
for at = 1, #entries, 2 do
  local ends, flags = string.match(entries[at + 1], '^(%d+) (%d+)$')
  ends = tonumber(ends)
  if ends <= now then
    redis.call('HDEL', KEYS[1], entries[at])
  else
    longest = math.max(longest, ends - now)
    rests[#rests + 1] = {entries[at], ends, ends - now, flags}
  end
end
if longest > 0 then redis.call('PEXPIRE', KEYS[1], longest) end
return rests
`
