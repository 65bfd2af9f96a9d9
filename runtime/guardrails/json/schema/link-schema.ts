// A JSON Schema (drafts 7 to 2020-12) → a test, linked once. Implemented here because both sides may be hostile, a
// schema from a header and a reply from a model: patterns run in linear time, arrays are compared without quadratic
// work, and references are bounded by a step limit. Unsupported keywords are rejected by name.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { isObject } from '../../../providers/wire/json.ts'
import { LONGEST, linkSearch } from '../../reading/search.ts'
import { arrayKeywords } from './arrays.ts'
import { combiningKeywords } from './combinations.ts'
import type { Linking, Test } from './keyword.ts'
import { objectKeywords } from './objects.ts'
import { resolvePointer } from './resolve-pointer.ts'
import { textKeywords } from './texts.ts'
import { valueKeywords } from './values.ts'

/** Maximum number of subschemas, and their maximum depth. */
const MOST_SCHEMAS = 5000
const DEEPEST = 256

/** Maximum number of patterns: compiling one takes up to a millisecond. */
const MOST_PATTERNS = 100

/** Maximum nesting during validation, which ends recursive references. */
const MOST_OPEN = 512

const KEYWORDS = {
  ...combiningKeywords,
  ...valueKeywords,
  ...textKeywords,
  ...arrayKeywords,
  ...objectKeywords,
}

/** Unsupported assertions: ignoring them would pass values that the schema rejects. */
const REFUSED = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']

export interface LinkedSchema {
  readonly test: Test
  /** Errors of the schema, as sentences; with any, the test must not be used. */
  readonly mistakes: readonly string[]
}

export function linkSchema(root: Json): LinkedSchema {
  const mistakes: string[] = []
  const known = new Map<JsonObject, Test>()
  const patterns = new Map<string, PatternTest>()

  const link = (schema: Json | undefined, at: string, depth: number): Test => {
    const mistake = (sentence: string): undefined => void mistakes.push(`${at || '/'}: ${sentence}`)
    if (typeof schema === 'boolean') return () => schema
    if (!isObject(schema)) return refused(mistake('A schema must be an object, true or false.'))
    const linked = known.get(schema)
    if (linked !== undefined) return linked
    if (known.size >= MOST_SCHEMAS || depth > DEEPEST) return refused(mistake('The schema is too large.'))
    const parts: { readonly name: string; readonly test: Test }[] = []
    const test = judgeBy(parts, at)
    known.set(schema, test)
    const linking: Linking = {
      below: (inner, path) => link(inner, `${at}/${path}`, depth + 1),
      reference: target => follow(target, mistake, depth),
      pattern: pattern => matching(pattern, mistake),
      mistake,
    }
    for (const name of REFUSED) if (name in schema) mistake(`"${name}" is not supported.`)
    for (const [name, wanted] of Object.entries(schema)) {
      const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name as keyof typeof KEYWORDS] : undefined
      const part = keyword?.(wanted, linking, schema)
      if (part !== undefined) parts.push({ name, test: part })
    }
    return test
  }

  const follow = (target: string, mistake: Linking['mistake'], depth: number): Test => {
    const found = resolvePointer(root, target)
    if (found !== undefined) return link(found.schema, found.at, depth + 1)
    mistake('A reference must be a pointer within the schema, such as #/$defs/name.')
    return () => false
  }

  const matching = (pattern: string, mistake: Linking['mistake']): PatternTest => {
    const linked = patterns.get(pattern)
    if (linked !== undefined) return linked
    if (patterns.size >= MOST_PATTERNS) mistake(`The schema has more than ${MOST_PATTERNS} patterns.`)
    const test = patterns.size >= MOST_PATTERNS ? () => false : linkPattern(pattern, mistake)
    patterns.set(pattern, test)
    return test
  }

  const test = link(root, '', 0)
  return { test, mistakes }
}

const refused =
  (_told: undefined): Test =>
  () =>
    false

/** Validates all keywords of one schema, and records the innermost violation. */
function judgeBy(parts: readonly { readonly name: string; readonly test: Test }[], at: string): Test {
  return (value, judgement) => {
    judgement.left -= 1 + parts.length
    if (judgement.left < 0 || judgement.depth >= MOST_OPEN) {
      judgement.left = -1
      return false
    }
    judgement.depth += 1
    const failed = parts.find(part => !part.test(value, judgement))
    judgement.depth -= 1
    if (failed === undefined) return true
    judgement.broken ??= `"${failed.name}" at ${at || '/'}`
    return false
  }
}

type PatternTest = ReturnType<Linking['pattern']>

function linkPattern(pattern: string, mistake: Linking['mistake']): PatternTest {
  try {
    const { found, longest } = linkSearch(pattern)
    const perCharacter = LONGEST / longest
    return (text, judgement) => {
      judgement.left -= text.length > longest ? Number.POSITIVE_INFINITY : 1 + text.length * perCharacter
      return judgement.left >= 0 && found(text)
    }
  } catch {
    mistake('A pattern is not valid RE2 syntax.')
    return () => false
  }
}
