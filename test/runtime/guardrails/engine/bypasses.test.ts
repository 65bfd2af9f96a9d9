// What a caller may try to get a text past a guard that denies: other routes, other places, other spellings.
import { describe, expect, it } from 'vitest'
import type { BodyRemainder } from '../../../../runtime/values/body/body.ts'
import { createHarness, STORED_PROVIDERS } from '../../../support/harness.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { chat, forbids, removes, STUBS, USED } from '../stub-guards.ts'

const guard = (more: object = {}) => ({ id: 'g', deny: true, ...forbids('bad', more) })
const ok: Step = { status: 200, body: { fine: true } }
const guarded = (config: object, script: readonly Step[] = [ok]) =>
  createHarness({ configs: { c: { provider: '@main', ...config } }, checks: STUBS, script })

interface RequestCase {
  readonly path?: string
  readonly body?: unknown
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly remainder?: BodyRemainder
  readonly upgrade?: boolean
}
const ask = async ({ headers = {}, ...asked }: RequestCase, guards: readonly object[] = [guard()]) => {
  const { call, upstream } = guarded({ input_guardrails: guards })
  const { status } = await call({ headers: { ...USED, ...headers }, ...asked })
  return [status, upstream.sent.length]
}
const DENIED = [446, 0]
const user = (content: unknown, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content, ...more }],
})
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const form = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`

describe('A denying guard reads', () => {
  const places: readonly (readonly [string, RequestCase])[] = [
    ['a prompt of completions', { path: '/completions', body: { model: 'm', prompt: 'bad' } }],
    ['a list of prompts', { path: '/completions', body: { model: 'm', prompt: ['good', 'bad'] } }],
    [
      'what follows the completion',
      { path: '/completions', body: { model: 'm', prompt: 'a', suffix: 'bad' } },
    ],
    ['responses', { path: '/responses', body: { model: 'm', input: 'bad' } }],
    [
      'items of responses',
      { path: '/responses', body: { model: 'm', input: [{ role: 'user', content: 'bad' }] } },
    ],
    ['messages', { path: '/messages', body: user([{ type: 'text', text: 'bad' }]) }],
    ['the path with a slash behind it', { path: '/chat/completions/', body: user('bad') }],
    ['parts that are texts', { body: user(['bad']) }],
    ['a part alone', { body: user({ type: 'text', text: 'bad' }) }],
    [
      'documents of another dialect',
      { body: user([{ type: 'document', source: { type: 'text', data: 'bad' } }]) },
    ],
    ['documents of a third', { body: user([{ type: 'document', document: { data: {}, snippet: 'bad' } }]) }],
    [
      'results of a search',
      { body: user([{ type: 'search_result', content: [{ type: 'text', text: 'bad' }] }]) },
    ],
    ['the prompt of an image', { path: '/images/generations', body: { prompt: 'bad' } }],
    [
      'what an image shall not show',
      { path: '/images/generations', body: { prompt: 'a', negative_prompt: 'bad' } },
    ],
    [
      'any field of a form that is passed through',
      { path: '/other', headers: multipart, body: form('q', 'bad') },
    ],
    [
      'plain text that is passed through',
      { path: '/other', headers: { 'content-type': 'text/plain' }, body: 'bad' },
    ],
    [
      'encoded fields',
      { path: '/other', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'q=%62ad' },
    ],
    ['a query of an unknown path', { method: 'GET', path: '/generate?prompt=so+%62ad' }],
    ['a query beside a body', { path: '/generate?prompt=bad', body: { a: 1 } }],
    ['text that is escaped', { body: '{"model":"m","messages":[{"role":"user","content":"\\u0062ad"}]}' }],
  ]
  it.each(places)('%s', async (_title, asked) => {
    expect(await ask(asked)).toEqual(DENIED)
  })

  const defined: readonly (readonly [string, RequestCase])[] = [
    ['names', { body: user('a', { name: 'bad' }) }],
    [
      'tools',
      { body: { ...user('a'), tools: [{ type: 'function', function: { name: 'f', description: 'bad' } }] } },
    ],
    [
      'names within tools',
      { body: { ...user('a'), tools: [{ function: { parameters: { properties: { bad: {} } } } }] } },
    ],
    ['schemas', { body: { ...user('a'), response_format: { json_schema: { schema: { title: 'bad' } } } } }],
    ['predictions', { body: { ...user('a'), prediction: { type: 'content', content: 'bad' } } }],
    ['documents beside messages', { body: { ...user('a'), documents: ['bad'] } }],
    [
      'tools of messages',
      { path: '/messages', body: { ...user('a'), tools: [{ name: 'f', description: 'bad' }] } },
    ],
    [
      'tools of responses',
      { path: '/responses', body: { model: 'm', input: 'a', tools: [{ description: 'bad' }] } },
    ],
  ]
  it.each(defined)('%s, when it evaluates at all', async (_title, asked) => {
    expect(await ask(asked)).toEqual(DENIED)
    expect((await ask(asked, [guard({ scope: 'last' })]))[0]).not.toBe(446)
  })
})

describe('Unreadable requests are rejected instead of sent', () => {
  const remainder: BodyRemainder = {
    stream: { start: () => {}, pause: () => {}, resume: () => {}, cancel: () => {} },
    length: undefined,
    consumed: false,
  }
  const wide = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))
  const cases: readonly (readonly [string, number, RequestCase])[] = [
    ['a body larger than is held', 413, { path: '/other', body: '{"a":"b', remainder }],
    [
      'a form larger than is held',
      413,
      { path: '/images/edits', headers: multipart, body: form('image', 'x'), remainder },
    ],
    ['JSON in UTF-16', 400, { path: '/other', body: wide('{"a":"bad"}') }],
    ['text in UTF-16', 415, { path: '/other', headers: { 'content-type': 'text/plain' }, body: wide('bad') }],
    ['what says it is JSON and is not', 400, { path: '/other', body: 'bad' }],
    [
      'bytes that are no UTF-8',
      400,
      { body: new Uint8Array(Buffer.from('{"model":"m","messages":[],"a":"\xff"}', 'latin1')) },
    ],
    ['tokens', 400, { path: '/completions', body: { model: 'm', prompt: [1, 2] } }],
    ['lists of tokens', 400, { path: '/embeddings', body: { model: 'm', input: [[1, 2]] } }],
    ['names that some servers read as others', 400, { body: { ...user('a'), Messages: [] } }],
    ['such names within a message', 400, { body: user('a', { Content: 'bad' }) }],
    ['such names by letters that are folded', 400, { body: { ...user('a'), me\u017fsages: [] } }],
    ['a WebSocket', 400, { method: 'GET', path: '/realtime?model=m', upgrade: true }],
  ]
  it.each(cases)('%s', async (_title, status, asked) => {
    expect(await ask(asked)).toEqual([status, 0])
  })

  it('by a guard that rewrites as well', async () => {
    const guards = [{ id: 'g', ...removes('bad') }]
    expect(await ask({ path: '/other', body: '{"a":"b', remainder }, guards)).toEqual([413, 0])
    expect(await ask({ method: 'GET', path: '/realtime?model=m', upgrade: true }, guards)).toEqual([400, 0])
  })

  it('and passes when a guard only observes', async () => {
    const guards = [{ id: 'g', ...forbids('bad') }]
    expect((await ask({ path: '/completions', body: { model: 'm', prompt: [1] } }, guards))[1]).toBe(1)
  })

  it('a path in other letters is refused, not passed', async () => {
    expect(await ask({ path: '/Chat/completions', body: user('bad') })).toEqual([404, 0])
  })

  it('files that are uploaded pass', async () => {
    expect((await ask({ path: '/files', headers: multipart, body: form('purpose', 'batch') }))[0]).toBe(200)
    expect(
      (await ask({ path: '/other', headers: { 'content-type': 'audio/wav' }, body: wide('bad') }))[0],
    ).toBe(200)
  })
})

describe('A denying guard of the reply', () => {
  const after = { output_guardrails: [guard()] }
  const replied = async (step: Step, asked: RequestCase) => {
    const { call } = guarded(after, [step])
    const reply = await call({ headers: { ...USED, ...asked.headers }, ...asked, body: asked.body ?? {} })
    return [reply.status, reply.text.includes('bad words')]
  }
  const typed = (type: string, ...more: readonly string[]) => ['content-type', type, ...more]

  it('reads text that is not JSON', async () => {
    const step: Step = { status: 200, headers: typed('text/plain'), text: 'bad words' }
    expect(await replied(step, { path: '/other' })).toEqual([446, false])
    expect(await replied({ ...step, headers: typed('text/vtt') }, { path: '/other' })).toEqual([446, false])
  })

  it('releases nothing that is encoded or framed', async () => {
    const encoded: Step = {
      status: 200,
      headers: typed('application/json', 'content-encoding', 'gzip'),
      text: 'bad words',
    }
    expect(await replied(encoded, { path: '/other' })).toEqual([502, false])
    const frames: Step = {
      status: 200,
      headers: typed('application/vnd.amazon.eventstream'),
      text: 'bad words',
    }
    expect(await replied(frames, { path: '/model/m/converse-stream' })).toEqual([502, false])
  })

  it('releases bytes that are not text', async () => {
    const step: Step = { status: 200, headers: typed('application/octet-stream'), text: 'bad words' }
    expect(await replied(step, { path: '/files/1/content', method: 'GET' })).toEqual([200, true])
  })
})

describe('Guards of the manifest', () => {
  const manifest = {
    ...STORED_PROVIDERS,
    guardrails: { g: { deny: true, ...forbids('bad') } },
    input_guardrails: ['g'],
  }
  const headers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['without a config', { 'x-gateway-provider': '@main' }],
    ['with one that has none', { 'x-gateway-config': '{"provider":"@main"}' }],
    ['with one that takes them away', { 'x-gateway-config': '{"provider":"@main","input_guardrails":[]}' }],
    [
      'below targets',
      { 'x-gateway-config': '{"strategy":{"mode":"fallback"},"targets":[{"provider":"@main"}]}' },
    ],
    [
      'at another host',
      {
        'x-gateway-provider': 'openai',
        authorization: 'Bearer k',
        'x-gateway-custom-host': 'https://example.com/v1',
      },
    ],
  ]
  it.each(headers)('hold for a request %s', async (_title, sent) => {
    const { call, upstream } = createHarness({ manifest, checks: STUBS, script: [ok] })
    for (const path of ['/chat/completions', '/threads/1/messages'])
      expect((await call({ path, headers: sent, body: chat('bad') })).status).toBe(446)
    expect(upstream.sent).toHaveLength(0)
  })
})
