// How a guard treats a streamed reply where its author does not say: one that denies or rewrites works in windows, or
// on the whole reply where windows do not suit its checks; any other runs after the end.

import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import type { GuardUse } from '../../schemas/generated/types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { ServedCheckFacts } from '../facts/catalog.ts'
import { longestMatch } from '../pattern-analysis/longest-match.ts'
import { withDefaults } from './parameter-defaults.ts'

/** A check with its parameters as written. */
export interface ConfiguredCheck {
  /** Undefined for an unknown check. */
  readonly facts: ServedCheckFacts | undefined
  readonly parameters: JsonObject
}

/** `always`: its parameters ask for it; `possibly`: its service decides. */
export type Rewriting = 'always' | 'possibly' | 'never'

export function rewritingOf({ facts, parameters }: ConfiguredCheck): Rewriting {
  if (facts?.rewrites !== true) return 'never'
  const { rewritesWhen } = facts
  if (rewritesWhen === undefined) return 'always'
  if (rewritesWhen === false) return 'possibly'
  return (withDefaults(parameters, facts.parameters)[rewritesWhen] ?? false) === false ? 'never' : 'always'
}

/** Whether windows of a reply mean the same to the check as the whole, also what it rewrites in them. */
function suitsWindows(check: ConfiguredCheck): boolean {
  const { facts, parameters } = check
  if (facts?.streaming !== true) return false
  const given = withDefaults(parameters, facts.parameters)
  const holds = (when: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(when).every(([name, value]) => given[name] === value)
  if (rewritingOf(check) === 'never') return facts.streamingWhen?.some(holds) ?? true
  return facts.rewritesInWindows?.some(holds) === true && patternsOf(given, facts.parameters).every(isBounded)
}

const isBounded = (pattern: string): boolean => longestMatch(pattern) !== undefined

/** The patterns among the parameters, at any depth. */
function patternsOf(value: Json | undefined, schema: ParametersSchema | undefined): readonly string[] {
  if (typeof value === 'string') return schema?.['x-pattern'] === true ? [value] : []
  if (isList(value)) return value.flatMap(item => patternsOf(item, schema?.['items'] as ParametersSchema))
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, ParametersSchema>>
  return isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => patternsOf(item, properties[name]))
    : []
}

/** `stream` is the mode as written, if any. Windows cannot establish that the whole reply passed. */
export function streamMode(
  stream: GuardUse['stream'] | undefined,
  denies: GuardUse['deny'],
  checks: readonly ConfiguredCheck[],
): GuardUse['stream'] {
  const enforces = denies !== 'never' || checks.some(check => rewritingOf(check) !== 'never')
  if (stream === 'hold' || stream === 'end') return stream
  if (stream === undefined && !enforces) return 'end'
  const rewriting = checks.filter(check => rewritingOf(check) !== 'never')
  // A check that rewrites has windows of its own, which others cannot judge.
  const areAlike = rewriting.length === 0 || rewriting.length === checks.length
  return denies !== 'passed' && areAlike && checks.every(suitsWindows) ? 'window' : 'hold'
}
