// A query does not misspell the parameter that it reads: it would never match.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { nearParameters } from '../values/request-parameters.ts'

const PARAMETER = /^params\.([^.[\]]+)(.*)$/s

export const queryNamesAKnownParameter: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const part of queryParts(context)) {
    const [, name, below] = (part.part === 'field' ? PARAMETER.exec(part.name) : null) ?? []
    if (part.part !== 'field' || name === undefined) continue
    const near = nearParameters(name).map(each => `params.${each}${below}`)
    if (near.length === 0) continue
    const at = { key: part.pointer }
    report(
      'misspelled-parameter',
      at,
      `${quoteName(name)} is not a known request parameter, so the query never matches.${didYouMean(near)}`,
      { fix: replaceWithOnly(context.parsed, at, undefined, near) },
    )
  }
}
