// Semantics, section 10: what guards evaluate, when they deny, and how results are reported.
import { describe, expect, it } from 'vitest'
import { completion } from '../../../support/sample-bodies.ts'
import { chat, forbids, removes, USED } from '../stub-guards.ts'
import { errorOf, guarded, hooksOf, ok } from './guarded-chats.ts'

describe('Input denial', () => {
  const config = { input_guardrails: [{ id: 'words', deny: true, ...forbids('bad') }] }

  it('precedes any upstream call, names the guard and the reason, and is a 446', async () => {
    const { call, upstream } = guarded(config)
    const reply = await call({ headers: USED, body: chat('a bad thing') })
    expect([reply.status, upstream.sent.length]).toEqual([446, 0])
    expect(errorOf(reply.json)).toMatchObject({
      code: 'guardrail_denied',
      message: 'The guardrail "words" denied the request. test.forbids: The text has a forbidden word.',
    })
    expect(reply.outcome?.reply.hooks?.verdict).toBe('denied')
  })

  it('is JSON even for streams', async () => {
    const { call } = guarded(config)
    const reply = await call({ headers: USED, body: chat('bad', { stream: true }) })
    expect([reply.status, reply.headers['content-type']]).toEqual([446, 'application/json'])
    expect(errorOf(reply.json).code).toBe('guardrail_denied')
  })

  it('lets other requests through, byte for byte', async () => {
    const { call, upstream } = guarded(config)
    const body =
      '{"model":"gpt-6-sol" , "seed":12345678901234567890,"messages":[{"role":"user","content":"good"}]}'
    const reply = await call({ headers: USED, body })
    expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([200, 'passed'])
    expect(upstream.sent[0]?.text).toBe(body)
  })

  it('in on_fail too, and on_success where passing is what denies', async () => {
    const failing = { checks: [{ id: 'test.forbids', parameters: { word: 'bad' } }] }
    const onFail = {
      before_request_hooks: [{ id: 'h', type: 'guardrail', ...failing, on_fail: { deny: true } }],
    }
    expect((await guarded(onFail).call({ headers: USED, body: chat('bad') })).status).toBe(446)
    const onSuccess = {
      before_request_hooks: [{ id: 'h', type: 'guardrail', ...failing, on_success: { deny: true } }],
    }
    expect((await guarded(onSuccess).call({ headers: USED, body: chat('good') })).status).toBe(446)
    const reply = await guarded(onSuccess).call({ headers: USED, body: chat('bad') })
    expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([200, 'passed'])
  })
})

describe('Failure without deny', () => {
  const config = { input_guardrails: [{ id: 'words', ...forbids('bad') }] }

  it('is 246 with the normal body', async () => {
    const reply = await guarded(config).call({ headers: USED, body: chat('bad') })
    expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([246, 'failed'])
    expect(reply.json).toEqual(completion('fine'))
  })

  it('keeps the status of a provider error', async () => {
    const { call } = guarded(config, { script: [{ status: 400, body: { error: { message: 'no' } } }] })
    const reply = await call({ headers: USED, body: chat('bad') })
    expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([400, 'failed'])
  })

  it('of a reply is 246 too', async () => {
    const { call } = guarded(
      { output_guardrails: [{ id: 'words', ...forbids('bad') }] },
      { script: [ok('bad')] },
    )
    const reply = await call({ headers: USED, body: chat('good') })
    expect([reply.status, reply.json]).toEqual([246, completion('bad')])
  })
})

describe('hook_results', () => {
  const loose = { strict_vendor_compliance: false }
  const config = {
    input_guardrails: [{ id: 'words', ...forbids('bad'), on_fail: { feedback: { value: -5, weight: 1 } } }],
  }

  it('are in the body when strict compliance is off, with the reason and the feedback', async () => {
    const reply = await guarded({ ...config, ...loose }).call({ headers: USED, body: chat('bad') })
    expect(hooksOf(reply.json)).toEqual({
      before_request_hooks: [
        {
          id: 'words',
          verdict: false,
          deny: false,
          checks: [
            {
              id: 'test.forbids',
              verdict: false,
              reason: 'The text has a forbidden word.',
              data: { explanation: 'The text has a forbidden word.' },
              execution_time: 0,
              created_at: '2026-01-01T00:00:00.000Z',
            },
          ],
          feedback: {
            value: -5,
            weight: 1,
            metadata: { successfulChecks: '', failedChecks: 'test.forbids', erroredChecks: '' },
          },
          execution_time: 0,
          created_at: '2026-01-01T00:00:00.000Z',
        },
      ],
      after_request_hooks: [],
    })
  })

  it('name the checks by outcome beside the feedback, and those with an error apart', async () => {
    const mixed = {
      id: 'mixed',
      'test.passes': {},
      'test.throws': {},
      on_success: { feedback: { value: 1, metadata: { by: 'us' } } },
    }
    const reply = await guarded({ input_guardrails: [mixed], ...loose }).call({
      headers: USED,
      body: chat('a'),
    })
    expect(hooksOf(reply.json)).toMatchObject({
      before_request_hooks: [
        {
          feedback: {
            metadata: {
              by: 'us',
              successfulChecks: 'test.passes',
              failedChecks: '',
              erroredChecks: 'test.throws',
            },
          },
        },
      ],
    })
  })

  it('are in a denial too', async () => {
    const denies = { output_guardrails: [{ id: 'words', deny: true, ...forbids('fine') }] }
    const reply = await guarded({ ...denies, ...loose }).call({ headers: USED, body: chat('x') })
    expect(reply.status).toBe(446)
    expect(hooksOf(reply.json)).toMatchObject({ after_request_hooks: [{ id: 'words', deny: true }] })
    expect(errorOf(reply.json).message).toContain('"words" denied the reply')
  })

  it('are absent when it is on, which a request header may set', async () => {
    expect(hooksOf((await guarded(config).call({ headers: USED, body: chat('bad') })).json)).toBeUndefined()
    const headers = { ...USED, 'x-gateway-strict-vendor-compliance': 'true' }
    expect(
      hooksOf((await guarded({ ...config, ...loose }).call({ headers, body: chat('bad') })).json),
    ).toBeUndefined()
  })

  it('contain no client text', async () => {
    const reply = await guarded({ ...config, ...loose }).call({ headers: USED, body: chat('bad xyzzy') })
    expect(JSON.stringify(hooksOf(reply.json))).not.toContain('xyzzy')
    expect(JSON.stringify(reply.outcome?.record.guardResults)).not.toContain('xyzzy')
  })
})

describe('A check with an error', () => {
  const errs = (more: object) => ({ input_guardrails: [{ id: 'g', deny: true, 'test.throws': more }] })

  it('counts as passed, and its result has the error; the bug is reported separately', async () => {
    const { call, notices } = guarded(errs({}))
    const reply = await call({ headers: USED })
    expect(reply.status).toBe(200)
    expect(reply.outcome?.record.guardResults?.[0]?.checks[0]).toMatchObject({ verdict: true, error: true })
    expect(JSON.stringify(reply.outcome?.record)).not.toContain('secret')
    expect(notices.map(({ kind }) => kind)).toEqual(['bug'])
  })

  it('counts as failed with failOnError', async () => {
    expect((await guarded(errs({ failOnError: true })).call({ headers: USED })).status).toBe(446)
  })

  it('by taking longer than its timeout, and no timer is left', async () => {
    const config = {
      input_guardrails: [{ id: 'g', deny: true, 'test.never': { timeout: 500, failOnError: true } }],
    }
    const { call, clock } = guarded(config)
    const reply = call({ headers: USED })
    await clock.advance(500)
    expect(errorOf((await reply).json).message).toContain('The check timed out after 500 ms.')
    expect(await clock.next()).toBe(false)
  })

  it('after 10 seconds by default', async () => {
    const { call, clock } = guarded({ input_guardrails: [{ id: 'g', 'test.never': {} }] })
    const reply = call({ headers: USED })
    await clock.advance(9_999)
    expect(clock.waits).toContain(10_000)
    await clock.advance(1)
    expect((await reply).status).toBe(200)
  })
})

describe('A check that rewrites', () => {
  it('changes what is sent, and nothing else of the body', async () => {
    const { call, upstream } = guarded({ input_guardrails: [{ id: 'g', ...removes('bad') }] })
    const body =
      '{"seed":12345678901234567890,"messages":[{"role":"user","content":"so bad","x":1}],"model":"gpt-6-sol"}'
    await call({ headers: USED, body })
    expect(upstream.sent[0]?.text).toBe(body.replace('so bad', 'so ***'))
  })

  it('is awaited by those after it, which see what it wrote', async () => {
    const after = { input_guardrails: [{ id: 'g', deny: true, ...removes('bad'), ...forbids('bad') }] }
    expect((await guarded(after).call({ headers: USED, body: chat('bad') })).status).toBe(200)
    const guards = {
      input_guardrails: [
        { id: 'a', ...removes('bad') },
        { id: 'b', deny: true, ...forbids('bad') },
      ],
    }
    expect((await guarded(guards).call({ headers: USED, body: chat('bad') })).status).toBe(200)
    const before = { input_guardrails: [{ id: 'g', deny: true, ...forbids('bad'), ...removes('bad') }] }
    expect((await guarded(before).call({ headers: USED, body: chat('bad') })).status).toBe(446)
  })

  it('changes a reply', async () => {
    const { call } = guarded({ output_guardrails: [{ id: 'g', ...removes('fine') }] })
    const reply = await call({ headers: USED })
    expect([reply.status, reply.json]).toEqual([200, completion('***')])
  })

  it('takes precedence over the override whose text it rewrote', async () => {
    const messages = [{ role: 'user', content: 'bad' }]
    const { call, upstream } = guarded({
      override_params: { messages, temperature: 1 },
      input_guardrails: [{ id: 'g', ...removes('bad') }],
    })
    await call({ headers: USED })
    expect(upstream.sent[0]?.json).toMatchObject({
      messages: [{ role: 'user', content: '***' }],
      temperature: 1,
    })
  })

  it('may not break the arguments of a call', async () => {
    const calls = [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"a":"x"}' } }]
    const message = { role: 'assistant', content: null, refusal: null, tool_calls: calls }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' }]
    const { call } = guarded(
      { output_guardrails: [{ id: 'g', deny: true, ...removes('{', { failOnError: true }) }] },
      { script: [{ status: 200, body: completion('', { choices }) }] },
    )
    const reply = await call({ headers: USED })
    expect([reply.status, errorOf(reply.json).message]).toEqual([
      446,
      'The guardrail "g" denied the reply. test.removes: The rewritten tool call arguments are not JSON.',
    ])
  })
})
