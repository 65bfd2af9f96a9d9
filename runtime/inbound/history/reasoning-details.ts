// `reasoning_details`: a list that some providers return with a message and expect back. When streamed, the deltas of
// an entry share its type and index.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

/** Fields that are concatenated; for all others the last value wins. */
const STREAMED_FIELDS = new Set(['text', 'summary', 'data', 'signature'])

/** Merges deltas into complete entries. */
export function mergeDetails(deltas: readonly JsonObject[]): readonly JsonObject[] {
  const entries: JsonObject[] = []
  for (const delta of deltas) {
    const last = entries.at(-1)
    if (last === undefined || !isContinuation(delta, last)) entries.push(delta)
    else entries[entries.length - 1] = mergeEntry(last, delta)
  }
  return entries
}

const isContinuation = (delta: JsonObject, entry: JsonObject): boolean =>
  delta['type'] === entry['type'] &&
  typeof delta['index'] === 'number' &&
  delta['index'] === entry['index'] &&
  (delta['id'] ?? entry['id']) === entry['id']

function mergeEntry(entry: JsonObject, delta: JsonObject): JsonObject {
  const mergedFields = Object.entries(delta).map(([name, value]): readonly [string, Json] => {
    const before = entry[name]
    if (value === null && before !== undefined) return [name, before]
    const isStreamed = STREAMED_FIELDS.has(name) && typeof before === 'string' && typeof value === 'string'
    return [name, isStreamed ? before + value : value]
  })
  return { ...entry, ...Object.fromEntries(mergedFields) }
}
