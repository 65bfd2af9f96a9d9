// Whether a JSON Schema refers to itself, or out of itself: neither is known to end.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'
import { resolveReference } from './inline-references.ts'

/** True also for references that point nowhere. */
export function refersToItself(root: JsonObject): boolean {
  const known = new Map<string, boolean>()
  const isEndless = (reference: string, open: ReadonlySet<string>): boolean => {
    if (open.has(reference)) return true
    const before = known.get(reference)
    if (before !== undefined) return before
    const target = resolveReference(reference, root)
    const result =
      target === undefined ||
      // A target that contains the place that refers to it.
      referencesIn(target).some(each => isEndless(each, new Set([...open, reference])))
    known.set(reference, result)
    return result
  }
  return referencesIn(root).some(reference => isEndless(reference, new Set()))
}

/** Deeper schemas are as good as endless. */
export const MAX_SCHEMA_DEPTH = 64

/** The references below a value. Values of enumerations are not schemas. */
function referencesIn(value: Json, depth = 0): readonly string[] {
  if (depth > MAX_SCHEMA_DEPTH) return [NOWHERE]
  if (isList(value)) return value.flatMap(each => referencesIn(each, depth + 1))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === '$ref' && typeof inner === 'string') return [inner]
    return VALUES.has(key) ? [] : referencesIn(inner, depth + 1)
  })
}

const NOWHERE = ''

const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])
