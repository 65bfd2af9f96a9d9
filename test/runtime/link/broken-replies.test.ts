// A whole 2xx reply is a success when it is one JSON value that is not an error (semantics, sections 4 and 13).
// Otherwise the next target is called, and nothing is stored.
import { describe, expect, it } from 'vitest'
import { examineReply } from '../../../runtime/link/call/examine-reply.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const DELIMITED = ['content-length', '99']
const FALLBACK = {
  strategy: { mode: 'fallback' },
  targets: [{ provider: '@main' }, { provider: '@main', name: 'second' }],
}
const STORED_ERROR = { id: 'x', error: { message: 'no such model', code: 404 } }

/** The result for a reply of the first target, where the second one succeeds. */
const replyAfter = async (text: string, headers: readonly string[] = [], config: object = FALLBACK) => {
  const { call, upstream } = createHarness({
    configs: { chat: config },
    script: [
      { status: 200, text, headers },
      { status: 200, body: completion('second') },
    ],
  })
  const send = () => call({ headers: { 'x-gateway-config': 'chat' } })
  return { reply: await send(), send, calls: () => upstream.sent.length }
}

describe('A broken reply with status 200', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['garbage between braces', '{garbage}', DELIMITED],
    ['two values', '{"a":1}{"b":2}', DELIMITED],
    ['a body truncated after a brace by the end of the connection', '{"choices":[{"a":{}}', []],
    ['garbage deep inside, ended by the connection', '{"choices":[nonsense]}', []],
    ['an error that is not the first key', JSON.stringify(STORED_ERROR), DELIMITED],
    ['an error that is a string', '{"id":"x","error":"no such model"}', DELIMITED],
    ['an empty body', '', DELIMITED],
    ['an HTML page', '<html></html>', DELIMITED],
  ])('%s: the next target is called', async (_title, text, headers) => {
    const { reply, calls } = await replyAfter(text, headers)
    expect([reply.status, calls(), reply.outcome?.reply.target]).toEqual([200, 2, 'config.targets[1]'])
  })

  it.each<readonly [string, string, number, object]>([
    ['garbage', '{garbage}', 502, { code: 'invalid_upstream_reply' }],
    ['two values', '{"a":1}{"b":2}', 502, { code: 'invalid_upstream_reply' }],
    ['an error later', JSON.stringify(STORED_ERROR), 404, { message: 'no such model' }],
  ])('%s without another target is an error', async (_title, text, status, error) => {
    const { reply } = await replyAfter(text, DELIMITED, { provider: '@main' })
    expect([reply.status, reply.json]).toMatchObject([status, { error }])
  })

  it.each<readonly [string, string]>([
    ['garbage deep inside', '{"choices":[nonsense]}'],
    ['two values with a line between them', '{"a":1}\n{"b":2}'],
    ['an error later', JSON.stringify(STORED_ERROR)],
  ])('%s is never stored', async (_title, text) => {
    const { reply, send, calls } = await replyAfter(text, DELIMITED, {
      provider: '@main',
      cache: { mode: 'simple' },
    })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(await send()).toMatchObject({ status: 200, headers: {} })
    expect(calls()).toBe(2)
  })

  it('is not evaluated by guardrails', async () => {
    const guard = {
      output_guardrails: [{ id: 'g', deny: true, contains: { words: ['x'], operator: 'none' } }],
    }
    const { reply } = await replyAfter('{"choices":[nonsense]}', DELIMITED, { provider: '@main', ...guard })
    expect([reply.status, reply.json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
  })

  it.each(['{garbage}', '{"content":[nonsense]}', '{"a":1}{"b":2}'])(
    'is not a success for a provider of another dialect: %s',
    async text => {
      const { call } = createHarness({ script: [{ status: 200, text, headers: DELIMITED }] })
      const { status, json } = await call({
        body: { model: '@claude/m', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] },
      })
      expect([status, json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
    },
  )
})

describe('A valid reply', () => {
  it.each<readonly [string, object]>([
    ['with an error of null', { ...completion('x'), error: null }],
    ['with an empty error', { ...completion('x'), error: {} }],
    ['whose text contains an error object', completion('{"error":{"message":"x"}}{"b":2}')],
    ['whose text contains an "error" key', completion('"error": {} }{')],
    ['with an error inside a choice', { choices: [{ message: {}, error: { message: 'x' } }] }],
  ])('%s passes unchanged', async (_title, body) => {
    const { reply } = await replyAfter(JSON.stringify(body), DELIMITED, { provider: '@main' })
    expect([reply.status, reply.text]).toEqual([200, JSON.stringify(body)])
  })

  it('of /responses that failed reports it in its own schema', async () => {
    const body = {
      id: 'r',
      object: 'response',
      status: 'failed',
      error: { code: 'server_error', message: 'x' },
      output: [],
    }
    const { call } = createHarness({ script: [{ status: 200, body, headers: DELIMITED }] })
    const { status, json } = await call({ path: '/responses', body: { model: '@main/m', input: 'x' } })
    expect([status, json]).toEqual([200, body])
  })
})

describe('The bytes of a reply', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  it.each<readonly [string, boolean, unknown]>([
    ['{}', false, 'sound'],
    [' { } ', false, 'sound'],
    ['[1]', false, 'sound'],
    ['{"a":nonsense}', false, 'sound'],
    ['{"a":nonsense}', true, 'broken'],
    ['{a:1}', false, 'broken'],
    ['{"a":1', false, 'broken'],
    ['[1}', false, 'broken'],
    ['', false, 'broken'],
    ['null', true, 'broken'],
    ['{"a":"}{"}', false, { value: { a: '}{' } }],
    ['{"error":1}', false, { value: { error: 1 } }],
    ['{"a":1,"error":"x"}', false, { error: { a: 1, error: 'x' } }],
  ])('%j, parsed %s: %j', (text, parse, expected) => {
    expect(examineReply(bytes(text), parse)).toEqual(expected)
  })
})
