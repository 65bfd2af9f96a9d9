// Checks as text: a list of them, and the details of one with the types and defaults of its parameters.

import type { ParametersSchema } from '../../schemas/generated/checks.ts'
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

const LABEL_WIDTH = 10

export function formatCheckPage(facts: CheckFacts, paint: Terminal['paint']): string {
  const { id, title, description, address, module, parameters } = facts
  const required = (parameters['required'] ?? []) as readonly string[]
  const capabilities = describeCapabilities(facts)
  return [
    `${paint('place', title)} (${id})`,
    wrapText('', 2, 0, description),
    formatLabelledList('reads', 2, LABEL_WIDTH, [describeInput(facts)]),
    ...(capabilities.length === 0 ? [] : [formatLabelledList('also', 2, LABEL_WIDTH, capabilities)]),
    ...(address === undefined ? [] : [formatLabelledList('address', 2, LABEL_WIDTH, [address])]),
    ...(module === undefined ? [] : [formatLabelledList('files', 2, LABEL_WIDTH, Object.keys(module.files))]),
    '',
    ...Object.entries(schemaProperties(parameters)).flatMap(([name, schema]) => [
      `  ${paint('place', name)}`,
      wrapText('', 4, 0, describeType(schema, required.includes(name))),
      wrapText('', 4, 0, String(schema['description'])),
    ]),
  ].join('\n')
}

/** `integer from 0, default 3`; what the schema does not specify is omitted. */
function describeType(schema: ParametersSchema, required: boolean): string {
  const { type, items, enum: choices, minimum, maximum, default: defaultValue } = schema
  const values = Array.isArray(choices) ? choices.map(value => JSON.stringify(value)).join(' | ') : undefined
  const kind = values ?? [type ?? 'any'].flat().join(' | ')
  const inner = (items as ParametersSchema | undefined)?.['type']
  const bounds = [
    ...(minimum === undefined ? [] : [` from ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [` to ${String(maximum)}`]),
  ]
  return [
    `${kind}${inner === undefined ? '' : ` of ${[inner].flat().join(' | ')}`}${bounds.join('')}`,
    ...(schema['x-secret'] === true ? ['a secret'] : []),
    ...(required ? ['required'] : []),
    ...(defaultValue === undefined
      ? []
      : [`default ${JSON.stringify(defaultValue).replaceAll('","', '", "')}`]),
  ].join(', ')
}
