// default.policy
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { evaluateWith } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

const run = async (answer: Answer, subject: Partial<CheckInput> = {}, parameters: object = {}) => {
  const { ports, requests } = answering([answer])
  const written = { policyId: 'p-1', url: 'https://opa.example/v1/data/gateway', ...parameters }
  const credential = (name: string) => (name === 'token' ? 'k' : undefined)
  return { finding: await evaluateWith('default.policy', written, subject, ports, { credential }), requests }
}

describe('default.policy', () => {
  it('sends the request, its caller and its target to the decision point', async () => {
    const request = { model: 'm' }
    const { requests } = await run(
      { json: { result: true } },
      { request, model: 'm', provider: 'openai', metadata: { user: 'ann' }, trace: 't' },
    )
    expect(requests).toEqual([
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
    const reply = await run({ json: { result: true } }, { side: 'reply', reply: { a: 1 } })
    expect(reply.requests[0]?.body).toMatchObject({ input: { side: 'reply', response: { a: 1 } } })
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
    const { finding } = await run({ json })
    expect(finding).toMatchObject(
      expected === 'none'
        ? { passed: false, error: true, reason: 'The decision point returned no decision.' }
        : {
            passed: expected,
            reason: expected ? 'The policy allows it.' : 'The policy does not allow it.',
            facts: { policyId: 'p-1' },
          },
    )
  })

  it('shows the reason of a decision only when the config allows it', async () => {
    const answer = { json: { result: { allow: false, reason: 'Not on Sundays.' } } }
    expect((await run(answer)).finding.reason).toBe('The policy does not allow it.')
    expect((await run(answer, {}, { showReason: true })).finding.reason).toBe(
      'The policy does not allow it: Not on Sundays.',
    )
  })

  it('has an error without a decision', async () => {
    expect((await run({ status: 502, json: { result: true } })).finding).toMatchObject({
      error: true,
      reason: 'The decision point responded with status 502.',
    })
  })
})
