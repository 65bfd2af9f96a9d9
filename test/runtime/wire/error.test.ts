// Error bodies of providers, in all shapes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VendorError } from '../../../runtime/values/adapter.ts'
import { vendorError, vendorErrorBody } from '../../../runtime/wire/error.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson } from '../providers/recordings.ts'

describe('error bodies of providers', () => {
  const cases: readonly [title: string, body: unknown, status: number, error: VendorError][] = [
    [
      'the vendor',
      { error: { message: 'm', type: 't', param: 'p', code: 'c' } },
      400,
      { message: 'm', type: 't', param: 'p', code: 'c' },
    ],
    [
      'the vendor, with nulls',
      { error: { message: 'm', type: 't', param: null, code: null } },
      400,
      { message: 'm', type: 't' },
    ],
    [
      'type error and an identifier',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'r' },
      529,
      { message: 'Overloaded', type: 'overloaded_error' },
    ],
    [
      'no type: derived from the status',
      { error: { code: '401', message: 'm' } },
      401,
      { message: 'm', type: 'authentication_error', code: '401' },
    ],
    [
      'a numeric code',
      { error: { code: 429, message: 'm' } },
      429,
      { message: 'm', type: 'rate_limit_error', code: 429 },
    ],
    [
      'an error that is text',
      { code: 'c', error: 'm' },
      400,
      { message: 'm', type: 'invalid_request_error', code: 'c' },
    ],
    ['a message only', { message: 'm' }, 403, { message: 'm', type: 'permission_error' }],
    ['a message with an identifier', { id: 'x', message: 'm' }, 500, { message: 'm', type: 'server_error' }],
    ['detail', { detail: 'm' }, 401, { message: 'm', type: 'authentication_error' }],
    [
      'detail as a list of what is wrong',
      { detail: [{ loc: ['body'], msg: 'a' }, { msg: 'b' }] },
      422,
      { message: 'a b', type: 'invalid_request_error' },
    ],
    [
      'a list around the error',
      [{ error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } }],
      400,
      { message: 'm', type: 'INVALID_ARGUMENT', code: 400 },
    ],
    [
      'a list of errors',
      { errors: [{ message: 'm' }] },
      400,
      { message: 'm', type: 'invalid_request_error' },
    ],
    ['JSON in a text', '{"error":{"message":"m"}}', 400, { message: 'm', type: 'invalid_request_error' }],
    [
      'plain text',
      ' upstream connect error\n',
      503,
      { message: 'upstream connect error', type: 'server_error' },
    ],
    ['broken JSON', '{"error":', 500, { message: '{"error":', type: 'server_error' }],
    [
      'a page with a title',
      '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head></html>',
      502,
      { message: 'The provider answered with a page titled "502 Bad Gateway".', type: 'server_error' },
    ],
    [
      'a page without one',
      '<html><body>x</body></html>',
      502,
      { message: 'The provider answered with status 502.', type: 'server_error' },
    ],
    ['nothing', undefined, 500, { message: 'The provider answered with status 500.', type: 'server_error' }],
    [
      'an empty text',
      '',
      404,
      { message: 'The provider answered with status 404.', type: 'invalid_request_error' },
    ],
    [
      'an empty object',
      {},
      400,
      { message: 'The provider answered with status 400.', type: 'invalid_request_error' },
    ],
    [
      'a number',
      7,
      400,
      { message: 'The provider answered with status 400.', type: 'invalid_request_error' },
    ],
  ]
  test.each(cases)('%s', (_, body, status, error) => {
    expect(vendorError(body, status)).toEqual(error)
  })

  test('a long text is shortened', () => {
    expect(vendorError('x'.repeat(5000), 500).message).toHaveLength(501)
  })

  test('anything yields an error with a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.anything()), body => {
        const { message } = vendorError(body, 500)
        expect(message.length).toBeGreaterThan(0)
      }),
    )
  })

  test('a deeply nested body is read to a limited depth', () => {
    const deep = Array.from({ length: 10_000 }).reduce<unknown>(inner => ({ error: inner }), { message: 'm' })
    expect(vendorError(deep, 500).message).toBe('The provider answered with status 500.')
  })
})

test('a message in lists without end is not found, and is no bug', () => {
  const depth = 50_000
  const lists = JSON.parse(`${'['.repeat(depth)}"m"${']'.repeat(depth)}`) as unknown
  expect(vendorError({ error: { message: lists, type: 't' } }, 400)).toMatchObject({ type: 't' })
  expect(vendorError({ error: { message: [['m'], { msg: 'n' }] } }, 400)).toMatchObject({ message: 'm n' })
})

describe('every recorded error is read as it was observed', () => {
  const providers = recordedFolders('.').filter(
    name => name !== 'cross' && name !== 'vectors' && name !== 'LICENSES',
  )
  const cases = providers.flatMap(provider =>
    recordedFolders(provider).flatMap(route =>
      recordedFolders(`${provider}/${route}`)
        .map(name => `${provider}/${route}/${name}`)
        .filter(at => isRecorded(`${at}/response.json`) && isRecorded(`${at}/observed.json`))
        .map(at => ({
          at,
          status: (recordedJson(`${at}/meta.json`) as { status: number }).status,
          observed: recordedJson(`${at}/observed.json`) as { errorMessage?: string },
        }))
        .filter(({ status, observed }) => status >= 400 && observed.errorMessage !== undefined),
    ),
  )
  test('there are some, or the recordings are absent', () => {
    expect(cases.length > 20).toBe(areRecorded)
  })
  test.each(cases)('$at', ({ at, status, observed }) => {
    expect(vendorError(recordedJson(`${at}/response.json`), status).message).toBe(observed.errorMessage)
  })
})

test('an error body has four keys, always', () => {
  expect(vendorErrorBody({ message: 'm' })).toEqual({
    error: { message: 'm', type: null, param: null, code: null },
  })
  expect(vendorErrorBody({ message: 'm', type: 't', param: 'p', code: 7 })).toEqual({
    error: { message: 'm', type: 't', param: 'p', code: 7 },
  })
})
