// Options of a stream without a stream, and compaction where a provider has none: one rule on every route.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { HOSTS_MANIFEST } from './hosts-manifest.ts'

const send = async (path: string, body: object) => {
  const here = createHarness({
    manifest: HOSTS_MANIFEST,
    environment: { KEY: 'key' },
    script: [{ status: 500 }],
  })
  const reply = await here.call({ path, body })
  const [sent] = here.upstream.sent
  return { reply, sent: sent?.json as Readonly<Record<string, unknown>> | undefined, path: sent?.path }
}

const messages = [{ role: 'user', content: 'Hello' }]
const stream_options = { include_usage: true }

describe('Options of a stream that is not requested', () => {
  it.each<[path: string, model: string, body: object]>([
    ['/chat/completions', '@main/gpt-6.1-sol', { messages }],
    ['/chat/completions', '@claude/claude-opus-4-6', { messages }],
    ['/chat/completions', '@mistral/mistral-large-latest', { messages }],
    ['/chat/completions', '@google/gemini-3-flash-preview', { messages, stream: false }],
    ['/completions', '@main/gpt-3.5-turbo-instruct', { prompt: 'Hello' }],
    ['/completions', '@claude/claude-opus-4-6', { prompt: 'Hello' }],
    ['/responses', '@main/gpt-6.1-sol', { input: 'Hello' }],
    ['/responses', '@mistral/mistral-large-latest', { input: 'Hello', store: false }],
  ])('are left out of %s at %s, and named', async (path, model, body) => {
    const { reply, sent } = await send(path, { model, ...body, stream_options })
    expect(sent).toBeDefined()
    expect(sent).not.toHaveProperty('stream_options')
    expect(reply.outcome?.reply.dropped).toEqual(['stream_options'])
  })

  it('are kept with a stream', async () => {
    const { sent } = await send('/chat/completions', {
      model: '@main/gpt-6.1-sol',
      messages,
      stream: true,
      stream_options,
    })
    expect(sent).toMatchObject({ stream_options })
  })
})

describe('Compaction of a conversation', () => {
  const body = { input: messages }

  it.each([
    '@groq/openai/gpt-oss-120b',
    '@mistral/mistral-large-latest',
    '@xai/grok-4',
    '@claude/claude-opus-4-6',
  ])('is refused for %s, which has none', async model => {
    const { reply, sent } = await send('/responses/compact', { model, ...body })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.json)).toContain('does not serve /responses/compact')
    expect(sent).toBeUndefined()
  })

  it.each(['@main/gpt-6.1-sol', '@local/any'])('is sent to %s', async model => {
    expect((await send('/responses/compact', { model, ...body })).path).toContain('/responses/compact')
  })

  it('with the reasoning of another provider is refused in one sentence', async () => {
    const reasoning = { type: 'reasoning', encrypted_content: 'portolan1.e30', summary: [] }
    const { reply, sent } = await send('/responses/compact', {
      model: '@main/gpt-6.1-sol',
      input: [...messages, reasoning],
    })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({
      error: {
        message: expect.stringMatching(/^The input has reasoning of another provider, which OpenAI cannot/),
        param: 'input',
      },
    })
    expect(sent).toBeUndefined()
  })
})
