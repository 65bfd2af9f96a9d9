// api/provider-state.json → generated/provider-state.ts: what providers store, and where its identifiers appear.
import { readProviderState, readStoredState } from './sources.ts'

const BANNER = '// Generated from schemas/ by schemas/generate.ts. Do not edit.\n'

const constant = (name: string, description: string, type: string, value: unknown): string =>
  `/** ${description} */\nexport const ${name}: ${type} = ${JSON.stringify(value, undefined, 2)}\n`

/** The text of generated/provider-state.ts. */
export function generateProviderState(): string {
  const { resources, stateless, identifiers } = readStoredState()
  const { naming, carrying, resourceNames, holders, opaque, foreign } = identifiers
  const refused = readProviderState().filter(({ elsewhere }) => elsewhere === 'refused')
  const apis = [...new Set(refused.map(({ api }) => api))]
  return [
    BANNER,
    constant(
      'stateFields',
      'Fields of requests for a model that name what a provider stores, by endpoint.',
      '{ readonly [api: string]: readonly string[] }',
      Object.fromEntries(
        apis.map(api => [api, refused.filter(each => each.api === api).map(({ field }) => field)]),
      ),
    ),
    constant(
      'stateResources',
      'Collections whose paths name what a provider stores; `listed` ones have a list of the whole account.',
      'readonly { readonly path: string; readonly listed: boolean }[]',
      resources.map(({ path, listed = false }) => ({ path, listed })),
    ),
    constant('statelessPaths', 'Paths below them that name nothing.', 'readonly string[]', stateless),
    constant(
      'identifierKeys',
      'Keys whose strings are identifiers.',
      `{ readonly [kind in 'naming' | 'carrying' | 'resourceNames' | 'holders' | 'opaque' | 'foreign']: readonly string[] }`,
      { naming, carrying, resourceNames, holders, opaque, foreign },
    ),
  ].join('\n')
}
