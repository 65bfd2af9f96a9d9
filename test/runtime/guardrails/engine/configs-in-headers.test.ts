// Configs in headers come from any caller with a key: what their guards may call, and with whose credentials.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import { settle } from '../../../support/virtual-clock.ts'
import { STUBS } from '../stub-guards.ts'

const inline = (check: object, more: object = {}) => ({
  'x-gateway-config': JSON.stringify({
    provider: '@main',
    input_guardrails: [{ id: 'g', deny: true, ...check }],
    ...more,
  }),
})
const ask = async (check: object) => {
  const stage = createHarness({
    checks: STUBS,
    script: [
      { status: 200, body: { verdict: true } },
      { status: 200, body: completion('fine') },
    ],
  })
  const reply = stage.call({ headers: inline(check) })
  await settle()
  while (await stage.clock.next());
  const { status, text, outcome } = await reply
  return {
    status,
    sent: stage.upstream.sent,
    reported: text + JSON.stringify(outcome?.record) + JSON.stringify(stage.notices),
  }
}

describe('A check in a header config', () => {
  it('calls under the SSRF guard, with the caller’s own secret, which is never reported', async () => {
    const webhook = { webhookURL: 'https://hooks.example.com/x', secret: 'sk-literal-secret' }
    const { status, sent, reported } = await ask({ webhook })
    expect([status, sent.length]).toEqual([200, 2])
    expect(sent[0]).toMatchObject({ origin: 'https://hooks.example.com', hostAuthor: 'caller' })
    expect(reported).not.toContain('sk-literal-secret')
  })

  it.each([
    ['webhook', { webhook: { webhookURL: 'https://evil.example.com/x', secret: '${env:MAIN_KEY}' } }],
    [
      'webhook’s headers',
      { webhook: { webhookURL: 'https://evil.example.com/x', headers: { a: '${env:MAIN_KEY}' } } },
    ],
  ])('gets no secret of the gateway by a reference: %s', async (_title, check) => {
    const { sent } = await ask(check)
    expect(JSON.stringify(sent.filter(({ origin }) => origin.includes('evil')))).not.toContain('main-key')
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:9/',
    'https://localhost/',
    'http://[::1]/',
    'http://2130706433/',
  ])('calls no private address: %s', async webhookURL => {
    const { status, sent } = await ask({ webhook: { webhookURL } })
    expect([status, sent.length]).toEqual([400, 0])
  })
})
