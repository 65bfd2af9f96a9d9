// default.pii: personal data, detected by pattern and check digits (`detect/pii/`), and by the operator's own patterns.
// Names and postal addresses have neither and are not detected.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkPiiFinder } from '../detect/pii/find-pii.ts'
import { linkPatternSearch } from '../detect/text/pattern-search.ts'
import { type FindMatches, withoutOverlaps } from '../detect/text/text-match.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'
import { rejectOrRedact } from './shared/reject-or-redact.ts'

export const pii: Check<CheckParameters['default.pii']> = {
  // A bundle compiled before the parameter existed lacks it.
  link: ({ categories, patterns = [], ...options }, { recall }) => {
    const findPii = linkPiiFinder(categories)
    const searches = patterns.map(({ name, rule }) => ({ kind: name, ...linkPatternSearch(rule) }))
    if (searches.length === 0) return rejectOrRedact(findPii, 'personal detail', options, recall)
    const findAll: FindMatches = text =>
      withoutOverlaps([
        ...searches.flatMap(({ kind, ranges }) => ranges(text).map(([start, end]) => ({ kind, start, end }))),
        ...findPii(text),
      ])
    const maxLength = Math.min(MAX_TEXT_LENGTH, ...searches.map(search => search.maxLength))
    return withMaxLength(maxLength, rejectOrRedact(findAll, 'personal detail', options, recall))
  },
}
