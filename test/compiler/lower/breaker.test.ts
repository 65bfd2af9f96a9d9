// Circuit breakers of configs → those of calls (semantics, section 7).
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerBreaker } from '../../../compiler/lower/call.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import type { Breaker, CircuitBreaker } from '../../../schemas/generated/types.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const ROWS: readonly {
  readonly title: string
  readonly written: object
  readonly becomes: Partial<Breaker>
}[] = [
  { title: 'by default 501 to 599 are failures', written: {}, becomes: { failures: [[501, 599]] } },
  {
    title: 'a list replaces them',
    written: { failure_status_codes: [500, 429, 501] },
    becomes: {
      failures: [
        [429, 429],
        [500, 501],
      ],
    },
  },
  {
    title: 'an empty list counts no status',
    written: { failure_status_codes: [] },
    becomes: { failures: [] },
  },
  {
    title: 'a fraction of a failure is a whole one',
    written: { failure_threshold: 2.1 },
    becomes: { threshold: 3 },
  },
  {
    title: 'window and pause are the interval, in milliseconds',
    written: { cooldown_interval: 45_000 },
    becomes: { cooldown: 45_000 },
  },
]

describe('circuit breakers', () => {
  it.each(ROWS)('$title', ({ written, becomes }) => {
    const config = { failure_threshold: 5, cooldown_interval: 30_000, ...written } as CircuitBreaker
    expect(lowerBreaker(config)).toMatchObject(becomes)
  })

  it('a target without one takes that of its parent, and its own replaces it whole', () => {
    const { nodes } = lowerConfig(
      {
        strategy: { mode: 'fallback' },
        cb_config: { failure_threshold: 5, cooldown_interval: 30_000, failure_status_codes: [500] },
        targets: [
          { provider: '@a' },
          { provider: '@b', cb_config: { failure_threshold: 1, cooldown_interval: 60_000 } },
        ],
      },
      tinyCatalog,
      STANDALONE,
    )
    expect(nodes.flatMap(node => (node.kind === 'call' ? [node.breaker] : []))).toEqual([
      { threshold: 5, cooldown: 30_000, failures: [[500, 500]] },
      { threshold: 1, cooldown: 60_000, failures: [[501, 599]] },
    ])
  })

  it('a call without one has none', () =>
    expect(lowerConfig({ provider: '@a' }, tinyCatalog, STANDALONE).nodes[0]).not.toHaveProperty('breaker'))
})
