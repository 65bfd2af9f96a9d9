// No sent credential is returned in an error, a log record or a stream, on any known route.
import { describe, expect, it } from 'vitest'
import { linkMask, withSentToken } from '../../../runtime/link/target/mask-credentials.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const KEY = 'sk-stored-secret-1234567890'
const ENVIRONMENT = { MAIN_KEY: KEY, CLAUDE_KEY: KEY }
const MESSAGE = `Incorrect API key provided: ${KEY}. You can find it at https://x.example.`
const ERROR = { error: { message: MESSAGE, type: KEY, param: KEY, code: KEY } }
const errorEvent = (name: string): string =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...ERROR })}\n\n`

const CHAT = (model: string, stream = false) => ({
  model: `${model}/m`,
  messages: [{ role: 'user', content: 'x' }],
  stream,
})
const MESSAGES = { ...CHAT('@claude', true), max_tokens: 9 }

interface Case {
  readonly step: Step
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const CASES: Readonly<Record<string, Case>> = {
  'an error of a provider of the vendor’s schema': {
    step: { status: 401, body: ERROR },
    body: CHAT('@main'),
  },
  'a plain text': { step: { status: 401, text: MESSAGE }, body: CHAT('@main') },
  'an error of a provider with a dialect of its own': {
    step: { status: 401, body: ERROR },
    body: CHAT('@claude'),
  },
  'an error with the status 200': { step: { status: 200, body: { id: 'x', ...ERROR } }, body: CHAT('@main') },
  'an error with the status 200 of another dialect': {
    step: { status: 200, body: ERROR },
    body: CHAT('@claude'),
  },
  'an error as the first event of a stream': {
    step: { events: [`data: ${JSON.stringify(ERROR)}\n\n`] },
    body: CHAT('@main', true),
  },
  'an error in the middle of a stream': {
    step: { events: [chunk({ content: 'Hi' }), `data: ${JSON.stringify(ERROR)}\n\n`] },
    body: CHAT('@main', true),
  },
  'an error in the middle of a stream that arrives in pieces': {
    step: {
      events: [
        chunk({ content: 'Hi' }),
        ...(`data: ${JSON.stringify(ERROR)}\n\n`.match(/.{1,11}|\n+/gs) ?? []),
      ],
    },
    body: CHAT('@main', true),
  },
  'an error in the middle of a stream of another dialect': {
    step: {
      events: [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"m","usage":{}}}\n\n',
        'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
        errorEvent('error'),
      ],
    },
    body: CHAT('@claude', true),
  },
  'an error in the middle of a stream that passes as it is': {
    step: {
      events: [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"m","usage":{}}}\n\n',
        'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
        errorEvent('error'),
      ],
    },
    path: '/messages',
    body: MESSAGES,
  },
  'an error of a stream of responses': {
    step: {
      events: ['data: {"type":"response.output_text.delta","delta":"Hi"}\n\n', errorEvent('response.failed')],
    },
    path: '/responses',
    body: { model: '@main/m', input: 'x', stream: true },
  },
  'an error of a collection': {
    step: { status: 401, body: ERROR },
    method: 'GET',
    path: '/files',
    headers: { 'x-gateway-provider': '@main' },
  },
  'an error of a collection with shapes of its own': {
    step: { status: 401, body: ERROR },
    method: 'GET',
    path: '/files',
    headers: { 'x-gateway-provider': '@claude' },
  },
}

describe('A stored credential that a provider repeats is masked in', () => {
  it.each(Object.entries(CASES))('%s', async (_title, { step, ...call }) => {
    const { call: send, upstream } = createHarness({ environment: ENVIRONMENT, script: [step] })
    const { text, headers, outcome } = await send(call)
    expect(JSON.stringify(upstream.sent[0]?.headers)).toContain(KEY)
    expect(text).toContain('Incorrect API key provided: ****.')
    const { record, reply } = outcome ?? {}
    expect(text + JSON.stringify([headers, record, reply?.failure])).not.toContain(KEY)
  })

  it('and is left in passed-through replies', async () => {
    const { call } = createHarness({ environment: ENVIRONMENT, script: [{ status: 401, body: ERROR }] })
    const { json } = await call({ path: '/unknown', headers: { 'x-gateway-provider': '@main' } })
    expect(json).toEqual(ERROR)
  })
})

describe('A mask', () => {
  const mask = linkMask('key-with/slash+1', {
    api_key: 'key-with/slash+1',
    cloud1_secret_access_key: 'second-secret',
    short: 'abc',
    cloud3_service_account_json: {
      type: 'service_account',
      project_id: 'my-project-1',
      private_key: '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----',
    },
  })
  it.each<readonly [string, string]>([
    ['key-with/slash+1', '****'],
    ['{"m":"key-with\\/slash+1"}', '{"m":"****"}'],
    ['?key=key-with%2Fslash%2B1', '?key=****'],
    ['a second-secret and a second-secret', 'a **** and a ****'],
    ['abc', 'abc'],
    ['service_account of my-project-1', 'service_account of my-project-1'],
    ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', '****'],
    ['{"k":"-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----"}', '{"k":"****"}'],
    ['no secret', 'no secret'],
  ])('%j becomes %j', (text, expected) => {
    expect(mask.text(text)).toBe(expected)
  })

  it('covers the token exchanged for a credential', () => {
    const more = withSentToken(mask, ['content-type', 'x', 'Authorization', 'Bearer exchanged-token'])
    expect(more.text('the token exchanged-token of second-secret')).toBe('the token **** of ****')
  })
})
