// The usage of budgets outside of this process: totals are loaded at the start, and what is used is written in batches. A
// batch that was not confirmed is written again under the same identifier, so that it counts once.
import type { Clock } from '../values/ports.ts'

/** One budget of one entity in one period. */
export interface BudgetPeriod {
  readonly policy: string
  readonly entity: string
  /** The start of the period, in milliseconds since the epoch. */
  readonly start: number
  /** Its `budgetKey`, where many calls record it. */
  readonly key?: string
}

export interface UsageAmount extends BudgetPeriod {
  readonly amount: number
}

/** What survives a restart. Rejections are retried. */
export interface UsageLedger {
  readonly load: () => Promise<readonly UsageAmount[]>
  /** Adds amounts to the totals. A batch that was added before is ignored. */
  readonly add: (batch: string, amounts: readonly UsageAmount[]) => Promise<void>
}

export interface UsageJournal {
  /** What the ledger had at the start, and what was used here since. */
  readonly total: (period: BudgetPeriod) => number
  readonly record: (period: BudgetPeriod, amount: number) => void
  /** Writes what is not written yet. */
  readonly flush: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Where processes agree on who counts a batch of a provider, once and for all. Rejects if the store is unavailable. */
export interface ClaimStore {
  readonly claim: (batch: string) => Promise<boolean>
}

const MAX_CLAIMS = 10_000

/**
 * Resolves to whether a batch is to be counted by who claims it. Without a store a process remembers the last ones; if the store is unavailable, a
 * batch is counted when it is read again.
 */
export function linkClaims(store: ClaimStore | undefined): ClaimStore['claim'] {
  const known = new Set<string>()
  return async batch => {
    if (known.has(batch)) return false
    known.add(batch)
    for (const oldest of known) {
      if (known.size <= MAX_CLAIMS) break
      known.delete(oldest)
    }
    try {
      return store === undefined || (await store.claim(batch))
    } catch {
      known.delete(batch)
      return false
    }
  }
}

/** Milliseconds between batches. */
const INTERVAL = 1_000

export const budgetKey = ({ policy, entity, start, key }: BudgetPeriod): string =>
  key ?? `${policy}:${entity}:${start}`

/** Nothing is stored outside of the process. */
export const NO_JOURNAL: UsageJournal = {
  total: () => 0,
  record: () => {},
  flush: async () => {},
  stop: async () => {},
}

/** Resolves when the totals are loaded. `onFailure` gets a batch that could not be written, once until one is. */
export async function openUsageJournal(
  ledger: UsageLedger,
  clock: Pick<Clock, 'after'>,
  randomId: () => string,
  onFailure: (failed: boolean) => void,
): Promise<UsageJournal> {
  const totals = new Map<string, number>()
  for (const each of await ledger.load()) totals.set(budgetKey(each), each.amount)
  /** Raised in place: this is done for each call. */
  let waiting = new Map<string, { -readonly [Name in keyof UsageAmount]: UsageAmount[Name] }>()
  let unconfirmed: { readonly batch: string; readonly amounts: readonly UsageAmount[] } | undefined
  let writing: Promise<void> | undefined
  let isFailing = false
  let stopTimer = (): void => {}
  let isScheduled = false

  const report = (failed: boolean): void => {
    if (failed !== isFailing) onFailure(failed)
    isFailing = failed
  }
  const write = async (): Promise<void> => {
    if (unconfirmed === undefined) {
      if (waiting.size === 0) return
      unconfirmed = { batch: randomId(), amounts: [...waiting.values()] }
      waiting = new Map()
    }
    const { batch, amounts } = unconfirmed
    try {
      await ledger.add(batch, amounts)
      unconfirmed = undefined
      report(false)
    } catch {
      report(true)
    }
  }
  const flush = async (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
    if (unconfirmed !== undefined || waiting.size > 0) schedule()
  }
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    stopTimer = clock.after(INTERVAL, () => {
      isScheduled = false
      void flush()
    })
  }
  return {
    total: period => totals.get(budgetKey(period)) ?? 0,
    record: (period, amount) => {
      if (amount === 0) return
      const key = budgetKey(period)
      totals.set(key, (totals.get(key) ?? 0) + amount)
      const known = waiting.get(key)
      if (known !== undefined) known.amount += amount
      else {
        const { policy, entity, start } = period
        waiting.set(key, { policy, entity, start, amount })
      }
      schedule()
    },
    flush,
    stop: async () => {
      stopTimer()
      isScheduled = true
      await flush()
      // What was recorded while an earlier batch was written.
      await flush()
    },
  }
}
