// A `$regex` can be read, is of the RE2 syntax, and cannot be made to run without bound.
import { quoted } from '../../diagnostics/words.ts'
import { queryParts } from '../query.ts'
import type { Rule } from '../rule.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
} as const

export const patternIsSound: Rule = (subject, tell) => {
  for (const part of queryParts(subject)) {
    if (part.part !== 'test' || part.operator !== '$regex' || typeof part.operand !== 'string') continue
    const fault = subject.catalog.judgePattern(part.operand)
    if (fault !== undefined)
      tell(
        CODES[fault.kind],
        part.pointer,
        `The regular expression ${quoted(part.operand).replaceAll('\\\\', '\\')} ${fault.reason}.`,
      )
  }
}
