// Limits of requests in flight (semantics, section 20): a call holds its slot from its admission to the end of its reply.
import { describe, expect, it } from 'vitest'
import type { ByteSink, ByteStream } from '../../../runtime/values/byte-stream.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import type { HarnessOptions } from '../../support/harness.ts'
import { CHAT, chunk } from '../../support/sample-bodies.ts'
import { apiKey, limited, reply, times } from './limited-gateway.ts'

const inFlight = (value: number, more: object = {}) => ({
  rate_limits: [{ name: 'few', type: 'requests', unit: 'concurrent', value, ...more }],
})
const as = (id: string) => ({ headers: { 'x-gateway-api-key': `key-${id}` } })

/** A gateway whose first calls hang until they are left. */
const hanging = (policies: object, count: number, more: HarnessOptions = {}) => {
  const harness = limited(policies, {
    script: [...times(count, 'silence' as const), ...times(9, reply())],
    ...more,
  })
  /** Resolves with what leaves the call, once the provider has it. */
  const hang = async (input: Parameters<typeof harness.call>[0] = {}) => {
    const cancellation = createCancellation()
    const pending = harness.call({ ...input, cancellation })
    await harness.clock.advance(0)
    return async () => {
      cancellation.cancel()
      await pending
    }
  }
  const status = async (input?: Parameters<typeof harness.call>[0]) => (await harness.call(input)).status
  return { ...harness, hang, status }
}

describe('A limit of requests in flight', () => {
  it('admits as many at once, and another when one has ended', async () => {
    const { hang, status } = hanging(inFlight(2), 2)
    const leave = await hang()
    await hang()
    expect(await status()).toBe(429)
    await leave()
    expect([await status(), await status()]).toEqual([200, 200])
  })

  it('refuses in the words of the vendor, with a time to retry and without headers of a window', async () => {
    const { hang, call } = hanging(inFlight(1), 1)
    await hang()
    const refused = await call()
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      json: {
        error: {
          type: 'rate_limit_error',
          code: 'too_many_concurrent',
          message:
            'The rate limit "few" of 1 request in flight has no room for this call; retry when another has ended.',
        },
      },
      outcome: { record: { limit: 'few' } },
    })
    expect(Object.keys(refused.headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([])
  })

  it('names the window where that has no room either, since a free slot would not help', async () => {
    const { rate_limits } = inFlight(1)
    const window = { name: 'slow', type: 'requests', unit: 'rpm', value: 1 }
    const { hang, call } = hanging({ rate_limits: [...rate_limits, window] }, 1)
    await hang()
    expect(await call()).toMatchObject({
      headers: { 'retry-after': '60' },
      json: { error: { code: 'rate_limited' } },
    })
  })

  it.each<readonly [string, object, HarnessOptions['manifest'] & object]>([
    ['of a key', {}, { api_keys: [apiKey('ann', inFlight(1, { name: undefined })), apiKey('bob')] }],
    [
      'of a profile',
      {},
      {
        api_keys: [apiKey('ann', { limit_profile: 'one' }), apiKey('bob', { limit_profile: 'one' })],
        limit_profiles: { one: inFlight(1, { name: undefined }) },
      },
    ],
    [
      'by a group',
      inFlight(1, { group_by: [{ key: 'api_key' }] }),
      { api_keys: [apiKey('ann'), apiKey('bob')] },
    ],
  ])('%s counts its own calls', async (_title, policies, manifest) => {
    const { hang, status } = hanging(policies, 1, { manifest: JSON.parse(JSON.stringify(manifest)) })
    await hang(as('ann'))
    expect([await status(as('ann')), await status(as('bob'))]).toEqual([429, 200])
  })

  it('of a provider holds while the provider is called, and a fallback goes on', async () => {
    const { hang, call, upstream } = hanging(
      inFlight(1, { conditions: [{ key: 'provider', value: '@main' }] }),
      1,
      {
        configs: {
          both: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@mock' }] },
        },
      },
    )
    const atMain = () => upstream.sent.filter(({ origin }) => origin.includes('openai'))
    const leave = await hang({ headers: { 'x-gateway-config': 'both' } })
    expect(await call({ headers: { 'x-gateway-config': 'both' } })).toMatchObject({
      status: 200,
      outcome: { record: { limit: 'few' } },
    })
    expect(atMain()).toHaveLength(1)
    await leave()
    expect((await call({ headers: { 'x-gateway-config': 'both' } })).status).toBe(200)
    expect(atMain()).toHaveLength(2)
  })

  it('holds until the last byte of a stream, also where nothing else is counted', async () => {
    let sink: ByteSink | undefined
    const fed: ByteStream = {
      start: into => {
        sink = into
        into.chunk(new TextEncoder().encode(chunk({ content: 'Hi' })))
      },
      pause: () => {},
      resume: () => {},
      cancel: () => {},
    }
    const { call, status, clock } = hanging(inFlight(1), 0, { script: [{ stream: fed }, reply()] })
    const pending = call({ body: { ...CHAT, stream: true } })
    await clock.advance(10)
    expect(await status()).toBe(429)
    sink?.end()
    expect((await pending).status).toBe(200)
    expect(await status()).toBe(200)
  })

  it('ends with a stream whose client has left', async () => {
    const { hang, status } = hanging(inFlight(1), 0, {
      script: [{ events: [chunk({ content: 'Hi' })], end: 'open' }, reply()],
    })
    const leave = await hang({ body: { ...CHAT, stream: true } })
    expect(await status()).toBe(429)
    await leave()
    expect(await status()).toBe(200)
  })

  it('holds nothing after a call that failed, was refused or was left', async () => {
    const { status, call } = hanging(inFlight(1), 0, { script: [{ fails: 'refused' }, reply()] })
    await call()
    expect(await status({ headers: { 'x-gateway-provider': 'nobody' } })).toBe(400)
    expect(await status()).toBe(200)
  })
})
