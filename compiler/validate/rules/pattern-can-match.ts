// A regular expression of a query or a check matches some string.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { canMatch } from '../../pattern-analysis/can-match.ts'
import { patternsOf } from '../nodes/patterns.ts'
import type { Rule } from '../nodes/rule-context.ts'

export const patternCanMatch: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const { pointer, text } of patternsOf(context))
    if (!canMatch(text))
      report(
        'pattern-never-matches',
        pointer,
        `No string matches ${quoteName(text)}: "^" is the start of the text and "$" its end, and a class needs a character.`,
      )
}
