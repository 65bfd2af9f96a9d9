// The replies of the mock, which are a function of the request.
import { describe, expect, test } from 'vitest'
import { callMock, chatWith } from './mock-client.ts'

const place = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        unit: { enum: ['celsius', 'kelvin'] },
        days: { type: 'integer', minimum: 3 },
        near: { $ref: '#/$defs/place' },
      },
      $defs: { place: { type: 'array', items: { type: 'boolean' } } },
    },
  },
}
const time = { type: 'function', function: { name: 'time' } }

describe('behaviour by model name', () => {
  const cases: readonly [title: string, body: object, message: object, finish: string][] = [
    ['echo answers with the last user message', chatWith('echo'), { content: 'hello wide world' }, 'stop'],
    [
      'echo reads parts',
      chatWith('echo', {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'image_url', image_url: { url: 'x' } },
              { type: 'text', text: 'b' },
            ],
          },
        ],
      }),
      { content: 'ab' },
      'stop',
    ],
    [
      'echo heeds a limit',
      chatWith('echo', { max_completion_tokens: 2 }),
      { content: 'hello wide' },
      'length',
    ],
    ['ends before a stop sequence', chatWith('echo', { stop: ' wide' }), { content: 'hello' }, 'stop'],
    [
      'ends before the first of several, and after the limit',
      chatWith('echo', { stop: ['world', 'absent'], max_tokens: 1 }),
      { content: 'hello' },
      'length',
    ],
    [
      'knows no empty stop sequence',
      chatWith('echo', { stop: ['', null] }),
      { content: 'hello wide world' },
      'stop',
    ],
    ['lorem has n words', chatWith('lorem-3'), { content: 'lorem ipsum dolor' }, 'stop'],
    ['json returns JSON', chatWith('json'), { content: '{"echo":"hello wide world"}' }, 'stop'],
    [
      'json fits a schema',
      chatWith('json', {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { type: 'object', properties: { a: { const: 4 } } } },
        },
      }),
      { content: '{"a":4}' },
      'stop',
    ],
    ['tools without tools echoes', chatWith('tools'), { content: 'hello wide world' }, 'stop'],
    [
      'tools with tool_choice none',
      chatWith('tools', { tools: [time], tool_choice: 'none' }),
      { content: 'hello wide world' },
      'stop',
    ],
    [
      'tools answers with the result of a tool',
      chatWith('tools', { tools: [time], messages: [{ role: 'tool', tool_call_id: 'x', content: 'noon' }] }),
      { content: 'noon' },
      'stop',
    ],
  ]
  test.each(cases)('%s', async (_, body, message, finish) => {
    const reply = await callMock('/chat/completions', body)
    expect(reply.status).toBe(200)
    expect(reply.body.choices[0].message).toEqual({ role: 'assistant', refusal: null, ...message })
    expect(reply.body.choices[0].finish_reason).toBe(finish)
  })

  const calls: readonly [title: string, more: object, names: readonly string[]][] = [
    ['one tool yields one call', { tools: [place] }, ['weather']],
    ['two tools yield parallel calls', { tools: [place, time] }, ['weather', 'time']],
    ['calls that may not be parallel', { tools: [place, time], parallel_tool_calls: false }, ['weather']],
    [
      'a named choice',
      { tools: [place, time], tool_choice: { type: 'function', function: { name: 'time' } } },
      ['time'],
    ],
  ]
  test.each(calls)('tools: %s', async (_, more, names) => {
    const { body } = await callMock('/chat/completions', chatWith('tools', more))
    const [choice] = body.choices
    expect(choice.finish_reason).toBe('tool_calls')
    expect(choice.message.content).toBeNull()
    const made = choice.message.tool_calls
    expect(made.map((call: { function: { name: string } }) => call.function.name)).toEqual(names)
    expect(new Set(made.map((call: { id: string }) => call.id)).size).toBe(names.length)
  })

  test('arguments fit the schema of the tool', async () => {
    const { body } = await callMock('/chat/completions', chatWith('tools', { tools: [place] }))
    expect(JSON.parse(body.choices[0].message.tool_calls[0].function.arguments)).toEqual({
      city: 'text',
      unit: 'celsius',
      days: 3,
      near: [true],
    })
  })
})

describe('replies are deterministic', () => {
  test('the same request gets the same reply, another one another id', async () => {
    const [first, again, other] = await Promise.all([
      callMock('/chat/completions', chatWith('echo')),
      callMock('/chat/completions', chatWith('echo')),
      callMock('/chat/completions', chatWith('echo', { seed: 1 })),
    ])
    expect(again).toEqual({ ...first, header: expect.any(Function) })
    expect(other.body.id).not.toBe(first.body.id)
    expect(first.body.created).toBe(1_700_000_000)
  })

  test('usage counts words', async () => {
    const { body } = await callMock('/chat/completions', chatWith('echo', { n: 2 }))
    expect(body.choices.map((choice: { index: number }) => choice.index)).toEqual([0, 1])
    expect(body.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 6, total_tokens: 11 })
  })

  test('completions end before a stop sequence, and begin with the prompt where it is wanted', async () => {
    const { body } = await callMock('/completions', {
      model: 'echo',
      prompt: 'one two three',
      echo: true,
      stop: [' three'],
    })
    expect(body).toMatchObject({
      choices: [{ text: 'one two threeone two', finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    })
  })

  test('completions answer each prompt', async () => {
    const { body } = await callMock('/completions', {
      model: 'echo',
      prompt: ['one two', 'three'],
      max_tokens: 1,
    })
    expect(body.object).toBe('text_completion')
    expect(
      body.choices.map((choice: { text: string; finish_reason: string }) => [
        choice.text,
        choice.finish_reason,
      ]),
    ).toEqual([
      ['one', 'length'],
      ['three', 'stop'],
    ])
    expect(body.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 2 })
  })

  test('embeddings are equal for equal texts, of length one, and the same in base64', async () => {
    const lists = await callMock('/embeddings', { model: 'echo', input: ['a', 'b', 'a'], dimensions: 4 })
    const [a, b, again] = lists.body.data.map((item: { embedding: number[] }) => item.embedding)
    expect(again).toEqual(a)
    expect(b).not.toEqual(a)
    expect(Math.hypot(...a)).toBeCloseTo(1)
    const coded = await callMock('/embeddings', {
      model: 'echo',
      input: 'a',
      dimensions: 4,
      encoding_format: 'base64',
    })
    const bytes = Buffer.from(coded.body.data[0].embedding, 'base64')
    expect(Array.from({ length: 4 }, (_, index) => bytes.readFloatLE(index * 4))).toEqual(a)
  })

  test('models are listed', async () => {
    const { status, body } = await callMock('/models?limit=2', '', { method: 'GET', body: undefined })
    expect(status).toBe(200)
    expect(body.data.map((model: { id: string }) => model.id)).toContain('echo')
  })
})

describe('the mock validates its input like a provider', () => {
  const chat = '/chat/completions'
  const cases: readonly [title: string, path: string, body: unknown, status: number, error: object][] = [
    ['malformed JSON', chat, '{"model":', 400, { message: 'The body must be a JSON object.' }],
    ['a list', chat, [], 400, { message: 'The body must be a JSON object.' }],
    ['no model', chat, { messages: [] }, 400, { param: 'model' }],
    ['an unknown model', chat, chatWith('gpt-9'), 404, { param: 'model', code: 'model_not_found' }],
    ['a number out of bounds', chat, chatWith('status-999'), 404, { code: 'model_not_found' }],
    ['no messages', chat, { model: 'echo' }, 400, { param: 'messages' }],
    ['empty messages', chat, { model: 'echo', messages: [] }, 400, { param: 'messages' }],
    ['a message without a role', chat, { model: 'echo', messages: [{}] }, 400, { param: 'messages' }],
    ['no prompt', '/completions', { model: 'echo' }, 400, { param: 'prompt' }],
    ['no input', '/embeddings', { model: 'echo', input: [] }, 400, { param: 'input' }],
    ['an unknown path', '/images', {}, 404, { code: 'unknown_url' }],
  ]
  test.each(cases)('%s', async (_, path, body, status, error) => {
    const reply = await callMock(path, body)
    expect(reply.status).toBe(status)
    expect(reply.body.error).toMatchObject({ type: 'invalid_request_error', ...error })
    expect(Object.keys(reply.body.error)).toEqual(['message', 'type', 'param', 'code'])
  })

  test('another method', async () => {
    expect((await callMock('/chat/completions', '', { method: 'GET' })).status).toBe(404)
  })
})
