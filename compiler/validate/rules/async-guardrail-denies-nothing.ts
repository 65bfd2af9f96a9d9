// A guardrail that runs after the reply was sent can neither deny nor rewrite it.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { rewritingOf } from '../../lower/stream-mode.ts'
import { denialsOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

export const asyncGuardrailDeniesNothing: Rule = ({ guards, parsed }, report) => {
  for (const { value, pointer, checks } of guards.definitions) {
    if (ownProperty(value, 'async') !== true) continue
    const setting = childPointer(pointer, 'async')
    const options = {
      notes: [{ at: setting, message: 'it is asynchronous here' }],
      fix: replaceWith(parsed, setting, 'true', 'false'),
    }
    const { failed, passed } = denialsOf({ pointer, value })
    for (const at of [...failed, ...passed])
      report(
        'async-guardrail-denies',
        { key: at },
        'An asynchronous guardrail runs after the reply was sent and cannot deny it. Remove "async" or "deny".',
        options,
      )
    for (const check of checks)
      if (rewritingOf(check) === 'always')
        report(
          'async-guardrail-rewrites',
          check.location,
          `An asynchronous guardrail runs after the text was sent, so ${quoteName(check.name)} cannot rewrite it.`,
          options,
        )
  }
}
