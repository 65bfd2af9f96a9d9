// Fetches and caches the JWKS of an issuer. Concurrent requests share one fetch. Tokens with unknown keys trigger a
// refetch, but with a cooldown: senders of such tokens must not make the gateway flood the issuer.

import { type Failure, isFailure } from '../../failures.ts'
import { askForJson, type Unanswered } from '../asking/ask-service.ts'
import type { CheckPorts, ServiceReply } from '../check.ts'
import { type KeySet, keySet } from './key-set.ts'

export interface KeySource {
  /** The cached or fetched keys, or why there are none. */
  readonly keys: (ports: CheckPorts) => Promise<KeySet | Unanswered>
  /** Newer keys when the token's key is not in `known`; undefined when there are none. */
  readonly others: (known: KeySet, ports: CheckPorts) => Promise<KeySet | undefined>
}

/** Maximum size of a JWKS in bytes. */
const LARGEST = 256 * 1024
/** Cooldowns in milliseconds: after a fetch until an unknown key triggers another, and after a failure until anything does. */
const AFTER_ANSWER = 30_000
const AFTER_FAILURE = 5_000

const SERVICE = 'The JWKS endpoint'

type Outcome = KeySet | Unanswered | 'given up'

/** @param maxAge cache time in milliseconds; older keys stay in use while no others can be fetched */
export function linkFetchedKeys(url: string, maxAge: number): KeySource {
  let known: KeySet | undefined
  let knownSince = 0
  let failed: Unanswered | undefined
  let failedAt = 0
  let flight: Promise<Outcome> | undefined

  const ask = async (ports: CheckPorts): Promise<Outcome> => {
    let last: ServiceReply | Failure | undefined
    const request = { method: 'GET', url, headers: ['accept', 'application/json'], maxBytes: LARGEST }
    const answer = await askForJson(
      SERVICE,
      { ...request, encrypted: true },
      {
        ask: async asked => {
          last = await ports.ask(asked)
          return last
        },
      },
    )
    if (last !== undefined && isFailure(last) && last.code === 'timeout' && last.cause === undefined)
      return 'given up'
    const keys = 'fault' in answer ? answer : keySet(answer.json, SERVICE)
    if ('fault' in keys) {
      failed = keys
      failedAt = ports.now()
    } else {
      known = keys
      knownSince = ports.now()
      failed = undefined
    }
    return keys
  }

  /** A fetch is cancelled with the evaluation that started it; another waiting evaluation then retries it. */
  const renewed = async (ports: CheckPorts): Promise<KeySet | Unanswered> => {
    for (;;) {
      const own = flight === undefined
      flight ??= ask(ports).finally(() => {
        flight = undefined
      })
      const outcome = await flight
      if (outcome !== 'given up') return outcome
      if (own) return { fault: `${SERVICE} was not reached before the evaluation ended.` }
    }
  }

  const hasJustFailed = (now: number): boolean => failed !== undefined && now - failedAt < AFTER_FAILURE

  return {
    keys: async ports => {
      const now = ports.now()
      if (known !== undefined && now - knownSince < maxAge) return known
      if (failed !== undefined && hasJustFailed(now)) return known ?? failed
      const outcome = await renewed(ports)
      return 'fault' in outcome ? (known ?? outcome) : outcome
    },
    others: async (used, ports) => {
      if (known !== undefined && known !== used) return known
      const now = ports.now()
      if (now - knownSince < AFTER_ANSWER || hasJustFailed(now)) return undefined
      const outcome = await renewed(ports)
      return 'fault' in outcome ? undefined : outcome
    },
  }
}
