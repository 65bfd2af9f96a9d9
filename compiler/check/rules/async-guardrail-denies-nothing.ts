// A guardrail that runs after the reply was sent cannot deny it.

import { child } from '../../pointer.ts'
import { denialsOf } from '../denial.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'

export const asyncGuardrailDeniesNothing: Rule = ({ guards }, tell) => {
  for (const guard of guards.written) {
    if (own(guard.value, 'async') !== true) continue
    const { failed, passed } = denialsOf(guard)
    for (const at of [...failed, ...passed])
      tell(
        'async-guardrail-denies',
        { key: at },
        'An asynchronous guardrail runs after the reply was sent and cannot deny it. Remove "async" or "deny".',
        { notes: [{ at: child(guard.pointer, 'async'), message: 'it is asynchronous here' }] },
      )
  }
}
