// A regular expression of a query or a check is valid RE2 and cannot backtrack catastrophically; header configs
// may contain only a few.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { quoted } from '../../diagnostics/words.ts'
import { patternCost } from '../../judges/pattern-cost.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Json } from '../../source.ts'
import { isList, isObject } from '../kind.ts'
import { queryParts } from '../query.ts'
import { REQUEST_LIMITS } from '../request-cost.ts'
import type { Rule } from '../rule.ts'
import { below } from '../structure/parameters.ts'
import type { Subject } from '../subject.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
} as const

/** Patterns per header config. Each takes up to a millisecond to compile, and more to run on every request. */
const MOST_IN_REQUEST = 50

interface Pattern {
  readonly pointer: Pointer
  readonly text: string
}

/** The patterns among parameters, at any depth, where the schema marks them. */
function* patternsIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  pointer: Pointer,
): Generator<Pattern> {
  if (typeof value === 'string' && schema?.['x-pattern'] === true) yield { pointer, text: value }
  const entries = isList(value) ? value.map((item, index) => [index, item] as const) : undefined
  for (const [key, item] of entries ?? (isObject(value) ? Object.entries(value) : []))
    yield* patternsIn(item, below(schema, String(key)), child(pointer, key))
}

function* patternsOf(subject: Subject): Generator<Pattern> {
  if (subject.of === 'config')
    for (const part of queryParts(subject))
      if (part.part === 'test' && part.operator === '$regex' && typeof part.operand === 'string')
        yield { pointer: part.pointer, text: part.operand }
  for (const { checks } of subject.guards.written)
    for (const { facts, parameters, pointer } of checks)
      yield* patternsIn(parameters, facts?.parameters, pointer)
}

export const patternIsSound: Rule = (subject, tell) => {
  let count = 0
  let cost = 0
  for (const { pointer, text } of patternsOf(subject)) {
    count += 1
    if (count > MOST_IN_REQUEST && subject.surroundings.door === 'request') {
      const message = `A config in a request header may hold ${MOST_IN_REQUEST} regular expressions at most. Save the config with the gateway.`
      tell('costly-config', pointer, message)
      return
    }
    cost += patternCost(text)
    if (cost > REQUEST_LIMITS.patterns && subject.surroundings.door === 'request') {
      const message = `The regular expressions of a config in a request header may have ${REQUEST_LIMITS.patterns} characters and steps in total at most. Save the config with the gateway.`
      tell('costly-config', pointer, message)
      return
    }
    const fault = subject.catalog.judgePattern(text)
    if (fault !== undefined)
      tell(
        CODES[fault.kind],
        pointer,
        `The regular expression ${quoted(text).replaceAll('\\\\', '\\')} ${fault.reason}.`,
      )
  }
}
