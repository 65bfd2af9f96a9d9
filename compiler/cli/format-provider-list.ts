// The list of providers: name, API dialect, credentials, routes and capabilities.
import { supportedRoutes } from '../../runtime/providers/supported-routes.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { formatBlock, formatLabelledList } from './layout/text-table.ts'
import type { Terminal } from './terminal.ts'

/** The alternative sets of credential properties, one per line. */
export const formatCredentials = ({ credentials }: ProviderSpec): readonly string[] =>
  credentials.map((set, index) => {
    const names = set.length === 0 ? 'none' : set.join(', ')
    return index === 0 ? names : `or ${names}`
  })

/** Shown for a provider without routes of its own. */
export const PASS_THROUGH_ONLY = 'no translated routes; every path is passed through'

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
