// The details of one provider of the catalog.

import { servedRoutes } from '../../runtime/providers/served-routes.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { block, labelled, table } from './columns.ts'
import { credentialWords, PASSED_THROUGH } from './provider-list.ts'
import type { Terminal } from './terminal.ts'

/** A line or block of the page; omitted if empty. */
type Section = readonly [label: string, lines: readonly string[]]

const pairs = (map: Readonly<Record<string, unknown>> | undefined, between: string): readonly string[] =>
  Object.entries(map ?? {}).map(([from, to]) => `${from}${between}${String(to)}`)

function keyWords({ auth }: ProviderSpec): string {
  if (auth.form === 'bearer') return 'authorization: Bearer KEY'
  if (auth.form === 'header') return `${auth.name}: ${auth.scheme === undefined ? '' : `${auth.scheme} `}KEY`
  return auth.form === 'signed' ? 'signed per request' : 'none'
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

/** The models, as a table at the end of the page. */
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

const PRICES = 'Prices are in US dollars per million tokens; other models work as well.'

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
    ['aliases', row.aliases ?? []],
    ['support', row.served ? [] : ['not in this version']],
    ['dialect', [row.dialect]],
    ['can', row.capabilities ?? []],
  ]
  const lines: readonly Section[] = [
    [
      'base URL',
      [
        row.baseUrl ??
          (row.dialect === 'vendor' || row.dialect === 'compatible'
            ? 'set by the config: custom_host'
            : 'built from the settings'),
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
