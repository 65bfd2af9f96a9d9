// The usage of budgets outside of the process: loaded at the start, written in batches, each counted once.
import { describe, expect, it } from 'vitest'
import {
  openUsageJournal,
  type UsageAmount,
  type UsageLedger,
} from '../../../runtime/limits/usage-journal.ts'
import { settle, virtualClock } from '../../support/virtual-clock.ts'

const PERIOD = { policy: 'p', entity: '', start: 0 }

/** A ledger that may lose a request, or its confirmation. */
function unreliableLedger(totals: readonly UsageAmount[] = []) {
  const batches = new Map<string, readonly UsageAmount[]>()
  const received: string[] = []
  const failures: ('before' | 'after')[] = []
  const ledger: UsageLedger = {
    load: async () => totals,
    add: async (batch, amounts) => {
      received.push(batch)
      const failure = failures.shift()
      if (failure === 'before') throw new Error('away')
      batches.set(batch, batches.get(batch) ?? amounts)
      if (failure === 'after') throw new Error('the reply was lost')
    },
  }
  const total = (): number => [...batches.values()].flat().reduce((sum, { amount }) => sum + amount, 0)
  return { ledger, failures, received, total }
}

async function openJournal(totals?: readonly UsageAmount[]) {
  const stored = unreliableLedger(totals)
  const clock = virtualClock()
  const reports: boolean[] = []
  let identifiers = 0
  const randomId = (): string => {
    identifiers += 1
    return `batch-${identifiers}`
  }
  const journal = await openUsageJournal(stored.ledger, clock, randomId, failed => void reports.push(failed))
  const second = async (): Promise<void> => {
    await clock.advance(1_000)
    await settle()
  }
  return { ...stored, journal, reports, second }
}

describe('The journal of usage', () => {
  it('begins with what is stored', async () => {
    const { journal } = await openJournal([{ ...PERIOD, amount: 70 }])
    journal.record(PERIOD, 5)
    expect([journal.total(PERIOD), journal.total({ ...PERIOD, policy: 'other' })]).toEqual([75, 0])
  })

  it('writes one batch a second, with one amount of each budget', async () => {
    const { journal, received, total, second } = await openJournal()
    for (let count = 0; count < 100; count += 1) journal.record(PERIOD, 2)
    expect(received).toEqual([])
    await second()
    await second()
    expect([received, total()]).toEqual([['batch-1'], 200])
  })

  it.each(['before', 'after'] as const)(
    'writes a batch again under its identifier when it was lost %s it was stored',
    async when => {
      const { journal, received, failures, total, reports, second } = await openJournal()
      failures.push(when, when)
      journal.record(PERIOD, 10)
      await second()
      journal.record(PERIOD, 1)
      await second()
      await second()
      await second()
      expect(received).toEqual(['batch-1', 'batch-1', 'batch-1', 'batch-2'])
      expect([total(), reports]).toEqual([11, [true, false]])
    },
  )

  it('writes what is left when the gateway stops', async () => {
    const { journal, total } = await openJournal()
    journal.record(PERIOD, 3)
    await journal.stop()
    expect(total()).toBe(3)
  })
})
