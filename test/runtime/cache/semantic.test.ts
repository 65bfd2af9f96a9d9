// Semantics, section 9: a semantic cache looks for an equal request first, then for a similar one. Embeddings come from a provider of the
// manifest, called through the gateway itself.
import { describe, expect, it } from 'vitest'
import { createLocalVectors } from '../../../runtime/simulation/simulated-state.ts'
import type { Vectors } from '../../../runtime/state/vectors/vectors.ts'
import { createHarness, type Harness, type HarnessOptions, STORED_PROVIDERS } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'

const MANIFEST = {
  ...STORED_PROVIDERS,
  cache: { semantic: { provider: '@main', model: 'embedder', dimensions: 2 } },
}
const CACHED = { provider: '@main', cache: { mode: 'semantic', max_age: 100 } }

const embedding = (...values: readonly number[]): Step => ({
  status: 200,
  body: { object: 'list', data: [{ object: 'embedding', index: 0, embedding: values }], model: 'embedder' },
})
const EAST = embedding(1, 0)
/** Its cosine with EAST is 0.96. */
const NEAR_EAST = embedding(0.96, 0.28)
const NORTH = embedding(0, 1)
const answer = (text: string): Step => ({ status: 200, body: completion(text) })
const ask = (text: string, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content: text }],
  ...more,
})

const stageOf = (script: readonly Step[], more: Partial<HarnessOptions> = {}): Harness =>
  createHarness({ manifest: MANIFEST, configs: { c: CACHED }, script, ...more })

async function call(stage: Harness, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await stage.call({ headers: { 'x-gateway-config': 'c', ...headers }, body })
  return [reply.outcome?.reply.cache, reply.text.match(/one|two|three/)?.[0]] as const
}

const pathsOf = ({ upstream }: Harness): readonly string[] =>
  upstream.sent.map(({ path }) => path.replace('/v1/', ''))

describe('A semantic cache', () => {
  it('serves a request that is similar enough to a cached one', async () => {
    const stage = stageOf([EAST, answer('one'), NEAR_EAST])
    expect(await call(stage, ask('What is the capital of France?'))).toEqual(['SEMANTIC MISS', 'one'])
    expect(await call(stage, ask('Which city is the capital of France?'))).toEqual(['SEMANTIC HIT', 'one'])
    expect(pathsOf(stage)).toEqual(['embeddings', 'chat/completions', 'embeddings'])
    expect(stage.upstream.sent[2]?.json).toEqual({
      model: 'embedder',
      input: 'user: Which city is the capital of France?',
      encoding_format: 'float',
      dimensions: 2,
    })
  })

  it('looks up the exact key first, without an embedding', async () => {
    const stage = stageOf([EAST, answer('one')])
    await call(stage, ask('a'))
    expect(await call(stage, ask('a'))).toEqual(['HIT', 'one'])
    expect(stage.upstream.sent).toHaveLength(2)
  })

  it('calls upstream below the threshold', async () => {
    const stage = stageOf([EAST, answer('one'), NORTH, answer('two')])
    await call(stage, ask('a'))
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC MISS', 'two'])
  })

  it('has a threshold that the manifest may change', async () => {
    const manifest = { ...MANIFEST, cache: { semantic: { ...MANIFEST.cache.semantic, threshold: 0.97 } } }
    const stage = stageOf([EAST, answer('one'), NEAR_EAST, answer('two')], { manifest })
    await call(stage, ask('a'))
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC MISS', 'two'])
  })

  it('explains a hit in the log by similarity and age', async () => {
    const stage = stageOf([EAST, answer('one'), NEAR_EAST])
    await call(stage, ask('a'))
    await stage.clock.advance(7_000)
    const reply = await stage.call({ headers: { 'x-gateway-config': 'c' }, body: ask('b') })
    expect(reply.outcome?.record).toMatchObject({ similarity: 0.96, cacheAge: 7 })
    expect(reply.outcome?.record.attempts).toMatchObject([{ at: 'config cache', provider: 'openai' }])
  })

  it.each<readonly [string, object, Readonly<Record<string, string>>]>([
    [
      'another system prompt',
      {
        messages: [
          { role: 'system', content: 'x' },
          { role: 'user', content: 'b' },
        ],
      },
      {},
    ],
    ['other parameters', { temperature: 1 }, {}],
    ['another model', { model: 'n' }, {}],
    ['other metadata', {}, { 'x-gateway-metadata': '{"team":"x"}' }],
    ['another namespace', {}, { 'x-gateway-cache-namespace': 'x' }],
  ])('never crosses %s', async (_title, more, headers) => {
    const stage = stageOf([EAST, answer('one'), EAST, answer('two')])
    await call(stage, ask('a'))
    expect(await call(stage, ask('b', more), headers)).toEqual(['SEMANTIC MISS', 'two'])
  })

  it('ignores expired entries and removes vectors of evicted ones', async () => {
    const removed: string[] = []
    const inner = createLocalVectors()
    const vectors: Vectors = {
      ...inner,
      // A store of a fleet may still know what the cache has lost.
      nearest: (partition, vector, threshold) => inner.nearest(partition, vector, threshold, 0),
      remove: async (partition, key) => {
        removed.push(key)
        await inner.remove(partition, key)
      },
    }
    const stage = stageOf([EAST, answer('one'), EAST, answer('two')], { vectors })
    await call(stage, ask('a'))
    await stage.clock.advance(101_000)
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC MISS', 'two'])
    expect(removed).toHaveLength(1)
  })

  it('is replayed as a stream or as a whole reply, whichever is asked', async () => {
    const streamed: Step = { events: [chunk({ role: 'assistant', content: 'one' }, 'stop'), DONE] }
    const stage = stageOf([EAST, streamed, EAST, EAST, answer('two'), EAST])
    expect(await call(stage, ask('a', { stream: true }))).toEqual(['SEMANTIC MISS', 'one'])
    expect(await call(stage, ask('b', { stream: true }))).toEqual(['SEMANTIC HIT', 'one'])
    // What was streamed without its usage answers no whole reply.
    expect(await call(stage, ask('c'))).toEqual(['SEMANTIC MISS', 'two'])
    expect(await call(stage, ask('d'))).toEqual(['SEMANTIC HIT', 'two'])
  })

  it('is refreshed by force, and found by meaning afterwards', async () => {
    const stage = stageOf([EAST, answer('one'), EAST, answer('two'), EAST])
    await call(stage, ask('a'))
    expect(await call(stage, ask('a'), { 'x-gateway-cache-force-refresh': 'true' })).toEqual([
      'REFRESH',
      'two',
    ])
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC HIT', 'two'])
  })

  it('stores only successful replies', async () => {
    const failed: Step = { status: 500, body: { error: { message: 'no' } } }
    const stage = stageOf([EAST, failed, EAST, answer('two')])
    await call(stage, ask('a'))
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC MISS', 'two'])
  })

  it('compares no other routes, which are cached exactly', async () => {
    const stage = stageOf([EAST])
    const reply = await stage.call({
      path: '/embeddings',
      headers: { 'x-gateway-config': 'c' },
      body: { model: 'm', input: 'a' },
    })
    expect([reply.outcome?.reply.cache, stage.upstream.sent.length]).toEqual(['MISS', 1])
  })
})

describe('Without an embedding a request matches nothing and never fails', () => {
  it.each<readonly [string, Step]>([
    ['a provider that fails', { status: 500, body: { error: { message: 'no' } } }],
    ['a provider that is gone', { fails: 'refused' }],
    ['a reply that is none', answer('hello')],
    ['a reply that is not JSON', { status: 200, text: '<html>' }],
    ['an embedding of no direction', embedding(0, 0)],
  ])('%s', async (_title, step) => {
    const stage = stageOf([step, answer('one'), step, answer('two')])
    const [status, text] = await call(stage, ask('a'))
    expect([status === 'MISS' || status === 'SEMANTIC MISS', text]).toEqual([true, 'one'])
    expect((await call(stage, ask('b')))[1]).toBe('two')
    expect(await call(stage, ask('a'))).toEqual(['HIT', 'one'])
  })

  it('a provider that does not answer is waited for three seconds', async () => {
    const stage = stageOf(['silence', answer('one')])
    const reply = call(stage, ask('a'))
    await settle()
    await stage.clock.advance(3_000)
    expect(await reply).toEqual(['MISS', 'one'])
  })

  it('vectors that are gone are nothing near', async () => {
    const gone: Vectors = {
      nearest: async () => undefined,
      add: async () => {},
      remove: async () => {},
      close: async () => {},
    }
    const stage = stageOf([EAST, answer('one'), EAST, answer('two')], { vectors: gone })
    await call(stage, ask('a'))
    expect(await call(stage, ask('b'))).toEqual(['SEMANTIC MISS', 'two'])
  })
})

describe('Concurrent identical requests', () => {
  it('are embedded and called once', async () => {
    const stage = stageOf([EAST, answer('one')])
    const replies = await Promise.all([1, 2, 3].map(async () => await call(stage, ask('a'))))
    expect(replies.map(([, text]) => text)).toEqual(['one', 'one', 'one'])
    expect(replies.filter(([status]) => status === 'SEMANTIC MISS')).toHaveLength(1)
    expect(stage.upstream.sent).toHaveLength(2)
  })
})
