// The invariants of translation for requests, each over every dialect.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { callDialect, orderOf } from './call-dialect.ts'
import { byName, dialects, isUntouched } from './dialects.ts'

const TOOL = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const call = (id: string, given: string): object => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: given },
})

describe('1. Nothing is dropped silently', () => {
  it.each(byName(dialect => !isUntouched(dialect)))(
    '%s reports dropped parameters',
    async (_name, dialect) => {
      const { reply, sent } = await callDialect(dialect, {
        logit_bias: { 50256: -100 },
        top_logprobs: 3,
        logprobs: true,
      })
      const dropped = reply.outcome?.reply.dropped ?? []
      for (const name of ['logit_bias', 'top_logprobs'])
        expect(dropped.includes(name) || /logit_bias|logprobs/i.test(sent?.text ?? ''), name).toBe(true)
    },
  )

  it.each(byName(isUntouched))('%s gets the bytes as received', async (_name, dialect) => {
    const { reply, sent } = await callDialect(dialect, { logit_bias: { 50256: -100 }, anything: 1 })
    expect(sent?.json).toMatchObject({ logit_bias: { 50256: -100 }, anything: 1 })
    expect(reply.outcome?.reply.dropped).toBeUndefined()
  })
})

describe('2. The request is never mutated: the next target sees the original', () => {
  it.each(byName(({ name }) => name !== 'openai'))('after %s', async (_name, dialect) => {
    const body = {
      model: 'm',
      messages: [
        { role: 'developer', content: 'Be short.' },
        { role: 'user', content: 'Hi' },
      ],
      stop: 'x',
      n: 1,
    }
    const here = createHarness({
      manifest: { providers: { one: dialect.stored, last: { provider: 'openai', api_key: '${env:KEY}' } } },
      environment: { KEY: 'k' },
      configs: {
        both: { strategy: { mode: 'fallback' }, targets: [{ provider: '@one' }, { provider: '@last' }] },
      },
      script: [{ status: 500, body: {} }, dialect.textReply('Hello')],
    })
    await here.call({ headers: { 'x-gateway-config': 'both' }, body })
    expect(here.upstream.sent.at(-1)?.text).toBe(JSON.stringify(body))
  })
})

describe('3. Roles', () => {
  it.each(byName())('developer and system anywhere keep order and reach %s', async (_name, dialect) => {
    const { sent } = await callDialect(dialect, {
      messages: [
        { role: 'system', content: 'FIRST' },
        { role: 'developer', content: 'SECOND' },
        { role: 'user', content: 'THIRD' },
        { role: 'developer', content: 'FOURTH' },
        { role: 'user', content: 'FIFTH' },
      ],
    })
    // Some dialects take the instructions apart, wherever they stand.
    expect(orderOf(sent, ['FIRST', 'SECOND', 'FOURTH'])).toEqual(['FIRST', 'SECOND', 'FOURTH'])
    expect(orderOf(sent, ['THIRD', 'FIFTH'])).toEqual(['THIRD', 'FIFTH'])
  })

  it.each(byName())(
    'assistant text with tool calls, and the result of each, reach %s',
    async (_name, dialect) => {
      const { sent } = await callDialect(dialect, {
        tools: [TOOL],
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'BESIDE', tool_calls: [call('a', '{"city":"Rome"}'), call('b', '')] },
          { role: 'tool', tool_call_id: 'a', content: 'SUNNY' },
          { role: 'tool', tool_call_id: 'b', content: 'RAINY' },
        ],
      })
      expect(orderOf(sent, ['BESIDE', 'Rome', 'SUNNY', 'RAINY'])).toEqual([
        'BESIDE',
        'Rome',
        'SUNNY',
        'RAINY',
      ])
    },
  )

  it.each(byName(dialect => !isUntouched(dialect) && dialect.name !== 'mistral'))(
    'malformed arguments in history are a 400 naming the message, at %s',
    async (_name, dialect) => {
      const { reply, sent } = await callDialect(dialect, {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: null, tool_calls: [call('a', '{"city"')] },
          { role: 'tool', tool_call_id: 'a', content: 'x' },
        ],
      })
      expect([reply.status, sent]).toEqual([400, undefined])
      expect(reply.text).toContain('messages[1].tool_calls[0]')
    },
  )
})

describe('4. Tools', () => {
  it.each(byName())('name, description and schema reach %s', async (_name, dialect) => {
    const { sent } = await callDialect(dialect, { tools: [TOOL] })
    for (const text of ['weather', 'The weather.', 'city']) expect(sent?.text).toContain(text)
  })

  it.each(byName())('tool_choice is expressible at %s, or reported as dropped', async (_name, dialect) => {
    const choice = { type: 'function', function: { name: 'weather' } }
    const plain = await callDialect(dialect, { tools: [TOOL] })
    const chosen = await callDialect(dialect, { tools: [TOOL], tool_choice: choice })
    const dropped = chosen.reply.outcome?.reply.dropped ?? []
    expect(chosen.sent?.text !== plain.sent?.text || dropped.includes('tool_choice')).toBe(true)
  })
})

describe('7. Images', () => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = (url: string): Readonly<Record<string, unknown>> => ({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'What?' },
        ],
      },
    ],
  })

  it.each(byName())('data URLs reach %s as bytes, with their media types', async (_name, dialect) => {
    const { sent } = await callDialect(dialect, image(`data:image/png;base64,${PIXEL}`))
    expect(sent?.text).toContain(PIXEL)
    if (dialect.name !== 'ollama-native') expect(sent?.text).toMatch(/png/)
  })

  it.each(byName())('https URLs reach %s, fetched where it only takes bytes', async (_name, dialect) => {
    const fetched = {
      status: 200,
      headers: ['content-type', 'image/png'],
      bytes: Buffer.from(PIXEL, 'base64'),
    }
    const { here } = await callDialect(dialect, image('https://example.com/a.png'), [
      fetched,
      dialect.textReply('x'),
      dialect.textReply('x'),
    ])
    const [first, second] = here.upstream.sent
    const asFetched = first?.method === 'GET' && first.hostAuthor === 'remote' && second?.text.includes(PIXEL)
    expect(asFetched || first?.text.includes('https://example.com/a.png')).toBe(true)
  })
})

describe('8. Structured output', () => {
  const schema = { type: 'object', properties: { STRUCTURED: { type: 'string' } }, required: ['STRUCTURED'] }
  it.each(byName())('a schema reaches %s', async (_name, dialect) => {
    const { sent } = await callDialect(dialect, {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    })
    expect(sent?.text).toContain('STRUCTURED')
  })
})

describe('11. Parameters', () => {
  it.each(byName())('stop as a string or a list is equivalent at %s', async (_name, dialect) => {
    const [text, list] = await Promise.all([
      callDialect(dialect, { stop: 'END' }),
      callDialect(dialect, { stop: ['END'] }),
    ])
    expect(text.sent?.text).toContain('END')
    if (!isUntouched(dialect) && dialect.name !== 'mistral') expect(text.sent?.json).toEqual(list.sent?.json)
  })

  it.each(byName())('max_completion_tokens reaches %s under its own name', async (_name, dialect) => {
    const { sent } = await callDialect(dialect, { max_completion_tokens: 321 })
    expect(sent?.text).toContain('321')
  })

  it.each(byName(({ name }) => ['anthropic', 'mistral'].includes(name)))(
    'out of every range at %s is a 400 before the call',
    async (_name, dialect) => {
      const { reply, sent } = await callDialect(dialect, { temperature: 2.1 })
      expect([reply.status, sent]).toEqual([400, undefined])
      expect(reply.text).toContain('temperature')
    },
  )
})

describe('the dialects', () => {
  it('are all dialects that serve chats', () => {
    expect(new Set(dialects.map(({ name }) => name)).size).toBe(9)
  })
})
