// A check exists in the catalog, under its full identifier or, for built-in ones, without the prefix.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { DEFAULT_OWNER_PREFIX } from '../../facts/create-catalog.ts'
import { checkId } from '../../lower/check.ts'
import type { ParsedSource } from '../../source.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith, replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt, ReportLocation } from '../reporting/report.ts'

/** Spelling corrections per text, as in structure.ts. */
const MAX_CORRECTIONS = 100

const PEER_SERVICE = /^portkey\./i
const NO_PEER_SERVICE =
  'Checks that call services of the peer do not exist here. vendor.moderateContent calls the moderation of a stored provider, llmJudge any model.'

const shortName = (id: string): string =>
  id.startsWith(DEFAULT_OWNER_PREFIX) ? id.slice(DEFAULT_OWNER_PREFIX.length) : id

/** A name in another case, or of Portkey's own checks. */
function reportAlias(
  id: string,
  name: string,
  parsed: ParsedSource,
  location: ReportLocation,
  report: ReportAt,
): void {
  if (checkId(name) === id) return
  const canonical = name.includes('.') ? id : shortName(id)
  const isOfPeer = checkId(name).toLowerCase() !== id.toLowerCase()
  const end = isOfPeer ? ', which runs in the gateway itself' : ''
  report('alias-setting', location, `${quoteName(name)} is read as ${quoteName(canonical)}${end}.`, {
    fix: replaceWith(parsed, location, name, canonical),
  })
}

export const checkIsKnown: Rule = ({ parsed, catalog, guards }, report) => {
  const names = catalog.checkNames
  let corrected = 0
  for (const { checks } of guards.definitions)
    for (const { facts, name, location } of checks) {
      if (facts !== undefined) {
        reportAlias(facts.id, name, parsed, location, report)
        continue
      }
      corrected += 1
      const candidates = name.includes('.') ? names : [...names.map(shortName), ...names]
      const suggestions = corrected > MAX_CORRECTIONS ? [] : suggest(name, candidates)
      report('unknown-check', location, `Unknown check ${quoteName(name)}.${didYouMean(suggestions)}`, {
        notes: PEER_SERVICE.test(name) ? [{ message: NO_PEER_SERVICE }] : [],
        fix: replaceWithOnly(parsed, location, name, suggestions),
      })
    }
}
