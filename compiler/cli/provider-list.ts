// The list of providers: name, API dialect, credentials, routes and capabilities.
import { servedRoutes } from '../../runtime/providers/served-routes.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { block, labelled } from './columns.ts'
import type { Terminal } from './terminal.ts'

/** The alternative sets of credential properties, one per line. */
export const credentialWords = ({ credentials }: ProviderSpec): readonly string[] =>
  credentials.map((set, index) => {
    const words = set.length === 0 ? 'none' : set.join(', ')
    return index === 0 ? words : `or ${words}`
  })

/** Shown for a provider without routes of its own. */
export const PASSED_THROUGH = 'no translated routes; every path is passed through'

export function providerList(rows: readonly ProviderSpec[], paint: Terminal['paint']): string {
  const entries = rows.map(row => {
    const { own, translated } = servedRoutes(row)
    const routes = [...own, ...translated]
    const served = row.served ? '' : paint('quiet', ' (not supported by this version)')
    return [
      `${paint('place', row.id)}  ${row.name}${served}`,
      labelled('dialect', 2, 9, [row.dialect]),
      block('needs', 2, 9, credentialWords(row)),
      ...(row.served ? [labelled('serves', 2, 9, routes.length === 0 ? [PASSED_THROUGH] : routes)] : []),
      ...(row.capabilities === undefined ? [] : [labelled('can', 2, 9, row.capabilities)]),
    ].join('\n')
  })
  return entries.join('\n\n')
}
