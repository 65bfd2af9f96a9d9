// How long an authorization server that has issued no token is not called: longer after each failure in a row, and at least as long as it wants.
import { createLruMap } from '../../values/lru-map.ts'
import type { Clock } from '../../values/ports.ts'
import type { TokenFault } from './request-tokens.ts'

export interface RenewBackoff {
  /** The last fault, while it is too early for another request; `key` names the account. */
  readonly waiting: (key: string) => TokenFault | undefined
  readonly failed: (key: string, fault: TokenFault) => void
  readonly succeeded: (key: string) => void
}

const [FIRST, LAST] = [1_000, 30_000]
/** The longest wait that a server can demand. */
const LONGEST = 300_000
const MAX_KEYS = 10_000

interface Backoff {
  readonly fault: TokenFault
  readonly failures: number
  readonly until: number
}

export function createRenewBackoff({ monotonic }: Pick<Clock, 'monotonic'>): RenewBackoff {
  const backoffs = createLruMap<Backoff | undefined>({ entries: MAX_KEYS, bytes: Number.POSITIVE_INFINITY })
  return {
    waiting: key => {
      const backoff = backoffs.get(key)
      return backoff !== undefined && monotonic() < backoff.until ? backoff.fault : undefined
    },
    failed: (key, fault) => {
      const failures = (backoffs.get(key)?.failures ?? 0) + 1
      const own = Math.min(LAST, FIRST * 2 ** (failures - 1))
      const wait = Math.min(LONGEST, Math.max(own, fault.retryAfter ?? 0))
      backoffs.set(key, { fault, failures, until: monotonic() + wait }, 0)
    },
    succeeded: key => backoffs.set(key, undefined, 0),
  }
}
