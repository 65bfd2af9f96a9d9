// Redacts texts that are still growing, as it would redact them whole.
import type { Turns } from '../../../values/turns.ts'
import type { TextReplacement, WindowRewrite } from '../../check.ts'
import { headerContext } from '../../detect/structure/header-context.ts'
import { findInWindows } from '../../detect/text/find-in-windows.ts'
import { type OpenFrom, settledTo } from '../../detect/text/settled-to.ts'
import type { FindMatches } from '../../detect/text/text-match.ts'
import { createPlaceholders, textsWithPlaceholders } from '../../replacing/placeholders.ts'
import { redactionResult } from '../shared/reject-or-redact.ts'
import { findRedactions } from './find-redactions.ts'

/** `noun` is the singular name of one match. */
export function redactWindows(findMatches: FindMatches, noun: string, openFrom: OpenFrom): WindowRewrite {
  const search = findInWindows(findMatches)
  return {
    find: function* (text): Turns<readonly TextReplacement[] | undefined> {
      const found = yield* findRedactions(text, search)
      return found?.complete === true ? found.ranges : undefined
    },
    settled: settledTo(openFrom),
    kept: headerContext,
    open: request => createPlaceholders(() => textsWithPlaceholders({ side: 'reply', texts: [], request })),
    inJson: 'quotes',
    result: counts =>
      counts.size === 0
        ? { passed: true, reason: `The text has no ${noun}.` }
        : redactionResult(counts, noun),
  }
}
