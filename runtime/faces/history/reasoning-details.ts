// `reasoning_details`: a list that some providers return with a message and expect back. When streamed, the deltas of
// an entry share its type and index.
import type { Json, JsonObject } from '../../../compiler/source.ts'

/** Fields that are concatenated; for all others the last value wins. */
const growing = new Set(['text', 'summary', 'data', 'signature'])

/** Merges deltas into complete entries. */
export function foldDetails(pieces: readonly JsonObject[]): readonly JsonObject[] {
  const entries: JsonObject[] = []
  for (const piece of pieces) {
    const last = entries.at(-1)
    if (last === undefined || !belongs(piece, last)) entries.push(piece)
    else entries[entries.length - 1] = grown(last, piece)
  }
  return entries
}

const belongs = (piece: JsonObject, entry: JsonObject): boolean =>
  piece['type'] === entry['type'] &&
  typeof piece['index'] === 'number' &&
  piece['index'] === entry['index'] &&
  (piece['id'] ?? entry['id']) === entry['id']

function grown(entry: JsonObject, piece: JsonObject): JsonObject {
  const added = Object.entries(piece).map(([name, value]): readonly [string, Json] => {
    const before = entry[name]
    if (value === null && before !== undefined) return [name, before]
    const grows = growing.has(name) && typeof before === 'string' && typeof value === 'string'
    return [name, grows ? before + value : value]
  })
  return { ...entry, ...Object.fromEntries(added) }
}
