// A pattern is written without delimiters and flags: "/paid/i" looks for the slashes too.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'

const DELIMITED = /^\/(.+)\/([gimsuvy]*)$/s

export const patternHasNoDelimiters: Rule = (context, report) => {
  // A path is matched with slashes on purpose.
  let isPath = false
  for (const part of queryParts(context)) {
    if (part.part === 'field') isPath = part.name === 'url.pathname'
    if (part.part !== 'test' || part.operator !== '$regex' || typeof part.operand !== 'string') continue
    const [, pattern, flags = ''] = DELIMITED.exec(part.operand) ?? []
    if (pattern === undefined || (isPath && flags === '')) continue
    const flagGroup = ['i', 'm', 's'].filter(flag => flags.includes(flag)).join('')
    const text = `${flagGroup === '' ? '' : `(?${flagGroup})`}${pattern}`
    report(
      'delimited-pattern',
      part.pointer,
      `The pattern ${quoteName(part.operand)} looks for the slashes too. Patterns have no delimiters; write ${quoteName(text)}.`,
      { fix: replaceWith(context.parsed, part.pointer, part.operand, text) },
    )
  }
}
