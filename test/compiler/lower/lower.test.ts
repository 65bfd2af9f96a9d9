// A config that was found right → the nodes of its plan.
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import type { Attempt, Config, Plan, PlanNode } from '../../../schemas/generated/types.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const lowered = (config: Config): Plan => lowerConfig(config, tinyCatalog, STANDALONE)
const rootOf = ({ nodes, root }: Plan): PlanNode | undefined => nodes[root.node]
const pair = [{ provider: '@a' }, { provider: '@b' }]

const DEFAULT_RETRY = [
  [408, 408],
  [429, 429],
  [500, 500],
  [502, 504],
  [529, 529],
] as const

const ATTEMPTS: readonly { readonly title: string; readonly config: Config; readonly attempt: Attempt }[] = [
  { title: 'no retry is one call', config: {}, attempt: { retries: 0, onStatus: [], useRetryAfter: false } },
  {
    title: 'zero attempts are one call',
    config: { retry: { attempts: 0, use_retry_after_headers: true } },
    attempt: { retries: 0, onStatus: [], useRetryAfter: false },
  },
  {
    title: 'the default codes are 429, 500, 502, 503, 504, 529, and the 408 of a provider',
    config: { retry: { attempts: 5 } },
    attempt: { retries: 5, onStatus: DEFAULT_RETRY, exceptTimeouts: true, useRetryAfter: false },
  },
  {
    title: 'a list replaces them',
    config: { retry: { attempts: 1, on_status_codes: [408] } },
    attempt: { retries: 1, onStatus: [[408, 408]], useRetryAfter: false },
  },
  {
    title: 'an empty list retries network failures only',
    config: { retry: { attempts: 1, on_status_codes: [] } },
    attempt: { retries: 1, onStatus: [], useRetryAfter: false },
  },
  {
    title: 'the singular spelling is read as the plural',
    config: { retry: { attempts: 1, use_retry_after_header: true } },
    attempt: { retries: 1, onStatus: DEFAULT_RETRY, exceptTimeouts: true, useRetryAfter: true },
  },
  {
    title: 'the timeout bounds each try',
    config: { request_timeout: 250 },
    attempt: { retries: 0, onStatus: [], useRetryAfter: false, timeout: 250 },
  },
]

describe('calls', () => {
  it.each(ATTEMPTS)('$title', ({ config, attempt }) =>
    expect(rootOf(lowered(config))).toMatchObject({ attempt }),
  )

  it('names forwarded headers in lower case, once and sorted', () => {
    expect(rootOf(lowered({ forward_headers: ['X-B', 'x-a', 'x-b'] }))).toMatchObject({
      forward: ['x-a', 'x-b'],
    })
  })

  it('is strict unless the config says otherwise', () => {
    expect(rootOf(lowered({ provider: '@a' }))).toMatchObject({ strict: true })
    expect(rootOf(lowered({ provider: '@a', strict_vendor_compliance: false }))).toMatchObject({
      strict: false,
    })
  })

  it('has a cache directly above when it inherits one, for a week by default', () => {
    const { nodes, root } = lowered({ cache: { mode: 'simple' }, targets: [{ targets: pair }] })
    expect(root.path).toBe('/targets/0/targets/0')
    expect(nodes[root.node]).toEqual({
      kind: 'cache',
      children: [{ path: '', node: 0 }],
      mode: 'simple',
      maxAge: 604_800,
    })
  })
})

describe('strategies', () => {
  it.each([{}, { strategy: { mode: 'single' } }] as const)('%j uses the first target', mode => {
    const plan = lowered({ ...mode, targets: pair })
    expect(plan.root.path).toBe('/targets/0')
    expect(rootOf(plan)).toMatchObject({ kind: 'call', binding: { slug: 'a' } })
  })

  it('defaults weights to 1 and preserves zeros', () => {
    const targets = [{ provider: '@a' }, { provider: '@b', weight: 0 }, { provider: '@c', weight: 2.5 }]
    expect(rootOf(lowered({ strategy: { mode: 'loadbalance' }, targets }))).toMatchObject({
      draw: { weights: [1, 0, 2.5] },
    })
  })

  it.each<readonly [string, Config, unknown]>([
    [
      'by default anything but 2xx triggers',
      { strategy: { mode: 'fallback' } },
      [
        [100, 199],
        [300, 599],
      ],
    ],
    [
      'a list triggers on its codes',
      { strategy: { mode: 'fallback', on_status_codes: [500, 429] } },
      [
        [429, 429],
        [500, 500],
      ],
    ],
    ['an empty list never falls back', { strategy: { mode: 'fallback', on_status_codes: [] } }, []],
    [
      'the codes may stand beside the strategy',
      { strategy: { mode: 'fallback' }, on_status_codes: [500] },
      [[500, 500]],
    ],
    [
      'the strategy’s own codes win',
      { strategy: { mode: 'fallback', on_status_codes: [1] }, on_status_codes: [500] },
      [[1, 1]],
    ],
  ])('%s', (_title, config, onStatus) => {
    expect(rootOf(lowered({ ...config, targets: pair }))).toMatchObject({ kind: 'fallback', onStatus })
  })

  it('routes conditions to targets by name', () => {
    const text =
      '{"strategy": {"mode": "conditional", "default": "x", "conditions": [{"query": {"metadata.a": 1}, "then": "y"}]},' +
      ' "targets": [{"provider": "@a", "name": "x"}, {"provider": "@b", "name": "y"}]}'
    const config: Config = JSON.parse(text)
    const root = rootOf(lowered(config))
    expect(root).toMatchObject({ kind: 'conditional', otherwise: 0 })
    expect(root).toHaveProperty('steps.0.then', 1)
  })
})
