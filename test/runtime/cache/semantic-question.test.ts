// Semantics, section 9: what of a request is compared by meaning, and what must be equal.
import { describe, expect, it } from 'vitest'
import { embeddingRequest, readEmbedding } from '../../../runtime/cache/semantic/embedding.ts'
import { semanticQuestion } from '../../../runtime/cache/semantic/semantic-question.ts'

const user = (content: unknown) => ({ role: 'user', content })
const chat = (messages: unknown, more: object = {}) =>
  semanticQuestion('chat/completions', JSON.parse(JSON.stringify({ model: 'm', messages, ...more })))

describe('Chats and completions are compared semantically', () => {
  it('a chat by the texts of its messages', () => {
    const messages = [
      user('What is 2+2?'),
      { role: 'assistant', content: '4' },
      user([{ type: 'text', text: 'Sure?' }]),
    ]
    expect(chat(messages)?.text).toBe('user: What is 2+2?\nassistant: 4\nuser: Sure?')
  })

  it('a completion by its prompt', () => {
    expect(semanticQuestion('completions', { model: 'm', prompt: 'Once upon', stream: true })).toEqual({
      text: 'Once upon',
      exact: { model: 'm' },
    })
  })

  it.each<readonly [string, unknown]>([
    ['no messages', undefined],
    ['messages that are no list', 'hello'],
    ['a message that is no object', [user('a'), 'b']],
    ['an empty list', []],
    ['the system alone', [{ role: 'system', content: 'Be brief.' }]],
    ['more than four messages', [1, 2, 3, 4, 5].map(String).map(user)],
    ['no text', [user([{ type: 'image_url', image_url: { url: 'data:' } }])]],
    ['blanks', [user('  \n ')]],
    ['more than 8,191 tokens', [user('word '.repeat(8_191))]],
  ])('not with %s', (_title, messages) => expect(chat(messages)).toBeUndefined())

  it.each<readonly [string, object]>([
    ['prompts in a list', { prompt: ['a', 'b'] }],
    ['prompts of tokens', { prompt: [1, 2] }],
    ['no prompt', {}],
  ])('not %s', (_title, body) => {
    expect(semanticQuestion('completions', JSON.parse(JSON.stringify(body)))).toBeUndefined()
  })

  it('nor other routes', () => {
    expect(semanticQuestion('embeddings', { input: 'a' })).toBeUndefined()
    expect(semanticQuestion('responses', { input: 'a' })).toBeUndefined()
  })
})

describe('What must match exactly', () => {
  const rest = (messages: unknown, more: object = {}) => JSON.stringify(chat(messages, more)?.exact)
  const plain = rest([user('a')])

  it.each<readonly [string, unknown, object]>([
    ['the system prompt', [{ role: 'system', content: 'Be brief.' }, user('a')], {}],
    ["the developer's", [{ role: 'developer', content: 'Be brief.' }, user('a')], {}],
    ['other parameters', [user('a')], { temperature: 1 }],
    ['the model', [user('a')], { model: 'n' }],
    ['the roles', [{ role: 'assistant', content: 'a' }], {}],
    [
      'images',
      [
        user([
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'https://x' } },
        ]),
      ],
      {},
    ],
    ['tool calls', [user('a'), { role: 'assistant', content: 'b', tool_calls: [{ id: '1' }] }], {}],
    ['names', [{ ...user('a'), name: 'Ada' }], {}],
    ['the number of messages', [user('a'), user('b')], {}],
  ])('%s', (_title, messages, more) => expect(rest(messages, more)).not.toBe(plain))

  it.each<readonly [string, unknown, object]>([
    ['the words', [user('b')], {}],
    ['whether it is streamed', [user('a')], { stream: true, stream_options: { include_usage: true } }],
  ])('not %s', (_title, messages, more) => expect(rest(messages, more)).toBe(plain))
})

describe('Embeddings', () => {
  it('are asked for as numbers', () => {
    expect(embeddingRequest('a', 'm', undefined)).toEqual({
      model: 'm',
      input: 'a',
      encoding_format: 'float',
    })
    expect(embeddingRequest('a', 'm', 256)).toMatchObject({ dimensions: 256 })
  })

  it('are read where they stand', () => {
    expect(readEmbedding({ data: [{ embedding: [0.5, -1] }] })).toEqual(Float32Array.of(0.5, -1))
  })

  it.each<readonly [string, unknown]>([
    ['nothing', {}],
    ['an empty list', { data: [] }],
    ['a text', { data: [{ embedding: 'AAAA' }] }],
    ['no numbers', { data: [{ embedding: [] }] }],
    ['something else among the numbers', { data: [{ embedding: [1, null] }] }],
    ['too many', { data: [{ embedding: Array.from({ length: 16_001 }, () => 1) }] }],
    ['no object', { data: [1] }],
  ])('are none where there is %s', (_title, reply) => {
    expect(readEmbedding(JSON.parse(JSON.stringify(reply)))).toBeUndefined()
  })
})
