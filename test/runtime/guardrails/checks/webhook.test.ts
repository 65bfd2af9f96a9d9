// default.webhook
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { failure } from '../../../../runtime/values/failures.ts'
import { evaluateWith } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

const REQUEST = { model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true }
const REPLY = { choices: [{ message: { content: 'Hi' } }] }
const ASKED: Partial<CheckInput> = {
  texts: ['Hello'],
  request: REQUEST,
  model: 'm',
  provider: 'openai',
  metadata: { user: 'ann' },
  trace: 't',
}

const run = async (answer: Answer, subject: Partial<CheckInput> = ASKED, parameters: object = {}) => {
  const { ports, requests } = answering([answer])
  const written = { webhookURL: 'https://hook.example/x', ...parameters }
  const credential = () => 'k'
  return { finding: await evaluateWith('default.webhook', written, subject, ports, { credential }), requests }
}

describe('default.webhook sends', () => {
  it('of a request', async () => {
    const { requests } = await run({ json: { verdict: true } }, ASKED, { headers: { 'x-a': 'b' } })
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://hook.example/x',
        headers: ['x-a', 'b', 'Authorization', 'Bearer k'],
        maxBytes: 8 * 1024 * 1024,
        body: {
          eventType: 'beforeRequestHook',
          requestType: 'chatComplete',
          request: { json: REQUEST, text: 'Hello', isStreamingRequest: true },
          provider: 'openai',
          model: 'm',
          metadata: { user: 'ann' },
          workspace: 'default',
          traceId: 't',
        },
      },
    ])
  })

  it('of a reply', async () => {
    const subject: Partial<CheckInput> = { ...ASKED, side: 'reply', texts: ['Hi'], reply: REPLY }
    const { requests } = await run({ json: { verdict: true } }, subject)
    expect(requests[0]?.body).toMatchObject({
      eventType: 'afterRequestHook',
      request: { json: REQUEST, text: 'Hello' },
      response: { json: REPLY, text: 'Hi' },
    })
  })

  it('of a pass-through request', async () => {
    const subject = { endpoint: undefined, texts: [], request: undefined }
    expect((await run({ json: { verdict: true } }, subject)).requests[0]?.body).toMatchObject({
      requestType: 'proxy',
      request: { text: '', isStreamingRequest: false },
    })
  })
})

describe('The verdict of default.webhook', () => {
  const deep = `{"verdict":true,"transformedData":{"request":{"json":{"a":${'['.repeat(2000)}${']'.repeat(2000)}}}}}`
  it.each<[Answer, object]>([
    [{ json: { verdict: true } }, { passed: true, reason: 'The webhook accepted it.' }],
    [{ json: { verdict: false } }, { passed: false, reason: 'The webhook rejected it.' }],
    [{ json: { verdict: 'true' } }, { error: true, reason: 'The webhook returned no boolean "verdict".' }],
    [{ json: {} }, { error: true }],
    [{ json: [true] }, { error: true }],
    [{ json: null }, { error: true }],
    [{ text: 'ok' }, { error: true, reason: 'The webhook returned invalid JSON.' }],
    [
      { status: 503, json: { verdict: true } },
      { error: true, reason: 'The webhook responded with status 503.' },
    ],
    [{ status: 307, json: { verdict: true } }, { error: true }],
    [{ text: deep }, { error: true, reason: 'The webhook returned JSON that is nested too deeply.' }],
    [
      failure('timeout', 'x', { cause: 'timeout' }),
      { error: true, reason: 'The webhook did not respond in time.' },
    ],
    [failure('invalid_upstream_reply', 'x', { cause: 'too-large' }), { error: true }],
  ])('%j', async (answer, expected) => {
    const { finding } = await run(answer)
    expect(finding).toMatchObject(expected)
    expect('error' in finding).toBe('error' in expected)
  })

  it('shows no text of the webhook, unless the config allows its reason', async () => {
    const data = {
      reason: 'It says\n "hunter2".',
      score: 0.5,
      rule: 'no-names',
      'a b': 1,
      list: ['x'],
      flagged: true,
    }
    const answer = { json: { verdict: false, data } }
    const facts = { score: 0.5, rule: 'no-names', flagged: true }
    expect((await run(answer)).finding).toEqual({
      passed: false,
      reason: 'The webhook rejected it.',
      facts,
    })
    expect((await run(answer, ASKED, { showReason: true })).finding.reason).toBe(
      'The webhook rejected it: It says "hunter2".',
    )
  })
})

describe('default.webhook with not', () => {
  it.each<[boolean, object]>([
    [true, { passed: false, reason: 'The webhook accepted it; "not" forbids this.' }],
    [false, { passed: true, reason: 'The webhook rejected it.' }],
  ])('inverts the verdict %s', async (verdict, expected) => {
    expect((await run({ json: { verdict } }, ASKED, { not: true })).finding).toEqual(expected)
  })

  it('inverts no error', async () => {
    expect((await run({ status: 503 }, ASKED, { not: true })).finding).toMatchObject({ error: true })
  })
})

describe('What default.webhook replaces', () => {
  const OTHER = { model: 'm', messages: [] }
  const reply = { ...ASKED, side: 'reply', reply: REPLY } as const
  it.each<[string, unknown, Partial<CheckInput>, object]>([
    ['a request', { request: { json: OTHER } }, ASKED, { body: OTHER }],
    ['a reply', { response: { json: OTHER } }, reply, { body: OTHER }],
    ['a request, of whose side nothing is said', { response: { json: OTHER } }, ASKED, {}],
    ['a request, by null', { request: { json: null } }, ASKED, {}],
    [
      'a request, by a list',
      { request: { json: [] } },
      ASKED,
      { error: true, reason: 'The webhook returned a replacement request that is not an object.' },
    ],
    ['a request, by nothing', null, ASKED, {}],
  ])('%s', async (_title, transformedData, subject, expected) => {
    const { finding } = await run({ json: { verdict: true, transformedData } }, subject)
    expect(finding).toMatchObject(expected)
    expect(['body' in finding, 'error' in finding]).toEqual(['body' in expected, 'error' in expected])
  })
})
