// Completions of saved prompts (semantics, section 19): what a caller may send beside the variables, and what serves them.
import { describe, expect, it } from 'vitest'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import { HELLO, keyOf, MANIFEST, messageOf, send } from './prompted-gateway.ts'

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

  it('lists among its headers the parameters that were left out', async () => {
    const { reply } = await send(
      'claude/completions',
      { variables: {}, seed: 1, logit_bias: { 1: 2 } },
      {
        manifest: { providers: { claude: { provider: 'anthropic', api_key: '${env:MAIN_KEY}' } } },
        prompts: { claude: { model: '@claude/claude-opus-4-6', max_tokens: 9, messages: HELLO } },
        configs: {},
        script: [
          {
            status: 200,
            body: {
              ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-4-6' },
              ...{ content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' },
              usage: { input_tokens: 1, output_tokens: 1 },
            },
          },
        ],
      },
    )
    expect(reply.json).toMatchObject({ headers: { 'x-gateway-dropped-params': 'logit_bias, seed' } })
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
    ['a model', { variables: { customer: 1 }, model: 'gpt-6.1-sol' }, 'does not allow to send model'],
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
      model: '@other/gpt-6.1-sol',
      tools: [],
    })
    expect(sent).toEqual({
      model: 'gpt-6.1-sol',
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
