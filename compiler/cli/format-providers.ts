// Providers as text: a list with API dialect, credentials, routes and capabilities, and the details of one.
import { supportedRoutes } from '../../runtime/providers/supported-routes.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { formatBlock, formatLabelledList, formatTable } from './layout/text-table.ts'
import type { Terminal } from './terminal.ts'

/** The alternative sets of credential properties, one per line. */
const formatCredentials = ({ credentials }: ProviderSpec): readonly string[] =>
  credentials.map((set, index) => {
    const names = set.length === 0 ? 'none' : set.join(', ')
    return index === 0 ? names : `or ${names}`
  })

/** Shown for a provider without routes of its own. */
const PASS_THROUGH_ONLY = 'no translated routes; every path is passed through'

export function formatProviderList(specs: readonly ProviderSpec[], paint: Terminal['paint']): string {
  const entries = specs.map(spec => {
    const { native, translated } = supportedRoutes(spec)
    const routes = [...native, ...translated]
    const served = spec.served ? '' : paint('quiet', ' (not supported by this version)')
    return [
      `${paint('place', spec.id)}  ${spec.name}${served}`,
      formatLabelledList('dialect', 2, 9, [spec.dialect]),
      formatBlock('needs', 2, 9, formatCredentials(spec)),
      ...(spec.served
        ? [formatLabelledList('serves', 2, 9, routes.length === 0 ? [PASS_THROUGH_ONLY] : routes)]
        : []),
      ...(spec.capabilities === undefined ? [] : [formatLabelledList('can', 2, 9, spec.capabilities)]),
    ].join('\n')
  })
  return entries.join('\n\n')
}

/** A line or block of the page; omitted if empty. */
type Section = readonly [label: string, blockSections: readonly string[]]

const formatPairs = (
  map: Readonly<Record<string, unknown>> | undefined,
  between: string,
): readonly string[] => Object.entries(map ?? {}).map(([from, to]) => `${from}${between}${String(to)}`)

/** Headers of one endpoint, with its name. */
const formatEndpointHeaders = ({ endpointHeaders = {} }: ProviderSpec): readonly string[] =>
  Object.entries(endpointHeaders).flatMap(([endpoint, headers]) =>
    formatPairs(headers, ': ').map(pair => `${pair} (${endpoint})`),
  )

function formatAuth({ auth }: ProviderSpec): string {
  if (auth.form === 'bearer') return 'authorization: Bearer KEY'
  if (auth.form === 'header') return `${auth.name}: ${auth.scheme === undefined ? '' : `${auth.scheme} `}KEY`
  return auth.form === 'signed' ? 'signed per request' : 'none'
}

const formatRanges = ({ ranges = {} }: ProviderSpec): readonly string[] =>
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
  return [
    '',
    ...formatTable([['Models', 'context', 'input', 'output', 'cached'], ...rows], { numbers: true }),
    '',
    PRICES,
  ]
}

const PRICES = 'Prices are in US dollars per million tokens; other models work as well.'

const LABEL_WIDTH = 13

export function formatProviderPage(
  spec: ProviderSpec,
  models: readonly ModelFacts[],
  paint: Terminal['paint'],
): string {
  const routes = formatTable([
    ...Object.entries(spec.routes),
    ...supportedRoutes(spec).translated.map(name => [name, 'translated'] as const),
  ])
  const inlineSections: readonly Section[] = [
    ['aliases', spec.aliases ?? []],
    ['support', spec.served ? [] : ['not in this version']],
    ['dialect', [spec.dialect]],
    ['can', spec.capabilities ?? []],
  ]
  const blockSections: readonly Section[] = [
    [
      'base URL',
      [
        spec.baseUrl ??
          (spec.dialect === 'vendor' || spec.dialect === 'compatible'
            ? 'set by the config: custom_host'
            : 'built from the settings'),
      ],
    ],
    ['key', [formatAuth(spec)]],
    ['credentials', formatCredentials(spec)],
    ['settings', formatPairs(spec.settings, ' as the header ')],
    ['headers', [...formatPairs(spec.headers, ': '), ...formatEndpointHeaders(spec)]],
    ['routes', routes.length === 0 && spec.served ? [PASS_THROUGH_ONLY] : routes],
    ['renames', formatPairs(spec.renames, ' to ')],
    ['omits', spec.omits ?? []],
    ['accepts', spec.accepts ?? []],
    ['ranges', formatRanges(spec)],
    ['defaults', formatPairs(spec.defaults, ': ')],
    ['sources', spec.sources],
  ]
  const hasContent = ([, content]: Section): boolean => content.length > 0
  return [
    `${paint('place', spec.name)} (${spec.id})`,
    ...inlineSections
      .filter(hasContent)
      .map(([label, items]) => formatLabelledList(label, 2, LABEL_WIDTH, items)),
    ...blockSections
      .filter(hasContent)
      .map(([label, content]) => formatBlock(label, 2, LABEL_WIDTH, content)),
    ...modelTable(models).map(line => (line === PRICES ? paint('quiet', line) : line)),
  ].join('\n')
}
