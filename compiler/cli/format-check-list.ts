// The list of checks: what each one reads, what else it does, and its parameters.
import type { CheckFacts } from '../facts/catalog.ts'
import { schemaProperties } from '../validate/structure/check-parameters.ts'
import { formatLabelledList, wrapText } from './layout/text-table.ts'
import type { Terminal } from './terminal.ts'

const HOOK_NOUNS = { request: 'requests', reply: 'replies' } as const

/** What a check reads. */
export const describeInput = ({ readsTexts, hooks }: CheckFacts): string =>
  `${readsTexts ? 'text of ' : ''}${hooks.map(hook => HOOK_NOUNS[hook]).join(' and ')}`

/** What a check does besides evaluating. */
export const describeCapabilities = ({ rewrites, streaming, timeLimit }: CheckFacts): readonly string[] => [
  ...(rewrites ? ['rewrites'] : []),
  ...(streaming ? ['evaluates streams in windows'] : []),
  ...(timeLimit === undefined ? [] : ['calls a service']),
]

export const formatCheckList = (checks: readonly CheckFacts[], paint: Terminal['paint']): string =>
  checks
    .map(facts => {
      const capabilities = describeCapabilities(facts)
      return [
        `${paint('place', facts.id)}${facts.module === undefined ? '' : `  ${facts.module.module}`}`,
        wrapText('', 2, 0, facts.description),
        formatLabelledList('reads', 2, 7, [describeInput(facts)]),
        ...(capabilities.length === 0 ? [] : [formatLabelledList('also', 2, 7, capabilities)]),
        formatLabelledList('takes', 2, 7, Object.keys(schemaProperties(facts.parameters))),
      ].join('\n')
    })
    .join('\n\n')
