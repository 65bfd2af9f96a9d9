import { describe, expect, it } from 'vitest'
import { type PoolStageOptions, poolStage } from './pool-stage.ts'

const OPENAI = { provider: 'openai', api_key: '${env:KEY_A}' }
const CLAUDE = { provider: 'anthropic', api_key: '${env:KEY_A}' }
const LAST = { provider: 'openai', api_key: '${env:KEY_B}' }
const user = (content: unknown): object => ({ role: 'user', content })
const chat = (model: string, more: object = {}): object => ({ model, messages: [user('Hello')], ...more })

const CHATS = '/chat/completions'
const IMAGE = user([
  { type: 'text', text: 'Look' },
  { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
])

/** What a request needs that the first member is known to lack. */
const LACKING: readonly (readonly [title: string, stage: PoolStageOptions, body: object, path: string])[] = [
  ['the endpoint', { members: { a: CLAUDE, b: LAST } }, { model: 'm', input: 'Hello' }, '/embeddings'],
  [
    'the model, by the names of the pool',
    { members: { a: OPENAI, b: LAST }, pool: { models: { big: { b: 'gpt-big' } } } },
    chat('big'),
    CHATS,
  ],
  [
    'the context window that is declared',
    { members: { a: { ...OPENAI, limits: { context: 1000 } }, b: LAST } },
    chat('m', { messages: [user('word '.repeat(2000))] }),
    CHATS,
  ],
  [
    'the context window of its model',
    {
      members: { a: OPENAI, b: LAST },
      pool: { models: { big: { a: 'gpt-3.5-turbo', b: 'gpt-4.1' } } },
    },
    chat('big', { messages: [user('word '.repeat(20_000))] }),
    CHATS,
  ],
  [
    'images',
    {
      members: { a: { ...OPENAI, provider: 'deepseek' }, b: LAST },
      pool: { models: { m: { a: 'deepseek-chat', b: 'gpt-4.1' } } },
    },
    { model: 'm', messages: [IMAGE] },
    CHATS,
  ],
]

describe('a member is not called that lacks', () => {
  it.each(LACKING)('%s', async (_, options, body, path) => {
    const stage = poolStage(options)
    await stage.call({ path, body })
    expect(stage.called()).toEqual(['b'])
    expect(stage.told[0]).toBe('b chosen')
  })
})

describe('the first member is called', () => {
  it.each(LACKING)('with what does not need it, of %s', async (_, options) => {
    const stage = poolStage(options)
    await stage.call({ body: chat('other') })
    expect(stage.told[0]).toBe('a chosen')
  })

  it('if all lack the context window, so that its error is the reply', async () => {
    const limits = { context: 1000 }
    const stage = poolStage({
      members: { a: { ...OPENAI, limits }, b: { ...LAST, limits } },
      steps: { a: [{ status: 400, body: { error: { message: 'x', code: 'context_length_exceeded' } } }] },
    })
    const { status } = await stage.call({ body: chat('m', { messages: [user('word '.repeat(2000))] }) })
    expect([status, stage.called()]).toEqual([400, ['a']])
  })

  it('if all lack the endpoint', async () => {
    const stage = poolStage({ members: { a: CLAUDE, b: { ...CLAUDE, api_key: '${env:KEY_B}' } } })
    const { status, text } = await stage.call({ path: '/embeddings', body: { model: 'm', input: 'x' } })
    expect(status).toBe(400)
    expect(text).toContain('does not serve /embeddings')
  })
})

it('each member gets its own name of a model', async () => {
  const stage = poolStage({
    members: { a: OPENAI, b: LAST },
    pool: { models: { big: { a: 'gpt-4.1', b: 'gpt-5' } } },
    steps: { a: [{ status: 500, text: 'down' }] },
  })
  const { outcome } = await stage.call({ body: chat('big') })
  expect(stage.upstream.sent.map(({ json }) => (json as { model: string }).model)).toEqual([
    'gpt-4.1',
    'gpt-5',
  ])
  expect(outcome?.record.attempts.map(({ model }) => model)).toEqual(['gpt-4.1', 'gpt-5'])
})

it('a pick by cost knows what members charge', async () => {
  const stage = poolStage({
    members: { a: OPENAI, b: LAST },
    pool: { pick: 'cost', models: { m: { a: 'gpt-4.1', b: 'gpt-4.1-mini' } } },
  })
  await stage.call({ body: chat('m') })
  const price = stage.requests[0]?.price
  const [dear, cheap] = [price?.(0) ?? 0, price?.(1) ?? 0]
  expect(dear).toBeGreaterThan(2)
  expect(dear).toBeLessThan(8)
  expect(cheap).toBeCloseTo(dear / 5)
})
