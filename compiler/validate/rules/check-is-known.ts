// A check exists in the catalog, under its full identifier or, for built-in ones, without the prefix.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { DEFAULT_OWNER_PREFIX } from '../../lower/check.ts'
import { replaceWithOnly } from '../replacement-fix.ts'
import type { Rule } from '../rule.ts'

/** Spelling corrections per text, as in structure.ts. */
const MAX_CORRECTIONS = 100

const shortName = (id: string): string =>
  id.startsWith(DEFAULT_OWNER_PREFIX) ? id.slice(DEFAULT_OWNER_PREFIX.length) : id

export const checkIsKnown: Rule = ({ parsed, catalog, guards }, report) => {
  const names = catalog.checkNames
  let corrected = 0
  for (const { checks } of guards.definitions)
    for (const { facts, name, location } of checks) {
      if (facts !== undefined) continue
      corrected += 1
      const candidates = name.includes('.') ? names : [...names.map(shortName), ...names]
      const suggestions = corrected > MAX_CORRECTIONS ? [] : suggest(name, candidates)
      report('unknown-check', location, `Unknown check ${quoteName(name)}.${didYouMean(suggestions)}`, {
        fix: replaceWithOnly(parsed, location, name, suggestions),
      })
    }
}
