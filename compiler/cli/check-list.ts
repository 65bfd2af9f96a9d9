// The list of checks: what each one reads, what else it does, and its parameters.
import type { CheckFacts } from '../catalog.ts'
import { propertiesOf } from '../check/structure/parameters.ts'
import { labelled, wrapped } from './columns.ts'
import type { Terminal } from './terminal.ts'

const SIDES = { request: 'requests', reply: 'replies' } as const

/** What a check reads. */
export const looksAt = ({ readsTexts, sides }: CheckFacts): string =>
  `${readsTexts ? 'text of ' : ''}${sides.map(side => SIDES[side]).join(' and ')}`

/** What a check does besides evaluating. */
export const abilities = ({ rewrites, windows, timeLimit }: CheckFacts): readonly string[] => [
  ...(rewrites ? ['rewrites'] : []),
  ...(windows ? ['evaluates streams in windows'] : []),
  ...(timeLimit === undefined ? [] : ['calls a service']),
]

export const checkList = (checks: readonly CheckFacts[], paint: Terminal['paint']): string =>
  checks
    .map(facts => {
      const does = abilities(facts)
      return [
        `${paint('place', facts.id)}${facts.module === undefined ? '' : `  ${facts.module.module}`}`,
        wrapped('', 2, 0, facts.description),
        labelled('reads', 2, 7, [looksAt(facts)]),
        ...(does.length === 0 ? [] : [labelled('also', 2, 7, does)]),
        labelled('takes', 2, 7, Object.keys(propertiesOf(facts.parameters))),
      ].join('\n')
    })
    .join('\n\n')
