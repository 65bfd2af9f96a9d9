// What clients write beside their calls: records of requests that went past the gateway, and feedback.
import { describe, expect, it } from 'vitest'
import { PERIOD, startLogs } from './log-harness.ts'

const OUTSIDE = {
  request: {
    url: 'https://api.openai.com/v1/chat/completions?key=hidden',
    provider: 'openai',
    body: { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Hello' }] },
  },
  response: {
    status: 200,
    response_time: 420,
    body: { model: 'gpt-6-sol', usage: { prompt_tokens: 1000, completion_tokens: 100 } },
  },
  metadata: {
    traceId: 'mine',
    spanId: 'a',
    session_id: 'run-1',
    team: 'legal',
    token: 'sk-proj-abcdefghijklmnopqrstuvwxyz0123',
  },
}

describe('POST /logs', () => {
  it('stores a record of the key’s workspace, marked as outside, with tokens and cost', async () => {
    const { reader } = await startLogs()
    const { status, body } = await reader('POST', '/logs', OUTSIDE)
    expect([status, body.status, body.ids.length]).toEqual([200, 'success', 1])
    const read = await reader('GET', `/logs/${body.ids[0]}`)
    expect(read.body).toMatchObject({
      is_outside: true,
      trace_id: 'mine',
      span_id: 'a',
      session: 'run-1',
      workspace_slug: 'team',
      api_key_id: 'reader',
      endpoint: 'chat/completions',
      path: '/v1/chat/completions',
      ai_service: 'openai',
      model: 'gpt-6-sol',
      latency: 420,
      input_tokens: 1000,
      output_tokens: 100,
      metadata: { team: 'legal' },
      has_bodies: false,
    })
    expect(read.body.cost).toBeGreaterThan(0)
    expect(JSON.stringify(read.body)).not.toMatch(/sk-proj|hidden|Hello/)
  })

  it('keeps bodies for the user of the metadata, by whom they are erased', async () => {
    const { reader } = await startLogs([], { keepsBodies: true })
    const metadata = { ...OUTSIDE.metadata, _user: 'ann' }
    await reader('POST', '/logs', [OUTSIDE, { ...OUTSIDE, metadata }])
    expect((await reader('DELETE', '/logs/bodies?user=ann')).body.erased).toBe(1)
  })

  it('stores a list, and bodies where the manifest allows them', async () => {
    const { reader } = await startLogs([], { keepsBodies: true })
    const { body } = await reader('POST', '/logs', [
      OUTSIDE,
      { ...OUTSIDE, created_at: '2026-11-22T12:00:00Z' },
    ])
    expect(body.ids.length).toBe(2)
    const list = await reader('GET', `/logs?${PERIOD}&trace_id=mine`)
    expect(list.body.data.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
      '2026-11-23T00:00:00.000Z',
      '2026-11-22T12:00:00.000Z',
    ])
    const read = await reader('GET', `/logs/${body.ids[0]}`)
    expect(read.body.request.body).toEqual(OUTSIDE.request.body)
  })

  it.each([
    ['an item of a list', [OUTSIDE, { request: {} }], 'Item 2 of the list: response is missing.'],
    ['an empty list', [], 'The list must have 1 to 1000 items.'],
    [
      'a time of the future',
      { ...OUTSIDE, created_at: '2027-01-01T00:00:00Z' },
      'created_at is in the future.',
    ],
    [
      'times that are not kept, each by its own',
      [
        OUTSIDE,
        ...['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'].map(at => ({ ...OUTSIDE, created_at: at })),
      ],
      'Item 2 of the list: created_at is more than 90 days ago, and such records are not retained. Item 3 of the list: created_at is in the future.',
    ],
    ['an unknown property', { ...OUTSIDE, colour: 1 }, 'colour is not a known property.'],
  ])('refuses %s with a sentence', async (_title, given, sentence) => {
    const { reader } = await startLogs()
    const answer = await reader('POST', '/logs', given)
    expect([answer.status, answer.body.error.message]).toEqual([400, sentence])
  })
})

describe('feedback', () => {
  it('of keys that make calls is stored by trace, one or a list, and changed', async () => {
    const { reader, as } = await startLogs()
    const caller = as('caller')
    await reader('POST', '/logs', OUTSIDE)
    const one = await caller('POST', '/feedback', { trace_id: 'mine', value: 5 })
    expect(one.body).toMatchObject({ status: 'success', feedback_ids: [expect.any(String)] })
    const more = await caller('POST', '/feedback', [
      { trace_id: 'mine', value: -10, weight: 0.5, metadata: { why: 'slow' } },
      { trace_id: 'mine', value: 1 },
    ])
    expect(more.body.feedback_ids.length).toBe(2)
    expect(
      (await caller('PUT', `/feedback/${one.body.feedback_ids[0]}`, { value: 8, weight: 0.25 })).status,
    ).toBe(200)
    const read = await reader('GET', `/logs?${PERIOD}&trace_id=mine&weighted_feedback_max=0`)
    const [log] = read.body.data
    expect(log.feedback.map(({ value, weight, metadata }: never) => [value, weight, metadata])).toEqual(
      expect.arrayContaining([
        [8, 0.25, {}],
        [-10, 0.5, { why: 'slow' }],
        [1, 1, {}],
      ]),
    )
  })

  it.each([
    [{ trace_id: 'a', value: 11 }, 'value must be at most 10.'],
    [{ trace_id: 'a', value: 1, weight: 2 }, 'weight must be at most 1.'],
    [{ trace_id: 'a' }, 'value is missing.'],
  ])('%o is 400', async (given, sentence) => {
    const { as } = await startLogs()
    const answer = await as('caller')('POST', '/feedback', given)
    expect([answer.status, answer.body.error.message]).toEqual([400, sentence])
  })

  it('of another workspace does not exist', async () => {
    const { reader, other } = await startLogs()
    await reader('POST', '/logs', OUTSIDE)
    const { body } = await reader('POST', '/feedback', { trace_id: 'mine', value: 5 })
    expect((await other('PUT', `/feedback/${body.feedback_ids[0]}`, { value: -5 })).status).toBe(404)
  })

  it('on a trace of another workspace, or of none, is 404 once records of replies have been stored', async () => {
    const { reader, other, clock } = await startLogs()
    await other('POST', '/logs', OUTSIDE)
    for (const trace of ['mine', 'nobody']) {
      const asked = reader('POST', '/feedback', [{ trace_id: trace, value: 5 }])
      await clock.advance(2_500)
      const { status, body } = await asked
      const message = `There is no trace "${trace}" in the workspace "team".`
      expect([status, body.error.message]).toEqual([404, message])
    }
  })

  it('that is faster than the record of its trace is stored with it', async () => {
    const { reader, clock } = await startLogs()
    const asked = reader('POST', '/feedback', { trace_id: 'mine', value: 5 })
    await clock.advance(500)
    await reader('POST', '/logs', OUTSIDE)
    await clock.advance(500)
    expect((await asked).status).toBe(200)
  })
})
