// Base URLs and paths of Vertex AI, and Claude there.
import { describe, expect, test } from 'vitest'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { stepsOf } from '../fold.ts'
import { context } from './context.ts'
import { asStream } from './fixtures.ts'
import { request } from './requests.ts'

const chat = vertex.endpoints['chat/completions']
const convert = (model: string, more: Partial<AdapterContext> = {}) =>
  chat?.request(request({ model }), { ...context, model, ...more })

describe('addresses', () => {
  const cases: readonly [region: string, host: string][] = [
    ['us-central1', 'us-central1-aiplatform.googleapis.com'],
    ['europe-west4', 'europe-west4-aiplatform.googleapis.com'],
    ['global', 'aiplatform.googleapis.com'],
    ['eu', 'aiplatform.eu.rep.googleapis.com'],
    ['us', 'aiplatform.us.rep.googleapis.com'],
  ]
  test.each(cases)('%s', (region, host) => {
    expect(vertex.baseUrl?.({ cloud3_region: region })).toBe(`https://${host}/v1`)
  })

  test.each([undefined, '', 'evil.example/', 'a.b', 'x@y', 'US', 7, '-'])('no region: %j', region => {
    expect(vertex.baseUrl?.({ cloud3_region: region })).toMatchObject({
      code: 'invalid_request',
      param: 'cloud3_region',
    })
  })
})

describe('paths', () => {
  const settings = '/projects/project/locations/us-central1'
  const cases: readonly [model: string, path: string][] = [
    ['gemini-2.5-pro', `${settings}/publishers/google/models/gemini-2.5-pro:generateContent`],
    ['google/gemini-2.5-pro', `${settings}/publishers/google/models/gemini-2.5-pro:generateContent`],
    ['models/gemini-2.5-pro', `${settings}/publishers/google/models/gemini-2.5-pro:generateContent`],
    ['endpoints/1234', `${settings}/endpoints/1234:generateContent`],
    ['publishers/google/models/x', `${settings}/publishers/google/models/x:generateContent`],
    [
      'claude-sonnet-4-5@20250929',
      `${settings}/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
    ],
    ['anthropic/claude-opus-4', `${settings}/publishers/anthropic/models/claude-opus-4:rawPredict`],
    ['meta/llama-3.3-70b-instruct-maas', `${settings}/endpoints/openapi/chat/completions`],
    ['anthropic.claude-opus-4-6', `${settings}/publishers/anthropic/models/claude-opus-4-6:rawPredict`],
    ['google.gemini-2.5-pro', `${settings}/publishers/google/models/gemini-2.5-pro:generateContent`],
    ['meta.llama-3.3-70b-instruct-maas', `${settings}/endpoints/openapi/chat/completions`],
    ['endpoints.1234', `${settings}/endpoints/1234:generateContent`],
    ['mistral-small-2503', `${settings}/publishers/mistralai/models/mistral-small-2503:rawPredict`],
    ['mistralai/mistral-large@2407', `${settings}/publishers/mistralai/models/mistral-large@2407:rawPredict`],
    ['mistral.codestral-2', `${settings}/publishers/mistralai/models/codestral-2:rawPredict`],
    ['../../x', `${settings}/publishers/google/models/..%2F..%2Fx:generateContent`],
    ['x:delete?y#z', `${settings}/publishers/google/models/x%3Adelete%3Fy%23z:generateContent`],
  ]
  test.each(cases)('%s', (model, path) => {
    expect(convert(model)).toMatchObject({ path })
  })

  test('open models and those of Mistral are named in the body too, without what the path alone has', () => {
    expect(convert('meta.llama-4')).toMatchObject({ body: { model: 'meta/llama-4' } })
    expect(convert('mistralai/mistral-large@2407')).toMatchObject({ body: { model: 'mistral-large' } })
  })

  test("a chat for Mistral has the words of its maker's API", () => {
    const messages = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_0123456789', type: 'function' }] },
    ]
    const body = { messages, max_completion_tokens: 7, seed: 1, user: 'u' }
    const written = chat?.request(body, { ...context, model: 'mistral-small-2503', stream: true })
    expect(written).toMatchObject({
      body: {
        max_tokens: 7,
        random_seed: 1,
        messages: [{}, { tool_calls: [{ id: expect.stringMatching(/^\w{9}$/) }] }],
      },
      dropped: ['user'],
      path: expect.stringMatching(/mistral-small-2503:streamRawPredict$/),
    })
  })

  test('a plain name of a model keeps its dots', () => {
    expect(convert('gemini-2.5-pro.1')).toMatchObject({
      path: `${settings}/publishers/google/models/gemini-2.5-pro.1:generateContent`,
    })
  })

  test('of streams', () => {
    expect(convert('gemini-x', { stream: true })).toHaveProperty(
      'path',
      expect.stringMatching(/:streamGenerateContent\?alt=sse$/),
    )
    expect(convert('claude-x', { stream: true })).toHaveProperty(
      'path',
      expect.stringMatching(/:streamRawPredict$/),
    )
  })

  test.each([
    [{ cloud3_region: 'global' }, 'cloud3_project_id'],
    [{ cloud3_project_id: 'p' }, 'cloud3_region'],
    [{ cloud3_project_id: 'p/../q', cloud3_region: 'global' }, 'cloud3_project_id'],
    [{ cloud3_project_id: 'p', cloud3_region: '../x' }, 'cloud3_region'],
  ])('settings that name no place: %j', (settings, param) => {
    for (const model of ['gemini-x', 'claude-x', 'meta/llama'])
      expect(convert(model, { settings })).toMatchObject({ code: 'invalid_request', param })
  })

  test.each([
    ['gemini-2.5-pro', '/models/gemini-2.5-pro:generateContent'],
    ['models/gemini-2.5-pro', '/models/gemini-2.5-pro:generateContent'],
    ['tunedModels/mine-1', '/tunedModels/mine-1:generateContent'],
    ['models/../x', '/models/models%2F..%2Fx:generateContent'],
  ])('at Gemini: %s', (model, path) => {
    expect(google.endpoints['chat/completions']?.request(request({}), { ...context, model })).toMatchObject({
      path,
    })
  })
})

describe('Claude', () => {
  test('has its version in the body, no model, and the default of the provider spec', () => {
    expect(convert('claude-x', { stream: true })).toEqual({
      body: {
        anthropic_version: 'vertex-2023-10-16',
        max_tokens: 4096,
        messages: [{ role: 'user', content: 'hello' }],
        stream: true,
      },
      dropped: [],
      path: expect.any(String),
    })
  })

  test('unsupported parameters are rejected', () => {
    const refused = chat?.request(request({ n: 2 }), { ...context, model: 'claude-x' })
    expect(refused !== undefined && isFailure(refused)).toBe(true)
  })
})

describe('open models speak the OpenAI schema', () => {
  const model = 'meta/llama-3.3-70b-instruct-maas'
  const given = { ...context, model }
  const run = (
    events: readonly unknown[],
    tail = '',
    more: Partial<AdapterContext> = {},
  ): readonly StreamStep[] =>
    stepsOf(chat?.stream?.({ ...given, ...more }) ?? never(), [asStream(events), Buffer.from(tail)])
  const chunk = (finish: string | null) => ({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  const usage = { choices: [], usage: { total_tokens: 1 } }

  test('a request passes unchanged', () => {
    const body = request({ model, n: 2, hologram: 1 })
    expect(chat?.request(body, given)).toMatchObject({ body, dropped: [] })
  })

  test('a reply passes unchanged', () => {
    const reply = { id: 'x', choices: [{ message: { content: 'hi' } }] }
    expect(chat?.reply(reply, given)).toEqual(reply)
    expect(chat?.reply({ error: { message: 'Oh.' } }, given)).toMatchObject({ message: 'Oh.' })
  })

  test('events pass unchanged', () => {
    const events = [chunk(null), chunk('stop'), usage]
    const passed = events.map(each => ({ chunk: each }))
    expect(run(events, 'data: [DONE]\n\n')).toEqual([...passed, 'done'])
    expect(run(events)).toEqual([...passed, 'done'])
    expect(run(events, '', { includeUsage: false })).toEqual([...passed.slice(0, 2), 'done'])
  })

  test('truncation and an error end with an error', () => {
    expect(run([chunk(null)]).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
    expect(
      run([chunk(null), { error: { message: 'Oh.', code: 500 } }, chunk('stop')]).slice(1),
    ).toMatchObject([{ error: { message: 'Oh.', code: 500 } }])
  })
})

function never(): never {
  throw new Error('The adapter streams chats.')
}
