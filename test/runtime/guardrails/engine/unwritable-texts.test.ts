// What a rewriting check found and could not rewrite fails the check (semantics, section 10).
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { USED } from '../stub-guards.ts'

const MAIL = 'anna.berg@example.com'
const TEXT = { 'content-type': 'text/plain' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const send = async (guard: object, request: object) => {
  const { call, upstream } = createHarness({
    configs: { c: { provider: '@main', input_guardrails: [{ id: 'g', ...guard }] } },
    script: [{ status: 200, body: {} }],
  })
  const { headers, ...rest } = request as { headers?: object }
  const reply = await call({ ...rest, headers: { ...USED, ...headers } })
  return { status: reply.status, verdict: reply.outcome?.reply.hooks?.verdict, sent: upstream.sent }
}

describe('A mail that cannot be rewritten', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['in a text body that is passed through', { path: '/unknown', headers: TEXT, body: `Write to ${MAIL}` }],
    ['in a form that is passed through', { path: '/unknown', headers: FORM, body: `to=${MAIL}` }],
    [
      'in a multipart form that is passed through',
      { path: '/unknown', headers: MULTIPART, body: `${field('to', MAIL)}--b--\r\n` },
    ],
    ['in the query', { path: `/unknown?to=${MAIL}`, body: { a: 'b' } }],
    [
      'in a form that has its prompt twice',
      {
        path: '/images/edits',
        headers: MULTIPART,
        body: `${field('model', 'm')}${field('prompt', 'a')}${field('prompt', MAIL)}--b--\r\n`,
      },
    ],
  ]

  it.each(cases)('%s fails the check', async (_, request) => {
    const { verdict, sent } = await send({ pii: { redact: true } }, request)
    expect([verdict, sent.length]).toEqual(['failed', 1])
  })

  it.each(cases)('%s is denied with "deny"', async (_, request) => {
    const { status, sent } = await send({ deny: true, pii: { redact: true } }, request)
    expect([status, sent.length]).toEqual([446, 0])
  })

  it('in the query leaves the body to be rewritten', async () => {
    const { verdict, sent } = await send(
      { pii: { redact: true } },
      { path: `/unknown?to=${MAIL}`, body: { a: `Write to ${MAIL}` } },
    )
    expect(verdict).toBe('failed')
    expect(sent[0]?.text).toBe('{"a":"Write to {{EMAIL_ADDRESS_1}}"}')
  })
})
