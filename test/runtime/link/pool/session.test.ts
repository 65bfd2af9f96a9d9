import { describe, expect, it } from 'vitest'
import { readRequestOptions } from '../../../../runtime/gateway/request-options.ts'
import { linkSession } from '../../../../runtime/link/pool/session.ts'
import { createBody } from '../../../../runtime/values/body/body.ts'
import type { Call } from '../../../../runtime/values/call.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { SESSION_HEADERS, sessionInBody } from '../../../../runtime/values/session.ts'
import { callOf } from '../call-of.ts'

const linked = (by: readonly string[] = ['session', 'prompt'], providers: readonly string[] = ['mock']) =>
  linkSession({ by: [...by], for: 600_000 }, providers)
const sessionOf = linked()
/** As the gateway reads the session of a request. */
function of(body: unknown, more: Partial<Call> = {}, find = sessionOf): string | undefined {
  const call = callOf(body, more)
  const options = readRequestOptions(call.headers, 'x-gateway-')
  const named = isFailure(options) ? undefined : options.session
  const session = named ?? (call.endpoint && sessionInBody(call.body, call.endpoint))
  if (session !== undefined) call.record.session = session
  return find(call)
}

const user = (content: unknown): object => ({ role: 'user', content })
const SYSTEM = { role: 'system', content: 'You are helpful.' }
const CHAT = { model: 'm', messages: [SYSTEM, user('Hello')] }
const TOOL = { type: 'function', function: { name: 'f' } }
const messages = { endpoint: 'messages' as const }
const responses = { endpoint: 'responses' as const }

describe('a session is recognized by', () => {
  it.each(SESSION_HEADERS)('the header $header of $agent', ({ header }) => {
    const named = of(CHAT, { headers: ['Accept', '*/*', header.toUpperCase(), 'one'] })
    expect(named).toBeDefined()
    expect(of({ ...CHAT, messages: [user('Other')] }, { headers: [header, 'one'] })).toBe(named)
    expect(of(CHAT, { headers: [header, 'two'] })).not.toBe(named)
  })

  it('a header before any field', () => {
    const headers = ['x-session-id', 'one']
    expect(of({ ...CHAT, prompt_cache_key: 'a' }, { headers })).toBe(of(CHAT, { headers }))
  })

  it('prompt_cache_key before the prompt', () => {
    const keyed = of({ ...CHAT, prompt_cache_key: 'a' })
    expect(of({ model: 'm', messages: [user('x')], prompt_cache_key: 'a' })).toBe(keyed)
    expect(of({ ...CHAT, prompt_cache_key: 'b' })).not.toBe(keyed)
  })

  it('the conversation of a response, as an identifier or an object', () => {
    const named = of({ model: 'm', input: 'x', conversation: 'c' }, responses)
    expect(of({ model: 'm', input: 'y', conversation: { id: 'c' } }, responses)).toBe(named)
    expect(of({ model: 'm', input: 'x', conversation: 'd' }, responses)).not.toBe(named)
  })

  it.each([
    'user_0a1b_account__session_1c2d3e4f-0000-4000-8000-000000000000',
    '{"device_id":"d","session_id":"1c2d3e4f-0000-4000-8000-000000000000"}',
  ])('the session in the user of a message: %s', user_id => {
    const named = of({ ...CHAT, metadata: { user_id } }, messages)
    expect(of({ model: 'm', messages: [user('x')], metadata: { user_id } }, messages)).toBe(named)
    expect(named).not.toBe(of(CHAT, messages))
  })

  it('the prompt where the user of a message is only a user', () => {
    expect(of({ ...CHAT, metadata: { user_id: 'someone' } }, messages)).toBe(of(CHAT, messages))
  })

  it('fields of the metadata that the pool names', () => {
    const find = linked(['metadata.chat', 'prompt'])
    const named = of(CHAT, { metadata: { chat: 'one' } }, find)
    expect(of({ ...CHAT, messages: [user('x')] }, { metadata: { chat: 'one' } }, find)).toBe(named)
    expect(of({ ...CHAT, metadata: { chat: 'one' } }, {}, find)).toBe(named)
    expect(of(CHAT, {}, find)).toBe(of(CHAT, {}, linked(['prompt'])))
  })

  it('nothing, where the only sign is absent', () => {
    expect(of(CHAT, {}, linked(['session']))).toBeUndefined()
  })
})

describe('the start of a prompt', () => {
  const later = (first: readonly object[], more: object = {}): object => ({
    ...more,
    model: 'another',
    messages: [...first, { role: 'assistant', content: 'Hi' }, user('And now?')],
    temperature: 1,
  })

  it('stays while messages are added, and other fields change', () => {
    expect(of(later([SYSTEM, user('Hello')]))).toBe(of(CHAT))
  })

  it.each([
    ['the system prompt', later([{ ...SYSTEM, content: 'Other' }, user('Hello')])],
    ['the first message', later([SYSTEM, user('Bye')])],
    ['the tools', later([SYSTEM, user('Hello')], { tools: [TOOL] })],
  ])('is another with other words of %s', (_, body) => {
    expect(of(body)).not.toBe(of(CHAT))
  })

  it('stays when the mark of a cache moves from the first message', () => {
    const marked = user([{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }])
    const body = { system: 'S', messages: [marked] }
    for (const content of ['Hello', [{ type: 'text', text: 'Hello' }]])
      expect(
        of({ system: 'S', messages: [user(content), { role: 'assistant', content: 'Hi' }] }, messages),
      ).toBe(of(body, messages))
  })

  it('tells images apart', () => {
    const image = (url: string): object => ({ messages: [user([{ type: 'image_url', image_url: { url } }])] })
    expect(of(image('a'))).not.toBe(of(image('b')))
  })

  it('stays when an input becomes a list', () => {
    const input = [
      { role: 'user', content: 'Hello' },
      { type: 'message', role: 'assistant', content: [] },
    ]
    expect(of({ model: 'm', input }, responses)).toBe(of({ model: 'm', input: 'Hello' }, responses))
  })

  it.each([
    ['/v1beta/models/g:streamGenerateContent', 'contents', { parts: [{ text: 'Hello' }] }],
    ['/model/c/converse', 'messages', user([{ text: 'Hello' }])],
  ])('is read in the dialect of %s', (pathname, field, first) => {
    const native = { endpoint: undefined, pathname }
    const session = of({ [field]: [first] }, native)
    expect(session).toBeDefined()
    expect(of({ [field]: [first, { role: 'model', parts: [] }] }, native)).toBe(session)
    expect(of({ [field]: [first], system: 'S' }, native)).not.toBe(session)
  })

  it('is the start of a body that is streamed through', () => {
    const start = new TextEncoder().encode('{"model":"m","messages":[{"role":"user","content":"Hel')
    const remainder = {
      stream: { start: () => {}, pause: () => {}, resume: () => {}, cancel: () => {} },
      length: 1e9,
      consumed: false,
    }
    const body = createBody(start, remainder)
    expect(of('', { body })).toBe(of('', { body: createBody(new Uint8Array(start), remainder) }))
    expect(of('', { body })).toBeDefined()
  })

  it('is read of megabytes in less than ten milliseconds', () => {
    const long = 'word '.repeat(200_000)
    const body = createBody(
      new TextEncoder().encode(JSON.stringify({ messages: [user('Hello'), ...Array(10).fill(user(long))] })),
    )
    // The fields are known from the model.
    body.fields()
    const call = callOf('', { body })
    sessionOf(call)
    const start = performance.now()
    for (let count = 0; count < 20; count += 1) sessionOf(call)
    expect((performance.now() - start) / 20).toBeLessThan(10)
  })
})

describe('a session belongs to', () => {
  it('one key of one workspace', () => {
    const headers = ['x-session-id', 'one']
    const found = new Set(
      [
        { caller: 'k1' },
        { caller: 'k2' },
        { workspace: 'other', caller: 'k1' },
        { workspace: 'otherk1', caller: '' },
      ].map(more => of(CHAT, { headers, ...more })),
    )
    expect(found.size).toBe(4)
  })
})

describe('no session has', () => {
  it.each(['embeddings', 'completions', 'moderations', 'messages/count_tokens'] as const)(
    'a request of %s',
    endpoint => {
      expect(of(CHAT, { endpoint, headers: ['x-session-id', 'one'] })).toBeUndefined()
    },
  )

  it('a request that passes through', () => {
    expect(of('', { endpoint: undefined, pathname: '/v1/files' })).toBeUndefined()
  })

  it('a prompt that is shorter than any that its providers cache', () => {
    const find = linked(undefined, ['openai', 'azure-openai'])
    expect(of(CHAT, {}, find)).toBeUndefined()
    expect(of({ messages: [user('word '.repeat(1000))] }, {}, find)).toBeDefined()
    expect(of(CHAT, {}, linked(undefined, ['openai', 'mock']))).toBeDefined()
    // A session that is named will grow.
    expect(of(CHAT, { headers: ['x-session-id', 'one'] }, find)).toBeDefined()
  })

  it('a body that is not JSON', () => {
    expect(of('{"messages":')).toBeUndefined()
  })
})
