// A referenced guardrail is defined in the manifest. Plans contain its definition, so no reference may stay
// unresolved: a config served without its guardrail would let everything pass.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'

const NONE = {
  project: 'The manifest has no guardrail with',
  request: 'The gateway has no guardrail with',
  file: 'Without a manifest there are no guardrails, so there is none with',
} as const

/** Spelling corrections per text. */
const MOST_CORRECTED = 100

export const guardrailIsKnown: Rule = ({ parsed, surroundings, guards, knownGuards }, tell) => {
  if (surroundings.unsettled) return
  const known = Array.from(knownGuards.keys())
  let corrected = 0
  for (const { name, pointer } of guards.named) {
    if (knownGuards.has(name)) continue
    corrected += 1
    const near = corrected > MOST_CORRECTED ? [] : suggest(name, known)
    tell(
      'unknown-guardrail',
      pointer,
      `${NONE[surroundings.door]} the id ${quoted(name)}.${didYouMean(near)}`,
      {
        notes:
          near.length > 0 || known.length === 0 || known.length > 20
            ? []
            : [{ message: `Known guardrails: ${listed(known.toSorted(), 'and')}.` }],
        fix: rewriteToOnly(parsed, pointer, name, near),
      },
    )
  }
}
