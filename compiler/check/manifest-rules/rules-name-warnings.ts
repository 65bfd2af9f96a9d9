// `rules` lowers the severity of warnings and notes. Errors cannot be lowered: no plan is built from an invalid
// config.
import { messages } from '../../diagnostics/messages.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isObject, own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { rewriteToOnly } from '../rewrite.ts'

export const rulesNameWarnings: ManifestRule = ({ parsed, manifest }, tell) => {
  const severities = new Map(Object.entries(messages).map(([code, { severity }]) => [code, severity]))
  const warnings = [...severities].filter(([, severity]) => severity !== 'error').map(([code]) => code)
  const rules = own(manifest, 'rules')
  for (const code of Object.keys(isObject(rules) ? rules : {})) {
    const spot = { key: child('/rules', code) }
    const severity = severities.get(code)
    if (severity === 'error')
      tell(
        'unlowerable-rule',
        spot,
        `${quoted(code)} is an error, and errors cannot be lowered or turned off.`,
      )
    if (severity !== undefined) continue
    const near = suggest(code, warnings)
    tell('unknown-rule', spot, `No warning has the code ${quoted(code)}.${didYouMean(near)}`, {
      fix: rewriteToOnly(parsed, spot, undefined, near),
    })
  }
}
