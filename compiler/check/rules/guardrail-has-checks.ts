// A guardrail without checks never fails.
import { lastToken, parent } from '../../pointer.ts'
import { isShorthand } from '../guards.ts'
import { isList, own } from '../kind.ts'
import type { Rule } from '../rule.ts'

export const guardrailHasChecks: Rule = ({ guards, structure }, tell) => {
  for (const { kind, pointer, value, checks } of guards.written) {
    // A malformed check was reported already.
    const list = own(value, 'checks')
    const meant =
      list === undefined ? structure.meant(pointer, value).has('checks') : !isList(list) || list.length > 0
    if (checks.length > 0 || meant || Object.keys(value).some(name => isShorthand(kind, name))) continue
    const spot = /^\d+$/.test(lastToken(pointer) ?? '') ? pointer : { key: pointer }
    const noun = parent(pointer).endsWith('_hooks') ? 'hook' : 'guardrail'
    tell('guardrail-without-checks', spot, `The ${noun} has no checks, so everything passes.`)
  }
}
