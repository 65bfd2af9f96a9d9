// Message threads of Anthropic's SDK: at the vendor they pass, with its errors; where no thread is kept, also after a fallback, the
// conversation is not lost (https://platform.claude.com/docs/en/build-with-claude/message-threads, 2026-11-29).
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

interface Sent {
  readonly model: string
  readonly messages: readonly { readonly role: string }[]
  readonly thread?: { readonly type: string; readonly previous_message_id?: string }
}

let vendor: Provider
let other: Provider
let gateway: RunningGateway
let client: Anthropic
/** What the vendor does with the next requests: a status, or undefined for a reply. */
let failures: (readonly [number, object] | undefined)[] = []
let sent: { readonly at: 'vendor' | 'other'; readonly body: Sent }[] = []

const notFound = (previous: string) => ({
  type: 'error',
  error: {
    type: 'not_found_error',
    message: 'The thread was not found.',
    details: { error_code: 'thread_not_found', previous_message_id: previous },
  },
})
const BUSY = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

beforeEach(async () => {
  sent = []
  failures = []
  vendor = await runProvider((_request, response, body) => {
    sent.push({ at: 'vendor', body: JSON.parse(body.toString()) as Sent })
    const [status, value] = failures.shift() ?? [
      200,
      {
        id: `msg_${sent.length}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-8',
        content: [{ type: 'text', text: 'of the vendor' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    ]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  })
  other = await runProvider((_request, response, body) => {
    sent.push({ at: 'other', body: JSON.parse(body.toString()) as Sent })
    response.writeHead(200, { 'content-type': 'application/json' })
    const message = { role: 'assistant', content: 'of another' }
    response.end(
      JSON.stringify({
        id: 'chat_1',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-6.1-sol',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      }),
    )
  })
  gateway = await runGateway(
    {
      providers: {
        vendor: { provider: 'anthropic', api_key: '${env:KEY}', custom_host: vendor.origin },
        other: { provider: 'openai', api_key: '${env:KEY}', custom_host: other.origin },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {
      both: {
        strategy: { mode: 'fallback' },
        targets: [{ provider: '@vendor' }, { provider: '@other', override_params: { model: 'gpt-6.1-sol' } }],
      },
    },
    { KEY: 'key' },
  )
})
afterEach(() => Promise.all([gateway.stop(), vendor.stop(), other.stop()]))

const threadOf = (model: string, config?: string) => {
  client = new Anthropic({
    baseURL: gateway.url.replace(/\/v1$/, ''),
    apiKey: 'unused',
    maxRetries: 0,
    ...(config && { defaultHeaders: { 'x-gateway-config': config } }),
  })
  return client.beta.messages.thread({
    model,
    max_tokens: 50,
    unsupportedRequestBehavior: 'continue_unthreaded',
  })
}
const says = (content: string) => ({ role: 'user', content }) as const
/** What each provider got: the kind of thread, and the messages. */
const got = () => sent.map(({ at, body }) => `${at} ${body.thread?.type ?? 'whole'} ${body.messages.length}`)

describe('A message thread', () => {
  it('continues at the vendor', async () => {
    const thread = threadOf('@vendor/claude-opus-4-8')
    await thread.send(says('One'))
    await thread.send(says('Two'))
    expect(got()).toEqual(['vendor create 1', 'vendor continue 1'])
  })

  it('is created again where the vendor has lost it, since the details of its error arrive', async () => {
    const thread = threadOf('@vendor/claude-opus-4-8')
    await thread.send(says('One'))
    failures = [[404, notFound('msg_1')]]
    await thread.send(says('Two'))
    expect(got()).toEqual(['vendor create 1', 'vendor continue 1', 'vendor create 3'])
  })

  it('is refused by a provider that keeps none, so that it gets the whole conversation', async () => {
    const thread = threadOf('@other/gpt-6.1-sol')
    await thread.send(says('One'))
    await thread.send(says('Two'))
    expect(got()).toEqual(['other whole 1', 'other whole 3'])
  })

  it('is not continued by a fallback, which gets the whole conversation', async () => {
    const thread = threadOf('claude-opus-4-8', 'both')
    await thread.send(says('One'))
    failures = [
      [529, BUSY],
      [529, BUSY],
    ]
    await thread.send(says('Two'))
    expect(got()).toEqual(['vendor create 1', 'vendor continue 1', 'vendor whole 3', 'other whole 3'])
  })
})
