// Errors of both APIs, whole, in lists and within streams.
import { describe, expect, test } from 'vitest'
import { readError } from '../../../../runtime/providers/google/read-error.ts'

const error = (more: object) => ({
  error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED', ...more },
})
const retry = (delay: unknown) => ({
  details: [
    { '@type': 'type.googleapis.com/google.rpc.Help' },
    { '@type': 'x/google.rpc.RetryInfo', retryDelay: delay },
  ],
})

describe('errors', () => {
  const cases: readonly [title: string, body: unknown, expected: object][] = [
    ['as they are', error({}), { message: 'Quota.', type: 'RESOURCE_EXHAUSTED', code: 429 }],
    ['in a list', [error({})], { message: 'Quota.', type: 'RESOURCE_EXHAUSTED', code: 429 }],
    ['with a time to wait', error(retry('34.4s')), { message: 'Quota. Retry in 34.4s.' }],
    ['with a time in a list', [error(retry('2s'))], { message: 'Quota. Retry in 2s.' }],
    [
      'with a message that contains the delay',
      error({ ...retry('2s'), message: 'Wait 2s.' }),
      { message: 'Wait 2s.' },
    ],
    ['with an invalid delay', error(retry('soon\nx')), { message: 'Quota.' }],
    ['with details of any kind', error({ details: [null, 7, 'x'] }), { message: 'Quota.' }],
    [
      'that are pages',
      '<!DOCTYPE html><html><title>Error 404 (Not Found)!!1</title></html>',
      {
        message: 'The provider answered with a page titled "Error 404 (Not Found)!!1".',
        type: 'rate_limit_error',
      },
    ],
    [
      'without anything',
      undefined,
      { message: 'The provider answered with status 429.', type: 'rate_limit_error' },
    ],
  ]
  test.each(cases)('%s', (_, body, expected) => {
    expect(readError(body, 429)).toMatchObject(expected)
  })
})
