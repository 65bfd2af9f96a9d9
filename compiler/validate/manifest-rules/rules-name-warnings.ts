// `rules` lowers the severity of warnings and notes. Errors cannot be lowered: no plan is built from an invalid
// config.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { diagnosticMessages } from '../../diagnostics/messages.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const rulesNameWarnings: ManifestRule = ({ parsed, manifest }, report) => {
  const severities = new Map(
    Object.entries(diagnosticMessages).map(([code, { severity }]) => [code, severity]),
  )
  const warnings = [...severities].filter(([, severity]) => severity !== 'error').map(([code]) => code)
  const rules = ownProperty(manifest, 'rules')
  for (const code of Object.keys(isJsonObject(rules) ? rules : {})) {
    const location = { key: childPointer('/rules', code) }
    const severity = severities.get(code)
    if (severity === 'error')
      report(
        'unlowerable-rule',
        location,
        `${quoteName(code)} is an error, and errors cannot be lowered or turned off.`,
      )
    if (severity !== undefined) continue
    const suggestions = suggest(code, warnings)
    report(
      'unknown-rule',
      location,
      `No warning has the code ${quoteName(code)}.${didYouMean(suggestions)}`,
      {
        fix: replaceWithOnly(parsed, location, undefined, suggestions),
      },
    )
  }
}
