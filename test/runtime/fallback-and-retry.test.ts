// Semantics, sections 3 and 4: given a config, for these outcomes these calls are made and this is the reply.
import { describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../support/harness.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'
import type { Step } from '../support/scripted-upstream.ts'

const TWO = {
  strategy: { mode: 'fallback' },
  targets: [{ provider: '@main' }, { provider: '@main', override_params: { model: 'second' } }],
}
const ok: Step = { status: 200, body: completion('fine') }
const error = (status: number, headers: readonly string[] = []): Step => ({
  status,
  headers,
  body: { error: { message: 'no', type: 't', param: null, code: null } },
})

/** Calls the config `c` and advances the clock until the reply has arrived. */
async function callConfig(
  { call, clock }: Harness,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  let over = false
  const reply = call({ headers: { 'x-gateway-config': 'c', ...headers }, ...(body ? { body } : {}) }).finally(
    () => {
      over = true
    },
  )
  while (!over && (await clock.next()));
  return await reply
}

describe('Fallback', () => {
  const cases: readonly (readonly [
    string,
    object,
    readonly Step[],
    { status: number; at: string; calls: number },
  ])[] = [
    [
      'moves on after anything but 2xx',
      TWO,
      [error(400), ok],
      { status: 200, at: 'config.targets[1]', calls: 2 },
    ],
    ['stays with the first that succeeds', TWO, [ok], { status: 200, at: 'config.targets[0]', calls: 1 }],
    [
      'moves on after a network failure',
      TWO,
      [{ fails: 'refused' }, ok],
      { status: 200, at: 'config.targets[1]', calls: 2 },
    ],
    [
      'moves on after a reply that is not JSON',
      TWO,
      [{ status: 200, text: '<html>' }, ok],
      { status: 200, at: 'config.targets[1]', calls: 2 },
    ],
    [
      'moves on after an error with the status 200',
      TWO,
      [{ status: 200, body: { error: { message: 'no', code: 502 } } }, ok],
      { status: 200, at: 'config.targets[1]', calls: 2 },
    ],
    [
      'returns the last reply when all failed',
      TWO,
      [error(500), error(429)],
      { status: 429, at: 'config.targets[1]', calls: 2 },
    ],
    [
      'a list triggers on its codes only',
      { ...TWO, strategy: { mode: 'fallback', on_status_codes: [429] } },
      [error(500), ok],
      { status: 500, at: 'config.targets[0]', calls: 1 },
    ],
    [
      'a list matches failures by the status they map to',
      { ...TWO, strategy: { mode: 'fallback', on_status_codes: [502] } },
      [{ fails: 'reset' }, ok],
      { status: 200, at: 'config.targets[1]', calls: 2 },
    ],
  ]
  it.each(cases)('%s', async (_title, config, script, expected) => {
    const stage = createHarness({ configs: { c: config }, script })
    const { status, outcome } = await callConfig(stage)
    expect({ status, at: outcome?.reply.target, calls: stage.upstream.sent.length }).toEqual(expected)
  })

  it('moves on after a timeout, and each target sees the original request', async () => {
    const stage = createHarness({
      configs: {
        c: {
          ...TWO,
          request_timeout: 1000,
          targets: [{ provider: '@main', override_params: { model: 'first' } }, { provider: '@main' }],
        },
      },
      script: ['silence', ok],
    })
    const { status } = await callConfig(stage)
    expect(status).toBe(200)
    expect(stage.upstream.sent.map(({ json }) => (json as { model: string }).model)).toEqual([
      'first',
      'gpt-4o',
    ])
    expect(stage.upstream.cancelled()).toBe(1)
  })
})

describe('Fallback of streams: commit late', () => {
  const content = chunk({ content: 'Hi' })
  const role = chunk({ role: 'assistant', content: '' })
  const good: Step = { events: [role, content, chunk({}, 'stop'), DONE] }
  const stream = { model: 'gpt-4o', stream: true, messages: [] }

  it.each<readonly [string, Step]>([
    [
      'an error event before the first content',
      { events: [role, 'data: {"error":{"message":"overloaded"}}\n\n'], end: 'open' },
    ],
    [
      'an event of the type error before the first content',
      { events: [role, 'event: error\ndata: {"message":"overloaded"}\n\n'], end: 'open' },
    ],
    ['truncation before the first content', { events: [role], end: 'cut' }],
    ['an end before the first content', { events: [role] }],
    ['an empty stream', { events: [] }],
  ])('%s falls back', async (_title, first) => {
    const stage = createHarness({ configs: { c: TWO }, script: [first, good] })
    const { status, events, outcome } = await callConfig(stage, stream)
    expect(status).toBe(200)
    expect(outcome?.reply.target).toBe('config.targets[1]')
    expect(events.at(-1)).toBe('[DONE]')
  })

  it.each<readonly [string, Step]>([
    ['truncation', { events: [role, content], end: 'cut' }],
    ['an end without [DONE]', { events: [role, content] }],
  ])('after commit %s ends with an error event and without [DONE]', async (_title, first) => {
    const stage = createHarness({ configs: { c: TWO }, script: [first, good] })
    const { status, events, outcome } = await callConfig(stage, stream)
    expect(status).toBe(200)
    expect(stage.upstream.sent).toHaveLength(1)
    expect(JSON.parse(events.at(-1) ?? '')).toHaveProperty('error.message')
    expect(outcome?.record.streamError).toBeDefined()
  })

  it('silence after commit ends with an error event at the idle timeout', async () => {
    const stage = createHarness({ configs: { c: TWO }, script: [{ events: [role, content], end: 'open' }] })
    const { events } = await callConfig(stage, stream)
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ error: { code: 'timeout' } })
    expect(stage.clock.now() - Date.parse('2026-01-01T00:00:00Z')).toBe(120_000)
  })
})

describe('Retry', () => {
  const retried = (retry: object) => ({ provider: '@main', retry })
  const cases: readonly (readonly [
    string,
    object,
    readonly Step[],
    { status: number; retries: number; calls: number },
  ])[] = [
    ['0: the first attempt succeeds', { attempts: 2 }, [ok], { status: 200, retries: 0, calls: 1 }],
    [
      'n: the n-th retry succeeds',
      { attempts: 3 },
      [error(503), error(500), ok],
      { status: 200, retries: 2, calls: 3 },
    ],
    [
      '-1: all attempts fail',
      { attempts: 2 },
      [error(503), error(503), error(503)],
      { status: 503, retries: -1, calls: 3 },
    ],
    ['400 is not retried', { attempts: 2 }, [error(400), ok], { status: 400, retries: 0, calls: 1 }],
    [
      'the 408 of a provider is retried',
      { attempts: 2 },
      [error(408), ok],
      { status: 200, retries: 1, calls: 2 },
    ],
    [
      'a list without 408 does not retry it',
      { attempts: 2, on_status_codes: [503] },
      [error(408), ok],
      { status: 408, retries: 0, calls: 1 },
    ],
    [
      'a list replaces the default',
      { attempts: 2, on_status_codes: [400] },
      [error(400), error(503)],
      { status: 503, retries: 1, calls: 2 },
    ],
    [
      'an empty list retries network failures only',
      { attempts: 2, on_status_codes: [] },
      [{ fails: 'dns' }, error(503)],
      { status: 503, retries: 1, calls: 2 },
    ],
  ]
  it.each(cases)('%s', async (_title, retry, script, expected) => {
    const stage = createHarness({ configs: { c: retried(retry) }, script })
    const { status, outcome } = await callConfig(stage)
    expect({ status, retries: outcome?.reply.retries, calls: stage.upstream.sent.length }).toEqual(expected)
  })

  it('a timeout is retried only when 408 is listed', async () => {
    const plain = createHarness({
      configs: { c: { ...retried({ attempts: 1 }), request_timeout: 50 } },
      script: ['silence', ok],
    })
    expect((await callConfig(plain)).status).toBe(408)
    const listed = createHarness({
      configs: { c: { ...retried({ attempts: 1, on_status_codes: [408] }), request_timeout: 50 } },
      script: ['silence', ok],
    })
    expect((await callConfig(listed)).status).toBe(200)
  })

  const waits: readonly (readonly [string, readonly Step[], boolean, readonly number[]])[] = [
    ['after 429 the wait doubles from 1 s', [error(429), error(429), ok], false, [750, 1500]],
    ['after a 5xx it triples from 0.1 s', [error(500), error(502), ok], false, [75, 225]],
    ['retry-after-ms is honored when enabled', [error(429, ['retry-after-ms', '1234']), ok], true, [1234]],
    ['retry-after in seconds', [error(503, ['retry-after', '7']), ok], true, [7000]],
    [
      'retry-after as an HTTP date',
      [error(429, ['retry-after', 'Thu, 01 Jan 2026 00:00:05 GMT']), ok],
      true,
      [5000],
    ],
    ['not honored unless enabled', [error(429, ['retry-after', '7']), ok], false, [750]],
    [
      'on every retried status',
      [error(500, ['retry-after', '7']), error(529, ['retry-after', '8']), ok],
      true,
      [7000, 8000],
    ],
  ]
  it.each(waits)('%s', async (_title, script, use_retry_after_headers, expected) => {
    const stage = createHarness({ configs: { c: retried({ attempts: 3, use_retry_after_headers }) }, script })
    expect((await callConfig(stage)).status).toBe(200)
    const timeouts = new Set([600_000])
    expect(stage.clock.waits.filter(wait => !timeouts.has(wait))).toEqual(expected)
  })

  it('one wait above 60 s ends retrying at once', async () => {
    const stage = createHarness({
      configs: { c: retried({ attempts: 3, use_retry_after_headers: true }) },
      script: [error(429, ['retry-after', '61']), ok],
    })
    const { status, outcome } = await callConfig(stage)
    expect([status, outcome?.reply.retries, stage.upstream.sent.length]).toEqual([429, -1, 1])
  })

  const retry = { attempts: 3, use_retry_after_headers: true, max_wait: 2_000 }
  it('a wait above max_wait ends retrying at once, and the fallback goes on', async () => {
    const stage = createHarness({
      configs: { c: { ...TWO, retry } },
      script: [error(429, ['retry-after', '59']), ok],
    })
    const { status, outcome } = await callConfig(stage)
    expect([status, outcome?.reply.target]).toEqual([200, 'config.targets[1]'])
    expect(stage.clock.waits.filter(wait => wait !== 600_000)).toEqual([])
  })

  it('a wait of max_wait is waited for, and it bounds no backoff', async () => {
    const stage = createHarness({
      configs: { c: retried({ ...retry, max_wait: 700 }) },
      script: [error(429, ['retry-after-ms', '700']), error(429), ok],
    })
    expect((await callConfig(stage)).status).toBe(200)
    expect(stage.clock.waits.filter(wait => wait !== 600_000)).toEqual([700, 1500])
  })
})
