// A guardrail without checks never fails.
import { lastToken, parentPointer } from '../../../schemas/values/pointer.ts'
import { isShorthand } from '../nodes/guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export const guardrailHasChecks: Rule = ({ guards, structure }, report) => {
  for (const { kind, pointer, value, checks } of guards.definitions) {
    // A malformed check was reported already.
    const list = ownProperty(value, 'checks')
    const hasChecksProperty =
      list === undefined
        ? structure.intendedNames(pointer, value).has('checks')
        : !isJsonArray(list) || list.length > 0
    if (checks.length > 0 || hasChecksProperty || Object.keys(value).some(name => isShorthand(kind, name)))
      continue
    const location = /^\d+$/.test(lastToken(pointer) ?? '') ? pointer : { key: pointer }
    const noun = parentPointer(pointer).endsWith('_hooks') ? 'hook' : 'guardrail'
    report('guardrail-without-checks', location, `The ${noun} has no checks, so everything passes.`)
  }
}
