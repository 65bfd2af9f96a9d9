import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { poolStage } from './pool-stage.ts'

const error = (message: string, more: object = {}): object => ({ error: { message, ...more } })

/** What the first member answers, and what the pool is told of it; `other`: the call goes on. */
const TROUBLE: readonly (readonly [title: string, step: Step, told: string])[] = [
  ['a rejected key', { status: 401, body: error('bad key') }, 'failed 401'],
  ['an unpaid account', { status: 402, body: error('pay') }, 'failed 402'],
  ['a forbidden account', { status: 403, body: error('not for you') }, 'failed 403'],
  [
    'a model that the account may not use',
    { status: 403, body: error('You do not have access to the model.') },
    'failed 403 model',
  ],
  ['a missing model', { status: 404, body: error('no such model') }, 'failed 404 model'],
  [
    'a missing model with status 400',
    { status: 400, body: error('Unknown', { code: 'model_not_found' }) },
    'failed 400 model',
  ],
  ['a rate limit', { status: 429, body: error('slow down') }, 'failed 429 model'],
  [
    'a quota of the account',
    { status: 429, body: error('Quota', { code: 'insufficient_quota' }) },
    'failed 429 account',
  ],
  [
    'a spent quota with status 400',
    { status: 400, body: error('Your credit balance is too low to access the API.') },
    'failed 400',
  ],
  ['a broken server', { status: 500, text: 'oops' }, 'failed 500'],
  ['an overloaded server', { status: 529, body: error('busy', { type: 'overloaded_error' }) }, 'failed 529'],
  ['a refused connection', { fails: 'refused' }, 'failed 502'],
  ['a reply that is not JSON', { status: 200, text: 'hello' }, 'failed 502'],
  [
    'an error with status 200',
    { status: 200, body: error('busy', { type: 'server_error', code: 503 }) },
    'failed 503',
  ],
]

describe('a call goes on to the next member after', () => {
  it.each(TROUBLE)('%s', async (_, step, told) => {
    const stage = poolStage({ steps: { a: [step] } })
    const reply = await stage.call()
    expect(reply.status).toBe(200)
    expect(stage.called()).toEqual(['a', 'b'])
    expect(stage.told).toContain(`a ended ${told}`)
    expect(stage.told.slice(-4)).toEqual(['b chosen', 'b answered 200', 'b began', 'b ended succeeded 200'])
    expect(reply.outcome?.record.attempts.map(({ member }) => member)).toEqual(['a', 'b'])
    expect(reply.outcome?.record.member).toBe('b')
  })
})

const OWN: readonly (readonly [title: string, step: { readonly status: number; readonly body: object }])[] = [
  ['an invalid request', { status: 400, body: error('temperature must be a number') }],
  ['a body that is too large', { status: 413, body: error('too large') }],
  ['an unprocessable request', { status: 422, body: error('max_tokens') }],
  ['a content filter', { status: 400, body: error('Blocked', { code: 'content_filter' }) }],
  ['a prompt that is too long', { status: 400, body: error('Long', { code: 'context_length_exceeded' }) }],
]

describe('the client gets the reply of the first member for', () => {
  it.each(OWN)('%s', async (_, step) => {
    const stage = poolStage({ steps: { a: [step] } })
    const { status } = await stage.call()
    expect(status).toBe(step.status)
    expect(stage.called()).toEqual(['a'])
    expect(stage.told.at(-1)).toBe(`a ended refused ${status}`)
  })
})

describe('failing over', () => {
  it('ends with the last reply when all members have failed', async () => {
    const stage = poolStage({
      steps: { a: [{ status: 500, text: 'a' }], b: [{ status: 429, body: error('later') }] },
    })
    const reply = await stage.call()
    expect(reply.status).toBe(429)
    expect(stage.inFlight()).toBe(0)
  })

  it('tries as many further members as the pool says', async () => {
    const members = Object.fromEntries(
      ['a', 'b', 'c'].map(name => [
        name,
        { provider: 'openai', api_key: `\${env:KEY_${name.toUpperCase()}}` },
      ]),
    )
    const down: Step = { status: 500, text: 'down' }
    const stage = poolStage({
      members,
      pool: { failover: { members: 1 } },
      steps: { a: [down], b: [down] },
    })
    expect((await stage.call()).status).toBe(500)
    expect(stage.called()).toEqual(['a', 'b'])
  })

  it('waits nothing, below the retries of the target', async () => {
    const down: Step = { status: 500, text: 'down' }
    const stage = poolStage({ steps: { a: [down], b: [down] }, config: { retry: { attempts: 1 } } })
    const pending = stage.call()
    while (await stage.clock.next());
    expect((await pending).status).toBe(200)
    expect(stage.called()).toEqual(['a', 'b', 'a'])
  })

  it('says why in the steps of the record', async () => {
    const stage = poolStage({ steps: { a: [{ status: 429, body: error('later') }] } })
    const { outcome } = await stage.call()
    expect(outcome?.record.steps?.map(({ to, because }) => `${to}: ${because}`)).toEqual([
      '@main.a: picked',
      '@main.b: failover after 429, picked',
    ])
  })

  it('goes on where a limit of the gateway refuses a member, which says nothing about it', async () => {
    const stage = poolStage({
      members: {
        a: { provider: 'anthropic', api_key: '${env:KEY_A}' },
        b: { provider: 'openai', api_key: '${env:KEY_B}' },
      },
      manifest: {
        policies: {
          rate_limits: [
            {
              ...{ name: 'few', type: 'requests', unit: 'rph', value: 1 },
              conditions: [{ key: 'provider', value: 'anthropic' }],
            },
          ],
        },
      },
    })
    await stage.call()
    stage.told.splice(0)
    expect((await stage.call()).status).toBe(200)
    expect(stage.called().at(-1)).toBe('b')
    expect(stage.told.slice(0, 2)).toEqual(['a chosen', 'a ended aborted 429'])
  })

  it('does not send a body that was streamed through a second time', async () => {
    const stage = poolStage({ steps: { a: [{ status: 500, text: 'down' }] } })
    const reply = await stage.call({
      path: '/files',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'begin',
      remainder: {
        stream: {
          start: sink => sink.end(),
          pause: () => {},
          resume: () => {},
          cancel: () => {},
        },
        length: 5,
        consumed: false,
      },
    })
    expect(reply.status).toBe(500)
    expect(stage.called()).toEqual(['a'])
    expect(stage.inFlight()).toBe(0)
  })

  it('ends when the client has left', async () => {
    const stage = poolStage({ steps: { a: ['silence'] } })
    const cancellation = createCancellation()
    const pending = stage.call({ cancellation })
    await stage.clock.advance(1)
    cancellation.cancel()
    await pending
    expect(stage.told).toEqual(['a chosen', 'a ended aborted 499'])
  })

  it('refuses a call when no member may be called', async () => {
    const stage = poolStage({ order: [] })
    const reply = await stage.call()
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '7'])
    expect(stage.called()).toEqual([])
  })
})

it('tells the tokens of replies where the pick depends on them', async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 41, total_tokens: 44 }
  const stage = poolStage({
    pool: { pick: 'latency' },
    steps: { a: [{ status: 200, body: completion('a', { usage }) }] },
  })
  await stage.call()
  expect(stage.told.at(-1)).toBe('a ended succeeded 200 41 tokens')
})
