// The usage of budgets in the store of saved resources: one object for each period of each entity, raised by batches. The last
// batch of each process is written in the same transaction, so that a batch whose confirmation was lost counts once.
import { asText } from '../../../schemas/values/json.ts'
import type { UsageAmount, UsageLedger } from '../../limits/usage-journal.ts'
import type { Resource, ResourceStore, ResourceWrite } from '../resource-store.ts'
import { StoreError } from '../store-error.ts'
import { USAGE } from './usage-entity.ts'

/** The kind of the last batches of processes. */
const USAGE_BATCH = 'usage-batch'

const PAGE = 1_000
/** How often a batch is tried that another process has overtaken. */
const ATTEMPTS = 10

export function createStoredLedger(
  store: ResourceStore,
  hash: (text: string) => string,
  process: string,
): UsageLedger {
  const idOf = ({ policy, entity, start }: UsageAmount): string =>
    `${policy}/${hash(entity).slice(0, 32)}/${start}`
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
