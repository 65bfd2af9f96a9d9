// A JSON schema without references: each is replaced by its target, because the dialect has none. Recursive schemas
// are cut where they would repeat, as an object of any shape.
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
export function resolveReference(reference: string, root: Json): Json | undefined {
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
