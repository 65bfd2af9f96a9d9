// `logs why` shows another model than was sent, and where the cost is from (semantics, D17 to D19); metrics count the former.
import { describe, expect, it } from 'vitest'
import { formatPath } from '../../../compiler/cli/logs/format-path.ts'
import { createMetrics } from '../../../runtime/telemetry/metrics.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'

const RECORD: LogRecord = {
  ...{ id: '1', time: '2026-11-29T10:00:00.000Z', trace: 't', method: 'POST', path: '/v1/chat/completions' },
  ...{ status: 200, milliseconds: 1, plan: 'p', bytesIn: 1, bytesOut: 1, provider: 'google' },
  ...{ model: 'chat', servedModel: 'gemini-3.1-pro-preview' },
}

const linesOf = (more: Partial<LogRecord>): readonly string[] =>
  formatPath(
    { ...RECORD, ...more },
    () => undefined,
    (_role, text) => text,
  )

describe('The path of a request', () => {
  it('names the model that has answered', () => {
    expect(linesOf({ answeredModel: 'gemini-3.8-flash' })).toContain(
      '  gemini-3.8-flash answered instead of gemini-3.1-pro-preview',
    )
    expect(linesOf({}).join()).not.toContain('answered')
  })

  it('says that the provider states the cost, and what it is by prices', () => {
    const lines = linesOf({
      ...{
        cost: 2_000_000_000,
        costSource: 'provider',
        computedCost: 1_000_000_000,
        upstreamCost: 3_000_000_000,
      },
    }).join('\n')
    expect(lines).toMatch(
      /the provider states the cost; by prices it is .*1.*; its upstream charges .*3.* besides/,
    )
  })

  it('names headers that the provider did not get', () => {
    expect(linesOf({ dropped: ['openai-project', 'x-own'] })).toContain(
      '  headers not sent: openai-project, x-own; forward_headers forwards them',
    )
    expect(linesOf({}).join()).not.toContain('headers not sent')
  })

  it('names what has no price', () => {
    expect(linesOf({ unpriced: ['model', 'hologram_tokens'] })).toContain(
      '  without a price: the model, hologram_tokens',
    )
  })
})

describe('The metric of other models', () => {
  it('counts replies of another model by provider', () => {
    const metrics = createMetrics()
    const { guards: _guards, usage: _usage, counted: _counted, ...request } = RECORD
    metrics.request({ ...request, answeredModel: 'gemini-3.8-flash' })
    metrics.request(request)
    expect(metrics.text()).toContain('portolan_other_model_total{provider="google"} 1')
  })
})
