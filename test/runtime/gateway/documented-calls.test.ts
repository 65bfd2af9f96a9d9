// Every operation of inference in the OpenAPI document, played: whole and streamed, with a failure of the provider, and refused by the
// gateway. The harness holds each reply to the document, in the form that the clients of the route read.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const { paths } = JSON.parse(
  readFileSync(new URL('../../../schemas/generated/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly tags: readonly string[] }>>
    >
  >
}

const FORM = 'multipart/form-data; boundary=b'
const form = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => {
      const file = name === 'file' || name === 'image' ? '; filename="f.bin"' : ''
      return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .join('')}--b--\r\n`

interface Call {
  readonly body?: object | string
  readonly reply?: object
  readonly step?: Step
}
const messages = [{ role: 'user', content: 'Hi' }]
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const job = {
  id: 'ftjob-1',
  object: 'fine_tuning.job',
  status: 'running',
  model: 'm',
  seed: 1,
  result_files: [],
}
const batch = {
  id: 'batch_1',
  object: 'batch',
  status: 'completed',
  endpoint: '/v1/chat/completions',
  created_at: 1,
  output_file_id: 'file-1',
  errors: null,
}
const file = { id: 'file-1', object: 'file', bytes: 1, created_at: 1, filename: 'f', purpose: 'batch' }
const run = { id: 'run_1', object: 'thread.run', status: 'queued', created_at: 1, usage: null }
const pageOf = (item: object) => ({ object: 'list', data: [item], has_more: false })
const TEXT: Step = { status: 200, headers: ['content-type', 'application/jsonl'], text: '{}\n' }
const RESPONSE = { id: 'resp_1', object: 'response', status: 'completed', output: [] }
const AUDIO = form({ model: 'm', file: 'RIFF' })
const IMAGE = form({ model: 'm', image: 'PNG', prompt: 'A' })

/** By operation. */
const CALLS: Readonly<Record<string, Call>> = {
  callChatCompletions: {
    body: { model: 'm', messages },
    reply: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
      usage,
    },
  },
  callCompletions: {
    body: { model: 'm', prompt: 'Hi' },
    reply: { object: 'text_completion', choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }], usage },
  },
  callEmbeddings: {
    body: { model: 'm', input: 'Hi' },
    reply: { object: 'list', data: [{ index: 0, object: 'embedding', embedding: [0.5] }], usage },
  },
  callRerank: { body: { model: 'm', query: 'q', documents: ['a'] } },
  callModerations: { body: { model: 'm', input: 'Hi' }, reply: { id: 'm', results: [] } },
  callResponses: { body: { model: 'm', input: 'Hi' }, reply: RESPONSE },
  callMessages: {
    body: { model: '@claude/m', max_tokens: 5, messages },
    reply: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
  },
  callMessagesCountTokens: { body: { model: '@claude/m', messages }, reply: { input_tokens: 3 } },
  callAudioSpeech: {
    body: { model: 'm', input: 'Hi', voice: 'a' },
    step: { status: 200, headers: ['content-type', 'audio/mpeg'], text: 'ID3' },
  },
  callAudioTranscriptions: { body: AUDIO, reply: { text: 'Hi' } },
  callAudioTranslations: { body: AUDIO, reply: { text: 'Hi' } },
  callImagesGenerations: { body: { model: 'm', prompt: 'A' }, reply: { created: 1, data: [] } },
  callImagesEdits: { body: IMAGE, reply: { created: 1, data: [] } },
  callImagesVariations: { body: IMAGE, reply: { created: 1, data: [] } },
  uploadFile: { body: form({ purpose: 'batch', file: '{}' }), reply: file },
  listFiles: { reply: pageOf(file) },
  retrieveFile: { reply: file },
  deleteFile: { reply: { id: 'file-1', object: 'file', deleted: true } },
  retrieveFileContent: { step: TEXT },
  createBatch: {
    body: { input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' },
    reply: batch,
  },
  listBatches: { reply: pageOf(batch) },
  retrieveBatch: { reply: batch },
  getBatchOutput: { reply: batch, step: TEXT },
  cancelBatch: { body: '', reply: { ...batch, status: 'cancelling' } },
  createFinetune: { body: { model: 'm', training_file: 'file-1' }, reply: job },
  listFinetunes: { reply: pageOf(job) },
  retrieveFinetune: { reply: job },
  cancelFinetune: { body: '', reply: job },
  getModelResponse: { reply: RESPONSE },
  deleteModelResponse: { reply: { id: 'resp_1', deleted: true } },
  listResponseInputItems: { reply: pageOf({ id: 'msg_1' }) },
  createThreadAndRun: { body: { assistant_id: 'a' }, reply: run },
  createRun: { body: { assistant_id: 'a' }, reply: run },
  listModels: {},
  retrieveModel: {},
}
const STREAMED: Readonly<Record<string, Step>> = {
  callChatCompletions: {
    events: [
      'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
      'data: [DONE]\n\n',
    ],
  },
  callCompletions: {
    events: ['data: {"choices":[{"index":0,"text":"Hi","finish_reason":"stop"}]}\n\n', 'data: [DONE]\n\n'],
  },
  createThreadAndRun: { events: ['event: done\ndata: [DONE]\n\n'] },
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
}
const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, tags }]) =>
    tags.includes('Inference') && !path.startsWith('/prompts/')
      ? [{ id: operationId, method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'mock') }]
      : [],
  ),
)
/** Rerank and variations of images are not OpenAI's. */
const providerOf = (id: string): string => (id === 'callRerank' ? '@cohere' : '@main')
const manifest = {
  providers: {
    main: { provider: 'openai', api_key: `\${env:MAIN_KEY}` },
    claude: { provider: 'anthropic', api_key: `\${env:CLAUDE_KEY}` },
    cohere: { provider: 'cohere', api_key: `\${env:MAIN_KEY}` },
    mock: { provider: 'mock' },
  },
}

async function play({ id, method, path }: Operation, script: readonly Step[], more: object = {}) {
  const { body = '' } = CALLS[id] ?? {}
  const stage = createHarness({ manifest, script })
  const isForm = typeof body === 'string' && body !== ''
  const { status } = await stage.call({
    method,
    path: path === '/models/mock' ? '/models/@mock/echo' : path,
    headers: {
      ...(!path.startsWith('/messages') &&
        !path.startsWith('/models') && { 'x-gateway-provider': providerOf(id) }),
      'content-type': isForm ? FORM : 'application/json',
    },
    body: typeof body === 'string' ? body : { ...body, ...more },
  })
  return status
}

describe('an operation of inference replies as the document describes it', () => {
  it('each has a call here', () => {
    expect(Object.keys(CALLS).sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it.each(operations)('whole: $id', async operation => {
    const { reply = { results: [] }, step } = CALLS[operation.id] ?? {}
    const whole: Step = { status: 200, body: reply }
    const script =
      step === undefined ? [whole] : CALLS[operation.id]?.reply === undefined ? [step] : [whole, step]
    expect(await play(operation, script)).toBe(200)
  })

  it.each(operations.filter(({ id }) => id in STREAMED))('streamed: $id', async operation => {
    expect(await play(operation, [STREAMED[operation.id] ?? 'silence'], { stream: true })).toBe(200)
  })

  it.each(operations.filter(({ path }) => !path.startsWith('/models')))(
    'a failure of the provider: $id',
    async operation => {
      const error = { message: 'Slow down.', type: 'rate_limit_error', code: null }
      expect(await play(operation, [{ status: 429, body: { type: 'error', error } }])).toBe(429)
    },
  )

  it.each(operations)('refused by the gateway: $id', async ({ id, method, path }) => {
    const { call } = createHarness({
      manifest: { ...manifest, api_keys: [{ id: 'team', hash: `sha256:${'0'.repeat(64)}` }] },
    })
    expect([id, (await call({ method, path, body: '' })).status]).toEqual([id, 401])
  })
})
