// How a guard treats a streamed reply where its author does not say: one that denies or rewrites works in windows, or
// on the whole reply where windows do not suit its checks; any other runs after the end.
import type { GuardUse } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { CheckFacts } from '../catalog.ts'
import { withDefaults } from './parameter-defaults.ts'

/** A check with its parameters as written. */
export interface ConfiguredCheck {
  /** Undefined for an unknown check. */
  readonly facts: CheckFacts | undefined
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

/** Whether windows of a reply mean the same to the check as the whole: what has been released cannot be rewritten. */
function suitsWindows(check: ConfiguredCheck): boolean {
  const { facts, parameters } = check
  if (facts?.streaming !== true || rewritingOf(check) !== 'never') return false
  const given = withDefaults(parameters, facts.parameters)
  return (
    facts.streamingWhen?.some(when => Object.entries(when).every(([name, value]) => given[name] === value)) ??
    true
  )
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
  return denies !== 'passed' && checks.every(suitsWindows) ? 'window' : 'hold'
}
