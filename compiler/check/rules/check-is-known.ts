// A check exists in the catalog, under its full identifier or, for built-in ones, without the prefix.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { PREFIX } from '../../lower/guard-check.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'

/** Spelling corrections per text, as in structure.ts. */
const MOST_CORRECTED = 100

const short = (id: string): string => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id)

export const checkIsKnown: Rule = ({ parsed, catalog, guards }, tell) => {
  const names = catalog.checkNames
  let corrected = 0
  for (const { checks } of guards.written)
    for (const { facts, name, spot } of checks) {
      if (facts !== undefined) continue
      corrected += 1
      const candidates = name.includes('.') ? names : [...names.map(short), ...names]
      const near = corrected > MOST_CORRECTED ? [] : suggest(name, candidates)
      tell('unknown-check', spot, `Unknown check ${quoted(name)}.${didYouMean(near)}`, {
        fix: rewriteToOnly(parsed, spot, name, near),
      })
    }
}
