// What stays with its provider is never lost without a word elsewhere (semantics, D21): each field of the table, at providers of every
// dialect that serve its API by translation.
import { describe, expect, it } from 'vitest'
import { readProviderState } from '../../../schemas/sources.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'

const hi: JsonObject = { role: 'user', content: 'Hi' }
const chat = (...messages: JsonObject[]): JsonObject => ({ messages, max_tokens: 9 })
const parts = (...content: JsonObject[]): JsonObject => ({ role: 'user', content })
const input = (...items: JsonObject[]): JsonObject => ({ input: [...items, hi] })

/** A request with each field of the table; of what is left out also the words that must not be sent. */
const SAMPLES: Readonly<Record<string, JsonObject>> = {
  'messages thread': { ...chat(hi), thread: { type: 'continue', previous_message_id: 'msg_1' } },
  'messages container': { ...chat(hi), container: 'container_1' },
  'messages messages[].content[].source.file_id': chat(
    parts({ type: 'document', source: { type: 'file', file_id: 'file_1' } }),
  ),
  'messages messages[].content[].signature': chat(
    hi,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'kept elsewhere' },
        { type: 'redacted_thinking', data: 'kept elsewhere' },
        { type: 'text', text: 'Hello' },
      ],
    },
    hi,
  ),
  'responses previous_response_id': { ...input(), previous_response_id: 'resp_1' },
  'responses conversation': { ...input(), conversation: { id: 'conv_1' } },
  'responses prompt': { ...input(), prompt: { id: 'pmpt_1' } },
  'responses input[].item_reference': input({ type: 'item_reference', id: 'msg_1' }),
  'responses input[].encrypted_content': input({
    type: 'reasoning',
    id: 'rs_1',
    summary: [],
    encrypted_content: 'kept elsewhere',
  }),
  'responses tools[].vector_store_ids': {
    ...input(),
    tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }],
  },
  'responses tools[].container': { ...input(), tools: [{ type: 'code_interpreter', container: 'cntr_1' }] },
  'responses input[].content[].file_id': input(parts({ type: 'input_file', file_id: 'file_1' })),
  'chat/completions messages[].content[].file.file_id': chat(
    parts({ type: 'file', file: { file_id: 'file_1' } }),
  ),
  'chat/completions messages[].audio': chat(hi, { role: 'assistant', audio: { id: 'audio_1' } }, hi),
  'chat/completions cached_content': { ...chat(hi), cached_content: 'cachedContents/1' },
}

interface Target {
  readonly stored: object
  readonly model: string
  /** APIs that it speaks, and words of its own. */
  readonly speaks: readonly string[]
  /** Files go to it by their identifiers. */
  readonly hasFiles?: true
}

const key = { api_key: '${env:KEY}' }
const TARGETS: Readonly<Record<string, Target>> = {
  openai: {
    stored: { provider: 'openai', ...key },
    model: 'gpt-6.1-sol',
    speaks: ['chat/completions', 'responses'],
    hasFiles: true,
  },
  anthropic: {
    stored: { provider: 'anthropic', ...key },
    model: 'claude-opus-4-8',
    speaks: ['messages'],
    hasFiles: true,
  },
  google: { stored: { provider: 'google', ...key }, model: 'gemini-3-pro', speaks: ['cached_content'] },
  bedrock: {
    stored: {
      provider: 'bedrock',
      cloud1_region: 'us-east-1',
      cloud1_access_key_id: '${env:KEY}',
      cloud1_secret_access_key: '${env:KEY}',
    },
    model: 'anthropic.claude-opus-4-8',
    // What Claude has signed, Claude reads there too.
    speaks: ['messages[].content[].signature'],
  },
  cohere: { stored: { provider: 'cohere', ...key }, model: 'command-a-03-2025', speaks: [] },
}

async function send({ stored, model }: Target, api: string, body: JsonObject) {
  const { call, upstream } = createHarness({
    manifest: { providers: { main: stored }, trusted_hosts: ['ollama.test'] },
    environment: { KEY: 'a-key-of-a-provider' },
    script: [{ status: 400, body: { error: { message: 'Enough.' } } }],
  })
  const reply = await call({ path: `/${api}`, body: { model: `@main/${model}`, ...body } })
  return { reply, sent: upstream.sent.map(({ json }) => JSON.stringify(json)) }
}

const fields = readProviderState()

it('every field has a sample', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(fields.map(({ api, field }) => `${api} ${field}`).sort())
})

describe.each(fields.map(each => [`${each.api} ${each.field}`, each] as const))('%s', (name, row) => {
  const targets = Object.entries(TARGETS).filter(
    ([, { speaks, hasFiles }]) =>
      !speaks.includes(row.api) &&
      !speaks.includes(row.field) &&
      !(hasFiles === true && row.field.endsWith('file_id')),
  )
  it.each(targets)(`is ${row.elsewhere} at %s`, async (_provider, target) => {
    const { reply, sent } = await send(target, row.api, SAMPLES[name] ?? {})
    if (row.elsewhere === 'left out') {
      expect(sent).toHaveLength(1)
      expect(sent[0]).not.toContain('kept elsewhere')
      return
    }
    expect([sent, reply.status]).toEqual([[], 400])
    expect(reply.json).toMatchObject({ error: { param: expect.any(String) } })
  })
})

describe('A provider that serves Messages and keeps no threads', () => {
  it.each(['deepseek', 'vllm', 'openrouter', 'vertex'])('%s refuses them', async provider => {
    const stored =
      provider === 'vllm'
        ? { provider, custom_host: 'http://ollama.test/v1' }
        : provider === 'vertex'
          ? { provider, ...key, cloud3_project_id: 'p', cloud3_region: 'us-east5' }
          : { provider, ...key }
    const target = { stored, model: 'claude-opus-4-8', speaks: [] }
    const { reply, sent } = await send(target, 'messages', SAMPLES['messages thread'] ?? {})
    expect([sent, reply.status]).toEqual([[], 400])
    expect(reply.json).toMatchObject({
      error: { details: { error_code: 'thread_unsupported_request', unsupported: ['provider'] } },
    })
  })

  it('passes a request without one', async () => {
    const target = { stored: { provider: 'deepseek', ...key }, model: 'deepseek-v4', speaks: [] }
    const { sent } = await send(target, 'messages', { ...chat(hi), thread: null, container: null })
    expect(sent).toHaveLength(1)
  })
})
