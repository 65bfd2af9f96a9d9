// A JSON Schema (drafts 7 to 2020-12) → a test, linked once. Implemented here because both sides may be hostile, a
// schema from a header and a reply from a model: patterns run in linear time, arrays are compared without quadratic
// work, and references are bounded by a step limit. Unsupported keywords are rejected by name.
import { quoteName } from '../../../../schemas/values/format-names.ts'
import { isObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { childPointer } from '../../../../schemas/values/pointer.ts'
import { suggest } from '../../../../schemas/values/suggest.ts'
import { linkPatternSearch, MAX_TEXT_LENGTH } from '../text/pattern-search.ts'
import { arrayKeywords } from './array-keywords.ts'
import type { SchemaLinking, SchemaMistake, SchemaTest } from './keyword.ts'
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

/** Keywords that restrict only with another one. */
const PARTNERS: Readonly<Record<string, string>> = {
  then: 'if',
  else: 'if',
  minContains: 'contains',
  maxContains: 'contains',
}

/** Keywords that restrict nothing by themselves. */
const ANNOTATIONS =
  '$schema $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $comment $defs definitions title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema'.split(
    ' ',
  )

const KEYWORD_NAMES = [...Object.keys(KEYWORDS), ...Object.keys(PARTNERS), ...ANNOTATIONS]

/** A keyword without effect: misspelled, of another language, or without its partner. Those of extensions begin with `x-`. */
function unknownKeyword(name: string, schema: JsonObject): string | undefined {
  const partner = Object.hasOwn(PARTNERS, name) ? PARTNERS[name] : undefined
  if (partner !== undefined)
    return Object.hasOwn(schema, partner) ? undefined : `"${name}" has no effect without "${partner}".`
  return name.startsWith('x-') || ANNOTATIONS.includes(name) || UNSUPPORTED.includes(name)
    ? undefined
    : `${quoteName(name)} is not a keyword of JSON Schema.`
}

export interface LinkedSchema {
  readonly test: SchemaTest
  /** With any, the test must not be used. */
  readonly errors: readonly SchemaMistake[]
  /** Keywords without effect as they are written: the compiler refuses them, and plans of before go on. */
  readonly mistakes: readonly SchemaMistake[]
}

export function linkSchema(root: Json): LinkedSchema {
  const errors: SchemaMistake[] = []
  const mistakes: SchemaMistake[] = []
  const linkedSchemas = new Map<JsonObject, SchemaTest>()
  const patterns = new Map<string, PatternTest>()

  const link = (schema: Json | undefined, pointer: string, depth: number): SchemaTest => {
    const reportTo =
      (list: SchemaMistake[], at: string): SchemaLinking['reportError'] =>
      (sentence, misspelled, names = []) =>
        void list.push({ pointer: at, sentence, misspelled, suggestions: suggest(misspelled ?? '', names) })
    const reportError = reportTo(errors, pointer)
    if (typeof schema === 'boolean') return () => schema
    if (!isObject(schema)) return rejectAll(reportError('A schema must be an object, true or false.'))
    const linked = linkedSchemas.get(schema)
    if (linked !== undefined) return linked
    if (linkedSchemas.size >= MAX_SCHEMAS || depth > MAX_DEPTH)
      return rejectAll(reportError('The schema is too large.'))
    const parts: { readonly name: string; readonly test: SchemaTest }[] = []
    const test = validateAll(parts, pointer)
    linkedSchemas.set(schema, test)
    for (const name of UNSUPPORTED) if (name in schema) reportError(`"${name}" is not supported.`)
    for (const [name, value] of Object.entries(schema)) {
      const at = childPointer(pointer, name)
      const [reportKeywordError, reportMistake] = [reportTo(errors, at), reportTo(mistakes, at)]
      const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name as keyof typeof KEYWORDS] : undefined
      if (keyword === undefined) {
        const mistake = unknownKeyword(name, schema)
        if (mistake !== undefined)
          mistakes.push({
            pointer: at,
            sentence: mistake,
            misspelled: undefined,
            suggestions: Object.hasOwn(PARTNERS, name) ? [] : suggest(name, KEYWORD_NAMES),
          })
        continue
      }
      const part = keyword(
        value,
        {
          linkBelow: (inner, path) => link(inner, `${pointer}/${path}`, depth + 1),
          reference: target => linkReference(target, reportKeywordError, depth),
          pattern: pattern => linkCachedPattern(pattern, reportKeywordError),
          reportError: reportKeywordError,
          reportMistake,
        },
        schema,
      )
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
  return { test, errors, mistakes }
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

/** Every error of a schema, for the compiler, which reports them at their source locations. */
export function findSchemaErrors(schema: Json): readonly SchemaMistake[] {
  const { errors, mistakes } = linkSchema(schema)
  return [...errors, ...mistakes]
}

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
