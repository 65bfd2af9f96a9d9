// Signatures, against the published AWS test vectors.
import { describe, expect, test } from 'vitest'
import {
  canonicalHeaders,
  canonicalPath,
  canonicalQuery,
} from '../../../../runtime/values/aws-signature/sign-request.ts'
import { areRecorded } from '../recordings.ts'
import { expectSignature, signatureVectors } from './signature-vectors.ts'

describe('the published vectors', () => {
  const names = signatureVectors
  test('are present, or the suite reports it', ctx => {
    if (!areRecorded) ctx.skip('No recordings beside the repository: only our own fixtures run.')
    expect(names.length).toBeGreaterThan(25)
  })

  test.each(names)('%s', expectSignature)
})

describe('the canonical request', () => {
  test.each([
    ['a segment is encoded once more', '/model/a%3A0/converse', '/model/a%253A0/converse'],
    ['characters that other encodings leave unescaped', "/a'(b)*!", '/a%27%28b%29%2A%21'],
    ['dots and empty segments are resolved', '/a/./b//../c/', '/a/c/'],
    ['not above the root', '/../../a', '/a'],
    ['no path', '', '/'],
  ])('of the path: %s', (_, path, expected) => {
    expect(canonicalPath(path, true)).toBe(expected)
  })

  test.each([
    ['by name, then value', 'b=1&a-b=2&a=3&a=10', 'a=10&a=3&a-b=2&b=1'],
    ['a name without a value', 'a&b=', 'a=&b='],
    ['what is encoded stays so', 'a=%2F+x', 'a=%2F%2Bx'],
    ['what cannot be decoded is encoded', 'a=%', 'a=%25'],
  ])('of the query: %s', (_, query, expected) => {
    expect(canonicalQuery(query)).toBe(expected)
  })

  test('of the headers: small letters, in order, lines joined', () => {
    expect(canonicalHeaders(['X-B', ' 2  3 ', 'x-a', '1', 'x-b', '4'])).toEqual({
      block: 'x-a:1\nx-b:2 3,4\n',
      names: 'x-a;x-b',
    })
  })
})
