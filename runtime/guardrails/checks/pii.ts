// default.pii: personal data, detected by pattern and check digits (`detect/pii/`), and by the operator's own patterns.
// Names and postal addresses have neither and are not detected.
import { longestMatch } from '../../../compiler/pattern-analysis/longest-match.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkPiiFinder, piiOpenFrom } from '../detect/pii/find-pii.ts'
import { LONGEST_SECTION } from '../detect/text/find-in-windows.ts'
import { linkPatternSearch, openForPattern } from '../detect/text/pattern-search.ts'
import { type FindMatches, withoutOverlaps } from '../detect/text/text-match.ts'
import { withMaxLength } from './shared/max-length.ts'
import { redactWindows, rejectOrRedact } from './shared/reject-or-redact.ts'
import { withoutAllowed } from './shared/without-allowed.ts'

type Parameters = CheckParameters['default.pii']

const NOUN = 'personal detail'

export const pii: Check<Parameters> = {
  readsFiles: true,
  link: (parameters, { recall }) => {
    const { find, maxLength } = linkFinder(parameters)
    const evaluate = rejectOrRedact(find, NOUN, parameters, recall)
    return maxLength === undefined || maxLength >= LONGEST_SECTION
      ? evaluate
      : withMaxLength(maxLength, evaluate)
  },
  linkWindows: parameters => {
    const { redact, threshold, patterns = [] } = parameters
    // Whether a text has as many as the threshold is known at its end.
    if (!redact || threshold !== 1) return undefined
    const lengths = patterns.map(({ rule }) => longestMatch(rule))
    const longest = lengths.every(length => length !== undefined) ? Math.max(0, ...lengths) : undefined
    return longest === undefined
      ? undefined
      : redactWindows(linkFinder(parameters).find, NOUN, text =>
          Math.min(piiOpenFrom(text), patterns.length === 0 ? text.length : openForPattern(text, longest)),
        )
  },
}

/** A bundle compiled before these parameters existed lacks them. */
function linkFinder({ categories, patterns = [], withoutLabel, allow }: Parameters): {
  readonly find: FindMatches
  readonly maxLength?: number
} {
  const findPii = linkPiiFinder(categories, withoutLabel)
  if (patterns.length === 0) return { find: withoutAllowed(findPii, allow) }
  const searches = patterns.map(({ name, rule }) => ({ kind: name, ...linkPatternSearch(rule) }))
  return {
    find: withoutAllowed(
      text =>
        withoutOverlaps([
          ...searches.flatMap(({ kind, ranges }) =>
            ranges(text).map(([start, end]) => ({ kind, start, end })),
          ),
          ...findPii(text),
        ]),
      allow,
    ),
    maxLength: Math.min(...searches.map(search => search.maxLength)),
  }
}
