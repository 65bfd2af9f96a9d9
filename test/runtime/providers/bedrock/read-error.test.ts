// Errors, whose type may be in a header only.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameError, readError } from '../../../../runtime/providers/bedrock/read-error.ts'
import type { VendorError } from '../../../../runtime/values/adapter.ts'

describe('errors of replies', () => {
  const header = (type: string): readonly string[] => ['X-Amzn-ErrorType', type]
  const cases: readonly [
    title: string,
    body: unknown,
    status: number,
    headers: readonly string[] | undefined,
    error: VendorError,
  ][] = [
    [
      'a type with a URL',
      { message: 'm' },
      400,
      header('ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/'),
      { message: 'm', type: 'ValidationException' },
    ],
    [
      'a bare type',
      { message: 'm' },
      403,
      header('AccessDeniedException'),
      { message: 'm', type: 'AccessDeniedException' },
    ],
    ['no headers at hand', { message: 'm' }, 403, undefined, { message: 'm', type: 'permission_error' }],
    ['no type in them', { message: 'm' }, 429, [], { message: 'm', type: 'rate_limit_error' }],
    ['a message with a capital', { Message: 'm' }, 403, [], { message: 'm', type: 'permission_error' }],
    [
      'a type in the body, with its namespace',
      { __type: 'com.amazon.coral.service#UnknownOperationException' },
      404,
      [],
      { message: 'The provider answered with status 404.', type: 'UnknownOperationException' },
    ],
    ['text', 'broken', 503, [], { message: 'broken', type: 'server_error' }],
    [
      'nothing',
      undefined,
      500,
      [],
      { message: 'The provider answered with status 500.', type: 'server_error' },
    ],
  ]
  test.each(cases)('%s', (_, body, status, headers, error) => {
    expect(headers === undefined ? readError(body, status) : readError(body, status, headers)).toEqual(error)
  })
})

test('any error is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.string(), (body, type, payload) => {
      expect(readError(body, 400, ['x-amzn-errortype', type]).message).toEqual(expect.any(String))
      expect(frameError(type, payload).message).toEqual(expect.any(String))
      expect(frameError('error', JSON.stringify(body)).message).toEqual(expect.any(String))
    }),
  )
})
