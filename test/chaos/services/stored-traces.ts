// What a log store has, page by page.
import type { LogStore } from '../../../runtime/control/logs/log-store.ts'

/** The traces of all records, of which one may be there twice. */
export async function storedTraces(logs: LogStore): Promise<readonly string[]> {
  const traces: string[] = []
  const filter = { scope: 'all', from: 0, to: Date.now() + 60_000 } as const
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await logs.list(filter, 1000, after)
    traces.push(...page.records.map(({ record }) => record.trace))
    after = page.next
  }
  return traces
}
