// A referenced guardrail is defined in the manifest. Plans contain its definition, so no reference may stay
// unresolved: a config served without its guardrail would let everything pass.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

const NOT_FOUND = {
  project: 'The manifest has no guardrail with',
  request: 'The gateway has no guardrail with',
  stored: 'The gateway has no guardrail with',
  file: 'Without a manifest there are no guardrails, so none has',
} as const

/** Spelling corrections per text. */
const MAX_CORRECTIONS = 100

export const guardrailIsKnown: Rule = ({ parsed, environment, guards, knownGuards }, report) => {
  const { hasInvalidManifest, written } = environment
  if (hasInvalidManifest && written === undefined) return
  const known = hasInvalidManifest ? (written?.guardrails ?? []) : Array.from(knownGuards.keys())
  let corrected = 0
  for (const { name, pointer } of guards.references) {
    if (known.includes(name)) continue
    corrected += 1
    const suggestions = corrected > MAX_CORRECTIONS ? [] : suggest(name, known)
    report(
      'unknown-guardrail',
      pointer,
      `${NOT_FOUND[environment.origin]} the id ${quoteName(name)}.${didYouMean(suggestions)}`,
      {
        notes:
          suggestions.length > 0 || known.length === 0 || known.length > 20
            ? []
            : [{ message: `Known guardrails: ${joinNames(known.toSorted(), 'and')}.` }],
        fix: replaceWithOnly(parsed, pointer, name, suggestions),
      },
    )
  }
}
