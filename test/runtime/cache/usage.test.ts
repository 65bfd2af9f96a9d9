// An entry from a stream without usage serves no request for usage; and the headers and log fields of a hit.
import { describe, expect, it } from 'vitest'
import type { CacheStore } from '../../../runtime/state/cache-store.ts'
import { createHarness, type Harness, type HarnessOptions } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const CACHED = { provider: '@main', cache: { mode: 'simple', max_age: 100 } }
const USED = { 'x-gateway-config': 'c' }
const WHOLE = { model: 'm', messages: [] }
const STREAMED = { ...WHOLE, stream: true }
const COUNTED = { ...STREAMED, stream_options: { include_usage: true } }
const uncounted: Step = { events: [chunk({ role: 'assistant', content: 'one' }, 'stop'), DONE] }
const whole: Step = { status: 200, body: completion('one') }
const stageOf = (input: Partial<HarnessOptions> = {}): Harness =>
  createHarness({ configs: { c: CACHED }, ...input })

async function statuses(stage: Harness, ...bodies: readonly object[]) {
  const list: (string | undefined)[] = []
  for (const body of bodies) list.push((await stage.call({ headers: USED, body })).outcome?.reply.cache)
  return list
}

describe('A stream that was not asked for its usage', () => {
  it('serves streams that do not request usage either', async () => {
    expect(await statuses(stageOf({ script: [uncounted] }), STREAMED, STREAMED)).toEqual(['MISS', 'HIT'])
  })

  it('serves no whole reply; the entry of that one serves all from then on', async () => {
    const stage = stageOf({ script: [uncounted, whole] })
    expect(await statuses(stage, STREAMED, WHOLE, WHOLE, STREAMED, COUNTED)).toEqual([
      ...['MISS', 'MISS', 'HIT', 'HIT', 'HIT'],
    ])
  })

  it('serves no stream that requests usage', async () => {
    const stage = stageOf({ script: [uncounted, whole] })
    expect(await statuses(stage, STREAMED, COUNTED)).toEqual(['MISS', 'MISS'])
  })
})

describe('A stream that asked for its usage', () => {
  const usage = `data: ${JSON.stringify({ choices: [], usage: { total_tokens: 2 } })}\n\n`
  const counted: Step = { events: [chunk({ role: 'assistant', content: 'one' }, 'stop'), usage, DONE] }

  it('serves all, with usage only where it is requested', async () => {
    const stage = stageOf({ script: [counted] })
    await stage.call({ headers: USED, body: COUNTED })
    expect((await stage.call({ headers: USED, body: WHOLE })).json).toMatchObject({
      usage: { total_tokens: 2 },
    })
    expect((await stage.call({ headers: USED, body: COUNTED })).text).toContain('"total_tokens":2')
    expect((await stage.call({ headers: USED, body: STREAMED })).text).not.toContain('usage')
    expect(stage.upstream.sent).toHaveLength(1)
  })
})

describe('A hit', () => {
  it('has its age in the log in whole seconds, and a miss has none', async () => {
    const stage = stageOf({ script: [whole] })
    const first = await stage.call({ headers: USED, body: WHOLE })
    await stage.clock.advance(42_900)
    const second = await stage.call({ headers: USED, body: WHOLE })
    expect([first.outcome?.record.cacheAge, second.outcome?.record.cacheAge]).toEqual([undefined, 42])
    // A hit is of the provider and the model that it stands for.
    expect([second.outcome?.record.slug, second.outcome?.record.servedModel]).toEqual([
      first.outcome?.record.slug,
      first.outcome?.record.servedModel,
    ])
  })

  it('has the header with the parameters that were dropped', async () => {
    const message = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'x' }], usage: {} }
    const stage = stageOf({
      configs: { c: { ...CACHED, provider: '@claude' } },
      script: [{ status: 200, body: message }],
    })
    const body = { ...WHOLE, messages: [{ role: 'user', content: 'x' }], seed: 1 }
    const replies = [await stage.call({ headers: USED, body }), await stage.call({ headers: USED, body })]
    expect(replies.map(({ outcome }) => [outcome?.reply.cache, outcome?.reply.dropped])).toEqual([
      ['MISS', ['seed']],
      ['HIT', ['seed']],
    ])
  })

  it('keeps the status of the provider', async () => {
    const stage = stageOf({ script: [{ status: 201, body: completion('one') }] })
    await stage.call({ headers: USED, body: WHOLE })
    expect((await stage.call({ headers: USED, body: WHOLE })).status).toBe(201)
  })
})

describe('An unavailable store', () => {
  const off: CacheStore = {
    get: async () => 'unavailable',
    set: async () => {},
    maxBodyBytes: 1000,
    close: async () => {},
  }

  it('makes the status DISABLED, and fails no request', async () => {
    const stage = stageOf({ cache: off, script: [whole, uncounted] })
    expect(await statuses(stage, WHOLE, STREAMED)).toEqual(['DISABLED', 'DISABLED'])
  })

  it('does not keep equal requests at the same time from making one call', async () => {
    const stage = stageOf({ cache: off, script: [whole] })
    const replies = await Promise.all(
      [1, 2].map(async () => await stage.call({ headers: USED, body: WHOLE })),
    )
    expect(replies.map(({ outcome }) => outcome?.reply.cache)).toEqual(['DISABLED', 'HIT'])
    expect(stage.upstream.sent).toHaveLength(1)
  })

  it('does not change the status of a forced call', async () => {
    const stage = stageOf({ cache: off, script: [whole] })
    const headers = { ...USED, 'x-gateway-cache-force-refresh': 'true' }
    expect((await stage.call({ headers, body: WHOLE })).outcome?.reply.cache).toBe('REFRESH')
  })
})

describe('A stored reply that cannot be read', () => {
  const holding = (body: string): CacheStore => ({
    get: async () => ({
      body: new TextEncoder().encode(body),
      status: 200,
      contentType: 'application/json',
      storedAt: 0,
      counted: true,
    }),
    set: async () => {},
    maxBodyBytes: 1000,
    close: async () => {},
  })

  it.each(['no JSON', '[]', '{}', '{"choices":1}', ''])('is a miss for a stream: %s', async body => {
    const stage = stageOf({ cache: holding(body), script: [uncounted] })
    expect(await statuses(stage, STREAMED)).toEqual(['MISS'])
  })
})

describe('A stream larger than what is kept', () => {
  it('is relayed completely and not stored', async () => {
    const long: Step = {
      events: [
        ...Array.from({ length: 40 }, () => chunk({ content: 'x'.repeat(30_000) })),
        chunk({}, 'stop'),
        DONE,
      ],
    }
    const stage = stageOf({ script: [long, long] })
    const { bytes, events } = await stage.call({ headers: USED, body: STREAMED })
    expect([bytes.length > 1_200_000, events.at(-1)]).toEqual([true, '[DONE]'])
    expect(await statuses(stage, STREAMED)).toEqual(['MISS'])
  })
})
