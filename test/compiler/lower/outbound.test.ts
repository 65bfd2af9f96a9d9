// `outbound` of a manifest in a plan, with what a provider inherits, and the proxy in the flows.
import { describe, expect, it } from 'vitest'
import { diffPlans } from '../../../compiler/analyse/diff/plan-diff.ts'
import { flowsOfPlan, mergeFlows } from '../../../compiler/analyse/flows/plan-flows.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import type { Manifest, Outbound } from '../../../schemas/generated/types.ts'

const catalog = runtimeCatalog()
const PROXY = 'http://proxy.internal:3128'
const WITH_PASSWORD = 'http://ann:${env:WORD}@proxy.internal:3128'

const gatewayOf = (outbound: Outbound | undefined, own?: Outbound) =>
  lowerManifest(
    {
      ...(outbound && { outbound }),
      providers: { main: { provider: 'openai', api_key: '${env:KEY}', ...(own && { outbound: own }) } },
    },
    catalog,
  )

describe('the way out of a plan', () => {
  it.each<readonly [Outbound | undefined, Outbound | undefined, object | undefined, object | undefined]>([
    [undefined, undefined, undefined, undefined],
    [{}, undefined, undefined, undefined],
    [{ proxy: 'none' }, undefined, undefined, undefined],
    [{ proxy: 'env' }, undefined, { proxy: { environment: true } }, undefined],
    [
      { proxy: WITH_PASSWORD, no_proxy: ['a.example'], ca: 'ca.pem' },
      undefined,
      {
        proxy: {
          address: 'http://ann@proxy.internal:3128',
          secret: { source: 'env', name: 'WORD', origins: [PROXY] },
        },
        noProxy: ['a.example'],
        ca: 'ca.pem',
      },
      undefined,
    ],
    [
      { proxy: PROXY, no_proxy: ['a.example'] },
      { ca: 'ca.pem' },
      { proxy: { address: PROXY }, noProxy: ['a.example'] },
      { proxy: { address: PROXY }, noProxy: ['a.example'], ca: 'ca.pem' },
    ],
    [{ proxy: PROXY }, { proxy: 'none' }, { proxy: { address: PROXY } }, {}],
    [
      undefined,
      { proxy: '${env:PROXY_URL}' },
      undefined,
      { proxy: { secret: { source: 'env', name: 'PROXY_URL', origins: [] } } },
    ],
  ])('%j and of a provider %j', (shared, own, gateway, provider) => {
    const lowered = gatewayOf(shared, own)
    expect([lowered.outbound, lowered.providers['main']?.outbound]).toEqual([gateway, provider])
  })
})

describe('a difference of the proxy', () => {
  const plan = optimise(lowerConfig({ provider: '@main' }, catalog, STANDALONE))
  const diff = (before: Outbound | undefined, after: Outbound | undefined, own?: Outbound) => {
    const sides = [gatewayOf(before), gatewayOf(after, own)].map(gateway => ({ plan, gateway }))
    const [left, right] = sides
    if (left === undefined || right === undefined) throw new Error('There are two.')
    const { level, newFlows } = diffPlans(left, right, { catalog, callsService: () => false })
    return [level, [...new Set(newFlows.map(({ hop }) => hop ?? 'directly'))]]
  }

  it.each<readonly [Outbound | undefined, Outbound | undefined, Outbound | undefined, readonly unknown[]]>([
    [undefined, { proxy: PROXY }, undefined, ['security', [`the proxy ${PROXY}`]]],
    [{ proxy: PROXY }, undefined, undefined, ['security', ['directly']]],
    [{ proxy: PROXY }, { proxy: 'env' }, undefined, ['security', ['the proxy of the environment']]],
    [{ proxy: PROXY }, { proxy: PROXY, no_proxy: ['a.example'] }, undefined, [undefined, []]],
    [{ proxy: PROXY }, { proxy: PROXY, no_proxy: ['openai.com'] }, undefined, ['security', ['directly']]],
    [{ proxy: PROXY }, { proxy: PROXY }, { proxy: 'none' }, ['security', ['directly']]],
  ])('from %j to %j, of the provider %j, matters as what it exposes', (before, after, own, expected) => {
    expect(diff(before, after, own)).toEqual(expected)
  })
})

describe('a flow', () => {
  const hopsOf = (manifest: Manifest) => {
    const plan = optimise(lowerConfig({ provider: '@main' }, catalog, STANDALONE))
    return [
      ...new Set(
        mergeFlows(flowsOfPlan(plan, lowerManifest(manifest, catalog), catalog)).map(({ to, hop, by }) =>
          to.kind === 'origin' ? `${to.origin} ${by.kind} ${hop ?? 'directly'}` : '',
        ),
      ),
    ].filter(each => each !== '')
  }
  const providers = { main: { provider: 'openai', api_key: '${env:KEY}' } }
  const telemetry = { log_http: { url: 'https://logs.example.com/in' } }

  it.each<readonly [Manifest, readonly string[]]>([
    [
      { providers, telemetry },
      ['https://api.openai.com target directly', 'https://logs.example.com service directly'],
    ],
    [
      { providers, telemetry, outbound: { proxy: WITH_PASSWORD } },
      [
        `https://api.openai.com target the proxy ${PROXY}`,
        `https://logs.example.com service the proxy ${PROXY}`,
      ],
    ],
    [
      { providers, telemetry, outbound: { proxy: 'env', no_proxy: ['example.com'] } },
      [
        'https://api.openai.com target the proxy of the environment',
        'https://logs.example.com service directly',
      ],
    ],
    [
      {
        providers: { main: { ...providers.main, outbound: { proxy: '${env:PROXY_URL}' } } },
        telemetry,
      },
      [
        'https://api.openai.com target a proxy whose address is a secret',
        'https://logs.example.com service directly',
      ],
    ],
  ])('of %j names its proxy', (manifest, hops) => {
    expect(hopsOf(manifest)).toEqual(hops)
  })
})
