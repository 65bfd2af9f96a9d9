// The usage of budgets in a store that several processes write: every batch counts once, whatever is lost on the way.

import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../../../runtime/control/core/store-error.ts'
import { createStoredLedger } from '../../../../../runtime/control/resources/policies/stored-ledger.ts'
import { linkClaims } from '../../../../../runtime/limits/usage-journal.ts'
import { sha256 } from '../../../../support/control-harness.ts'
import { openMemoryStore } from '../../../../support/memory-store.ts'

const open = async (): Promise<ResourceStore> => openMemoryStore()
const amounts = (amount: number) => [
  { policy: 'p', entity: '["a"]', start: 7, amount },
  { policy: 'p', entity: '["b"]', start: 7, amount: 1 },
]

describe('The ledger of usage', () => {
  it('adds what several processes write at the same time', async () => {
    const store = await open()
    const ledgers = ['first', 'second', 'third'].map(process => createStoredLedger(store, sha256, process))
    await Promise.all(
      ledgers.map(async (ledger, process) => {
        for (let batch = 0; batch < 20; batch += 1) await ledger.add(`${process}-${batch}`, amounts(3))
      }),
    )
    expect((await ledgers[0]?.load())?.toSorted((left, right) => right.amount - left.amount)).toEqual([
      { policy: 'p', entity: '["a"]', start: 7, amount: 180 },
      { policy: 'p', entity: '["b"]', start: 7, amount: 60 },
    ])
    await store.close()
  })

  it('counts a batch once whose confirmation was lost', async () => {
    const store = await open()
    let isLost = true
    const unreliable: ResourceStore = {
      ...store,
      commit: async transaction => {
        const result = await store.commit(transaction)
        if (isLost) throw new StoreError('unavailable', 'The reply was lost.')
        return result
      },
    }
    const ledger = createStoredLedger(unreliable, sha256, 'process')
    await expect(ledger.add('batch', amounts(5))).rejects.toThrow('lost')
    isLost = false
    await ledger.add('batch', amounts(5))
    await ledger.add('next', amounts(2))
    expect((await ledger.load()).map(({ amount }) => amount).toSorted()).toEqual([2, 7])
    await store.close()
  })

  it('gives a finished batch of a provider to one of the processes, also after a restart', async () => {
    const store = await open()
    const processes = ['first', 'second', 'third'].map(process =>
      linkClaims(createStoredLedger(store, sha256, process)),
    )
    const claims = await Promise.all(processes.map(claim => claim('openai batch_1')))
    expect(claims.filter(isGiven => isGiven)).toHaveLength(1)
    expect(await linkClaims(createStoredLedger(store, sha256, 'restarted'))('openai batch_1')).toBe(false)
    expect(await processes[0]?.('openai batch_2')).toBe(true)
    await store.close()
  })
})
