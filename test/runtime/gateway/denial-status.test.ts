// The status with which clients get the denial of a guard: that of the manifest. Fallbacks have seen 446 (semantics, section 10.4).
import { expect, it } from 'vitest'
import { asObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

const words = (operator: string) => ({ 'default.contains': { operator, words: ['Hello'] }, deny: true })
const TARGET = { provider: '@main', input_guardrails: [words('none')] }
const BODY = { ...CHAT, messages: [{ role: 'user', content: 'Hello' }] }

async function ask(manifest: object, config: object) {
  const harness = createHarness({
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } }, ...manifest },
    environment: { KEY: 'key' },
    script: [{ status: 200, body: completion('Hi') }],
  })
  const reply = await harness.call({
    headers: { 'x-gateway-config': JSON.stringify(config), 'content-type': 'application/json' },
    body: BODY,
  })
  return {
    status: reply.status,
    code: asObject(asObject(reply.json)['error'])['code'],
    calls: harness.upstream.sent.length,
  }
}

it.each([
  [{}, 446],
  [{ denial_status: 446 }, 446],
  [{ denial_status: 400 }, 400],
  [{ denial_status: 403 }, 403],
])('%j: %i', async (manifest, status) => {
  expect(await ask(manifest, TARGET)).toEqual({ status, code: 'guardrail_denied', calls: 0 })
})

it('a fallback on 446 goes on, whatever the status for clients is', async () => {
  const targets = [TARGET, { provider: '@main' }]
  const config = { strategy: { mode: 'fallback', on_status_codes: [446] }, targets }
  expect(await ask({ denial_status: 400 }, config)).toMatchObject({ status: 200, calls: 1 })
  const other = { ...config, strategy: { mode: 'fallback', on_status_codes: [400] } }
  expect(await ask({ denial_status: 400 }, other)).toMatchObject({ status: 400, calls: 0 })
})
