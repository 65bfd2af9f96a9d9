// A JSON Schema (drafts 7 to 2020-12) → a test, linked once. Implemented here because both sides may be hostile, a
// schema from a header and a reply from a model: patterns run in linear time, arrays are compared without quadratic
// work, and references are bounded by a step limit. Unsupported keywords are rejected by name.
import { isObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { linkPatternSearch, MAX_TEXT_LENGTH } from '../text/pattern-search.ts'
import { arrayKeywords } from './array-keywords.ts'
import type { SchemaLinking, SchemaTest } from './keyword.ts'
import { objectKeywords } from './object-keywords.ts'
import { combiningKeywords, schemaValueKeywords, stringKeywords } from './value-keywords.ts'

/** Maximum number of subschemas, and their maximum depth. */
const MAX_SCHEMAS = 5000
const MAX_DEPTH = 256

/** Maximum number of patterns: compiling one takes up to a millisecond. */
const MAX_PATTERNS = 100

/** Maximum nesting during validation, which ends recursive references. */
const MAX_NESTING = 512

const KEYWORDS = {
  ...combiningKeywords,
  ...schemaValueKeywords,
  ...stringKeywords,
  ...arrayKeywords,
  ...objectKeywords,
}

/** Unsupported assertions: ignoring them would pass values that the schema rejects. */
const UNSUPPORTED = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']

export interface LinkedSchema {
  readonly test: SchemaTest
  /** Errors of the schema, as sentences; with any, the test must not be used. */
  readonly errors: readonly string[]
}

export function linkSchema(root: Json): LinkedSchema {
  const errors: string[] = []
  const linkedSchemas = new Map<JsonObject, SchemaTest>()
  const patterns = new Map<string, PatternTest>()

  const link = (schema: Json | undefined, pointer: string, depth: number): SchemaTest => {
    const reportError = (sentence: string): undefined => void errors.push(`${pointer || '/'}: ${sentence}`)
    if (typeof schema === 'boolean') return () => schema
    if (!isObject(schema)) return rejectAll(reportError('A schema must be an object, true or false.'))
    const linked = linkedSchemas.get(schema)
    if (linked !== undefined) return linked
    if (linkedSchemas.size >= MAX_SCHEMAS || depth > MAX_DEPTH)
      return rejectAll(reportError('The schema is too large.'))
    const parts: { readonly name: string; readonly test: SchemaTest }[] = []
    const test = validateAll(parts, pointer)
    linkedSchemas.set(schema, test)
    const linking: SchemaLinking = {
      linkBelow: (inner, path) => link(inner, `${pointer}/${path}`, depth + 1),
      reference: target => linkReference(target, reportError, depth),
      pattern: pattern => linkCachedPattern(pattern, reportError),
      reportError,
    }
    for (const name of UNSUPPORTED) if (name in schema) reportError(`"${name}" is not supported.`)
    for (const [name, value] of Object.entries(schema)) {
      const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name as keyof typeof KEYWORDS] : undefined
      const part = keyword?.(value, linking, schema)
      if (part !== undefined) parts.push({ name, test: part })
    }
    return test
  }

  const linkReference = (
    target: string,
    reportError: SchemaLinking['reportError'],
    depth: number,
  ): SchemaTest => {
    const matches = resolvePointer(root, target)
    if (matches !== undefined) return link(matches.schema, matches.pointer, depth + 1)
    reportError('A reference must be a pointer within the schema, such as #/$defs/name.')
    return () => false
  }

  const linkCachedPattern = (pattern: string, reportError: SchemaLinking['reportError']): PatternTest => {
    const linked = patterns.get(pattern)
    if (linked !== undefined) return linked
    if (patterns.size >= MAX_PATTERNS) reportError(`The schema has more than ${MAX_PATTERNS} patterns.`)
    const test = patterns.size >= MAX_PATTERNS ? () => false : linkPattern(pattern, reportError)
    patterns.set(pattern, test)
    return test
  }

  const test = link(root, '', 0)
  return { test, errors }
}

const rejectAll =
  (_error: undefined): SchemaTest =>
  () =>
    false

/** Validates all keywords of one schema, and records the innermost violation. */
function validateAll(
  parts: readonly { readonly name: string; readonly test: SchemaTest }[],
  pointer: string,
): SchemaTest {
  return (value, validation) => {
    validation.stepsLeft -= 1 + parts.length
    if (validation.stepsLeft < 0 || validation.depth >= MAX_NESTING) {
      validation.stepsLeft = -1
      return false
    }
    validation.depth += 1
    const violated = parts.find(part => !part.test(value, validation))
    validation.depth -= 1
    if (violated === undefined) return true
    validation.violation ??= `"${violated.name}" at ${pointer || '/'}`
    return false
  }
}

type PatternTest = ReturnType<SchemaLinking['pattern']>

function linkPattern(pattern: string, reportError: SchemaLinking['reportError']): PatternTest {
  try {
    const { matches, maxLength } = linkPatternSearch(pattern)
    const perCharacter = MAX_TEXT_LENGTH / maxLength
    return (text, validation) => {
      validation.stepsLeft -=
        text.length > maxLength ? Number.POSITIVE_INFINITY : 1 + text.length * perCharacter
      return validation.stepsLeft >= 0 && matches(text)
    }
  } catch {
    reportError('A pattern is not valid RE2 syntax.')
    return () => false
  }
}

/**
 * The first error of a schema, as a path in it and a sentence; undefined when the schema is valid. For the compiler,
 * which reports it at its source location.
 */
export const findSchemaError = (schema: Json): string | undefined => linkSchema(schema).errors[0]

interface ResolvedSchema {
  readonly schema: Json
  /** The pointer of the schema; `''` is the root. */
  readonly pointer: string
}

/** References within a schema: `#`, or `#` and a JSON Pointer, percent-encoded. */
function resolvePointer(root: Json, reference: string): ResolvedSchema | undefined {
  const pointer = reference.startsWith('#') ? unescapeFragment(reference.slice(1)) : undefined
  if (pointer === '') return { schema: root, pointer }
  if (pointer === undefined || !pointer.startsWith('/')) return undefined
  const steps = pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let schema: Json | undefined = root
  for (const step of steps) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return undefined
    schema = (schema as JsonObject)[step]
  }
  return schema === undefined ? undefined : { schema, pointer }
}

function unescapeFragment(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
