// Replay: where a logged request would go through another config, without calling anyone, and what is not decided.
import { describe, expect, it } from 'vitest'
import { linkRequestTags } from '../../../../runtime/gateway/request-tags.ts'
import { MAX_TAG_COUNT, MAX_TAG_KEY, MAX_TAG_VALUE } from '../../../../runtime/values/tag-limits.ts'
import { auditedActions, logged, startLogs } from './log-harness.ts'

const WITH_BODY = logged(1, {
  metadata: { plan: 'paid' },
  at: 'config.targets[1]',
  slug: 'mock',
  provider: 'mock',
})
const WITHOUT = logged(2, { metadata: { plan: 'paid' } })

const target = (model: string) => ({ provider: '@mock', override_params: { model } })
const chosenBy = (query: object) => ({
  strategy: { mode: 'conditional', conditions: [{ query, then: 'dear' }], default: 'cheap' },
  targets: [
    { name: 'dear', ...target('large') },
    { name: 'cheap', ...target('small') },
  ],
})

const start = () =>
  startLogs([WITH_BODY, WITHOUT], {
    bodies: [{ id: WITH_BODY.id, request: JSON.stringify({ model: 'gpt-5', max_tokens: 5000 }) }],
    manifest: { providers: { mock: { provider: 'mock' } } },
    configs: { 'by-plan': chosenBy({ 'metadata.plan': { $eq: 'paid' } }) },
  })

const replay = async (id: string, config: string | object) => {
  const { reader, admin } = await start()
  const answer = await reader('POST', `/logs/${id}/replay`, { config } as never)
  return { ...answer, admin }
}

it('a config of the project decides by the metadata of the log', async () => {
  const { body } = await replay(WITHOUT.id, 'by-plan')
  expect(body).toMatchObject({
    object: 'replay',
    decided: true,
    was: { provider: 'openai', model: 'gpt-5' },
    outcomes: [
      {
        target: 'config.targets[0]',
        provider: '@mock',
        model: 'large',
        share: 1,
        steps: [{ at: 'config', to: 'config.targets[0]', because: 'metadata.plan is "paid"' }],
        undecided: [],
      },
    ],
  })
})

it('a config that reads the body decides where it was stored, which the audit log says', async () => {
  const { body, admin } = await replay(WITH_BODY.id, chosenBy({ 'params.max_tokens': { $gt: 1000 } }))
  expect(body).toMatchObject({ decided: true, outcomes: [{ model: 'large' }] })
  expect(await auditedActions(admin)).toEqual([`read_bodies log ${WITH_BODY.id}`])
})

it('a config that reads a body that was not stored is not decided, and says what is missing', async () => {
  const { body } = await replay(WITHOUT.id, chosenBy({ 'params.max_tokens': { $gt: 1000 } }))
  expect(body.decided).toBe(false)
  expect(body.outcomes.map(({ model, share }: { model: string; share: null }) => [model, share])).toEqual([
    ['large', null],
    ['small', null],
  ])
  expect(body.outcomes[0].undecided).toEqual([
    'Which way config goes: the log does not have params.max_tokens.',
  ])
})

describe('metadata that the log has changed or left out', () => {
  const long = 'x'.repeat(128)
  const many = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`k${index}`, index]))
  const { config: _chosen, ...REFUSED } = logged(9, { status: 400, error: 'invalid_metadata' })

  it.each([
    ['a masked secret', logged(4, { metadata: { token: '******' } }), 'token', ' as it was sent'],
    ['a text that was cut', logged(5, { metadata: { plan: long } }), 'plan', ' as it was sent'],
    ['a key beyond those that are kept', logged(6, { metadata: many }), 'plan', ''],
    ['a key that is longer than those of the log', logged(7, { metadata: { a: 1 } }), 'k'.repeat(65), ''],
    ['metadata of a request that was refused', REFUSED, 'plan', ''],
  ])('%s is not decided', async (_what, record, key, more) => {
    const { reader } = await startLogs([record], { manifest: { providers: { mock: { provider: 'mock' } } } })
    const config = chosenBy({ [`metadata.${key}`]: { $eq: 'paid' } })
    const { body } = await reader('POST', `/logs/${record.id}/replay`, { config } as never)
    expect(body.decided).toBe(false)
    expect(body.outcomes.map(({ model, share }: { model: string; share: null }) => [model, share])).toEqual([
      ['large', null],
      ['small', null],
    ])
    expect(body.outcomes[0].undecided).toEqual([
      `Which way config goes: the log does not have metadata.${key}${more}.`,
    ])
  })

  it.each([
    ['a number under a secret name', logged(4, { metadata: { token: 7 } }), 'token'],
    ['a key that was not sent', logged(5, { metadata: { team: 'legal' } }), 'plan'],
    ['a request without metadata', logged(6), 'plan'],
    ['a record from outside without metadata', { ...REFUSED, outside: true as const }, 'plan'],
  ])('%s is decided', async (_what, record, key) => {
    const { reader } = await startLogs([record], { manifest: { providers: { mock: { provider: 'mock' } } } })
    const config = chosenBy({ [`metadata.${key}`]: { $eq: 'paid' } })
    const { body } = await reader('POST', `/logs/${record.id}/replay`, { config } as never)
    expect(body).toMatchObject({ decided: true, outcomes: [{ model: 'small', share: 1 }] })
  })

  it('is what records of requests are bounded and masked by', () => {
    const sent = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`${index}`.padEnd(70, 'k'), long + long]),
    )
    const entries = Object.entries(linkRequestTags()(sent, undefined).metadata ?? {})
    expect(entries).toHaveLength(MAX_TAG_COUNT)
    expect(entries[0]).toEqual(['0'.padEnd(MAX_TAG_KEY, 'k'), 'x'.repeat(MAX_TAG_VALUE)])
    expect(linkRequestTags()({ token: 'abcdef' }, undefined).metadata).toEqual({ token: '******' })
  })
})

it('one part of a condition decides where it suffices', async () => {
  const query = { $and: [{ 'metadata.plan': { $eq: 'free' } }, { 'params.max_tokens': { $gt: 1000 } }] }
  const { body } = await replay(WITHOUT.id, chosenBy(query))
  expect(body).toMatchObject({ decided: true, outcomes: [{ model: 'small', undecided: [] }] })
})

it('a load balancer gives the shares of its targets', async () => {
  const { body } = await replay(WITHOUT.id, {
    strategy: { mode: 'loadbalance' },
    targets: [
      { ...target('a'), weight: 3 },
      { ...target('b'), weight: 1 },
    ],
  })
  expect(body.decided).toBe(false)
  expect(body.outcomes.map(({ model, share }: { model: string; share: number }) => [model, share])).toEqual([
    ['a', 0.75],
    ['b', 0.25],
  ])
})

it('a fallback says where it goes when its first target fails, the innermost first', async () => {
  const { body } = await replay(WITHOUT.id, {
    strategy: { mode: 'fallback', on_status_codes: [429] },
    targets: [
      { strategy: { mode: 'fallback', on_status_codes: [503] }, targets: [target('a'), target('b')] },
      target('c'),
    ],
  })
  expect(body.decided).toBe(true)
  expect(body.outcomes).toMatchObject([
    {
      model: 'a',
      next: [
        { on: '503', to: 'config.targets[0].targets[1]' },
        { on: '429', to: 'config.targets[1]' },
      ],
    },
  ])
})

it('what it was says each attempt with its status', async () => {
  const { reader } = await startLogs(
    [
      logged(3, {
        attempts: [{ at: 'config.targets[0]', provider: 'openai', status: 429, milliseconds: 5 }],
      }),
    ],
    { manifest: { providers: { mock: { provider: 'mock' } } } },
  )
  const { body } = await reader('POST', `/logs/${logged(3).id}/replay`, { config: target('a') } as never)
  expect(body.was.attempts).toEqual([{ target: 'config.targets[0]', provider: 'openai', status: 429 }])
  expect(body.outcomes[0].next).toEqual([])
})

it('a cache and a guard are not decided', async () => {
  const { body } = await replay(WITHOUT.id, {
    ...target('a'),
    cache: { mode: 'simple' },
    input_guardrails: [{ 'default.contains': { words: ['x'], operator: 'none' }, deny: true, id: 'words' }],
  })
  expect(body.decided).toBe(false)
  expect(body.outcomes[0].undecided).toEqual([
    expect.stringContaining('guard "words"'),
    expect.stringContaining('cache'),
  ])
})

it.each([
  ['missing', 404, 'There is no config "missing".'],
  [{ provider: '@mok' }, 400, 'is invalid'],
])('%o is %i', async (config, status, sentence) => {
  const answer = await replay(WITHOUT.id, config)
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(sentence)])
})

describe('POST /logs/{id}/reproduce', () => {
  const BODY = { model: 'gpt-5', max_tokens: 5000, messages: [{ role: 'user', content: 'Hello' }] }
  const config = {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: '@first', override_params: { model: 'large' } },
      { provider: '@second', override_params: { model: 'small' } },
    ],
  }
  const attempt = (index: number, status: number, provider: string, model: string) => ({
    ...{ at: `config.targets[${index}]`, status, provider, slug: provider, model, milliseconds: 10 },
  })
  const PATH = {
    config: 'chat',
    key: 'key-of-the-store',
    steps: [{ at: 'config', to: 'config.targets[1]', because: 'status 503' }],
    attempts: [attempt(0, 503, 'openai', 'large'), attempt(1, 200, 'openai', 'small')],
  } as const
  const open = (record: ReturnType<typeof logged>, sent?: object) =>
    startLogs([record], {
      bodies: sent === undefined ? [] : [{ id: record.id, request: JSON.stringify(sent) }],
      manifest: {
        providers: {
          first: { provider: 'openai', api_key: '${env:FIRST_KEY}' },
          second: { provider: 'openai', api_key: '${env:SECOND_KEY}' },
        },
      },
      configs: { chat: config },
    })

  it('has what is sent to each provider, with references for its secrets, and a config test', async () => {
    const record = logged(1, PATH)
    const { reader, admin } = await open(record, BODY)
    const { body, status } = await reader('POST', `/logs/${record.id}/reproduce`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ object: 'reproduction', log_id: record.id, problem: null, differences: [], lacking: [] },
      sent: [
        {
          target: 'config.targets[0]',
          url: 'https://api.openai.com/v1/chat/completions',
          headers: { authorization: 'Bearer ${env:FIRST_KEY}' },
          body: { ...BODY, model: 'large' },
          outcome: 503,
        },
        { target: 'config.targets[1]', body: { ...BODY, model: 'small' }, outcome: 200 },
      ],
    })
    expect(body.test).toContain('calls: [{"target":"config.targets[0]","model":"large"}')
    expect(await auditedActions(admin)).toEqual([`read_bodies log ${record.id}`])
  })

  it('has no bodies of providers where that of the client was not stored', async () => {
    const record = logged(1, PATH)
    const { reader } = await open(record)
    const { body } = await reader('POST', `/logs/${record.id}/reproduce`)
    expect(body.sent.map((each: object) => 'body' in each)).toEqual([false, false])
    expect(body.lacking).toEqual([expect.stringContaining('The log has no body')])
  })

  it('masks what looks like a secret in each text of a body, and keeps the rest', async () => {
    const record = logged(1, PATH)
    const { reader } = await open(record, {
      ...BODY,
      api_key: 'hunter1',
      messages: [{ role: 'user', content: 'My password: hunter2' }],
      tools: [{ type: 'function', function: { name: 'f', parameters: { password: { type: 'string' } } } }],
    })
    const { body, status } = await reader('POST', `/logs/${record.id}/reproduce`)
    expect(status).toBe(200)
    expect(body.sent[1].body).toEqual({
      ...BODY,
      model: 'small',
      api_key: '*******',
      messages: [{ role: 'user', content: 'My password: *******' }],
      tools: [{ type: 'function', function: { name: 'f', parameters: { password: { type: 'string' } } } }],
    })
    expect(body.test).not.toContain('hunter')
  })

  it('names what differs if the config has changed since', async () => {
    const record = logged(1, { ...PATH, attempts: [attempt(0, 200, 'openai', 'large')], status: 200 })
    const { reader } = await open({ ...record, attempts: [attempt(1, 200, 'openai', 'small')] }, BODY)
    const { body } = await reader('POST', `/logs/${record.id}/reproduce`)
    expect(body.differences).toEqual([
      'The record has calls of config.targets[1], the simulation of config.targets[0].',
    ])
  })

  it('simulates a request that named its provider, of which there is no test; other configs are a reason', async () => {
    const headers = logged(1, { config: 'headers', key: 'caller', slug: 'first', attempts: [] })
    const { reader } = await open(headers, BODY)
    const { body } = await reader('POST', `/logs/${headers.id}/reproduce`)
    expect(body).toMatchObject({
      problem: null,
      test: null,
      sent: [
        { target: 'config', url: 'https://api.openai.com/v1/chat/completions', body: { model: 'gpt-5' } },
      ],
    })
    const inline = logged(2, { config: 'inline' })
    const other = await open(inline, BODY)
    const answer = await other.reader('POST', `/logs/${inline.id}/reproduce`)
    expect(answer.body).toMatchObject({ problem: expect.stringContaining('cannot be reproduced'), sent: [] })
  })
})
