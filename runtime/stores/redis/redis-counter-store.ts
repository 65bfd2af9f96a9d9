// The store of shared counters in Redis: one script for each request, those of one turn of the event loop in one write. The script is sent
// once over each connection and then named by its hash, so that nothing overtakes it.
import { createHash } from 'node:crypto'
import type { CounterStore, Member, StoreReply, StoreRequest } from '../../limits/fleet/counter-store.ts'
import type { Ports } from '../../values/ports.ts'
import { ENTRY_FORMAT } from './entry-bytes.ts'
import { LIMIT_SCRIPT } from './limit-script.ts'
import type { RedisValue } from './redis-connection.ts'
import type { RedisClient } from './resilient-client.ts'

const LIMIT_KEY_PREFIX = `portolan:${ENTRY_FORMAT}:limit:`

export function createRedisCounterStore(
  redis: Pick<RedisClient, 'callInLine' | 'isOpen' | 'connections'>,
  gateway: string,
  { hash }: Pick<Ports, 'hash'>,
  keyPrefix = LIMIT_KEY_PREFIX,
): CounterStore {
  const sha = createHash('sha1').update(LIMIT_SCRIPT).digest('hex')
  // The tag in braces places all keys of a gateway on one server of a cluster.
  const prefix = `${keyPrefix}{${gateway}}:`
  const fleet = `${prefix}fleet`
  /** Entities may be anything, so they are hashed. */
  const keyOf = ({ key }: { readonly key: string }): string => `${prefix}${hash(key).slice(0, 32)}`
  let loadedOn = -1
  let reason = 'it does not answer in time'
  return {
    isOpen: redis.isOpen,
    connection: redis.connections,
    reason: () => reason,
    ask: async ({ process, sequence, generation, sent }, request) => {
      const keys = [fleet, ...keysOf(request).map(keyOf)]
      const connection = redis.connections()
      const [command, script] = loadedOn === connection ? ['EVALSHA', sha] : ['EVAL', LIMIT_SCRIPT]
      loadedOn = connection
      const reply = await redis.callInLine(command, [
        script,
        String(keys.length),
        ...keys,
        request.kind,
        process,
        String(sequence),
        String(generation),
        String(sent),
        ...argumentsOf(request),
      ])
      if (reply !== undefined && 'errorCode' in reply) {
        reason = `it rejects the script (${reply.errorCode})`
        loadedOn = -1
        return undefined
      }
      reason = 'it does not answer in time'
      return reply && replyOf(reply.value)
    },
  }
}

const keysOf = (request: StoreRequest): readonly { readonly key: string }[] =>
  request.kind === 'reserve' ? request.counters : request.kind === 'report' ? [request] : []

function argumentsOf(request: StoreRequest): readonly string[] {
  switch (request.kind) {
    case 'reserve':
      return [
        flag(request.mayShare),
        ...request.counters.flatMap(({ limit, length, width, amount, isEstimate, lives, seed }) => [
          ...[limit, length, width, amount].map(String),
          flag(isEstimate),
          String(lives),
          String(seed),
        ]),
      ]
    case 'report': {
      const { length, width, lives, threshold, whole, amounts } = request
      return [
        ...[length, width, lives, threshold].map(String),
        flag(whole !== undefined),
        String(whole?.seed ?? 0),
        ...amounts.flat().map(String),
      ]
    }
    case 'join':
      return [flag(request.wasAway), request.run, ...request.members.flat().map(String)]
    case 'leave':
      return []
  }
}

const flag = (value: boolean): string => (value ? '1' : '0')

/** Undefined where the reply is none of the script. */
function replyOf(value: RedisValue): StoreReply | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value as readonly RedisValue[]
  const [kind, now = 0, isGathering] = items.map(item => (typeof item === 'number' ? item : 0))
  const rest = items.slice(3)
  const shared = { now, isGathering: isGathering === 1 }
  switch (kind) {
    case 0:
      return { kind: 'unknown', now, run: textOf(items[2]) }
    case 1: {
      const numbers = rest.map(numberOf)
      const readings = Array.from({ length: (numbers.length - 1) / 3 }, (_each, index) => {
        const [used = 0, fits, wait = 0] = numbers.slice(1 + index * 3)
        return { used, fits: fits === 1, wait: wait < 0 ? undefined : wait }
      })
      return { kind: 'reserved', ...shared, granted: numbers[0] === 1, readings }
    }
    case 2:
      return { kind: 'reported', ...shared, used: numberOf(rest[0]), isReached: rest[1] === 1 }
    case 3: {
      const members = Array.from(
        { length: (rest.length - 2) / 2 },
        (_each, index): Member => [textOf(rest[2 + index * 2]), Number(textOf(rest[3 + index * 2]))],
      )
      return { kind: 'joined', ...shared, generation: numberOf(rest[0]), run: textOf(rest[1]), members }
    }
    default:
      return undefined
  }
}

const numberOf = (value: RedisValue | undefined): number => (typeof value === 'number' ? value : 0)
const textOf = (value: RedisValue | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : ''
