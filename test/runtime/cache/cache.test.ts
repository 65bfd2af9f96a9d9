// Semantics, section 9: what is stored, for how long, and in which form it is returned.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'
import {
  cacheManifest,
  contentOf,
  contentOfEvents,
  reply,
  STREAMED,
  statuses,
  stream,
  USED,
  WHOLE,
} from './harness.ts'

describe('The status of the cache', () => {
  it('is DISABLED where a config has none', async () => {
    const { call } = createHarness({ configs: { c: { provider: '@main' } }, script: [reply('a')] })
    expect((await call({ headers: USED })).outcome?.reply.cache).toBeUndefined()
  })

  it('is MISS, then HIT without another call', async () => {
    const stage = cacheManifest({ script: [reply('a'), reply('b')] })
    expect(await statuses(stage, [{}, {}])).toEqual(['MISS', 'HIT'])
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('is REFRESH when a new call is forced, whose reply is kept', async () => {
    const stage = cacheManifest({ script: [reply('a'), reply('b')] })
    const refresh = { headers: { 'x-gateway-cache-force-refresh': 'true' } }
    expect(await statuses(stage, [{}, refresh, {}])).toEqual(['MISS', 'REFRESH', 'HIT'])
    expect(contentOf((await stage.call({ headers: USED, body: WHOLE })).json)).toBe('b')
  })

  it('is DISABLED for what is passed through', async () => {
    const stage = cacheManifest({
      script: [
        { status: 200, body: { data: [] } },
        { status: 200, body: { data: [{ id: 'y' }] } },
      ],
    })
    const get = async () => await stage.call({ method: 'GET', path: '/files', headers: USED })
    expect([(await get()).outcome?.reply.cache, (await get()).text]).toEqual([
      'DISABLED',
      '{"data":[{"id":"y"}]}',
    ])
  })
})

describe('What is stored', () => {
  it.each([400, 429, 500])('not a reply of %i', async status => {
    const stage = cacheManifest({ script: [{ status, body: {} }, reply('a')] })
    expect(await statuses(stage, [{}, {}])).toEqual(['MISS', 'MISS'])
  })

  it('for max_age seconds', async () => {
    const stage = cacheManifest({ script: [reply('a'), reply('b')] })
    await statuses(stage, [{}])
    await stage.clock.advance(100_000)
    expect(await statuses(stage, [{}])).toEqual(['HIT'])
    await stage.clock.advance(1)
    expect(await statuses(stage, [{}])).toEqual(['MISS'])
  })

  it.each<readonly [string, Step]>([
    ['was cut', { events: [chunk({ content: 'Hi' })], end: 'cut' }],
    ['ended without its end', { events: [chunk({ content: 'Hi' })] }],
    [
      'told of an error',
      { events: [chunk({ content: 'Hi' }), 'data: {"error":{"message":"no"}}\n\n', DONE] },
    ],
  ])('not a stream that %s', async (_title, step) => {
    const stage = cacheManifest({ script: [step, stream('a')] })
    expect(await statuses(stage, [{ body: STREAMED }, { body: STREAMED }])).toEqual(['MISS', 'MISS'])
  })

  it('not a stream whose client disconnected', async () => {
    const stage = cacheManifest({
      script: [{ events: [chunk({ content: 'Hi' })], end: 'open' }, stream('a')],
    })
    const cancellation = createCancellation()
    const first = stage.call({ headers: USED, body: STREAMED, cancellation })
    await settle()
    cancellation.cancel()
    await first
    expect(await statuses(stage, [{ body: STREAMED }])).toEqual(['MISS'])
  })
})

describe('Streamed and non-streamed replies serve each other', () => {
  it.each<readonly [string, Step, object, object]>([
    ['whole, then whole', reply('one two'), WHOLE, WHOLE],
    ['whole, then streamed', reply('one two'), WHOLE, STREAMED],
    ['streamed, then whole', stream('one', ' two'), STREAMED, WHOLE],
    ['streamed, then streamed', stream('one', ' two'), STREAMED, STREAMED],
  ])('%s', async (_title, step, first, second) => {
    const stage = cacheManifest({ script: [step] })
    await stage.call({ headers: USED, body: first })
    const { outcome, json, events, headers } = await stage.call({ headers: USED, body: second })
    expect(outcome?.reply.cache).toBe('HIT')
    expect('stream' in second ? contentOfEvents(events) : contentOf(json)).toBe('one two')
    expect(headers['content-type']).toBe('stream' in second ? 'text/event-stream' : 'application/json')
    if ('stream' in second) {
      expect(events.at(-1)).toBe('[DONE]')
      expect(events[0]).toContain('"role":"assistant"')
      expect(events.at(-2)).toContain('"finish_reason":"stop"')
    }
  })

  it('usage is replayed when it is asked for', async () => {
    const stage = cacheManifest({ script: [reply('a')] })
    await stage.call({ headers: USED, body: { ...WHOLE, stream_options: { include_usage: true } } })
    const { events } = await stage.call({
      headers: USED,
      body: { ...STREAMED, stream_options: { include_usage: true } },
    })
    expect(JSON.parse(events.at(-2) ?? '')).toMatchObject({ choices: [], usage: { total_tokens: 2 } })
  })

  it('a whole reply to a client that streams is a stream, and kept as one', async () => {
    const stage = cacheManifest({ script: [reply('a')] })
    expect(contentOfEvents((await stage.call({ headers: USED, body: STREAMED })).events)).toBe('a')
    expect(contentOfEvents((await stage.call({ headers: USED, body: STREAMED })).events)).toBe('a')
  })

  it('embeddings are whole whatever is asked', async () => {
    const body = { model: 'm', input: 'x', stream: true }
    const vectors = { object: 'list', data: [{ index: 0, embedding: [1] }] }
    const stage = cacheManifest({ script: [{ status: 200, body: vectors }] })
    await stage.call({ headers: USED, path: '/embeddings', body })
    expect(await stage.call({ headers: USED, path: '/embeddings', body })).toMatchObject({ json: vectors })
  })
})

describe('Concurrent misses of one key', () => {
  it('make one call', async () => {
    const stage = cacheManifest({ script: [reply('a'), reply('b')] })
    const replies = await Promise.all(
      [1, 2, 3].map(async () => await stage.call({ headers: USED, body: WHOLE })),
    )
    expect(replies.map(({ outcome }) => outcome?.reply.cache)).toEqual(['MISS', 'HIT', 'HIT'])
    expect(replies.map(({ json }) => contentOf(json))).toEqual(['a', 'a', 'a'])
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('share a failure too', async () => {
    const stage = cacheManifest({ script: [{ status: 500, body: {} }, reply('b')] })
    const replies = await Promise.all(
      [1, 2, 3].map(async () => await stage.call({ headers: USED, body: WHOLE })),
    )
    expect(replies.map(({ status, outcome }) => [status, outcome?.reply.cache])).toEqual(
      Array(3).fill([500, 'MISS']),
    )
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('when the first disconnects, one of the others calls again, once', async () => {
    const stage = cacheManifest({ script: ['silence', reply('b'), reply('c')] })
    const cancellation = createCancellation()
    const first = stage.call({ headers: USED, body: WHOLE, cancellation })
    const others = [1, 2, 3].map(async () => await stage.call({ headers: USED, body: WHOLE }))
    await settle()
    cancellation.cancel()
    await first
    expect((await Promise.all(others)).map(({ json }) => contentOf(json))).toEqual(['b', 'b', 'b'])
    expect(stage.upstream.sent).toHaveLength(2)
  })

  it('a waiting client may disconnect without the others', async () => {
    const stage = cacheManifest({ script: ['silence'] })
    const cancellation = createCancellation()
    void stage.call({ headers: USED, body: WHOLE })
    await settle()
    const waiting = stage.call({ headers: USED, body: WHOLE, cancellation })
    await settle()
    cancellation.cancel()
    expect((await waiting).outcome?.reply.failure?.code).toBe('cancelled')
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('a request with another timeout does not wait for the first', async () => {
    const stage = cacheManifest({ script: ['silence', reply('b')] })
    void stage.call({ headers: USED, body: WHOLE })
    await settle()
    const hasty = await stage.call({ headers: { ...USED, 'x-gateway-request-timeout': '50' }, body: WHOLE })
    expect(contentOf(hasty.json)).toBe('b')
  })
})
