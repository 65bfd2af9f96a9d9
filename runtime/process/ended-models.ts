// Models that a bundle names and that have ended, as sentences for the log: their calls are refused, or another model answers them. Loaded once
// the gateway serves.
import { namedModels } from '../../compiler/plan/named-models.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { joinNames } from '../../schemas/values/format-names.ts'
import { dayOf, lifePhase, lifeSentence } from '../../schemas/values/model-life.ts'

/** A sentence for each that has ended by a time in milliseconds since the epoch. `nameOf`: the name of a provider by its identifier. */
export function endedModels(
  { gateway, plans, prompts = {} }: Pick<Bundle, 'gateway' | 'plans' | 'prompts'>,
  nameOf: (provider: string) => string | undefined,
  now: number,
): readonly string[] {
  const day = dayOf(now)
  return namedModels({
    gateway,
    plans: new Map(Object.entries(plans)),
    prompts: new Map(Object.entries(prompts).map(([id, prompt]) => [id, { prompt }])),
  }).flatMap(({ provider, model, usedBy, life }) =>
    life !== undefined && lifePhase(life, day) === 'ended'
      ? [
          `${lifeSentence(nameOf(provider) ?? provider, model, life, day)} Used by ${joinNames(usedBy, 'and')}.`,
        ]
      : [],
  )
}
