// The usage of budgets in the store of saved resources: one object for each period of each entity, raised by batches. The last
// batch of each process is written in the same transaction, so that a batch whose confirmation was lost counts once.
import { asText } from '../../../../schemas/values/json.ts'
import type { ClaimStore, UsageAmount, UsageLedger } from '../../../limits/usage-journal.ts'
import type { Resource, ResourceStore, ResourceWrite } from '../../core/resource-store.ts'
import { StoreError } from '../../core/store-error.ts'
import { SETTLED_BATCH, USAGE, USAGE_BATCH } from '../../limits/usage-entity.ts'

const PAGE = 1_000
/** How often a batch is tried that another process has overtaken. */
const ATTEMPTS = 50

export function createStoredLedger(
  store: ResourceStore,
  hash: (text: string) => string,
  process: string,
): UsageLedger & ClaimStore {
  const prefixOf = ({ policy, entity }: UsageAmount): string => `${policy}/${hash(entity).slice(0, 32)}/`
  const idOf = (amount: UsageAmount): string => `${prefixOf(amount)}${amount.start}`
  /** A new period ends those before it, which nothing reads any more. */
  const endedPeriods = async (amount: UsageAmount): Promise<readonly ResourceWrite[]> =>
    (await store.list(USAGE, { prefix: prefixOf(amount), limit: PAGE }))
      .filter(({ value }) => Number(value['start'] ?? 0) < amount.start)
      .map(({ id, revision }) => ({ kind: USAGE, id, value: undefined, expects: revision }))
  const tryBatch = async (batch: string, amounts: readonly UsageAmount[]): Promise<boolean> => {
    const last = await store.read(USAGE_BATCH, process)
    if (last?.value['batch'] === batch) return true
    const writes: ResourceWrite[] = [
      { kind: USAGE_BATCH, id: process, value: { batch }, expects: last?.revision ?? 'absent' },
    ]
    for (const each of amounts) {
      const id = idOf(each)
      const before = await store.read(USAGE, id)
      const { policy, entity, start, amount } = each
      const value = { policy, entity, start, amount: amountIn(before) + amount }
      writes.push({ kind: USAGE, id, value, expects: before?.revision ?? 'absent' })
      if (before === undefined) writes.push(...(await endedPeriods(each)))
    }
    return (await store.commit({ writes })).conflict === undefined
  }
  return {
    load: async () => {
      const totals: UsageAmount[] = []
      for (let after: string | undefined; ; ) {
        const page = await store.list(USAGE, { limit: PAGE, ...(after !== undefined && { after }) })
        for (const resource of page) {
          const { value } = resource
          totals.push({
            policy: asText(value['policy']) ?? '',
            entity: asText(value['entity']) ?? '',
            start: Number(value['start'] ?? 0),
            amount: amountIn(resource),
          })
        }
        after = page.at(-1)?.id
        if (page.length < PAGE || after === undefined) return totals
      }
    },
    claim: async batch => {
      const write = { kind: SETTLED_BATCH, id: hash(batch), value: { batch }, expects: 'absent' } as const
      return (await store.commit({ writes: [write] })).conflict === undefined
    },
    add: async (batch, amounts) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await tryBatch(batch, amounts)) return
      throw new StoreError('unavailable', 'Other processes write the same usage all the time.')
    },
  }
}

const amountIn = (resource: Resource | undefined): number => {
  const amount = resource?.value['amount']
  return typeof amount === 'number' ? amount : 0
}
