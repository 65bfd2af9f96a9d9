// default.invisibleCharacters: text that a reader cannot see but a model reads; see
// `detect/text/invisible-characters.ts` for what counts. With `redact` it is removed and the check passes.
import { counted } from '../../../compiler/diagnostics/words.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'
import { uncover } from '../reading/invisible.ts'

export const invisibleCharacters: Check<CheckParameters['default.invisibleCharacters']> = {
  link: ({ redact }) =>
    upTo(LONGEST, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT
      const results = texts.map(uncover)
      const kinds = new Map<string, number>()
      for (const { counts } of results)
        for (const [kind, count] of counts) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
      const total = [...kinds.values()].reduce((sum, count) => sum + count, 0)
      if (total === 0) return { passed: true, reason: 'The text has no invisible characters.' }
      const facts = Object.fromEntries([...kinds].sort())
      const found = counted(total, 'invisible character')
      if (!redact) return { passed: false, reason: `The text has ${found}.`, facts }
      return {
        passed: true,
        reason: `${found} ${total === 1 ? 'was' : 'were'} removed.`,
        facts,
        texts: results.map(({ text }) => text),
      }
    }),
}
