// The example signatures of the S3 documentation ("Authenticating Requests: Using the Authorization Header"), and
// what is special about S3: a path is signed as sent.
import { describe, expect, test } from 'vitest'
import { authentication } from '../../../../runtime/providers/bedrock/authentication.ts'
import { signRequest } from '../../../../runtime/values/aws-signature/sign-request.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { signingPorts } from './signing-ports.ts'

const HOST = ['host', 'examplebucket.s3.amazonaws.com']
const ports = signingPorts(Date.parse('2013-05-24T00:00:00Z'))

const sign = (method: string, path: string, headers: readonly string[], body: string): string | undefined => {
  const added = signRequest(
    { method, path, headers, body: new TextEncoder().encode(body) },
    {
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 's3',
    },
    { normalize: false, pathAsSent: true, sendBodyHash: true },
    ports,
  )
  return /Signature=(\w+)/.exec(headerValue(added, 'authorization') ?? '')?.[1]
}

describe('the published examples', () => {
  test.each([
    [
      'GET',
      '/test.txt',
      [...HOST, 'range', 'bytes=0-9'],
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test%24file.text',
      [...HOST, 'date', 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class', 'REDUCED_REDUNDANCY'],
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', HOST, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      HOST,
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s %s', (method, path, headers, body, expected) => {
    expect(sign(method, path, headers, body)).toBe(expected)
  })
})

describe('which service a request is signed for', () => {
  const keys = { cloud1_access_key_id: 'AKID', cloud1_secret_access_key: 'secret' }
  const signed = (origin: string, credentials: object = keys): unknown =>
    authentication.headers(
      { method: 'GET', origin, path: '/x%2Fy', headers: [], body: new Uint8Array(0) },
      { ...credentials },
      { cloud1_region: 'us-east-1' },
      undefined,
      ports,
    )

  test.each([
    ['https://bedrock-runtime.us-east-1.amazonaws.com', 'bedrock'],
    ['https://bedrock.us-east-1.amazonaws.com', 'bedrock'],
    ['https://s3.us-east-1.amazonaws.com', 's3'],
  ])('%s: %s', (origin, service) => {
    const headers = signed(origin)
    expect(headerValue(Array.isArray(headers) ? headers : [], 'authorization')).toContain(
      `/us-east-1/${service}/`,
    )
  })

  test('an API key is not sent to storage', () => {
    expect(signed('https://s3.us-east-1.amazonaws.com', { api_key: 'k' })).toMatchObject({
      code: 'invalid_config',
    })
    expect(
      JSON.stringify(signed('https://s3.us-east-1.amazonaws.com', { api_key: 'k-1', ...keys })),
    ).not.toContain('k-1')
  })
})
