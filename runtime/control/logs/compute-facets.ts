// The values that filters may have, for callers who see the records of some keys alone: counted from those records, since the dictionary of
// values does not know whose they are.
import type { Facet, LogFilter, LogGroup, LogStore } from './log-store.ts'

/** Values that are shown, and records that are read for the keys of their metadata. */
const MAX_VALUES = 1000

export async function computeFacets(
  logs: Pick<LogStore, 'groups' | 'list'>,
  name: LogGroup | 'metadata',
  filter: LogFilter,
): Promise<readonly Facet[]> {
  if (name === 'metadata') return await metadataKeys(logs, filter)
  const { groups } = await logs.groups({
    filter,
    by: name,
    sort: 'lastSeen',
    descending: true,
    offset: 0,
    limit: MAX_VALUES,
    percentiles: false,
  })
  return groups
    .filter(({ value }) => value !== '')
    .map(({ value, totals }) => ({ value, lastSeen: totals.lastSeen ?? filter.from }))
}

/** Those of the newest records. */
async function metadataKeys(logs: Pick<LogStore, 'list'>, filter: LogFilter): Promise<readonly Facet[]> {
  const { records } = await logs.list(filter, MAX_VALUES, undefined)
  const seen = new Map<string, number>()
  for (const { record } of records)
    for (const name of Object.keys(record.metadata ?? {}))
      if (!seen.has(name)) seen.set(name, Date.parse(record.time))
  return [...seen].map(([value, lastSeen]) => ({ value, lastSeen }))
}
