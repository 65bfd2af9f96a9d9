// Effort of an index as the number of properties that it reads of a call: it does not depend on the machine.
import type { CallFacts } from '../../../runtime/limits/call-facts.ts'
import type { MatchPolicies } from '../../../runtime/limits/policy-index.ts'

/** Reads of the properties of a call by a key. */
export function countEffort(match: MatchPolicies, apiKey: string): number {
  let reads = 0
  const call: CallFacts = {
    workspace: 'default',
    apiKey,
    model: 'gpt-4o',
    config: undefined,
    endpoint: 'chat/completions',
    metadata: {},
  }
  match(
    new Proxy(call, {
      get: (target, name: keyof CallFacts) => {
        reads += 1
        return target[name]
      },
    }),
  )
  return reads
}
