// Circuit breakers shared between instances. Each process decides by its local state and synchronizes in the
// background: only the right to probe is requested before a call. While Redis is unavailable each process uses its own
// failures.
import { circuitBytes, createCircuit } from '../../state/circuit.ts'
import { createCircuitTable } from '../../state/circuit-table.ts'
import type { Admission, Circuit, CircuitRule, Circuits } from '../../state/circuits.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock, Ports } from '../../values/ports.ts'
import { ENTRY_FORMAT } from './entry-bytes.ts'
import type { RedisClient } from './resilient-client.ts'

const CIRCUIT_KEY_PREFIX = `portolan:${ENTRY_FORMAT}:circuit:`

/** Interval at which a process polls for changes by others. */
const POLL_INTERVAL_MS = 1_000

/** A process that has heard nothing for longer asks before a call: it may have missed that the circuit opened. */
const ASK_FIRST_AFTER_MS = 2 * POLL_INTERVAL_MS

type CircuitScriptEvent = 'failed' | 'probes' | 'probe failed' | 'probe succeeded' | 'probe released' | 'asks'

interface SharedCircuitState {
  readonly state: string
  /** By the clock of the server; 0 where the circuit has never changed. */
  readonly since: number
  /** How long ago that was, in milliseconds. */
  readonly age: number
}

/** `keyPrefix` precedes all keys; `gateway` separates gateways that share a server. */
export function createRedisCircuits(
  redis: Pick<RedisClient, 'call'>,
  gateway: string,
  clock: Pick<Clock, 'monotonic'>,
  { hash, randomId }: Pick<Ports, 'hash' | 'randomId'>,
  onEvent: (event: GatewayEvent) => void,
  keyPrefix = CIRCUIT_KEY_PREFIX,
): Circuits {
  /** The server rejects the script: nothing is shared, which is reported. */
  let isRejected = false
  const reportRejection = (code: string | undefined): void => {
    if (isRejected === (code !== undefined)) return
    isRejected = code !== undefined
    onEvent({
      kind: 'service',
      service: 'state',
      available: !isRejected,
      message: isRejected
        ? `Redis rejects the circuit breaker script (${code}): each process uses its own circuit breakers.`
        : 'Circuit breakers are shared via Redis again.',
    })
  }
  const create = (id: string, rule: CircuitRule): Circuit => {
    const { threshold, cooldown } = rule
    const local = createCircuit(rule, new ArrayBuffer(circuitBytes(rule)), clock, to =>
      onEvent({ kind: 'circuit', circuit: id, to }),
    )
    // The hash tag in braces places both keys on one server of a cluster.
    const name = `${keyPrefix}{${hash(JSON.stringify([gateway, id, threshold, cooldown])).slice(0, 32)}}`
    let polledAt = Number.NEGATIVE_INFINITY
    let heardAt = Number.NEGATIVE_INFINITY
    /**
     * The last opening that the server reported: its age differs a little at each answer, and must not open the
     * circuit again.
     */
    let knownOpening = 0
    let asking: Promise<void> | undefined

    const send = async (event: CircuitScriptEvent): Promise<SharedCircuitState | undefined> => {
      const sentAt = clock.monotonic()
      polledAt = sentAt
      const args = [event, String(cooldown), String(threshold), randomId()]
      const reply = await redis.call('EVAL', [CIRCUIT_SCRIPT, '2', name, `${name}:failures`, ...args])
      heardAt = clock.monotonic()
      if (reply === undefined) return undefined
      reportRejection('errorCode' in reply ? reply.errorCode : undefined)
      return 'value' in reply ? readSharedState(reply.value, heardAt - sentAt) : undefined
    }
    /** Unknown state changes nothing. */
    const applyShared = (shared: SharedCircuitState | undefined): void => {
      if (shared?.state === 'closed' && shared.since > 0) local.markClosed(shared.age)
      if (shared?.state !== 'open' || shared.since === knownOpening) return
      if (local.markOpened(shared.age)) knownOpening = shared.since
    }
    const poll = (): void => {
      if (clock.monotonic() - polledAt >= POLL_INTERVAL_MS) void send('asks').then(applyShared)
    }
    const reserveProbe = async (): Promise<'probe' | 'open' | 'closed'> => {
      const shared = await send('probes')
      if (shared === undefined || shared.state === 'probe') return 'probe'
      if (shared.state === 'closed' && shared.since === 0) return 'probe'
      local.release('probe')
      applyShared(shared)
      return shared.state === 'closed' ? 'closed' : 'open'
    }
    const admit = (): Admission | Promise<Admission> => {
      const admission = local.admit()
      return admission === 'probe' ? reserveProbe() : admission
    }
    /** One question for all calls that wait for its answer. */
    const askFirst = async (): Promise<Admission> => {
      asking ??= send('asks').then(shared => {
        asking = undefined
        applyShared(shared)
      })
      await asking
      return await admit()
    }
    return {
      admit: () => {
        if (clock.monotonic() - heardAt >= ASK_FIRST_AFTER_MS && !local.isOpen()) return askFirst()
        poll()
        return admit()
      },
      isOpen: () => {
        poll()
        return local.isOpen()
      },
      retryAfterMs: local.retryAfterMs,
      status: local.status,
      succeed: admission => {
        local.succeed(admission)
        if (admission === 'probe') void send('probe succeeded')
      },
      fail: admission => {
        local.fail(admission)
        if (admission === 'closed') void send('failed').then(applyShared)
        if (admission === 'probe') void send('probe failed')
      },
      release: admission => {
        local.release(admission)
        if (admission === 'probe') void send('probe released')
      },
    }
  }
  return { ...createCircuitTable(create), close: async () => {} }
}

const decoder = new TextDecoder()

/** `elapsed` is how long the question took: the state is at least as old. */
function readSharedState(value: unknown, elapsed: number): SharedCircuitState | undefined {
  if (!Array.isArray(value)) return undefined
  const [state, since, now] = value as readonly unknown[]
  if (!(state instanceof Uint8Array) || typeof since !== 'number' || typeof now !== 'number') return undefined
  return { state: decoder.decode(state), since, age: Math.max(0, now - since) + elapsed }
}

// The shared state of a circuit breaker, as an atomic Lua script: a hash with the times of its last changes, and the
// times of failures in a sorted set. Times are those of the server, the one clock that all instances share, in
// milliseconds; if it is set back, a circuit that opened later admits a probe at once.

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
