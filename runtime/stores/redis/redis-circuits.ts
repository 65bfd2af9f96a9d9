// Circuit breakers shared between instances. Each process decides by its local state and synchronizes in the background:
// only the right to probe is requested before a call. While Redis is unavailable each process uses its own failures.
import type { Notice } from '../../notice.ts'
import type { Clock, Ports } from '../../ports.ts'
import { circuitBytes, createCircuit } from '../../state/circuit.ts'
import { circuitTable } from '../../state/circuit-table.ts'
import type { Circuit, CircuitRule, Circuits } from '../../state/circuits.ts'
import type { Redis } from './attend.ts'
import { CIRCUIT_SCRIPT } from './circuit-script.ts'
import { FORMAT } from './entry-bytes.ts'

export const CIRCUIT_KEYS = `portolan:${FORMAT}:circuit:`

/** Interval at which a process polls for changes by others. */
const NEWS = 1_000

type Happened = 'failed' | 'probes' | 'probe failed' | 'probe succeeded' | 'probe released' | 'asks'

interface Told {
  readonly state: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** `keyPrefix` precedes all keys; `gateway` separates gateways that share a server. */
export function createRedisCircuits(
  redis: Pick<Redis, 'ask'>,
  gateway: string,
  clock: Pick<Clock, 'now'>,
  { hash, identifier }: Pick<Ports, 'hash' | 'identifier'>,
  notice: (notice: Notice) => void,
  keys = CIRCUIT_KEYS,
): Circuits {
  /** The server rejects the script: nothing is shared, which is reported. */
  let refused = false
  const hear = (code: string | undefined): void => {
    if (refused === (code !== undefined)) return
    refused = code !== undefined
    notice({
      kind: 'service',
      service: 'state',
      available: !refused,
      message: refused
        ? `Redis rejects the circuit breaker script (${code}): each process uses its own circuit breakers.`
        : 'Circuit breakers are shared via Redis again.',
    })
  }
  const make = (id: string, rule: CircuitRule): Circuit => {
    const { threshold, cooldown } = rule
    const local = createCircuit(rule, new ArrayBuffer(circuitBytes(rule)), clock, to =>
      notice({ kind: 'circuit', circuit: id, to }),
    )
    // The hash tag in braces keeps both keys on one server of a cluster.
    const name = `${keys}{${hash(JSON.stringify([gateway, id, threshold, cooldown])).slice(0, 32)}}`
    let askedAt = 0

    const tell = async (what: Happened): Promise<Told | undefined> => {
      askedAt = clock.now()
      const words = [what, String(askedAt), String(cooldown), String(threshold), identifier()]
      const answer = await redis.ask('EVAL', [CIRCUIT_SCRIPT, '2', name, `${name}:failures`, ...words])
      if (answer === undefined) return undefined
      hear('refused' in answer ? answer.refused : undefined)
      return 'value' in answer ? readTold(answer.value) : undefined
    }
    /** Unknown state changes nothing. */
    const learn = (told: Told | undefined): void => {
      if (told?.state === 'open') local.opened(told.at)
      else if (told?.state === 'closed') local.closed(told.at)
    }
    const news = (): void => {
      if (clock.now() - askedAt >= NEWS) void tell('asks').then(learn)
    }
    const agree = async (): Promise<'probe' | 'open' | 'closed'> => {
      const told = await tell('probes')
      if (told === undefined || told.state === 'probe') return 'probe'
      if (told.state === 'closed' && told.at === 0) return 'probe'
      local.release('probe')
      if (told.state === 'closed') {
        local.closed(told.at)
        return 'closed'
      }
      local.opened(told.at)
      return 'open'
    }
    return {
      admit: () => {
        const admission = local.admit()
        if (admission === 'probe') return agree()
        news()
        return admission
      },
      isOpen: () => {
        news()
        return local.isOpen()
      },
      opensFor: local.opensFor,
      succeed: admission => {
        local.succeed(admission)
        if (admission === 'probe') void tell('probe succeeded')
      },
      fail: admission => {
        local.fail(admission)
        if (admission === 'closed') void tell('failed').then(learn)
        if (admission === 'probe') void tell('probe failed')
      },
      release: admission => {
        local.release(admission)
        if (admission === 'probe') void tell('probe released')
      },
    }
  }
  return { circuit: circuitTable(make), close: async () => {} }
}

const decoder = new TextDecoder()

function readTold(value: unknown): Told | undefined {
  if (!Array.isArray(value)) return undefined
  const [state, at] = value as readonly unknown[]
  const word = state instanceof Uint8Array ? decoder.decode(state) : undefined
  return word !== undefined && typeof at === 'number' ? { state: word, at } : undefined
}
