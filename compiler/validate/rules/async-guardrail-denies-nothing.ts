// A guardrail that runs after the reply was sent cannot deny it.

import { childPointer } from '../../../schemas/values/pointer.ts'
import { denialsOf } from '../denying-guards.ts'
import { ownProperty } from '../json-values.ts'
import type { Rule } from '../rule.ts'

export const asyncGuardrailDeniesNothing: Rule = ({ guards }, report) => {
  for (const guard of guards.definitions) {
    if (ownProperty(guard.value, 'async') !== true) continue
    const { failed, passed } = denialsOf(guard)
    for (const at of [...failed, ...passed])
      report(
        'async-guardrail-denies',
        { key: at },
        'An asynchronous guardrail runs after the reply was sent and cannot deny it. Remove "async" or "deny".',
        { notes: [{ at: childPointer(guard.pointer, 'async'), message: 'it is asynchronous here' }] },
      )
  }
}
