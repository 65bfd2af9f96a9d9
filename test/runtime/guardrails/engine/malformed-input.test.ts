// Own checks are code of users: whatever one does, the request gets a reply, and the gateway goes on.
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../../../runtime/guardrails/check.ts'
import { createHarness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { StubCheck } from '../../../support/stub-checks.ts'
import { chat, USED } from '../stub-guards.ts'

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

const giving = (given: unknown): StubCheck => ({ rewrites: true, evaluate: () => given as CheckResult })
const found = (more: object): object => ({ passed: true, reason: 'Fine.', ...more })

const garbage: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'passed'],
  ['a verdict that is a text', { passed: 'yes', reason: 'x' }],
  ['no reason', { passed: true }],
  ['texts that are null', found({ texts: null })],
  ['texts that are a text', found({ texts: 'abc' })],
  ['texts that are numbers', found({ texts: [1] })],
  ['too many texts', found({ texts: ['a', 'b', 'c'] })],
  ['a body that is a list', found({ body: [] })],
  ['a body that refers to itself', found({ body: cyclic })],
  ['a body with numbers that JSON lacks', found({ body: { n: 1n } })],
  ['what only looks like a promise', { then: () => 'no', catch: 1 }],
  [
    'a promise that calls back twice',
    {
      then: (resolve: (finding: unknown) => void, reject: (why: unknown) => void) => {
        resolve(null)
        reject(new Error('a secret'))
        resolve(found({}))
      },
    },
  ],
  ['a promise that rejects with nothing', Promise.reject(undefined)],
]
for (const [, given] of garbage) if (given instanceof Promise) given.catch(() => {})

describe('A check that returns', () => {
  it.each(garbage)(
    '%s has error: the request passes, and is denied with failOnError',
    async (_title, given) => {
      for (const [failOnError, status] of [
        [false, 200],
        [true, 446],
      ] as const) {
        const { call, clock, notices } = createHarness({
          configs: {
            c: {
              provider: '@main',
              input_guardrails: [{ id: 'g', deny: true, 'test.own': { failOnError } }],
            },
          },
          checks: { 'test.own': giving(given) },
          script: [{ status: 200, body: completion('fine') }],
        })
        const reply = call({ headers: USED, body: chat('x') })
        await clock.next()
        expect((await reply).status).toBe(status)
        expect((await reply).outcome?.record.guardResults).toMatchObject([{ checks: [{ error: true }] }])
        expect(JSON.stringify((await reply).outcome?.record.guardResults)).not.toContain('secret')
        expect(notices.every(({ kind }) => kind === 'bug')).toBe(true)
      }
    },
  )

  it('facts that it keeps mutating: the reported ones stay unchanged', async () => {
    const facts: Record<string, unknown> = { a: 1 }
    const { call } = createHarness({
      configs: { c: { provider: '@main', input_guardrails: [{ id: 'g', 'test.own': {} }] } },
      checks: { 'test.own': giving(found({ facts })) },
      script: [{ status: 200, body: completion('fine') }],
    })
    const reply = await call({ headers: USED })
    facts['self'] = facts
    expect(JSON.stringify(reply.outcome?.record.guardResults)).toContain('"data":{"a":1}')
  })
})
