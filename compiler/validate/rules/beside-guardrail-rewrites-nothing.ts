// A guardrail that runs beside the call cannot rewrite the request, which is on its way.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { rewritingOf } from '../../lower/stream-mode.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

export const besideGuardrailRewritesNothing: Rule = ({ guards, parsed }, report) => {
  for (const { value, pointer, checks } of guards.definitions) {
    if (ownProperty(value, 'when') !== 'beside') continue
    const setting = childPointer(pointer, 'when')
    for (const check of checks)
      if (rewritingOf(check) !== 'never')
        report(
          'beside-guardrail-rewrites',
          check.location,
          `A guardrail beside the call receives the request when it has been sent, so ${quoteName(check.name)} cannot rewrite it.`,
          {
            notes: [{ at: setting, message: 'it runs beside the call here' }],
            fix: replaceWith(parsed, setting, 'beside', 'before'),
          },
        )
  }
}
