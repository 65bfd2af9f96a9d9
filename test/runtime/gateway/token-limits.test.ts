// Limits of tokens and cost on the path of a call: reserved by estimate, and settled at every exit.
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { CHAT, chunk, completion, DONE } from '../../support/sample-bodies.ts'
import { limited, rate, reply, statuses, times, usage } from './limited-gateway.ts'

describe('A limit of tokens', () => {
  const tokens = (value: number, more: object = {}) => ({
    rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value, ...more }],
  })
  const capped = { body: { ...CHAT, max_tokens: 100 } }

  it('is settled by the usage that the provider reports', async () => {
    const harness = limited(tokens(1000), { script: times(9, reply(200, 200)) })
    // Each reserves 100 and its bytes, and uses 400.
    expect(await statuses(harness, times(4, capped))).toEqual([200, 200, 200, 429])
    expect((await harness.call(capped)).headers).toMatchObject({
      'x-ratelimit-limit-tokens': '1000',
      'x-ratelimit-remaining-tokens': '0',
    })
  })

  it('reserves what calls in flight may use', async () => {
    const { call } = limited(tokens(300), { script: ['silence', 'silence'] })
    void call(capped)
    void call(capped)
    expect((await call(capped)).status).toBe(429)
  })

  it('gives back what a failed call has reserved', async () => {
    const harness = limited(tokens(200), {
      script: [...times(3, { status: 400, body: { error: { message: 'no' } } }), reply()],
    })
    expect(await statuses(harness, times(4, capped))).toEqual([400, 400, 400, 200])
  })

  it('admits a call that could never fit where nothing else is used', async () => {
    const harness = limited(tokens(50), { script: times(2, reply(100, 400)) })
    expect(await statuses(harness, times(2, capped))).toEqual([200, 429])
  })

  it('counts a stream by the usage that the provider reports at its end', async () => {
    const events = [
      chunk({ content: 'Hi' }),
      `data: ${JSON.stringify({ choices: [], ...usage(400, 500) })}\n\n`,
      DONE,
    ]
    const { call } = limited(tokens(1000), { script: times(3, { events }) })
    const streamed = {
      body: { ...CHAT, stream: true, max_tokens: 100, stream_options: { include_usage: true } },
    }
    const first = await call(streamed)
    expect(first.outcome?.record.counted?.counted()).toMatchObject({ tokens: 900, source: 'provider' })
    expect((await call(streamed)).status).toBe(429)
  })

  it('asks for the usage of a stream where the client did not, and takes it out again', async () => {
    const counted = `data: ${JSON.stringify({ id: 'c', choices: [], ...usage(40, 60) })}\n\n`
    const content = chunk({ content: 'Hi' }, 'stop').replace('}\n', ',"usage":null}\n')
    const script = times(2, { events: [content, counted, DONE] })
    const { call, upstream } = limited(tokens(10_000), { script })
    const streamed = { ...CHAT, stream: true, stream_options: { other: 1 } }
    const silent = await call({ body: streamed })
    expect(upstream.sent[0]?.json).toMatchObject({ stream_options: { other: 1, include_usage: true } })
    expect(silent.text).not.toContain('usage')
    expect(silent.events.at(-1)).toBe('[DONE]')
    expect(silent.outcome?.record.counted?.counted()).toMatchObject({ tokens: 100, source: 'provider' })
    const asking = await call({ body: { ...streamed, stream_options: { include_usage: true } } })
    expect(asking.text).toContain('"total_tokens":100')
    const unlimited = limited(rate(9), { script })
    await unlimited.call({ body: streamed })
    expect(unlimited.upstream.sent[0]?.json).toEqual(streamed)
  })

  it.each<readonly [string, object, boolean]>([
    ['refuses what passes through', {}, false],
    ['lets it pass with uncounted: allow', { uncounted: 'allow' }, true],
  ])('%s', async (_title, more, passes) => {
    const { call } = limited(tokens(1000, more))
    const refused = await call({ path: '/anything', body: {} })
    expect([refused.status, (refused.json as { error?: { code?: string } }).error?.code]).toEqual(
      passes ? [200, undefined] : [403, 'forbidden'],
    )
    expect((await call({ method: 'GET', path: '/files' })).status).toBe(200)
  })

  it('lets counts of input tokens pass, which are free', async () => {
    const counts = { status: 200, headers: ['content-type', 'application/json'], body: { input_tokens: 900 } }
    const { call } = limited(tokens(10), { script: times(3, counts) })
    for (let sent = 0; sent < 3; sent += 1) {
      const { status, outcome } = await call({
        path: '/responses/input_tokens',
        body: { model: 'm', input: 'Hi' },
      })
      expect([status, outcome?.record.counted?.counted()]).toEqual([200, undefined])
    }
  })

  it.each([
    ['/v1/messages', 'has the version twice'],
    ['/v1/chat/completions', 'has the version twice'],
    ['/v1/models', 'has the version twice'],
    ['/v1beta/models/gemini-3-pro:generateContent', 'has the version twice'],
  ])('refuses %s below /v1 with the right base URL', async (path, sentence) => {
    const { call } = limited(tokens(1000))
    const { status, json } = await call({ path, body: CHAT })
    expect([status, JSON.stringify(json)]).toEqual([404, expect.stringContaining(sentence)])
  })
})

describe('A usage limit', () => {
  const budget = (more: object) => ({
    usage_limits: [{ name: 'monthly', periodic_reset: 'monthly', ...more }],
  })

  it('says what is left where a call may use more', async () => {
    const harness = limited(budget({ type: 'tokens', credit_limit: 30 }), { script: times(2, reply(10, 10)) })
    const { status } = await harness.call({ body: { ...CHAT, max_tokens: 1 } })
    const refused = await harness.call({ body: { ...CHAT, max_tokens: 29 } })
    expect([status, refused.status]).toEqual([200, 412])
    expect(JSON.stringify(refused.json)).toContain(
      'of 30 tokens has 10 tokens left, less than this call may use. A lower max_tokens reserves less.',
    )
  })

  it('refuses with 412, names the policy and its reset, and has no hint to retry', async () => {
    const harness = limited(budget({ type: 'tokens', credit_limit: 30 }), { script: times(2, reply(20, 20)) })
    harness.clock.setWallClock(Date.UTC(2026, 10, 20) - harness.clock.now())
    expect((await harness.call({ body: { ...CHAT, max_tokens: 1 } })).status).toBe(200)
    const refused = await harness.call({ body: { ...CHAT, max_tokens: 1 } })
    expect(refused.status).toBe(412)
    expect(refused.headers['retry-after']).toBeUndefined()
    expect(refused.json).toMatchObject({
      error: {
        code: 'budget_exhausted',
        message: expect.stringMatching(
          /^The usage limit "monthly" \([0-9a-f-]{36}\) of 30 tokens has no credit left for this call\. Its usage resets at 2026-12-01T00:00:00\.000Z\.$/,
        ),
      },
    })
    harness.clock.setWallClock(11 * 86_400_000)
    expect((await harness.call({ body: { ...CHAT, max_tokens: 1 } })).status).not.toBe(412)
  })

  it('of cost is counted in billionths of a dollar at list prices', async () => {
    const harness = limited(budget({ type: 'cost', credit_limit: 0.01 }), {
      script: times(4, reply(1000, 500)),
    })
    const input = { body: { ...CHAT, model: 'gpt-6-sol', max_tokens: 500 } }
    const first = await harness.call(input)
    // 1000 at 2.50 and 500 at 10.00 dollars per million tokens.
    expect(first.outcome?.record.counted?.counted()).toMatchObject({
      tokens: 1500,
      cost: 7_500_000,
      source: 'provider',
    })
    expect((await harness.call(input)).status).toBe(412)
  })

  it('alerts once in each period when its threshold is reached', async () => {
    const harness = limited(budget({ type: 'tokens', credit_limit: 100, alert_threshold: 50 }), {
      script: times(9, reply(20, 10)),
    })
    harness.clock.setWallClock(Date.UTC(2026, 10, 20) - harness.clock.now())
    const input = { body: { ...CHAT, max_tokens: 1 } }
    for (let count = 0; count < 3; count += 1) await harness.call(input)
    expect(harness.alerts.map(({ used }) => used)).toEqual([60])
    harness.clock.setWallClock(11 * 86_400_000)
    for (let count = 0; count < 3; count += 1) await harness.call(input)
    expect(harness.alerts.map(({ used }) => used)).toEqual([60, 60])
  })
})

describe('A usage limit of requests', () => {
  it('is settled when a stream begins, which changes nothing of it', async () => {
    const cancellation = createCancellation()
    const harness = limited(
      { usage_limits: [{ name: 'all', type: 'requests', credit_limit: 9, alert_threshold: 1 }] },
      { script: [{ events: [chunk({ content: 'Hi' })], end: 'open' }] },
    )
    const pending = harness.call({ body: { ...CHAT, stream: true }, cancellation })
    await harness.clock.advance(10)
    expect(harness.alerts.map(({ used }) => used)).toEqual([1])
    cancellation.cancel()
    await pending
  })
})

describe('A client that leaves in the middle of a stream', () => {
  it('is counted by what was produced', async () => {
    const cancellation = createCancellation()
    const text = 'word '.repeat(80)
    const harness = limited(
      { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 100_000 }] },
      {
        script: [
          {
            events: [chunk({ role: 'assistant', content: '' }), chunk({ content: text })],
            end: 'open',
          },
        ],
      },
    )
    const pending = harness.call({ body: { ...CHAT, stream: true, max_tokens: 5000 }, cancellation })
    await harness.clock.advance(10)
    cancellation.cancel()
    const { outcome } = await pending
    const { tokens = 0, source } = outcome?.record.counted?.counted() ?? {}
    expect(source).toBe('counted')
    expect(tokens).toBeGreaterThanOrEqual(100)
    expect(tokens).toBeLessThan(200)
  })

  it('is counted by what was produced, also where the stream began with the usage of the input', async () => {
    const cancellation = createCancellation()
    const event = (type: string, more: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
    const harness = limited(
      { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 100_000 }] },
      {
        script: [
          {
            events: [
              event('message_start', { message: { usage: { input_tokens: 10, output_tokens: 1 } } }),
              event('content_block_delta', {
                index: 0,
                delta: { type: 'text_delta', text: 'word '.repeat(80) },
              }),
            ],
            end: 'open',
          },
        ],
      },
    )
    const pending = harness.call({
      path: '/messages',
      body: { ...CHAT, model: '@claude/claude-sonnet-5-5', stream: true, max_tokens: 5000 },
      cancellation,
    })
    await harness.clock.advance(10)
    cancellation.cancel()
    const { outcome } = await pending
    expect(outcome?.record.counted?.counted()).toMatchObject({ output: 100, source: 'counted' })
    // The larger of what was reported and what is estimated, for each field.
    expect(outcome && usageCost(outcome, createPriceList().find, 0)?.tokens).toEqual({
      input: 29,
      output: 100,
      source: 'counted',
    })
  })
})

describe('A budget of cost over streamed messages', () => {
  const event = (type: string, more: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const streamed = (first: object, last: object) => ({
    events: [
      event('message_start', { message: { usage: first } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: last }),
      event('message_stop', {}),
    ],
  })
  const opening = { input_tokens: 100_000, cache_read_input_tokens: 200_000, output_tokens: 1 }

  it.each<readonly [string, object]>([
    ['has the output alone', { output_tokens: 500 }],
    ['repeats all of it', { ...opening, output_tokens: 500 }],
    ['has nulls', { input_tokens: null, cache_read_input_tokens: null, output_tokens: 500 }],
  ])('counts the input of the first event where the last one %s', async (_title, last) => {
    const harness = limited(
      { usage_limits: [{ name: 'month', type: 'cost', credit_limit: 1 }] },
      {
        script: times(8, streamed(opening, last)),
        manifest: { prices: [{ provider: 'anthropic', model: 'claude', input: 3, output: 15, cached: 0.3 }] },
      },
    )
    const input = {
      path: '/messages',
      body: { ...CHAT, model: '@claude/claude', stream: true, max_tokens: 10 },
    }
    const { outcome } = await harness.call(input)
    expect(outcome?.record.counted?.counted()).toMatchObject({
      input: 300_000,
      output: 500,
      cost: 367_500_000,
      source: 'provider',
    })
    expect(await statuses(harness, times(3, input))).toEqual([200, 200, 412])
  })
})

describe('A reply that reports no usage', () => {
  const text = 'word '.repeat(80)

  it('is counted by what was produced', async () => {
    const policies = { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 100_000 }] }
    const { call } = limited(policies, { script: [{ status: 200, body: completion(text, { usage: null }) }] })
    const { outcome } = await call()
    expect(outcome?.record.counted?.counted()).toMatchObject({ output: 100, source: 'counted' })
  })

  it('is counted by what was produced where it is translated, whole and streamed', async () => {
    const message = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text }] }
    const policies = { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 100_000 }] }
    const events = [
      { type: 'message_start', message: { ...message, content: [] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ].map(each => `data: ${JSON.stringify(each)}\n\n`)
    const { call } = limited(policies, {
      script: [{ status: 200, body: { ...message, stop_reason: 'end_turn' } }, { events }],
    })
    for (const stream of [false, true]) {
      const { outcome } = await call({ body: { ...CHAT, model: '@claude/claude', stream } })
      expect(outcome?.record.counted?.counted()).toMatchObject({ output: 100, source: 'counted' })
    }
  })
})
