// An error as the first event of a stream has the status that it means, so that it is retried or falls back like one.
import { expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const BODY = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
const event = (error: object): string =>
  `data: ${JSON.stringify({ error: { message: 'No.', ...error } })}\n\n`

const send = async (provider: string, text: string, path = '/chat/completions', body: object = BODY) => {
  const here = createHarness({
    configs: { here: { provider, api_key: '${env:KEY}' } },
    environment: { KEY: 'some-key' },
    script: [{ status: 200, headers: ['content-type', 'text/event-stream'], text }],
  })
  return await here.call({ path, headers: { 'x-gateway-config': 'here' }, body })
}

test.each<readonly [title: string, error: object, status: number]>([
  ['a rate limit by its code', { type: 'requests', code: 'rate_limit_exceeded' }, 429],
  ['a rate limit by its type', { type: 'rate_limit_error' }, 429],
  ['a context that is too long', { type: 'invalid_request_error', code: 'context_length_exceeded' }, 400],
  ['a key', { code: 'invalid_api_key', type: 'invalid_request_error' }, 401],
  ['a model that is not there', { code: 'model_not_found', type: 'invalid_request_error' }, 404],
  ['a status as the code', { code: 503 }, 503],
  ['a status beside the error', { status_code: 400 }, 400],
  ['an error that says nothing', {}, 502],
  ['an unknown code', { code: 'constructor' }, 502],
])('%s', async (_, error, status) => {
  expect((await send('openai', event(error))).status).toBe(status)
  expect((await send('groq', `event: error\n${event(error)}`)).status).toBe(status)
})

test('a failed response by the error that it contains', async () => {
  const failed = {
    type: 'response.failed',
    response: { error: { code: 'rate_limit_exceeded', message: 'Wait.' } },
  }
  const reply = await send('openai', `data: ${JSON.stringify(failed)}\n\n`, '/responses', {
    model: 'm',
    input: 'a',
    stream: true,
  })
  expect([reply.status, reply.text]).toEqual([429, expect.stringContaining('Wait.')])
})

test('on_status_codes applies to it', async () => {
  const first = {
    status: 200,
    headers: ['content-type', 'text/event-stream'],
    text: event({ code: 'rate_limit_exceeded' }),
  }
  const second = {
    events: ['data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n', 'data: [DONE]\n\n'],
  }
  const target = { provider: 'openai', api_key: '${env:KEY}' }
  const here = createHarness({
    configs: { here: { strategy: { mode: 'fallback', on_status_codes: [429] }, targets: [target, target] } },
    environment: { KEY: 'some-key' },
    script: [first, second],
  })
  const reply = await here.call({ headers: { 'x-gateway-config': 'here' }, body: BODY })
  expect([reply.status, here.upstream.sent.length]).toEqual([200, 2])
})

test('an error in a whole reply of status 200 has the status that it means too', async () => {
  const whole = async (error: object): Promise<number> => {
    const here = createHarness({
      configs: { here: { provider: 'openai', api_key: '${env:KEY}' } },
      environment: { KEY: 'some-key' },
      script: [{ status: 200, text: JSON.stringify({ error: { message: 'No.', ...error } }) }],
    })
    const body = { ...BODY, stream: false }
    return (await here.call({ headers: { 'x-gateway-config': 'here' }, body })).status
  }
  expect([await whole({ code: 'rate_limit_exceeded' }), await whole({})]).toEqual([429, 502])
})
