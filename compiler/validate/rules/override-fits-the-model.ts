// Overrides are within the limits of the model that the config forces, and of its provider.

import { parameters } from '../../../schemas/generated/parameters.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { ModelLimit } from '../../facts/catalog.ts'
import { type ForcedModel, forcedModels } from '../nodes/forced-models.ts'
import type { Rule } from '../nodes/rule-context.ts'

/** The same limit under the names that routes have for it. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
}

const SUBJECTS: { readonly [of in ModelLimit['of']]: (forced: ForcedModel) => string } = {
  provider: ({ spec }) => `${spec.name} accepts`,
  model: ({ model }) => `${quoteName(model)} accepts`,
  window: ({ model }) => `${quoteName(model)} has a context window of`,
}

export const overrideFitsTheModel: Rule = (context, report) => {
  for (const forced of forcedModels(context))
    for (const limit of forced.advice.limits)
      for (const name of ALSO[limit.name] ?? [limit.name]) {
        const value = forced.overrides[name]
        // Outside of the interface it is reported already.
        if (typeof value !== 'number' || value <= limit.maximum || value > highestOf(name)) continue
        const most = limit.of === 'window' ? `${limit.maximum} tokens` : `at most ${limit.maximum}`
        report(
          'override-out-of-range',
          forced.at(name),
          `The override of ${quoteName(name)} is ${value}, but ${SUBJECTS[limit.of](forced)} ${most}.`,
        )
      }
}

const highestOf = (name: string): number => parameters[name]?.maximum ?? Number.POSITIVE_INFINITY
