// Schemas by family, host and route: what a provider is sent of a keyword that it refuses, and what the client is told.
import { describe, expect, it, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { HOSTS_MANIFEST } from './hosts-manifest.ts'

type Fields = Readonly<Record<string, unknown>>

const send = async (path: string, body: object) => {
  const environment = { KEY: 'key' }
  const here = createHarness({ manifest: HOSTS_MANIFEST, environment, script: [{ status: 500 }] })
  const reply = await here.call({ path, body })
  const sent = (here.upstream.sent[0]?.json ?? {}) as Fields
  const dropped = reply.outcome?.reply.dropped ?? []
  return { sent, dropped, path: here.upstream.sent[0]?.path }
}

const SCHEMA = {
  type: 'object',
  properties: { tags: { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 3 } },
  required: ['tags'],
}
const hello = [{ role: 'user', content: 'Hello' }]

/** The same wish on every route. */
const ROUTES: Readonly<Record<string, (model: string) => readonly [path: string, body: object]>> = {
  chat: model => [
    '/chat/completions',
    {
      model,
      messages: hello,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } },
    },
  ],
  responses: model => [
    '/responses',
    {
      model,
      store: false,
      input: hello,
      text: { format: { type: 'json_schema', name: 'a', schema: SCHEMA } },
    },
  ],
  messages: model => [
    '/messages',
    {
      model,
      max_tokens: 100,
      messages: hello,
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
    },
  ],
}

/** Which keywords are left out, and whether the schema is sent as such. */
const HOSTS: readonly (readonly [
  model: string,
  routes: string,
  left: string | undefined,
  native: boolean,
])[] = [
  ['@claude/claude-opus-4-6', 'chat responses', 'maxItems minLength', true],
  ['@foundry/claude-sonnet-5-5', 'chat responses', 'maxItems minLength', true],
  ['@vertex/claude-sonnet-5-5', 'chat responses', 'maxItems minLength', true],
  ['@aws/anthropic.claude-sonnet-4-5-20250929-v1:0', 'chat responses messages', 'maxItems minLength', true],
  ['@google/gemini-3-flash-preview', 'chat responses messages', 'minLength', true],
  ['@cohere/command-a-03-2025', 'chat responses messages', 'maxItems minLength', true],
  ['@xai/grok-4.5', 'chat messages', 'maxItems minLength', true],
  // A schema must be complete to be strict there.
  ['@groq/openai/gpt-oss-120b', 'messages', undefined, true],
  ['@claude/claude-3-5-haiku-20241022', 'chat responses', undefined, false],
  ['@aws/anthropic.claude-opus-4-7-v1:0', 'chat responses messages', undefined, false],
  ['@aws/meta.llama3-1-70b-instruct-v1:0', 'chat responses messages', undefined, false],
  ['@aws/mistral.mistral-large-2407-v1:0', 'chat messages', undefined, false],
  ['@aws/cohere.command-r-plus-v1:0', 'chat messages', undefined, false],
  ['@aws/us.amazon.nova-pro-v1:0', 'chat messages', undefined, false],
  ['@aws/ai21.jamba-1-5-large-v1:0', 'chat messages', undefined, false],
  ['@aws/openai.gpt-oss-120b-1:0', 'chat messages', undefined, true],
]

const WORDS: Readonly<Record<string, string>> = {
  chat: 'response_format.json_schema',
  responses: 'text.format',
  messages: 'output_config.format',
}

describe.each(HOSTS)('A schema for %s', (model, routes, left, native) => {
  it.each(routes.split(' '))('of %s has the keywords that the model takes', async route => {
    const [path, body] = ROUTES[route]?.(model) ?? ['', {}]
    const { sent, dropped } = await send(path, body)
    const text = JSON.stringify(sent).replaceAll('\\', '')
    const word = WORDS[route]
    expect(text).toContain('tags')
    expect(text.includes('conforms to this JSON schema')).toBe(!native)
    const keywords = left?.split(' ') ?? []
    for (const keyword of keywords) {
      expect(text).not.toContain(`"${keyword}"`)
      // The model is told.
      expect(text).toContain(`${keyword}: `)
    }
    const named = dropped.filter(each => each.startsWith(`${word}`))
    if (!native) expect(named).toEqual([word])
    else if (left !== undefined) expect(named).toEqual(keywords.map(keyword => `${word}.schema.${keyword}`))
  })
})

describe('A strict tool', () => {
  const tool = { type: 'function', function: { name: 'tag', strict: true, parameters: SCHEMA } }
  const chat = (model: string) => ({ model, messages: hello, tools: [tool] })

  test.each<[model: string, dropped: string]>([
    ['@claude/claude-opus-4-6', 'tools.parameters.maxItems, tools.parameters.minLength'],
    ['@vertex/claude-sonnet-5-5', 'tools.parameters.maxItems, tools.parameters.minLength'],
    [
      '@aws/anthropic.claude-sonnet-4-5-20250929-v1:0',
      'tools.parameters.maxItems, tools.parameters.minLength',
    ],
    ['@cohere/command-a-03-2025', 'tools.parameters.maxItems, tools.parameters.minLength'],
    ['@xai/grok-4.5', 'tools.parameters.maxItems, tools.parameters.minLength'],
    ['@claude/claude-3-5-haiku-20241022', 'tools.strict'],
    ['@aws/meta.llama3-1-70b-instruct-v1:0', 'tools.strict'],
  ])('of %s names what its parameters lose', async (model, expected) => {
    const { dropped } = await send('/chat/completions', chat(model))
    expect(dropped.join(', ')).toBe(expected)
  })

  it('that refers to itself is not strict for Claude, and whole', async () => {
    const parameters = {
      type: 'object',
      properties: { next: { $ref: '#' }, n: { type: 'integer', minimum: 1 } },
    }
    const { sent, dropped } = await send('/chat/completions', {
      ...chat('@claude/claude-opus-4-6'),
      tools: [{ ...tool, function: { ...tool.function, parameters } }],
    })
    expect(sent['tools']).toEqual([{ name: 'tag', input_schema: parameters }])
    expect(dropped).toEqual(['tools.strict'])
  })
})

describe('A union at the root of the parameters of a tool', () => {
  const a = { type: 'string' }
  const b = { type: 'integer' }
  const of = (parameters: object) => ({
    type: 'function',
    function: { name: 'tag', description: 'Tags.', parameters },
  })

  const CLAUDE = [
    '@claude/claude-opus-4-6',
    '@vertex/claude-sonnet-5-5',
    '@aws/anthropic.claude-opus-4-7-v1:0',
  ]

  it.each<[title: string, parameters: object, sent: object, description: string, dropped: readonly string[]]>(
    [
      [
        'that requires one of several properties',
        { type: 'object', properties: { a, b }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
        { type: 'object', properties: { a, b } },
        'Tags. anyOf: [{"required":["a"]},{"required":["b"]}].',
        ['tools.parameters.anyOf'],
      ],
      [
        'of objects',
        {
          oneOf: [
            { type: 'object', properties: { a, kind: { const: 'x' } }, required: ['kind', 'a'] },
            { type: 'object', properties: { b, kind: { const: 'y' } }, required: ['kind'] },
          ],
        },
        {
          type: 'object',
          properties: { a, kind: { anyOf: [{ const: 'x' }, { const: 'y' }] }, b },
          required: ['kind'],
        },
        'Tags. oneOf: [{"type":"object","properties":{"a":{"type":"string"},"kind":{"const":"x"}},"required":["kind","a"]},{"type":"object","properties":{"b":{"type":"integer"},"kind":{"const":"y"}},"required":["kind"]}].',
        ['tools.parameters.oneOf'],
      ],
      [
        'that is an intersection',
        {
          type: 'object',
          properties: { a },
          required: ['a'],
          allOf: [{ properties: { b }, required: ['b'] }],
        },
        { type: 'object', properties: { a, b }, required: ['a', 'b'] },
        'Tags.',
        [],
      ],
    ],
  )('%s is one object for Claude', async (_, parameters, sent, description, dropped) => {
    for (const model of CLAUDE) {
      const reply = await send('/chat/completions', { model, messages: hello, tools: [of(parameters)] })
      const text = JSON.stringify(reply.sent)
      expect(text).toContain(JSON.stringify(sent))
      expect(text).toContain(`"description":${JSON.stringify(description)}`)
      expect(reply.dropped).toEqual(dropped)
    }
  })

  it('is sent as it is where it may be', async () => {
    const parameters = { type: 'object', properties: { a }, anyOf: [{ required: ['a'] }] }
    for (const model of ['@main/gpt-5.1', '@mistral/mistral-large-latest']) {
      const { sent, dropped } = await send('/chat/completions', {
        model,
        messages: hello,
        tools: [of(parameters)],
      })
      expect(sent['tools']).toEqual([of(parameters)])
      expect(dropped).toEqual([])
    }
  })
})
