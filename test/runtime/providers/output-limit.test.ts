// The output limit of a chat holds at every provider, whatever it asks for in thinking: no request allows more tokens, and no
// budget takes them all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsAt, probeRequest } from '../../../runtime/providers/probe-request.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { EFFORTS } from '../../../runtime/wire/efforts.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { families } from '../../../schemas/generated/families.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'
import { runs } from '../../support/property-seed.ts'

const LIMITS = ['max_tokens', 'max_completion_tokens', 'maxTokens', 'maxOutputTokens', 'num_predict']
const BUDGETS = ['budget_tokens', 'thinkingBudget', 'thinking_budget', 'token_budget']

/** The numbers below any of the names. */
function numbersAt(value: Json, names: readonly string[]): readonly number[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) && typeof inner === 'number' ? [inner] : numbersAt(inner, names),
  )
}

const HOSTS: ReadonlySet<string> = new Set([
  'anthropic',
  'bedrock',
  'vertex',
  'google',
  'cohere',
  ...families.flatMap(({ hosts }) => Object.keys(hosts ?? {})),
])

const models = families
  .filter(({ embeddings }) => embeddings === undefined)
  .flatMap(family => family.models.slice(0, 2).map(name => name.replace('*', '')))

/** The names that a provider has for a model. */
const nameAt = ({ id }: ProviderSpec, model: string): string =>
  id === 'bedrock' && model.startsWith('claude') ? `us.anthropic.${model}-v1:0` : model

const specs = (catalogue as readonly ProviderSpec[]).filter(
  ({ id, routes }) => HOSTS.has(id) && routes['chat/completions'] !== undefined,
)

test('law: no request allows more tokens than the caller, and a budget leaves some for the answer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...specs),
      fc.constantFrom(...models),
      fc.constantFrom(...EFFORTS),
      fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 200_000 })),
      fc.constantFrom('max_tokens', 'max_completion_tokens'),
      (spec, name, effort, limit, word) => {
        const model = nameAt(spec, name)
        const chat = {
          messages: [{ role: 'user', content: 'Hello' }],
          reasoning_effort: effort,
          [word]: limit,
          stream: true,
        }
        const facts = factsAt(spec, model)
        const sent = probeRequest(spec, 'chat/completions', chat, model, facts)
        if (isFailure(sent)) return
        // Thinking that a model cannot do without may take all of a limit below its least budget.
        const least = facts?.thinking?.range?.minimum
        for (const each of numbersAt(sent.body, LIMITS)) expect(each).toBeLessThanOrEqual(limit)
        for (const each of numbersAt(sent.body, BUDGETS)) if (each !== least) expect(each).toBeLessThan(limit)
      },
    ),
    { numRuns: runs(1500) },
  )
})
