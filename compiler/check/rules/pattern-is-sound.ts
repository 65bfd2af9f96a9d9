// A `$regex` can be read, is of the RE2 syntax, and cannot be made to run without bound; a caller may send a few.
import { quoted } from '../../diagnostics/words.ts'
import { queryParts } from '../query.ts'
import type { Rule } from '../rule.ts'

const CODES = {
  malformed: 'malformed-pattern',
  unsupported: 'unsupported-pattern',
  catastrophic: 'catastrophic-pattern',
} as const

/** Patterns of a config in a header. Each takes up to a millisecond to compile, and more to run on every request. */
const MOST_IN_REQUEST = 50

export const patternIsSound: Rule = (subject, tell) => {
  let count = 0
  for (const part of queryParts(subject)) {
    if (part.part !== 'test' || part.operator !== '$regex' || typeof part.operand !== 'string') continue
    count += 1
    if (count > MOST_IN_REQUEST && subject.surroundings.door === 'request') {
      const message = `A config in a request header may hold ${MOST_IN_REQUEST} regular expressions, and there are more. Save the config with the gateway.`
      tell('costly-config', part.pointer, message)
      return
    }
    const fault = subject.catalog.judgePattern(part.operand)
    if (fault !== undefined)
      tell(
        CODES[fault.kind],
        part.pointer,
        `The regular expression ${quoted(part.operand).replaceAll('\\\\', '\\')} ${fault.reason}.`,
      )
  }
}
