// Errors in the client's dialect.
import { describe, expect, test } from 'vitest'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import type { VendorError } from '../../../runtime/values/adapter.ts'
import { chunk, context } from './context.ts'
import { readEvents } from './read-streams.ts'

const body = { error: { message: 'No.', type: 'x', param: 'messages', code: 'c' }, provider: 'acme' }

describe('whole errors', () => {
  test('a response has the errors of the vendor', () =>
    expect(inboundApis.responses.error(body, 400)).toEqual(body))

  test.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [402, 'billing_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [408, 'timeout_error'],
    [413, 'request_too_large'],
    [415, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [502, 'api_error'],
    [503, 'overloaded_error'],
    [529, 'overloaded_error'],
  ])('%i is %s', (status, type) =>
    expect(inboundApis.messages.error(body, status)).toEqual({
      type: 'error',
      error: { type, message: 'No.', param: 'messages', code: 'c' },
      provider: 'acme',
    }),
  )

  test('an empty error body', () =>
    expect(inboundApis.messages.error({}, 500)).toEqual({
      type: 'error',
      error: { type: 'api_error', message: 'The provider answered with status 500.' },
    }))
})

describe('errors within a stream', () => {
  test.each<readonly [VendorError, string, string]>([
    [{ message: 'No.', code: 429 }, 'rate_limit_error', 'rate_limit_exceeded'],
    [
      { message: 'No.', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
      'rate_limit_error',
      'rate_limit_exceeded',
    ],
    [{ message: 'No.', type: 'overloaded_error', code: 529 }, 'overloaded_error', 'server_error'],
    [{ message: 'No.', type: 'overloaded_error' }, 'overloaded_error', 'server_error'],
    [{ message: 'No.', type: 'upstream_error', code: 'invalid_upstream_reply' }, 'api_error', 'server_error'],
    [
      { message: 'No.', type: 'invalid_request_error', code: '400' },
      'invalid_request_error',
      'invalid_prompt',
    ],
    [{ message: 'No.' }, 'api_error', 'server_error'],
  ])('%o', (error, type, code) => {
    const message = inboundApis.messages.stream(context)
    message.chunk(chunk({ content: 'Hi' }))
    expect(readEvents(message.error(error))).toEqual([
      { type: 'error', error: expect.objectContaining({ type, message: 'No.' }) },
    ])
    const response = inboundApis.responses.stream(context)
    response.chunk(chunk({ content: 'Hi' }))
    expect(readEvents(response.error(error))).toMatchObject([
      { type: 'error', message: 'No.', code: error.code === undefined ? null : String(error.code) },
      { type: 'response.failed', response: { status: 'failed', error: { code, message: 'No.' } } },
    ])
  })

  test('a response that fails immediately still emits response.created', () =>
    expect(
      readEvents(inboundApis.responses.stream(context).error({ message: 'No.' })).map(event => event['type']),
    ).toEqual(['response.created', 'response.in_progress', 'error', 'response.failed']))
})
