// A guardrail denies on failure or on success, not on both.
import { denialsOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'

export const guardrailCanPass: Rule = ({ guards }, report) => {
  for (const guard of guards.definitions) {
    const { failed, passed } = denialsOf(guard)
    const [first] = failed
    for (const at of first === undefined ? [] : passed)
      report(
        'guardrail-always-denies',
        { key: at },
        'The guardrail denies when its checks pass and when they fail, so nothing ever gets through.',
        { notes: [{ at: { key: first ?? at }, message: 'it denies on failure here' }] },
      )
  }
}
