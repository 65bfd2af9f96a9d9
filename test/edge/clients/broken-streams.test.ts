// A stream that its provider cuts after content: what each SDK raises, by dialect and provider; and what a client sees that knows no error
// events. The end of HTTP is broken where such a client would take the text for whole.
import { rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { type LanguageModel, streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArrivedText, arrivedText } from '../../support/arrived-text.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const typed = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'in_progress',
  output: [],
}
const ITEM = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
const PART = { type: 'output_text', text: '', annotations: [] }
const AT = { item_id: 'msg_1', output_index: 0, content_index: 0 }

/** The begin of a stream of each API, as its vendor sends it, by the end of the path. */
const BEGUN: Readonly<Record<string, string>> = {
  completions: `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'Send 10' }, finish_reason: null }] })}\n\n`,
  responses:
    typed('response.created', { sequence_number: 0, response: RESPONSE }) +
    typed('response.output_item.added', { sequence_number: 1, output_index: 0, item: ITEM }) +
    typed('response.content_part.added', { sequence_number: 2, ...AT, part: PART }) +
    typed('response.output_text.delta', { sequence_number: 3, ...AT, delta: 'Send 10', logprobs: [] }),
  messages:
    typed('message_start', {
      message: {
        ...{ id: 'm', type: 'message', role: 'assistant', model: 'c', content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
      },
    }) +
    typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Send 10' } }),
}
/** An event by which the vendor itself ends a response. */
const FAILED = typed('response.failed', {
  sequence_number: 4,
  response: { ...RESPONSE, status: 'failed', error: { code: 'server_error', message: 'It failed.' } },
})

let provider: Provider
let gateway: RunningGateway
let overTls: RunningGateway
let openai: OpenAI
let anthropic: Anthropic
const own = selfSigned('own')
const folder = makeFolder({ 'a.pem': own.certificate, 'a.key': own.key })

beforeAll(async () => {
  provider = await runProvider((request, response, body) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const begun = BEGUN[request.url?.split('/').at(-1) ?? ''] ?? ''
    if (String(body).includes('fails by itself')) response.end(begun + FAILED)
    else response.write(begun, () => setImmediate(() => response.destroy()))
  })
  const stored = (id: string) => ({
    provider: id,
    api_key: '${env:KEY}',
    custom_host: `${provider.origin}/v1`,
  })
  const manifest = {
    providers: { openai: stored('openai'), anthropic: stored('anthropic') },
    trusted_hosts: ['127.0.0.1'],
  }
  gateway = await runGateway(manifest, {}, { KEY: 'k' })
  const tls = { certificate: `${folder}/a.pem`, key: `${folder}/a.key` }
  overTls = await runGateway({ ...manifest, listen: { port: 0, tls } }, {}, { KEY: 'k' })
  openai = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
  anthropic = new Anthropic({
    baseURL: gateway.url.replace(/\/v1$/, ''),
    apiKey: 'unused',
    maxRetries: 0,
  })
})
afterAll(async () => {
  await gateway.stop()
  await overTls.stop()
  await provider.stop()
  rmSync(folder, { recursive: true })
})

const MODELS = { openai: '@openai/gpt-6.1-sol', anthropic: '@anthropic/claude-opus-4-6' } as const
type At = keyof typeof MODELS
const PROVIDERS = Object.keys(MODELS) as readonly At[]
const messages = [{ role: 'user' as const, content: 'How much?' }]

async function textsOf<Event>(
  stream: AsyncIterable<Event>,
  textOf: (event: Event) => string | null | undefined,
): Promise<string> {
  let text = ''
  for await (const event of stream) text += textOf(event) ?? ''
  return text
}
/** The SDK has errors as parts of the stream. */
async function vercel(model: LanguageModel): Promise<string> {
  const { fullStream } = streamText({ model, maxRetries: 0, prompt: 'How much?', onError: () => {} })
  return await textsOf(fullStream, part => {
    if (part.type === 'error') throw part.error
    return part.type === 'text-delta' ? part.text : ''
  })
}

interface Client {
  readonly name: string
  readonly read: (model: string) => Promise<unknown>
  /** The class and the message of what it raises. */
  readonly raises: RegExp
}

const API_ERROR = /^APIError .*truncated/
const STREAM_ERROR = /^StreamProviderError .*truncated/
/** The broken connection, where it is seen before the event has been read. */
const orBroken = (error: RegExp): RegExp => new RegExp(`${error.source}|terminated|closed`)
const CLIENTS: readonly Client[] = [
  {
    name: 'openai, chat',
    read: async model =>
      await textsOf(
        await openai.chat.completions.create({ model, messages, stream: true }),
        chunk => chunk.choices[0]?.delta.content,
      ),
    raises: API_ERROR,
  },
  {
    name: 'openai, chat with its helper',
    read: model => openai.chat.completions.stream({ model, messages }).finalChatCompletion(),
    raises: API_ERROR,
  },
  {
    name: 'openai, responses',
    read: async model =>
      await textsOf(await openai.responses.create({ model, input: 'How much?', stream: true }), event =>
        event.type === 'response.output_text.delta' ? event.delta : '',
      ),
    raises: orBroken(API_ERROR),
  },
  {
    name: 'openai, responses with its helper',
    read: model => openai.responses.stream({ model, input: 'How much?' }).finalResponse(),
    raises: orBroken(API_ERROR),
  },
  {
    name: 'anthropic',
    read: async model =>
      await textsOf(
        await anthropic.messages.create({ model, max_tokens: 100, messages, stream: true }),
        event =>
          event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '',
      ),
    raises: API_ERROR,
  },
  {
    name: 'anthropic with its helper',
    read: model => anthropic.messages.stream({ model, max_tokens: 100, messages }).finalMessage(),
    raises: API_ERROR,
  },
  {
    name: 'ai, chat',
    read: model => vercel(createOpenAI({ baseURL: gateway.url, apiKey: 'unused' }).chat(model)),
    raises: STREAM_ERROR,
  },
  {
    name: 'ai, responses',
    read: model => vercel(createOpenAI({ baseURL: gateway.url, apiKey: 'unused' }).responses(model)),
    raises: orBroken(STREAM_ERROR),
  },
  {
    name: 'ai, messages',
    read: model => vercel(createAnthropic({ baseURL: gateway.url, apiKey: 'unused' })(model)),
    raises: STREAM_ERROR,
  },
]

const raised = (error: unknown): string =>
  error instanceof Error ? `${error.constructor.name} ${error.message}` : JSON.stringify(error)

describe('A stream that is cut after content is never whole', () => {
  it.each(PROVIDERS.flatMap(at => CLIENTS.map(client => [client.name, at, client] as const)))(
    'for %s at %s',
    async (_name, at, { read, raises }) => {
      const outcome = await read(MODELS[at]).then(whole => `whole: ${JSON.stringify(whole)}`, raised)
      expect(outcome).toMatch(raises)
    },
  )
})

const BODIES: Readonly<Record<string, object>> = {
  'chat/completions': { messages },
  messages: { messages, max_tokens: 100 },
  responses: { input: 'How much?' },
}

async function over1(path: string, body: object): Promise<ArrivedText> {
  const reply = await fetch(`${gateway.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
  })
  return await arrivedText(reply)
}
function over2(path: string, body: object): Promise<ArrivedText> {
  const session = connect(`https://localhost:${overTls.port}`, { ca: own.certificate })
  const stream = session.request({
    ':method': 'POST',
    ':path': `/v1/${path}`,
    'content-type': 'application/json',
  })
  stream.end(JSON.stringify({ ...body, stream: true }))
  let text = ''
  stream.on('data', bytes => {
    text += String(bytes)
  })
  stream.on('error', () => {})
  return new Promise(resolve =>
    stream.on('close', () => {
      session.close()
      resolve({ text, isWhole: stream.rstCode === 0 })
    }),
  )
}
const PROTOCOLS = { 'HTTP/1.1': over1, 'HTTP/2': over2 } as const

describe.each(Object.entries(PROTOCOLS))('Over %s, to a client that knows no error events', (_, send) => {
  it.each(PROVIDERS.flatMap(at => Object.keys(BODIES).map(path => [path, at] as const)))(
    '/%s at %s has an error event, and is broken off where nothing else is missing',
    async (path, at) => {
      const { text, isWhole } = await send(path, { ...BODIES[path], model: MODELS[at] })
      expect(text).toContain('Send 10')
      expect(text).toMatch(/"error"/)
      expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed/)
      expect(isWhole).toBe(path !== 'responses')
    },
  )

  it('an error that the provider reports itself passes with the end that it has', async () => {
    const { text, isWhole } = await send('responses', { input: 'It fails by itself.', model: MODELS.openai })
    expect([text, isWhole]).toEqual([BEGUN['responses'] + FAILED, true])
  })
})

it('The error event of a response has the number that follows', async () => {
  for (const at of PROVIDERS) {
    const { text } = await over1('responses', { input: 'How much?', model: MODELS[at] })
    const numbers = [...text.matchAll(/^data: .*"sequence_number":(\d+)/gm)].map(([, number]) =>
      Number(number),
    )
    const count = text.match(/^data: /gm)?.length ?? 0
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index))
  }
})

it('The record has the reason, and not that the client has disconnected', async () => {
  const records = await gateway.log()
  const broken = records.filter(record => record['endpoint'] === 'responses' && record['status'] === 200)
  expect(broken.length).toBeGreaterThan(3)
  for (const record of broken) {
    expect(record['broken']).toMatch(/\w+ .*\./)
    expect(record['left']).toBeUndefined()
  }
})
