// default.http
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { evaluateWith } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

const URL = 'https://judge.example/v1'

const run = async (
  parameters: object,
  subject: readonly string[] | Partial<CheckInput>,
  answer: Answer,
  secret?: string,
) => {
  const { ports, requests } = answering([answer])
  const credential = (name: string): string | undefined => (name === 'secret' ? secret : undefined)
  const finding = await evaluateWith('default.http', { url: URL, ...parameters }, subject, ports, {
    credential,
  })
  return { finding, requests }
}

describe('default.http calls', () => {
  it('with the text and a credential, by default', async () => {
    const { requests, finding } = await run({}, ['A', 'B'], {}, 'k')
    expect(requests).toEqual([
      { method: 'POST', url: URL, headers: ['Authorization', 'Bearer k'], body: { text: 'A\nB' } },
    ])
    expect(finding).toMatchObject({ passed: true, reason: 'The service flagged nothing.' })
  })

  it('with the request of the config', async () => {
    const parameters = {
      method: 'PUT',
      headers: { 'x-trace': '{{trace}}', 'x-user': '{{metadata.user}}' },
      body: { inputs: '{{texts}}', who: { model: '{{model}}', user: '{{metadata.user}}' }, on: '{{side}}' },
      secretHeader: 'x-api-key',
      secretPrefix: '',
    }
    const subject = { texts: ['A'], model: 'm', trace: 't', side: 'reply' } as const
    const { requests } = await run(parameters, subject, {}, 'k')
    expect(requests).toEqual([
      {
        method: 'PUT',
        url: URL,
        headers: ['x-trace', 't', 'x-api-key', 'k'],
        body: { inputs: ['A'], who: { model: 'm' }, on: 'reply' },
      },
    ])
  })

  it('nothing when its body needs texts and there are none', async () => {
    const { requests, finding } = await run({}, [], {})
    expect([requests, finding.reason]).toEqual([[], 'There is no text to check.'])
    expect((await run({ body: { m: '{{model}}' } }, [], {})).requests).toHaveLength(1)
  })
})

describe('The verdict of default.http', () => {
  const NONE = 'The service returned an invalid verdict.'
  const NO = 'The service rejected the text.'
  it.each<[object, unknown, string | true]>([
    [{ path: 'ok' }, { ok: true }, true],
    [{ path: 'ok' }, { ok: false }, NO],
    [{ path: 'ok' }, { ok: 1 }, NONE],
    [{ path: 'ok' }, {}, NONE],
    [{ path: 'flagged', equals: false }, { flagged: false }, true],
    [{ path: 'flagged', equals: false }, { flagged: true }, NO],
    [{ path: 'action', equals: 'allow' }, { action: 'block' }, NO],
    [{ path: 'code', equals: 0 }, { code: 0 }, true],
    [{ path: 'score', above: 0.5 }, { score: 0.5 }, NO],
    [{ path: 'score', above: 0.5 }, { score: 0.6 }, true],
    [{ path: 'score', below: 0.5 }, { score: 0.5 }, NO],
    [{ path: 'score', above: 0, below: 1 }, { score: 0.5 }, true],
    [{ path: 'score', above: 0, below: 1 }, { score: 2 }, NO],
    [{ path: 'score', above: 0 }, { score: 'high' }, NONE],
    [{ path: 'l[*].s', below: 5 }, { l: [{ s: 1 }, { s: 4 }] }, true],
    [{ path: 'l[*].s', below: 5 }, { l: [{ s: 1 }, { s: 5 }] }, NO],
    [{ path: '__proto__', equals: 'x' }, {}, NONE],
  ])('%j of %j', async (verdict, json, expected) => {
    const { finding } = await run({ verdict }, ['A'], { json })
    if (expected === true) expect(finding).toMatchObject({ passed: true })
    else expect(finding).toMatchObject({ passed: false, reason: expected })
    expect(finding.error === true).toBe(expected === NONE)
  })
})

describe('Texts returned to default.http', () => {
  it.each<[object, object]>([
    [{ texts: ['a', 'b'] }, { passed: true, texts: ['a', 'b'], reason: 'The service rewrote the text.' }],
    [
      { texts: ['a'] },
      { error: true, reason: 'The service returned a different number of strings than it received.' },
    ],
    [{}, { passed: true, reason: 'The service flagged nothing.' }],
  ])('%j', async (json, expected) => {
    const parameters = { body: { l: '{{texts}}' }, transformed: 'texts[*]' }
    expect((await run(parameters, ['A', 'B'], { json })).finding).toMatchObject(expected)
  })
})
