// The keys of an issuer, fetched from its address and kept. Many requests may want them at once: one asks, the others
// wait. Tokens with unknown keys make it ask again, but only so often: who sends them must not make the gateway send as
// many requests to the issuer.

import { type Failure, isFailure } from '../../failures.ts'
import { askForJson, type Unanswered } from '../asking/ask-service.ts'
import type { CheckPorts, ServiceReply } from '../check.ts'
import { type KeySet, keySet } from './key-set.ts'

export interface KeySource {
  /** The keys as they are known; or a sentence that says why there are none. */
  readonly keys: (ports: CheckPorts) => Promise<KeySet | Unanswered>
  /** Keys in the place of those that a token's is not among; undefined where there are no others. */
  readonly others: (known: KeySet, ports: CheckPorts) => Promise<KeySet | undefined>
}

/** Bytes of a set of keys. */
const LARGEST = 256 * 1024
/** Milliseconds after an answer before an unknown key makes it ask again, and after a failure before anything does. */
const AFTER_ANSWER = 30_000
const AFTER_FAILURE = 5_000

const SERVICE = 'The server of the keys'

type Outcome = KeySet | Unanswered | 'given up'

/** @param maxAge milliseconds for which keys are kept; older ones are used on while no others can be had */
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

  /** A question ends with the judgement that asked it; then another one that waits asks it anew. */
  const renewed = async (ports: CheckPorts): Promise<KeySet | Unanswered> => {
    for (;;) {
      const own = flight === undefined
      flight ??= ask(ports).finally(() => {
        flight = undefined
      })
      const outcome = await flight
      if (outcome !== 'given up') return outcome
      if (own) return { fault: `${SERVICE} was not waited for.` }
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
