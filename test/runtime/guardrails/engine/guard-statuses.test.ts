// Semantics, section 10: the statuses of guards for fallback and retry, guards on replies, and inheritance.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import { chat, forbids, STUBS, USED } from '../stub-guards.ts'
import { errorOf, guarded, hooksOf, ok } from './guarded-chats.ts'
import { STREAM, stream, guarded as streamed } from './streams/guarded-streams.ts'

describe('A denial with a message of the operator', () => {
  const denies = { id: 'g', deny: true, denial_message: 'Please ask the desk.', ...forbids('bad') }

  it.each([
    ['a request', { input_guardrails: [denies] }, 'bad'],
    ['a reply', { output_guardrails: [denies] }, 'good'],
  ])('has that message for %s, and the reasons in hook_results alone', async (_, config, text) => {
    const { call } = guarded(config, { script: [ok('bad')] })
    const loose = { ...USED, 'x-gateway-strict-vendor-compliance': 'false' }
    const { status, json } = await call({ headers: loose, body: chat(text) })
    expect([status, errorOf(json).message]).toEqual([446, 'Please ask the desk.'])
    expect(JSON.stringify(hooksOf(json))).toContain('The text has a forbidden word.')
  })

  it('stands in a stream that is denied in its windows', async () => {
    const { call } = streamed({ ...denies, stream: 'window' }, [stream('It is good. ', 'Now bad. ', 'More.')])
    const { text } = await call({ headers: USED, body: STREAM })
    expect(text).toContain('"message":"Please ask the desk."')
    expect(text).not.toContain('forbidden word')
  })

  it('stands beside the reasons of another guard that denies', async () => {
    const other = { id: 'h', deny: true, ...forbids('so') }
    const { call } = guarded({ input_guardrails: [denies, other] })
    expect(errorOf((await call({ headers: USED, body: chat('so bad') })).json).message).toBe(
      'Please ask the desk. The guardrail "h" denied the request. test.forbids: The text has a forbidden word.',
    )
  })
})

describe('Statuses for fallback', () => {
  const targets = [{ provider: '@main' }, { provider: '@claude' }]
  const answer = {
    status: 200,
    body: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'good' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  }

  it('446 triggers, 246 does not', async () => {
    const denies = {
      strategy: { mode: 'fallback' },
      targets,
      output_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }],
    }
    const denied = createHarness({ configs: { c: denies }, checks: STUBS, script: [ok('bad'), answer] })
    expect((await denied.call({ headers: USED })).status).toBe(200)
    expect(denied.upstream.sent).toHaveLength(2)
    const fails = { ...denies, output_guardrails: [{ id: 'g', ...forbids('bad') }] }
    const failed = createHarness({ configs: { c: fails }, checks: STUBS, script: [ok('bad'), answer] })
    expect((await failed.call({ headers: USED })).status).toBe(246)
    expect(failed.upstream.sent).toHaveLength(1)
  })

  it('an input guard runs once for all targets with the same request', async () => {
    let asked = 0
    const checks = {
      ...STUBS,
      'test.counts': { evaluate: () => ({ passed: true, reason: String(++asked) }) },
    }
    const config = {
      strategy: { mode: 'fallback' },
      targets,
      input_guardrails: [{ id: 'g', 'test.counts': {} }],
    }
    const { call } = createHarness({ configs: { c: config }, checks, script: [{ status: 500 }, answer] })
    const reply = await call({ headers: USED })
    expect([reply.status, asked, reply.outcome?.record.guardResults?.length]).toEqual([200, 1, 1])
  })

  it('and once more for a target whose overrides differ', async () => {
    let asked = 0
    const checks = { 'test.counts': { evaluate: () => ({ passed: true, reason: String(++asked) }) } }
    const config = {
      strategy: { mode: 'fallback' },
      targets: [targets[0], { ...targets[1], override_params: { model: 'other' } }],
      input_guardrails: [{ id: 'g', 'test.counts': {} }],
    }
    const { call } = createHarness({ configs: { c: config }, checks, script: [{ status: 500 }, answer] })
    await call({ headers: USED })
    expect(asked).toBe(2)
  })
})

describe('Statuses for retry', () => {
  const denies = { output_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }] }

  it('a denied reply is retried when 446 is listed, within the attempts of the target', async () => {
    const { call, upstream, clock } = guarded(
      { ...denies, retry: { attempts: 2, on_status_codes: [446, 500] } },
      { script: [ok('bad'), { status: 500 }, ok('good')] },
    )
    const reply = call({ headers: USED })
    await clock.next()
    await clock.next()
    expect([(await reply).status, (await reply).outcome?.reply.retries, upstream.sent.length]).toEqual([
      200, 2, 3,
    ])
  })

  it('and not when it is not listed', async () => {
    const { call, upstream } = guarded(
      { ...denies, retry: { attempts: 2 } },
      { script: [ok('bad'), ok('good')] },
    )
    expect((await call({ headers: USED })).status).toBe(446)
    expect(upstream.sent).toHaveLength(1)
  })

  it('246 when it is listed', async () => {
    const { call, clock } = guarded(
      { output_guardrails: [{ id: 'g', ...forbids('bad') }], retry: { attempts: 1, on_status_codes: [246] } },
      { script: [ok('bad'), ok('good')] },
    )
    const reply = call({ headers: USED })
    await clock.next()
    expect([(await reply).status, (await reply).outcome?.reply.retries]).toEqual([200, 1])
  })

  it('a list without them is about the statuses of the provider, whatever a guard that does not deny says', async () => {
    const failing = { output_guardrails: [{ id: 'g', ...forbids('bad') }] }
    const { call, upstream, clock } = guarded(
      { ...failing, retry: { attempts: 1, on_status_codes: [200] } },
      { script: [ok('bad'), ok('bad')] },
    )
    const reply = call({ headers: USED })
    await clock.next()
    expect([(await reply).status, (await reply).outcome?.reply.retries, upstream.sent.length]).toEqual([
      246, -1, 2,
    ])
  })

  it('with 446 in the list, a reply whose guard failed has 246, which 200 in the list does not mean', async () => {
    const failing = { output_guardrails: [{ id: 'g', ...forbids('bad') }] }
    const { call, upstream } = guarded(
      { ...failing, retry: { attempts: 1, on_status_codes: [446, 200] } },
      { script: [ok('bad'), ok('good')] },
    )
    expect([(await call({ headers: USED })).status, upstream.sent.length]).toEqual([246, 1])
  })

  it('a cache does not return the denied reply again', async () => {
    const { call, upstream, clock } = guarded(
      { ...denies, cache: { mode: 'simple' }, retry: { attempts: 1, on_status_codes: [446] } },
      { script: [ok('bad'), ok('good')] },
    )
    const reply = call({ headers: USED })
    await clock.next()
    expect([(await reply).status, upstream.sent.length]).toEqual([200, 2])
  })

  it('a denied request is not retried: nothing about it would change', async () => {
    const { call, upstream } = guarded({
      input_guardrails: [{ id: 'g', deny: true, ...forbids('Hello') }],
      retry: { attempts: 2, on_status_codes: [446] },
    })
    expect((await call({ headers: USED })).status).toBe(446)
    expect(upstream.sent).toHaveLength(0)
  })
})

describe('Output guardrails', () => {
  it('run on hits', async () => {
    const { call, upstream } = guarded(
      { cache: { mode: 'simple' }, output_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }] },
      { script: [ok('bad')] },
    )
    expect([(await call({ headers: USED })).status, (await call({ headers: USED })).status]).toEqual([
      446, 446,
    ])
    expect(upstream.sent).toHaveLength(1)
  })

  it('do not run on provider errors', async () => {
    const { call } = guarded(
      { output_guardrails: [{ id: 'g', deny: true, ...forbids('no') }] },
      { script: [{ status: 404, body: { error: { message: 'no such model' } } }] },
    )
    expect((await call({ headers: USED })).status).toBe(404)
  })

  it('evaluate all choices', async () => {
    const choices = ['fine', 'bad'].map((content, index) => ({
      index,
      message: { role: 'assistant', content },
    }))
    const { call } = guarded(
      { output_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }] },
      { script: [{ status: 200, body: completion('', { choices }) }] },
    )
    expect((await call({ headers: USED })).status).toBe(446)
  })
})

describe('Inheritance', () => {
  it('manifest-wide guards are always added', async () => {
    const manifest = {
      providers: { main: { provider: 'openai', api_key: '${env:MAIN_KEY}' } },
      guardrails: { all: { deny: true, ...forbids('bad') } },
      input_guardrails: ['all'],
    }
    const { call } = createHarness({ manifest, configs: { c: { provider: '@main' } }, checks: STUBS })
    expect((await call({ headers: USED, body: chat('bad') })).status).toBe(446)
    expect((await call({ headers: { 'x-gateway-provider': '@main' }, body: chat('bad') })).status).toBe(446)
  })
})
