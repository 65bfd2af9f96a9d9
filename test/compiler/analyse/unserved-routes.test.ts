// Routes that not all targets of a config serve, as the catalog has them and as requests are answered.
import { describe, expect, it } from 'vitest'
import { compareServedRoutes } from '../../../compiler/analyse/reachability.ts'
import { servedRoutes } from '../../../compiler/cli/analyse/sections.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { endpointSupport, isTranslated } from '../../../runtime/link/call/endpoint-support.ts'
import type { Target } from '../../../runtime/link/target/target.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { allAdapters } from '../../../runtime/providers/all-adapters.ts'
import type { Endpoint } from '../../../runtime/values/adapter.ts'
import type { Config } from '../../../schemas/generated/types.ts'

const catalog = runtimeCatalog()

const compare = (targets: readonly object[]) =>
  compareServedRoutes(
    lowerConfig({ strategy: { mode: 'fallback' }, targets } as Config, catalog, STANDALONE),
    { providers: {} },
    { provider: catalog.provider, served: servedRoutes },
  )

describe('routes that not all targets serve', () => {
  it('are named at the targets that do not serve them', () => {
    const { unserved, undecided } = compare([
      { provider: 'openai', api_key: 'k' },
      { provider: 'anthropic', api_key: 'k' },
    ])
    // The first counts no tokens, and estimates them.
    expect(unserved.map(({ pointer, provider }) => [pointer, provider])).toEqual([
      ['/targets/1', 'Anthropic'],
    ])
    expect(unserved[0]?.routes).toEqual(expect.arrayContaining(['embeddings', 'images/generations']))
    // By its chats, and translated.
    expect(unserved[0]?.routes).not.toContain('responses')
    expect(unserved[0]?.routes).not.toContain('batches')
    expect(undecided).toEqual([])
  })

  it('are none where all targets are alike', () => {
    const target = { provider: 'openai', api_key: 'k' }
    expect(compare([target, target])).toEqual({ unserved: [], undecided: [] })
  })
})

describe('every provider serves what the catalog says', () => {
  it.each(
    catalog.providerNames.flatMap(name => {
      const spec = catalog.provider(name)
      return spec?.id === name && spec.served ? [[name, spec] as const] : []
    }),
  )('%s', (_name, spec) => {
    const target = {
      spec,
      adapter: allAdapters.ofDialect(spec),
      ownAdapter: allAdapters.ofProvider(spec),
      endpoints: new Map(),
    } as unknown as Target
    const served = new Set(servedRoutes(spec))
    for (const endpoint of ENDPOINTS) {
      const support = endpointSupport(target, endpoint, 'm')
      if (support !== undefined) expect([endpoint, served.has(endpoint)]).toEqual([endpoint, true])
      // Some serve an endpoint for some of their models alone.
      // Tokens are estimated where none are counted.
      else if (served.has(endpoint) && endpoint !== 'messages/count_tokens')
        expect(allAdapters.ofDialect(spec)?.endpoints[endpoint]?.supportsModel).toBeDefined()
      expect(support === undefined || isTranslated(support) || served.has(endpoint)).toBe(true)
    }
  })
})

const ENDPOINTS: readonly Endpoint[] = [
  'chat/completions',
  'completions',
  'embeddings',
  'messages',
  'messages/count_tokens',
  'moderations',
  'rerank',
  'responses',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'images/generations',
  'images/edits',
  'images/variations',
]
