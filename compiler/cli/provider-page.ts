// One row of the catalogue in full, for people.

import { servedRoutes } from '../../runtime/providers/served-routes.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { block, labelled, table } from './columns.ts'
import { credentialWords, PASSED_THROUGH } from './provider-list.ts'
import type { Terminal } from './terminal.ts'

/** A line or a block of the page; nothing where the row says nothing. */
type Section = readonly [label: string, lines: readonly string[]]

const pairs = (map: Readonly<Record<string, unknown>> | undefined, between: string): readonly string[] =>
  Object.entries(map ?? {}).map(([from, to]) => `${from}${between}${String(to)}`)

function keyWords({ auth }: ProviderSpec): string {
  if (auth.form === 'bearer') return 'authorization: Bearer KEY'
  if (auth.form === 'header') return `${auth.name}: ${auth.scheme === undefined ? '' : `${auth.scheme} `}KEY`
  return auth.form === 'signed' ? 'written for each request' : 'none'
}

const rangeWords = ({ ranges = {} }: ProviderSpec): readonly string[] =>
  Object.entries(ranges).map(([name, { minimum, maximum }]) =>
    [
      name,
      minimum === undefined ? '' : ` from ${minimum}`,
      maximum === undefined ? '' : ` to ${maximum}`,
    ].join(''),
  )

const number = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** The models below the page, since their names are long and many. */
function modelTable(models: readonly ModelFacts[]): readonly string[] {
  if (models.length === 0) return []
  const rows = models.map(({ id, context, input, output, cached }) => [
    id,
    number(context),
    number(input),
    number(output),
    number(cached),
  ])
  return ['', ...table([['Models', 'context', 'input', 'output', 'cached'], ...rows], true), '', PRICES]
}

const PRICES = 'Prices are US dollars for a million tokens; other models work as well.'

const LABEL = 13

export function providerPage(
  row: ProviderSpec,
  models: readonly ModelFacts[],
  paint: Terminal['paint'],
): string {
  const routes = table([
    ...Object.entries(row.routes),
    ...servedRoutes(row).translated.map(name => [name, 'translated'] as const),
  ])
  const words: readonly Section[] = [
    ['also called', row.aliases ?? []],
    ['served', row.served ? [] : ['not by this version']],
    ['dialect', [row.dialect]],
    ['can', row.capabilities ?? []],
  ]
  const lines: readonly Section[] = [
    [
      'address',
      [
        row.baseUrl ??
          (row.dialect === 'vendor' || row.dialect === 'compatible'
            ? 'the config gives it: custom_host'
            : 'made of the settings'),
      ],
    ],
    ['key', [keyWords(row)]],
    ['credentials', credentialWords(row)],
    ['settings', pairs(row.settings, ' as the header ')],
    ['headers', pairs(row.headers, ': ')],
    ['routes', routes.length === 0 && row.served ? [PASSED_THROUGH] : routes],
    ['renames', pairs(row.renames, ' to ')],
    ['omits', row.omits ?? []],
    ['ranges', rangeWords(row)],
    ['defaults', pairs(row.defaults, ': ')],
    ['sources', row.sources],
  ]
  const told = ([, said]: Section): boolean => said.length > 0
  return [
    `${paint('place', row.name)} (${row.id})`,
    ...words.filter(told).map(([label, items]) => labelled(label, 2, LABEL, items)),
    ...lines.filter(told).map(([label, said]) => block(label, 2, LABEL, said)),
    ...modelTable(models).map(line => (line === PRICES ? paint('quiet', line) : line)),
  ].join('\n')
}
