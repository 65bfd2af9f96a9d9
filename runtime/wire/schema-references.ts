// References in a JSON schema: whether they end, and the schema without them, each replaced by its target. Recursive
// schemas are cut where they would repeat.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText, isList, isObject } from '../../schemas/values/json.ts'

const OPEN: JsonObject = { type: 'object' }

/**
 * Maximum nesting of the result, and number of values copied before references are no longer followed: a small
 * schema can expand to an infinite one.
 */
const MAX_DEPTH = 64
const MAX_VALUES = 20_000

/** Returns a copy. References that point nowhere, or out of the schema, become `open` too. */
export function withoutReferences(schema: Json, open: JsonObject = OPEN): Json {
  let copied = 0
  const visit = (value: Json, ancestors: ReadonlySet<string>, depth: number): Json => {
    copied += 1
    if (depth > MAX_DEPTH) return isList(value) ? [] : isObject(value) ? open : value
    if (isList(value)) return value.map(item => visit(item, ancestors, depth + 1))
    if (!isObject(value)) return value
    const reference = asText(value['$ref'])
    if (reference === undefined) return visitAll(value, ancestors, depth)
    const { $ref: _, ...siblings } = value
    const target =
      ancestors.has(reference) || copied >= MAX_VALUES ? undefined : resolveReference(reference, schema)
    const inner = target === undefined ? open : visit(target, new Set([...ancestors, reference]), depth + 1)
    return isObject(inner) ? { ...inner, ...asPart(visitAll(siblings, ancestors, depth)) } : inner
  }
  const visitAll = (object: JsonObject, ancestors: ReadonlySet<string>, depth: number): Json =>
    Object.fromEntries(
      Object.entries(object)
        .filter(([key, value]) => !isDefinitions(key, value))
        .map(([key, value]) => [key, visit(value, ancestors, depth + 1)]),
    )
  return visit(schema, new Set(), 0)
}

const asPart = (value: Json): JsonObject => (isObject(value) ? value : {})

/** Definitions are inlined where they are used. A property may well be called `definitions`; its schema has a type. */
const isDefinitions = (key: string, value: Json): boolean =>
  key === '$defs' || (key === 'definitions' && isObject(value) && !('type' in value))

/** The target of a reference within the document. */
function resolveReference(reference: string, root: Json): Json | undefined {
  if (!reference.startsWith('#')) return undefined
  let current: Json | undefined = root
  for (const step of reference.slice(1).split('/').filter(Boolean)) {
    const key = unescaped(step)
    current =
      isObject(current) && Object.hasOwn(current, key)
        ? current[key]
        : isList(current)
          ? current[Number(key)]
          : undefined
    if (current === undefined) return undefined
  }
  return current
}

function unescaped(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/**
 * Whether a schema refers to itself, or out of itself, so that it may not end. True also for references that point
 * nowhere.
 */
export function refersToItself(root: JsonObject): boolean {
  const known = new Map<string, boolean>()
  const isEndless = (reference: string, open: ReadonlySet<string>): boolean => {
    if (open.has(reference)) return true
    const before = known.get(reference)
    if (before !== undefined) return before
    const target = resolveReference(reference, root)
    const result =
      target === undefined ||
      // A target that contains the reference to it.
      referencesIn(target).some(each => isEndless(each, new Set([...open, reference])))
    known.set(reference, result)
    return result
  }
  return referencesIn(root).some(reference => isEndless(reference, new Set()))
}

/** Deeper schemas are treated as endless. */
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
