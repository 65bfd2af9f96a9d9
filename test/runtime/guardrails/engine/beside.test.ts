// Input guards that run beside the model call: the reply is held until the verdict, and a denial cancels the call.
import { expect, it } from 'vitest'
import type { CheckResult } from '../../../../runtime/guardrails/check.ts'
import { chunk } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { settle } from '../../providers/scripted-clock.ts'
import { chat, forbids, STUBS, USED } from '../stub-guards.ts'
import { errorOf, guarded, ok } from './guarded-chats.ts'
import { STREAM, stream, textOf } from './streams/guarded-streams.ts'

/** A check whose verdict comes when the test says so. */
function verdictLater() {
  let decide = (_: CheckResult): void => {}
  const verdict = new Promise<CheckResult>(resolve => {
    decide = resolve
  })
  return {
    checks: { ...STUBS, 'test.later': { evaluate: () => verdict } },
    decide: (passed: boolean) => decide({ passed, reason: passed ? 'Fine.' : 'Not fine.' }),
  }
}
const beside = (more: object = {}) => ({ id: 'b', when: 'beside', deny: true, 'test.later': {}, ...more })

it('sends the request before the verdict, and holds the reply until then', async () => {
  const { checks, decide } = verdictLater()
  const { call, upstream } = guarded({ input_guardrails: [beside()] }, { checks })
  let replied = false
  const calling = call({ headers: USED, body: chat('a') }).then(reply => {
    replied = true
    return reply
  })
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect([upstream.sent.length, replied]).toEqual([1, false])
  decide(true)
  const reply = await calling
  expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([200, 'passed'])
})

it('denies instead of a reply that has arrived, or is on its way, and cancels the call', async () => {
  const open: Step = { events: [chunk({ role: 'assistant', content: 'secret reply' })], end: 'open' }
  for (const [step, cancelled] of [
    [ok('secret reply'), 0],
    [open, 1],
    ['silence', 1],
  ] as const) {
    const { checks, decide } = verdictLater()
    const { call, upstream } = guarded({ input_guardrails: [beside()] }, { checks, script: [step] })
    const calling = call({ headers: USED, body: step === open ? STREAM : chat('a') })
    for (let turn = 0; turn < 5; turn += 1) await settle()
    decide(false)
    const { status, json, text } = await calling
    expect([status, errorOf(json).code, text.includes('secret')]).toEqual([446, 'guardrail_denied', false])
    await settle()
    expect([upstream.sent.length, upstream.cancelled()]).toEqual([1, cancelled])
  }
})

it('streams the whole reply after the verdict', async () => {
  const { checks, decide } = verdictLater()
  const { call } = guarded({ input_guardrails: [beside()] }, { checks, script: [stream('Hello ', 'there')] })
  const calling = call({ headers: USED, body: STREAM })
  await settle()
  decide(true)
  const { status, events } = await calling
  expect([status, textOf(events), events.at(-1)]).toEqual([200, 'Hello there', '[DONE]'])
})

it('answers 246 where it fails and does not deny', async () => {
  const { checks, decide } = verdictLater()
  const { call } = guarded({ input_guardrails: [beside({ deny: false })] }, { checks })
  const calling = call({ headers: USED, body: chat('a') })
  await settle()
  decide(false)
  const reply = await calling
  expect([reply.status, reply.outcome?.reply.hooks?.verdict]).toEqual([246, 'failed'])
  expect(reply.outcome?.record.guardResults).toHaveLength(1)
})

it('sees what guards before it have rewritten, and does not run where they deny', async () => {
  const seen: string[] = []
  const checks = {
    ...STUBS,
    'test.sees': {
      evaluate: ({ texts }: { readonly texts: readonly string[] }) => {
        seen.push(...texts)
        return { passed: true, reason: 'Fine.' }
      },
    },
  }
  const sees = { id: 's', when: 'beside', 'test.sees': {} }
  const removes = { id: 'r', 'test.removes': { word: 'bad' } }
  await guarded({ input_guardrails: [sees, removes] }, { checks }).call({
    headers: USED,
    body: chat('so bad'),
  })
  expect(seen).toEqual(['so ***'])
  const denies = { id: 'd', deny: true, ...forbids('bad') }
  const denied = guarded({ input_guardrails: [sees, denies] }, { checks })
  expect((await denied.call({ headers: USED, body: chat('bad') })).status).toBe(446)
  expect([seen.length, denied.upstream.sent.length]).toEqual([1, 0])
})

it('sends nothing where its verdict is there at once', async () => {
  const denies = { id: 'd', when: 'beside', deny: true, ...forbids('bad') }
  const { call, upstream } = guarded({ input_guardrails: [denies] })
  expect([(await call({ headers: USED, body: chat('bad') })).status, upstream.sent.length]).toEqual([446, 0])
})
