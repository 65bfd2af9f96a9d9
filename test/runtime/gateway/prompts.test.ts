// Calls of saved prompts (semantics, section 19): completions, renderings, versions, and what a caller may send beside the
// variables.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chunk, completion, createHarness, DONE, type HarnessOptions } from '../../support/harness.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    other: { provider: 'openai', api_key: '${env:OTHER_KEY}' },
  },
}
const LETTER = {
  model: '@main/gpt-4o',
  temperature: 0.2,
  max_tokens: 100,
  variables: { customer: {}, tone: { default: 'kind' } },
  messages: [
    { role: 'system', content: 'Be {{tone}}.' },
    { role: 'user', content: 'Write to {{customer}}.' },
  ],
}
const OPEN = {
  provider: '@main',
  model: 'gpt-4o',
  allow: ['messages', 'model', 'tools'],
  tools: [{ type: 'function', function: { name: 'own' } }],
  messages: [{ role: 'system', content: 'Be brief.' }],
}
const HELLO = [{ role: 'user', content: 'Hello' }]

const harness = (more: HarnessOptions = {}) =>
  createHarness({
    manifest: MANIFEST,
    prompts: {
      letter: LETTER,
      open: OPEN,
      routed: { config: 'routed', messages: HELLO },
      keyed: { virtual_key: 'other', model: 'm', messages: HELLO },
      plain: { model: 'gpt-4o', messages: HELLO },
      'with-partial': { model: '@main/m', messages: [{ role: 'user', content: '{{>sign}}' }] },
    },
    partials: { sign: 'Yours, Ada' },
    configs: {
      routed: { provider: '@other', override_params: { model: 'routed-model' } },
      prompted: { prompt_id: 'letter' },
    },
    environment: { MAIN_KEY: 'main-key', OTHER_KEY: 'other-key' },
    script: [{ status: 200, body: completion('Dear Ada') }],
    ...more,
  })

const send = async (prompt: string, body: unknown, more: HarnessOptions = {}, headers = {}) => {
  const { call, upstream } = harness(more)
  const reply = await call({ path: `/prompts/${prompt}`, body, headers })
  const [sent] = upstream.sent
  return {
    reply,
    sent: sent?.json,
    headers: sent?.headers,
  }
}
const keyOf = (headers: readonly string[] | undefined): string | undefined =>
  headers?.at(headers.indexOf('authorization') + 1)
const messageOf = (json: unknown): string => (json as { error: { message: string } }).error.message

describe('POST /prompts/{promptId}/completions', () => {
  it('sends the rendered prompt as a chat, and replies with status, headers and body', async () => {
    const { reply, sent, headers } = await send('letter/completions', { variables: { customer: 'Ada' } })
    expect(sent).toEqual({
      model: 'gpt-4o',
      temperature: 0.2,
      max_completion_tokens: 100,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Write to Ada.' },
      ],
    })
    expect(keyOf(headers)).toBe('Bearer main-key')
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      status: 'success',
      headers: expect.objectContaining({
        'content-type': 'application/json',
        'x-gateway-prompt-version': 'letter@1',
        'x-gateway-trace-id': expect.stringMatching(/^\d+$/),
      }),
      body: completion('Dear Ada'),
    })
    expect(reply.outcome?.record.prompt).toBe('letter@1')
    expect(reply.outcome?.record.tags?.metadata).toEqual({ _prompt: 'letter' })
  })

  it('streams with "stream": true', async () => {
    const { reply } = await send(
      'letter/completions',
      { variables: { customer: 'Ada' }, stream: true },
      {
        script: [{ events: [chunk({ content: 'Dear' }), chunk({}, 'stop'), DONE] }],
      },
    )
    expect(reply.events.at(-1)).toBe('[DONE]')
    expect(reply.outcome?.stream).toBe(true)
    expect(reply.outcome?.record.prompt).toBe('letter@1')
  })

  it('overrides hyperparameters at the root; max_tokens is read as max_completion_tokens', async () => {
    const { sent } = await send('letter/completions', {
      variables: { customer: 'Ada' },
      temperature: 1,
      max_tokens: 7,
      presence_penalty: 0.5,
    })
    expect(sent).toMatchObject({ temperature: 1, max_completion_tokens: 7, presence_penalty: 0.5 })
    expect(sent).not.toHaveProperty('max_tokens')
    expect(sent).not.toHaveProperty('variables')
  })

  it.each<readonly [string, unknown, string]>([
    [
      'hyperparameters that are nested',
      { variables: {}, hyperparameters: { temperature: 1 } },
      '"hyperparameters" is not a parameter',
    ],
    ['no variables', {}, '"variables" is missing'],
    ['variables that are no object', { variables: [] }, '"variables" must be an object'],
    ['messages', { variables: { customer: 1 }, messages: HELLO }, 'does not allow to send messages'],
    ['a model', { variables: { customer: 1 }, model: 'gpt-5' }, 'does not allow to send model'],
    ['tools', { variables: { customer: 1 }, tools: [] }, 'does not allow to send tools'],
    ['functions', { variables: { customer: 1 }, functions: [] }, 'does not allow to send tools'],
    ['missing variables', { variables: {} }, 'needs the variable "customer"'],
    ['a body that is not JSON', '{', 'not JSON'],
  ])('rejects %s with 400', async (_title, body, sentence) => {
    const { reply, sent } = await send('letter/completions', body)
    expect(reply.status).toBe(400)
    expect(messageOf(reply.json)).toContain(sentence)
    expect(sent).toBeUndefined()
  })

  it('appends messages, and takes the model and tools of a caller where the prompt allows them', async () => {
    const { sent, headers } = await send('open/completions', {
      variables: {},
      messages: HELLO,
      model: '@other/gpt-5',
      tools: [],
    })
    expect(sent).toEqual({
      model: 'gpt-5',
      tools: [],
      messages: [{ role: 'system', content: 'Be brief.' }, ...HELLO],
    })
    expect(keyOf(headers)).toBe('Bearer other-key')
  })

  it('retries, falls back and reports errors as any chat', async () => {
    const { reply } = await send(
      'letter/completions',
      { variables: { customer: 'Ada' } },
      {
        script: [{ status: 429, body: { error: { message: 'Too many' } } }],
      },
    )
    expect(reply.status).toBe(429)
    expect(messageOf(reply.json)).toContain('Too many')
  })

  it('includes partials', async () => {
    const { sent } = await send('with-partial/completions', { variables: {} })
    expect(sent).toMatchObject({ messages: [{ role: 'user', content: 'Yours, Ada' }] })
  })

  it('replies with the completion itself in the spelling of the peer', async () => {
    const { reply } = await send(
      'letter/completions',
      { variables: { customer: 'Ada' } },
      {
        manifest: { ...MANIFEST, spelling: 'peer' },
      },
    )
    expect(reply.json).toEqual(completion('Dear Ada'))
  })
})

describe('What serves a prompt', () => {
  it.each<readonly [string, string, Readonly<Record<string, string>>, string, string, string]>([
    ['is its model', 'letter', {}, 'main-key', 'gpt-4o', 'headers'],
    ['is its config', 'routed', {}, 'other-key', 'routed-model', 'routed'],
    ['is its virtual key', 'keyed', {}, 'other-key', 'm', 'headers'],
    [
      'is the config of the request first',
      'keyed',
      { 'x-gateway-config': 'routed' },
      'other-key',
      'routed-model',
      'routed',
    ],
    [
      'is the provider of the request before that of the prompt',
      'keyed',
      { 'x-gateway-provider': '@main' },
      'main-key',
      'm',
      'headers',
    ],
    ['is the default of the gateway last', 'plain', {}, 'other-key', 'gpt-4o', 'default'],
  ])('%s', async (_title, prompt, headers, key, model, config) => {
    const {
      reply,
      sent,
      headers: sentHeaders,
    } = await send(
      `${prompt}/completions`,
      { variables: { customer: 'A' } },
      {
        manifest: { ...MANIFEST, defaults: { provider: '@other' } },
      },
      headers,
    )
    expect(keyOf(sentHeaders)).toBe(`Bearer ${key}`)
    expect(sent).toMatchObject({ model })
    expect(reply.outcome?.config).toBe(config)
  })

  it('is not a config that renders a prompt itself', async () => {
    const { reply } = await send(
      'letter/completions',
      { variables: { customer: 'A' } },
      {},
      { 'x-gateway-config': 'prompted' },
    )
    expect(reply.status).toBe(400)
    expect(messageOf(reply.json)).toContain('The config "prompted" renders a prompt itself')
  })
})

describe('POST /prompts/{promptId}/render', () => {
  it('replies with data that is the body of a chat', async () => {
    const first = await send('letter/render', { variables: { customer: 'Ada' }, top_p: 0.5 })
    expect(first.reply.status).toBe(200)
    expect(first.reply.json).toEqual({
      success: true,
      data: {
        model: '@main/gpt-4o',
        temperature: 0.2,
        max_completion_tokens: 100,
        top_p: 0.5,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Write to Ada.' },
        ],
      },
    })
    expect(first.sent).toBeUndefined()
    expect(first.reply.outcome?.record.prompt).toBe('letter@1')
    const { call, upstream } = harness()
    const chat = await call({ body: (first.reply.json as { data: object }).data })
    expect(chat.status).toBe(200)
    expect(upstream.sent[0]?.json).toMatchObject({ model: 'gpt-4o', top_p: 0.5 })
  })

  it('names a stored provider by the model', async () => {
    const { reply } = await send('keyed/render', { variables: {} })
    expect(reply.json).toMatchObject({ data: { model: '@other/m' } })
  })

  it('rejects what completions reject', async () => {
    const { reply } = await send('letter/render', { variables: {} })
    expect(reply.status).toBe(400)
  })
})

describe('The version of a prompt', () => {
  it.each(['letter', 'letter@latest', 'letter@1', 'letter%401'])(
    '%s is the one of the bundle',
    async name => {
      const { reply } = await send(`${name}/render`, { variables: { customer: 'A' } })
      expect(reply.status).toBe(200)
      expect(reply.outcome?.record.prompt).toBe('letter@1')
    },
  )

  it.each([
    ['letter@2', 'The prompt "letter" has no version or label "2". Its only version is 1.'],
    ['letter@production', 'The prompt "letter" has no version or label "production". Its only version is 1.'],
    ['letter@', 'The prompt "letter" has no version or label "". Its only version is 1.'],
    ['ghost', 'Unknown prompt "ghost". Saved prompts: keyed, letter, open, plain, routed, with-partial.'],
    [
      '__proto__',
      'Unknown prompt "__proto__". Saved prompts: keyed, letter, open, plain, routed, with-partial.',
    ],
  ])('%s is 404', async (name, sentence) => {
    const { reply } = await send(`${name}/render`, { variables: {} })
    expect(reply.status).toBe(404)
    expect(reply.json).toMatchObject({ error: { code: 'unknown_prompt', message: sentence } })
  })
})

describe('The head of a call of a prompt', () => {
  it.each<readonly [string, string, string, Readonly<Record<string, string>>, number]>([
    ['another method', 'GET', '/prompts/letter/render', {}, 405],
    ['another content type', 'POST', '/prompts/letter/render', { 'content-type': 'text/plain' }, 415],
    ['a content encoding', 'POST', '/prompts/letter/completions', { 'content-encoding': 'gzip' }, 415],
    ['a slash at the end', 'POST', '/prompts/letter/render/', {}, 200],
    ['a query', 'POST', '/prompts/letter/render?x=1', {}, 200],
    ['a path below it', 'POST', '/prompts/letter/render/more', {}, 501],
  ])('%s', async (_title, method, path, headers, status) => {
    const { call } = harness()
    const body = { variables: { customer: 'A' } }
    expect((await call({ method, path, headers, body })).status).toBe(status)
  })

  it.each([
    ['inference', 'completions', 200],
    ['inference', 'render', 200],
    ['prompts.render', 'render', 200],
    ['prompts.render', 'completions', 403],
    ['models', 'render', 403],
  ])('with the scope %s: %s is %i', async (scope, action, status) => {
    const { call } = harness({
      manifest: { ...MANIFEST, api_keys: [{ id: 'k', hash: `sha256:${sha256('key')}`, scopes: [scope] }] },
    })
    const reply = await call({
      path: `/prompts/letter/${action}`,
      headers: { 'x-gateway-api-key': 'key' },
      body: { variables: { customer: 'A' } },
    })
    expect(reply.status).toBe(status)
  })
})
