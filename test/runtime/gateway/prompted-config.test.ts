// `prompt_id` in a config (semantics, section 19): the body brings the variables, and the rendered messages precede its own.
import { describe, expect, it } from 'vitest'
import { createHarness, type HarnessOptions } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const HELLO = [{ role: 'user', content: 'Hello' }]
const SYSTEM = [{ role: 'system', content: 'Be kind.' }]

const harness = (more: HarnessOptions = {}) =>
  createHarness({
    manifest: {
      providers: {
        main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
        other: { provider: 'openai', api_key: '${env:OTHER_KEY}' },
      },
      guardrails: { secret: { deny: true, contains: { words: ['forbidden'], operator: 'none' } } },
    },
    prompts: {
      tone: {
        model: '@main/gpt-4o',
        temperature: 0.2,
        max_tokens: 100,
        variables: { tone: {} },
        messages: [{ role: 'system', content: 'Be {{tone}}.' }],
      },
      stored: { provider: '@main', model: 'gpt-4o', messages: SYSTEM },
    },
    configs: {
      prompted: { prompt_id: 'tone' },
      own: { prompt_id: 'stored', provider: '@other' },
      stored: { prompt_id: 'stored' },
      guarded: { prompt_id: 'tone', input_guardrails: ['secret'] },
      routed: {
        prompt_id: 'stored',
        strategy: {
          mode: 'conditional',
          conditions: [{ query: { 'params.model': { $eq: 'gpt-4o' } }, then: 'a' }],
          default: 'b',
        },
        targets: [
          { name: 'a', provider: '@main' },
          { name: 'b', provider: '@other' },
        ],
      },
    },
    environment: { MAIN_KEY: 'main-key', OTHER_KEY: 'other-key' },
    script: [{ status: 200, body: completion('Hi') }],
    ...more,
  })

const send = async (config: string | undefined, body: object, more: HarnessOptions = {}, path?: string) => {
  const { call, upstream } = harness(more)
  const headers: Record<string, string> = config === undefined ? {} : { 'x-gateway-config': config }
  const reply = await call({ body, headers, ...(path && { path }) })
  const [sent] = upstream.sent
  return {
    reply,
    sent: sent?.json,
    key: sent?.headers.at(sent.headers.indexOf('authorization') + 1),
  }
}
const KIND = { variables: { tone: 'kind' } }

describe('A config with a prompt', () => {
  it('puts the messages of the prompt before those of the body, with its parameters as defaults', async () => {
    const { reply, sent, key } = await send('prompted', { ...KIND, messages: HELLO })
    expect(sent).toEqual({
      model: 'gpt-4o',
      temperature: 0.2,
      max_completion_tokens: 100,
      messages: [...SYSTEM, ...HELLO],
    })
    expect(key).toBe('Bearer main-key')
    expect(reply.json).toEqual(completion('Hi'))
    expect(reply.outcome?.record.prompt).toBe('tone@1')
    expect(reply.outcome?.config).toBe('prompted')
    expect(reply.outcome?.record.tags?.metadata).toEqual({ _prompt: 'tone' })
  })

  it('prefers the model and parameters of the body', async () => {
    const { sent, key } = await send('prompted', {
      ...KIND,
      model: '@other/gpt-4.1',
      max_tokens: 5,
      temperature: 1,
    })
    expect(sent).toEqual({ model: 'gpt-4.1', max_tokens: 5, temperature: 1, messages: SYSTEM })
    expect(key).toBe('Bearer other-key')
  })

  it('that names a provider is served by it, and by that of the prompt otherwise', async () => {
    expect((await send('own', { messages: HELLO })).key).toBe('Bearer other-key')
    const stored = await send('stored', { messages: HELLO })
    expect(stored.key).toBe('Bearer main-key')
    expect(stored.reply.outcome?.record.ignored).toBeUndefined()
  })

  it('is routed by what the prompt brings', async () => {
    expect((await send('routed', KIND)).key).toBe('Bearer main-key')
    expect((await send('routed', { ...KIND, model: 'gpt-6.1-sol' })).key).toBe('Bearer other-key')
  })

  it('has its guardrails see the rendered messages', async () => {
    const { reply, sent } = await send('guarded', { variables: { tone: 'forbidden' }, messages: HELLO })
    expect(reply.status).toBe(446)
    expect(sent).toBeUndefined()
  })

  it('may be the default of the gateway', async () => {
    const { sent, reply } = await send(
      undefined,
      { ...KIND, messages: HELLO },
      {
        manifest: {
          providers: {
            main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
            other: { provider: 'mock' },
          },
          guardrails: { secret: { deny: true, contains: { words: ['forbidden'], operator: 'none' } } },
          defaults: { config: 'prompted' },
        },
      },
    )
    expect(sent).toMatchObject({ model: 'gpt-4o', messages: [...SYSTEM, ...HELLO] })
    expect(reply.outcome?.config).toBe('prompted')
  })

  it('may come in a header', async () => {
    const { sent } = await send('{"prompt_id":"tone"}', { ...KIND, messages: HELLO })
    expect(sent).toMatchObject({ model: 'gpt-4o', messages: [...SYSTEM, ...HELLO] })
  })

  it.each<readonly [string, string, object, string | undefined, number, string]>([
    ['without a variable', 'prompted', { messages: HELLO }, undefined, 400, 'needs the variable "tone"'],
    [
      'on another route',
      'prompted',
      { ...KIND, input: 'x' },
      '/responses',
      400,
      'only serves POST /chat/completions',
    ],
    ['of a header, that is unknown', '{"prompt_id":"ghost"}', {}, undefined, 404, 'Unknown prompt "ghost"'],
    [
      'of a target',
      '{"strategy":{"mode":"fallback"},"targets":[{"provider":"@main","prompt_id":"tone"}]}',
      {},
      undefined,
      400,
      'belongs to the root',
    ],
  ])('%s is an error', async (_title, config, body, path, status, sentence) => {
    const { reply, sent } = await send(config, body, {}, path)
    expect(reply.status).toBe(status)
    expect(reply.json).toMatchObject({ error: { message: expect.stringContaining(sentence) } })
    expect(sent).toBeUndefined()
  })
})
