// Pools of a manifest as plans have them: members as stored providers, and every default as the schema states it.
import { describe, expect, it } from 'vitest'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import type { Gateway, Manifest } from '../../../schemas/generated/types.ts'
import { readSchema } from '../../../schemas/sources.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const lowered = (pool: object): Gateway =>
  lowerManifest(
    { providers: { claude: { pool }, other: { provider: 'openai', api_key: '${env:C}' } } } as Manifest,
    tinyCatalog,
  )
const A = { provider: 'anthropic', api_key: '${env:A}' }

/** The default of a property of a definition in the schema of manifests. */
function defaultOf(definition: string, ...path: readonly string[]): unknown {
  let found: unknown = (readSchema('manifest')['$defs'] as Readonly<Record<string, unknown>>)[definition]
  for (const name of path)
    found = (found as { readonly properties: Readonly<Record<string, unknown>> }).properties[name]
  return (found as { readonly default?: unknown }).default
}

describe('a pool', () => {
  it('has the defaults of the schema', () => {
    const { pools } = lowered({ hedge: {}, members: { a: A } })
    expect(pools?.['claude']).toEqual({
      pick: defaultOf('ProviderPool', 'pick'),
      sticky: { by: ['session', 'prompt'], for: 600_000 },
      members: [
        {
          name: 'a',
          slug: 'claude.a',
          weight: defaultOf('PoolMember', 'weight'),
          tier: defaultOf('PoolMember', 'tier'),
        },
      ],
      failover: defaultOf('ProviderPool', 'failover', 'members'),
      hedge: { percentile: 95, most: 0.05 },
    })
    expect(defaultOf('PoolSticky', 'for')).toBe('10m')
    expect(defaultOf('ProviderPool', 'hedge', 'after')).toBe('p95')
    expect(defaultOf('ProviderPool', 'hedge', 'at_most')).toBe('5%')
  })

  it('has its members as stored providers, but for those that it refers to, by tier', () => {
    const gateway = lowered({
      members: { a: { ...A, tier: 2, weight: 3, account: 'main' }, b: { provider: '@other' } },
    })
    expect(Object.keys(gateway.providers)).toEqual(['claude.a', 'other'])
    expect(gateway.providers['claude.a']).toMatchObject({
      provider: 'anthropic',
      credentials: { api_key: { source: 'env', name: 'A' } },
    })
    expect(gateway.pools?.['claude']?.members).toEqual([
      { name: 'b', slug: 'other', weight: 1, tier: 1 },
      { name: 'a', slug: 'claude.a', weight: 3, tier: 2, account: 'main' },
    ])
  })

  it.each<readonly [string, object, object]>([
    ['without sessions', { sticky: false }, { failover: 2 }],
    [
      'with sessions of a field',
      { sticky: { by: ['metadata.user'], for: '2h' } },
      { sticky: { by: ['metadata.user'], for: 7_200_000 } },
    ],
    ['without names of models', { models: {} }, { failover: 2 }],
    [
      'with deadlines',
      {
        deadlines: {
          headers: { base: '15s', per_million_tokens: '4m' },
          content: { base: '500ms' },
          gap: '1m',
        },
      },
      {
        headers: { base: 15_000, perMillionTokens: 240_000 },
        content: { base: 500, perMillionTokens: 0 },
        gap: 60_000,
      },
    ],
    [
      'with rare second calls',
      { hedge: { after: 'p99', at_most: '1%' } },
      { hedge: { percentile: 99, most: 0.01 } },
    ],
    ['without failover', { failover: { members: 0 } }, { failover: 0 }],
  ])('%s', (_title, pool, expected) => {
    const found = lowered({ ...pool, members: { a: A } }).pools?.['claude']
    expect(found).toMatchObject(expected)
    expect(found?.sticky === undefined).toBe('sticky' in pool && pool.sticky === false)
    expect(found).not.toHaveProperty('models')
  })

  it('has the shares and limits of its members', () => {
    const [member] =
      lowered({
        members: {
          a: {
            ...A,
            share: { min: '10%', max: '60%' },
            limits: { requests_per_minute: 600, tokens_per_minute: 5, concurrent: 50, context: 200_000 },
          },
        },
      }).pools?.['claude']?.members ?? []
    expect(member).toMatchObject({
      ...{
        least: 0.1,
        most: 0.6,
        requestsPerMinute: 600,
        tokensPerMinute: 5,
        concurrent: 50,
        context: 200_000,
      },
    })
  })

  it('is absent without any', () => {
    expect(lowerManifest({ providers: { a: A } }, tinyCatalog)).not.toHaveProperty('pools')
  })
})
