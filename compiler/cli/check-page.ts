// The details of one check: each of its parameters with its type and default.
import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import type { CheckFacts } from '../catalog.ts'
import { propertiesOf } from '../check/structure/parameters.ts'
import { abilities, looksAt } from './check-list.ts'
import { labelled, wrapped } from './columns.ts'
import type { Terminal } from './terminal.ts'

const LABEL = 10

export function checkPage(facts: CheckFacts, paint: Terminal['paint']): string {
  const { id, title, description, address, module, parameters } = facts
  const required = (parameters['required'] ?? []) as readonly string[]
  const does = abilities(facts)
  return [
    `${paint('place', title)} (${id})`,
    wrapped('', 2, 0, description),
    labelled('reads', 2, LABEL, [looksAt(facts)]),
    ...(does.length === 0 ? [] : [labelled('also', 2, LABEL, does)]),
    ...(address === undefined ? [] : [labelled('address', 2, LABEL, [address])]),
    ...(module === undefined ? [] : [labelled('files', 2, LABEL, Object.keys(module.files))]),
    '',
    ...Object.entries(propertiesOf(parameters)).flatMap(([name, schema]) => [
      `  ${paint('place', name)}`,
      wrapped('', 4, 0, kindOf(schema, required.includes(name))),
      wrapped('', 4, 0, String(schema['description'])),
    ]),
  ].join('\n')
}

/** `integer from 0, default 3`; what the schema does not specify is omitted. */
function kindOf(schema: ParametersSchema, required: boolean): string {
  const { type, items, enum: choices, minimum, maximum, default: assumed } = schema
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
    ...(assumed === undefined ? [] : [`default ${JSON.stringify(assumed).replaceAll('","', '", "')}`]),
  ].join(', ')
}
