// default.invisibleCharacters: text that a reader cannot see but a model reads; see
// `detect/text/invisible-characters.ts` for what counts. With `redact` it is removed and the check passes.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Check } from '../check.ts'
import { removeInvisible } from '../detect/text/invisible-characters.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

export const invisibleCharacters: Check<CheckParameters['default.invisibleCharacters']> = {
  link: ({ redact }) =>
    withMaxLength(MAX_TEXT_LENGTH, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const results = texts.map(removeInvisible)
      const kinds = new Map<string, number>()
      for (const { counts } of results)
        for (const [kind, count] of counts) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
      const total = [...kinds.values()].reduce((sum, count) => sum + count, 0)
      if (total === 0) return { passed: true, reason: 'The text has no invisible characters.' }
      const facts = Object.fromEntries([...kinds].sort())
      const found = pluralize(total, 'invisible character')
      if (!redact) return { passed: false, reason: `The text has ${found}.`, facts }
      return {
        passed: true,
        reason: `${found} ${total === 1 ? 'was' : 'were'} removed.`,
        facts,
        texts: results.map(({ text }) => text),
      }
    }),
}
