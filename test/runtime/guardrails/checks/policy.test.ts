// default.policy
import { describe, expect, it } from 'vitest'
import type { Subject } from '../../../../runtime/guardrails/check.ts'
import { judgeWith } from './judge-with.ts'
import { type Answer, answering } from './scripted-service.ts'

const judged = async (answer: Answer, subject: Partial<Subject> = {}, parameters: object = {}) => {
  const { ports, asked } = answering([answer])
  const written = { policyId: 'p-1', url: 'https://opa.example/v1/data/gateway', ...parameters }
  const credential = (name: string) => (name === 'token' ? 'k' : undefined)
  return { finding: await judgeWith('default.policy', written, subject, ports, { credential }), asked }
}

describe('default.policy', () => {
  it('sends the request, its caller and its target to the decision point', async () => {
    const request = { model: 'm' }
    const { asked } = await judged(
      { json: { result: true } },
      { request, model: 'm', provider: 'openai', metadata: { user: 'ann' }, trace: 't' },
    )
    expect(asked).toEqual([
      {
        method: 'POST',
        url: 'https://opa.example/v1/data/gateway',
        headers: ['authorization', 'Bearer k'],
        body: {
          policyId: 'p-1',
          input: {
            side: 'request',
            endpoint: 'chat/completions',
            method: 'POST',
            request,
            model: 'm',
            provider: 'openai',
            metadata: { user: 'ann' },
            workspace: 'default',
            trace: 't',
          },
        },
      },
    ])
    const reply = await judged({ json: { result: true } }, { side: 'reply', reply: { a: 1 } })
    expect(reply.asked[0]?.body).toMatchObject({ input: { side: 'reply', response: { a: 1 } } })
  })

  it.each<[unknown, boolean | 'none']>([
    [{ result: true }, true],
    [{ result: false }, false],
    [{ result: { allow: true } }, true],
    [{ result: { allow: false, reason: 'x' } }, false],
    [{ allow: true }, true],
    [{ verdict: false }, false],
    [{ verdict: true, allow: false }, false],
    [{}, 'none'],
    [{ result: {} }, 'none'],
    [{ result: 'true' }, 'none'],
    [{ result: null }, 'none'],
    [{ result: [true] }, 'none'],
    [{ allow: 1 }, 'none'],
    [true, 'none'],
    [JSON.parse('{"__proto__": {"allow": true}}'), 'none'],
  ])('%j', async (json, expected) => {
    const { finding } = await judged({ json })
    expect(finding).toMatchObject(
      expected === 'none'
        ? { passed: false, erred: true, reason: 'The decision point returned no decision.' }
        : {
            passed: expected,
            reason: expected ? 'The policy allows it.' : 'The policy does not allow it.',
            facts: { policyId: 'p-1' },
          },
    )
  })

  it('shows the reason of a decision only when the config allows it', async () => {
    const answer = { json: { result: { allow: false, reason: 'Not on Sundays.' } } }
    expect((await judged(answer)).finding.reason).toBe('The policy does not allow it.')
    expect((await judged(answer, {}, { showReason: true })).finding.reason).toBe(
      'The policy does not allow it: Not on Sundays.',
    )
  })

  it('has an error without a decision', async () => {
    expect((await judged({ status: 502, json: { result: true } })).finding).toMatchObject({
      erred: true,
      reason: 'The decision point responded with status 502.',
    })
  })
})
