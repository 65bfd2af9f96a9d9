// x-gateway-request-timeout is the deadline of the whole request; request_timeout of a config bounds one attempt
// (semantics, section 8).
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { CHAT, chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const CONFIGS = {
  one: { provider: '@main' },
  bounded: { provider: '@main', request_timeout: 300 },
  fallback: {
    strategy: { mode: 'fallback' },
    request_timeout: 300,
    targets: [{ provider: '@main' }, { provider: '@claude' }],
  },
  retried: { provider: '@main', retry: { attempts: 5, on_status_codes: [408, 429] }, request_timeout: 100 },
}

const send = async (config: keyof typeof CONFIGS, timeout: number | undefined, script: readonly Step[]) => {
  const { call, clock, upstream } = createHarness({ configs: CONFIGS, script, draws: Array(9).fill(1) })
  const started = clock.now()
  let ended: number | undefined
  const running = call({
    // A script of events is asked for as a stream.
    body: {
      ...CHAT,
      ...(script.some(step => typeof step === 'object' && 'events' in step) ? { stream: true } : {}),
    },
    headers: {
      'x-gateway-config': config,
      ...(timeout === undefined ? {} : { 'x-gateway-request-timeout': String(timeout) }),
    },
  }).finally(() => {
    ended = clock.now()
  })
  while (ended === undefined && (await clock.next()));
  const { status, json, text, outcome } = await running
  const error = (json as { error?: { code?: string; message?: string } } | undefined)?.error
  return {
    status,
    code: error?.code,
    message: error?.message,
    text,
    milliseconds: (ended ?? 0) - started,
    calls: upstream.sent.length,
    cancelled: upstream.cancelled(),
    target: outcome?.reply.target,
    retries: outcome?.reply.retries,
    causes: outcome?.record.attempts.map(({ cause }) => cause),
    waits: clock.waits,
  }
}

describe('x-gateway-request-timeout', () => {
  it('ends a call that takes longer', async () => {
    const result = await send('one', 400, ['silence'])
    expect(result).toMatchObject({ status: 408, code: 'timeout', milliseconds: 400, cancelled: 1 })
    expect(result).toMatchObject({ target: 'config', retries: 0, causes: ['timeout'] })
    expect(result.message).toContain('400 ms')
  })

  it('includes all targets of a fallback', async () => {
    const result = await send('fallback', 400, ['silence', 'silence'])
    expect(result).toMatchObject({ status: 408, milliseconds: 400, calls: 2, target: 'config.targets[1]' })
  })

  it('includes all retries and the waits between them', async () => {
    expect(await send('retried', 450, Array(6).fill('silence'))).toMatchObject({
      status: 408,
      milliseconds: 450,
      calls: 2,
      retries: -1,
    })
    expect(await send('retried', 2500, Array(6).fill({ status: 429 }))).toMatchObject({
      status: 408,
      milliseconds: 2500,
      calls: 2,
    })
  })

  it('does not extend the time of one attempt', async () => {
    expect(await send('bounded', 5000, ['silence'])).toMatchObject({ status: 408, milliseconds: 300 })
  })

  it('leaves a reply in time and a stream that has begun alone', async () => {
    expect(await send('one', 400, [{ status: 200, body: completion('Hi') }])).toMatchObject({
      status: 200,
      milliseconds: 0,
    })
    const events = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop'), DONE]
    expect((await send('one', 400, [{ events }])).text).toContain('[DONE]')
  })

  it('costs a timer only where it is sent', async () => {
    const reply = { status: 200, body: completion('Hi') }
    expect((await send('one', undefined, [reply])).waits).toHaveLength(1)
    expect((await send('one', 400, [reply])).waits).toHaveLength(2)
  })
})
