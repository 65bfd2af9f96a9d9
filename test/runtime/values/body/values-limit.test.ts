// How much of a body is parsed at once: a small body of many values must not hold up the requests of others.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBody, hasMoreValues } from '../../../../runtime/values/body/body.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { createHarness, STORED_PROVIDERS } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const messages = [{ role: 'user', content: 'Hello' }]
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

const countOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1)

test('the values of any JSON text are counted without parsing it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const count = countOf(value)
      // Empty objects and lists count twice.
      expect(hasMoreValues(bytes(value), 2 * count)).toBe(false)
      expect(hasMoreValues(bytes([value, ...Array(count).fill(1)]), count)).toBe(true)
      expect(hasMoreValues(bytes(Array(count).fill(1)), count)).toBe(false)
    }),
  )
})

test('a body beyond the limit is not parsed, and says so', () => {
  const body = createBody(bytes({ model: 'm', tools: keys(2_000) }), undefined, 1_000)
  expect(body.json()).toMatchObject({ code: 'body_too_large', message: expect.stringMatching(/json_values/) })
  expect(body.field('model')).toBe('m')
  expect(isFailure(createBody(bytes({ model: 'm', tools: keys(900) }), undefined, 1_000).json())).toBe(false)
})

test('a body with too many fields is not scanned to its end', () => {
  expect(createBody(bytes(keys(20_000))).fields()).toMatchObject({ code: 'invalid_json' })
  expect(isFailure(createBody(bytes(keys(9_000))).fields())).toBe(false)
})

test('other requests are served while a large body is scanned, and a malformed one is refused', async () => {
  const { call } = createHarness({ script: [{ status: 200, body: completion('Hi') }] })
  const order: string[] = []
  const large = `{"model":"@main/m","messages":[],"metadata":${JSON.stringify(keys(300_000))}}`
  const big = call({ body: large }).then(({ status }) => order.push(`large ${status}`))
  setImmediate(() => order.push('another'))
  await big
  expect(order).toEqual(['another', 'large 200'])
  expect((await call({ body: large.slice(0, -1) })).json).toMatchObject({ error: { code: 'invalid_json' } })
})

describe('A request with 60,000 keys', () => {
  const large = { model: 'gpt-6-sol', messages, metadata: keys(60_000) }
  const guard = { id: 'clean', deny: true, contains: { words: ['forbidden'], operator: 'none' } }
  const configs = {
    plain: { provider: '@main' },
    guarded: { provider: '@main', input_guardrails: [guard] },
    translated: { provider: '@claude' },
    cached: { provider: '@main', cache: { mode: 'simple' } },
    conditional: {
      strategy: {
        mode: 'conditional',
        conditions: [{ query: { 'params.metadata.k1': { $eq: 1 } }, then: 'a' }],
        default: 'b',
      },
      targets: [
        { name: 'a', provider: '@main' },
        { name: 'b', provider: '@main' },
      ],
    },
    elsewhere: {
      strategy: {
        mode: 'conditional',
        conditions: [{ query: { 'params.user': { $eq: 'x' } }, then: 'a' }],
        default: 'b',
      },
      targets: [
        { name: 'a', provider: '@main' },
        { name: 'b', provider: '@main' },
      ],
    },
  }
  const send = async (config: keyof typeof configs, body: object, manifest: object = STORED_PROVIDERS) => {
    const script = Array.from({ length: 3 }, () => ({ status: 200, body: completion('Hi') }))
    const harness = createHarness({ manifest, configs: { [config]: configs[config] }, script })
    const call = () => harness.call({ headers: { 'x-gateway-config': config }, body })
    return { first: await call(), second: await call(), sent: harness.upstream.sent }
  }

  test('is sent as it is where nothing reads it', async () => {
    const { first, sent } = await send('plain', large)
    expect(first.status).toBe(200)
    expect(sent[0]?.text).toBe(JSON.stringify(large))
  })

  test.each(['guarded', 'translated', 'conditional'] as const)(
    'is 413 where it must be parsed (%s)',
    async config => {
      const { first, sent } = await send(config, large)
      expect(first).toMatchObject({ status: 413, json: { error: { code: 'body_too_large' } } })
      expect(sent).toEqual([])
    },
  )

  test('is 413 where messages of the role developer must be rewritten', async () => {
    const manifest = { providers: { main: { provider: 'deepseek', api_key: '${env:MAIN_KEY}' } } }
    const body = { ...large, messages: [{ role: 'developer', content: 'Be brief.' }, ...messages] }
    const { first } = await send('plain', body, manifest)
    expect(first.status).toBe(413)
  })

  test('is sent where a condition reads another field', async () => {
    expect((await send('elsewhere', large)).first.status).toBe(200)
  })

  test('is served where the manifest allows it', async () => {
    const { first } = await send('guarded', large, { ...STORED_PROVIDERS, limits: { json_values: 100_000 } })
    expect(first.status).toBe(200)
  })

  test('of 20,000 keys is cached as it is spelled, and of few keys whatever their order', async () => {
    const body = { model: 'gpt-6-sol', messages, metadata: keys(20_000) }
    expect((await send('cached', body)).second.outcome?.reply.cache).toBe('HIT')
    const harness = createHarness({
      configs,
      script: [
        { status: 200, body: completion('a') },
        { status: 200, body: completion('b') },
      ],
    })
    const ask = async (metadata: object) =>
      (await harness.call({ headers: { 'x-gateway-config': 'cached' }, body: { ...body, metadata } })).outcome
        ?.reply.cache
    const reversed = Object.fromEntries(Object.entries(keys(20_000)).toReversed())
    expect([await ask(keys(20_000)), await ask(reversed)]).toEqual(['MISS', 'MISS'])
  })
})
