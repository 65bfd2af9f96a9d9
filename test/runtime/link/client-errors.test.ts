// Errors of every provider as the packages of clients raise them: the class, status and code are those of a direct connection to the
// vendor of the client, whichever provider refused. The bodies are in `error-bodies.jsonl`.
import { readFileSync } from 'node:fs'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { kindForms, type SpecificKind } from '../../../schemas/generated/error-kinds.ts'
import { createHarness } from '../../support/harness.ts'
import { ERROR_TARGETS, type ErrorBody, OWN_ERRORS } from './error-targets.ts'

const rows = readFileSync(new URL('error-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as ErrorBody)
  .filter(({ status, body }) => status >= 400 && typeof body === 'object')

type Api = 'chat' | 'messages' | 'responses'
type Fetch = typeof fetch

/** What an SDK raises against replies. */
type Raise = (reply: Fetch) => Promise<unknown>

const refused = async (call: PromiseLike<unknown>): Promise<unknown> =>
  await call.then(
    () => 'nothing',
    (error: unknown) => error,
  )

const messages = [{ role: 'user' as const, content: 'Hello' }]
const settings = { apiKey: 'k', maxRetries: 0 }

const SDKS: readonly (readonly [name: string, api: Api, raise: Raise])[] = [
  [
    'openai',
    'chat',
    reply =>
      refused(new OpenAI({ ...settings, fetch: reply }).chat.completions.create({ model: 'm', messages })),
  ],
  [
    'openai (responses)',
    'responses',
    reply =>
      refused(new OpenAI({ ...settings, fetch: reply }).responses.create({ model: 'm', input: 'Hello' })),
  ],
  [
    'anthropic',
    'messages',
    reply =>
      refused(
        new Anthropic({ ...settings, fetch: reply }).messages.create({ model: 'm', max_tokens: 5, messages }),
      ),
  ],
  [
    'langchain',
    'chat',
    reply =>
      refused(
        new ChatOpenAI({ model: 'm', ...settings, configuration: { fetch: reply } }).invoke(
          'Hello',
        ) as Promise<unknown>,
      ),
  ],
  [
    'vercel (openai)',
    'chat',
    reply => {
      const model = createOpenAI({ apiKey: 'k', fetch: reply }).chat('m')
      return refused(generateText({ model, prompt: 'Hello', maxRetries: 0 }))
    },
  ],
  [
    'vercel (anthropic)',
    'messages',
    reply => {
      const model = createAnthropic({ apiKey: 'k', fetch: reply })('m')
      return refused(generateText({ model, prompt: 'Hello', maxRetries: 0 }))
    },
  ],
]

const fixed =
  (status: number, body: object): Fetch =>
  async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** The gateway as the SDK reaches it. */
const throughGateway =
  ({ provider, status, body }: ErrorBody): Fetch =>
  async (url, init) => {
    const { call, clock } = createHarness({
      configs: { c: ERROR_TARGETS[provider] },
      environment: { KEY: 'some-key-of-the-provider' },
      script: [{ status, body: body as object }],
    })
    let isOver = false
    const pending = call({
      path: new URL(String(url)).pathname.replace(/^\/v1/, ''),
      headers: { 'x-gateway-config': 'c' },
      body: JSON.parse(String(init?.body)) as object,
    }).finally(() => {
      isOver = true
    })
    while (!isOver && (await clock.next()));
    const reply = await pending
    return new Response(JSON.stringify(reply.json), { status: reply.status })
  }

/** What code that catches an error looks at. */
const facts = (error: unknown): object => {
  expect(error).toBeInstanceOf(Error)
  expect(String((error as Error).name)).toMatch(/Error$/)
  const { name, status, code, type, lc_error_code, statusCode, isRetryable } = error as Record<
    string,
    unknown
  >
  return {
    class: (error as object).constructor.name,
    ...{ name, status, code, type, lc_error_code, statusCode, isRetryable },
  }
}

/** Providers whose errors clients of the API know as they are. */
const NATIVE: Readonly<Record<Api, readonly string[]>> = {
  chat: ['openai', 'azure'],
  responses: ['openai', 'azure'],
  messages: ['anthropic'],
}
/** Of the vendor's schema, with codes of their own. */
const COMPATIBLE = ['mistral', 'deepseek', 'groq', 'together', 'xai']

const kindOf = ({ specific, kind }: ErrorBody): SpecificKind | null =>
  specific ?? (kind as SpecificKind | null)

describe.each(SDKS)('%s', (_name, api, raise) => {
  const own = OWN_ERRORS[api === 'responses' ? 'chat' : api]
  const isCompatible = ({ provider }: ErrorBody) => api !== 'messages' && COMPATIBLE.includes(provider)

  it.each(rows.filter(({ provider }) => NATIVE[api].includes(provider)))(
    'raises the error of $provider as directly: $status $body',
    async row => {
      const direct = await raise(fixed(row.status, row.body as object))
      const through = await raise(throughGateway(row))
      expect(facts(through)).toEqual(facts(direct))
      expect((through as Error).message).toBe((direct as Error).message)
    },
  )

  const translated = rows.filter(
    row => !NATIVE[api].includes(row.provider) && !isCompatible(row) && kindOf(row) !== null,
  )
  it.each(translated)('raises its own error for $kind $specific of $provider: $status $body', async row => {
    const kind = kindOf(row) as SpecificKind
    const vendor = own[kind]
    const isPrecise = kind === 'invalid_request' && vendor !== undefined
    const direct = await raise(fixed(isPrecise ? row.status : vendor.status, vendor.body))
    const through = await raise(throughGateway(row))
    expect(facts(through)).toEqual(facts(direct))
    const { words = '' } = kindForms[api === 'messages' ? 'messages' : 'chat'][kind]
    expect((through as Error).message.toLowerCase()).toContain(words.toLowerCase())
  })

  it.each(rows.filter(row => isCompatible(row) && kindOf(row) !== null))(
    'recognizes $kind $specific of $provider, a provider of its schema: $status $body',
    async row => {
      const kind = kindOf(row) as SpecificKind
      const through = await raise(throughGateway(row))
      const isLong = kind === 'context_length'
      const direct = await raise(
        isLong ? fixed(own[kind].status, own[kind].body) : fixed(row.status, row.body as object),
      )
      const { type, code, ...others } = facts(direct) as Record<string, unknown>
      expect(facts(through)).toMatchObject(others)
      if (isLong) expect(facts(through)).toMatchObject({ code })
    },
  )
})

describe('how long to wait is in the header that SDKs read', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }]
  it.each<readonly [provider: ErrorBody['provider'], body: object, seconds: string | undefined]>([
    ['google', { error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details } }, '35'],
    [
      'groq',
      { error: { message: 'Please try again in 250ms.', type: 'tokens', code: 'rate_limit_exceeded' } },
      '1',
    ],
    ['azure', { error: { code: '429', message: 'Please retry after 20 seconds.' } }, '20'],
    ['openai', { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } }, undefined],
  ])('%s', async (provider, body, seconds) => {
    const { call } = createHarness({
      configs: { c: ERROR_TARGETS[provider] },
      environment: { KEY: 'some-key-of-the-provider' },
      script: [{ status: 429, body }],
    })
    const { headers } = await call({ headers: { 'x-gateway-config': 'c' }, body: { model: 'm', messages } })
    expect(headers['retry-after']).toBe(seconds)
  })
})

describe('fields that no class shows', () => {
  const send = async (row: ErrorBody, path: string): Promise<unknown> => {
    const body = { model: 'm', max_tokens: 5, messages }
    return await (
      await throughGateway(row)(`http://gateway/v1${path}`, { body: JSON.stringify(body) })
    ).json()
  }

  it.each(rows.filter(({ provider }) => provider === 'anthropic'))(
    'pass in Messages as they came: $body',
    async row => {
      expect(await send(row, '/messages')).toEqual(row.body)
    },
  )

  it.each(rows.filter(({ provider }) => provider === 'openai' || provider === 'azure'))(
    'pass in chats as they came: $body',
    async row => {
      expect(await send(row, '/chat/completions')).toEqual(row.body)
    },
  )

  it('pass in chats as they came, where a stream has nothing but the error', async () => {
    const error = { message: 'Bad key some-key-of-the-provider', type: 'x', code: '429', more: [1] }
    const { call } = createHarness({
      configs: { c: ERROR_TARGETS.openai },
      environment: { KEY: 'some-key-of-the-provider' },
      script: [{ events: [`data: ${JSON.stringify({ error })}\n\n`] }],
    })
    const body = { model: 'm', messages, stream: true }
    const reply = await call({ headers: { 'x-gateway-config': 'c' }, body })
    expect([reply.status, reply.json]).toEqual([429, { error: { ...error, message: 'Bad key ****' } }])
  })

  it('stay beside the error of a provider that has another form', async () => {
    const [row] = rows.filter(({ status, provider }) => provider === 'mistral' && status === 422)
    expect(row).toBeDefined()
    expect(await send(row as ErrorBody, '/chat/completions')).toEqual({
      ...(row?.body as object),
      error: {
        message: 'Extra inputs are not permitted Field required',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    })
  })

  it('give no hint of a credential', async () => {
    const body = { error: { message: 'Bad key some-key-of-the-provider', type: 'x', param: null, code: 'y' } }
    const row: ErrorBody = { provider: 'openai', status: 401, body, kind: 'auth', source: '' }
    expect(JSON.stringify(await send(row, '/chat/completions'))).not.toContain('some-key-of-the-provider')
  })
})
