// Checks that call a service, in a gateway: where their requests go and with what, and what the call becomes.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createHarness, type HarnessOptions, STORED_PROVIDERS } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'

const ok: Step = { status: 200, body: completion('fine') }
const USED = { 'x-gateway-config': 'c' }
const guarded = (guard: object, script: readonly Step[], more: Partial<HarnessOptions> = {}) =>
  createHarness({
    configs: { c: { provider: '@main', input_guardrails: [{ id: 'g', ...guard }] } },
    script,
    ...more,
  })
const MASKED = '${env:MAIN_KEY}'

describe('A webhook', () => {
  const webhook = (more: object = {}) => ({
    'default.webhook': {
      webhookURL: 'https://hook.example/x?y=1',
      secret: MASKED,
      secretHeader: 'x-key',
      ...more,
    },
  })

  it('receives the request with its credential, and its replacement is sent', async () => {
    const json = { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Bye' }] }
    const run = guarded(webhook(), [
      { status: 200, body: { verdict: true, transformedData: { request: { json } } } },
      ok,
    ])
    expect((await run.call({ headers: USED })).status).toBe(200)
    expect(run.upstream.sent[0]).toMatchObject({
      method: 'POST',
      origin: 'https://hook.example',
      path: '/x?y=1',
      headers: ['content-type', 'application/json', 'x-key', 'Bearer main-key'],
      hostAuthor: 'operator',
      json: { eventType: 'beforeRequestHook', provider: 'openai', request: { text: 'Hello' } },
    })
    expect(run.upstream.sent[1]?.json).toEqual(json)
  })

  it('rejects: 446, and the credential appears in no output', async () => {
    const run = guarded({ deny: true, ...webhook() }, [{ status: 200, body: { verdict: false } }])
    const reply = await run.call({ headers: USED })
    expect([reply.status, run.upstream.sent.length]).toEqual([446, 1])
    expect(reply.text).toContain('default.webhook: The webhook rejected it.')
    expect(JSON.stringify([reply.text, reply.outcome?.record, run.notices])).not.toContain('main-key')
  })

  it('that is slow counts as an error, after three seconds', async () => {
    const run = guarded(webhook(), ['silence', ok])
    const reply = run.call({ headers: USED })
    await run.clock.advance(3000)
    expect((await reply).status).toBe(200)
    expect((await reply).outcome?.record.guardResults?.[0]?.checks[0]).toMatchObject({
      error: true,
      verdict: true,
      reason: 'The check timed out after 3000 ms.',
    })
  })
})

describe('A declarative service', () => {
  it('gets its credential at its own URL, and its new text is sent', async () => {
    const run = guarded(
      {
        'default.http': {
          url: 'https://judge.example/v1',
          secret: MASKED,
          body: { inputs: '{{texts}}' },
          verdict: { path: 'ok' },
          transformed: 'inputs[*]',
        },
      },
      [{ status: 200, body: { ok: true, inputs: ['Good day'] } }, ok],
    )
    await run.call({ headers: USED })
    expect(run.upstream.sent[0]).toMatchObject({
      origin: 'https://judge.example',
      headers: ['content-type', 'application/json', 'Authorization', 'Bearer main-key'],
      json: { inputs: ['Hello'] },
    })
    expect(run.upstream.sent[1]?.json).toMatchObject({ messages: [{ content: 'Good day' }] })
  })
})

describe('A judge model', () => {
  it('is called through the gateway, with the credential of its provider', async () => {
    const judge = { provider: '@claude', model: 'claude-x', rubric: 'It is polite.' }
    const answer: Step = {
      status: 200,
      body: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'claude-x',
        content: [{ type: 'text', text: '{"score": 0.1}' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }
    const run = guarded({ deny: true, 'default.llmJudge': judge }, [answer])
    const reply = await run.call({ headers: USED })
    expect(run.upstream.sent[0]).toMatchObject({ path: '/v1/messages', json: { model: 'claude-x' } })
    expect(run.upstream.sent[0]?.headers).toContain('claude-key')
    expect(reply.status).toBe(446)
    expect(reply.text).toContain('The score is 0.1; the threshold is 0.5.')
  })
})

describe('Keys of tokens', () => {
  it.each([
    ['https://issuer.example/keys', [], true],
    ['http://issuer.example/keys', [], false],
    ['http://issuer.example/keys', ['issuer.example'], true],
    ['http://issuer.example:8080/keys', ['issuer.example:8080'], true],
  ])('%s with the trusted hosts %j: called %s', async (jwksUri, trusted_hosts, asked) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const run = guarded(
      {
        deny: true,
        'default.jwt': { jwksUri, algorithms: ['ES256'], headerKey: 'x-token', failOnError: true },
      },
      [{ status: 200, body: { keys: [await exportJWK(publicKey)] } }, ok],
      { manifest: { ...STORED_PROVIDERS, trusted_hosts } },
    )
    const seconds = run.clock.now() / 1000
    const token = await new SignJWT({ iat: seconds }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    const reply = await run.call({ headers: { ...USED, 'x-token': token } })
    expect([reply.status, run.upstream.sent.length]).toEqual(asked ? [200, 2] : [446, 0])
    if (!asked) expect(reply.text).toContain('over https, or be a trusted host')
  })
})

describe('Images put into requests', () => {
  const png = new Uint8Array(2 * 1024 * 1024)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const image: Step = { status: 200, headers: ['content-type', 'image/png'], bytes: png }
  const body = {
    model: 'gpt-6-sol',
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://img.example/a?b' } }] },
    ],
  }
  const inline = (parameters: object = {}) => ({ 'default.inlineImage': parameters })

  it('may be larger than the responses of other services', async () => {
    const run = guarded(inline(), [image, ok])
    await run.call({ headers: USED, body })
    expect(run.upstream.sent[0]).toMatchObject({ method: 'GET', path: '/a?b', hostAuthor: 'operator' })
    expect(run.upstream.sent[1]?.text).toContain('"url":"data:image/png;base64,iVBORw0K')
  })

  it('but not larger than the limit, and then the request stays unchanged', async () => {
    const run = guarded(inline({ maxSizeBytes: 1000 }), [image, ok])
    expect((await run.call({ headers: USED, body })).status).toBe(200)
    expect(run.upstream.sent[1]?.json).toEqual(body)
  })

  it('are evaluated again for the next provider, which may need them differently', async () => {
    const run = createHarness({
      configs: {
        c: {
          strategy: { mode: 'fallback' },
          input_guardrails: [{ id: 'g', ...inline({ providers: ['anthropic'] }) }],
          targets: [{ provider: '@main' }, { provider: '@claude' }],
        },
      },
      script: [{ status: 500, body: {} }, image, { status: 500, body: {} }],
    })
    await run.call({ headers: USED, body })
    expect(run.upstream.sent.map(({ origin }) => origin)).toEqual([
      'https://api.openai.com',
      'https://img.example',
      'https://api.anthropic.com',
    ])
    expect(run.upstream.sent[0]?.json).toEqual(body)
    expect(run.upstream.sent[2]?.text).toContain('"media_type":"image/png"')
  })
})
