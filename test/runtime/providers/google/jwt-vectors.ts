// The published JWT test vectors with RSA keys, which are signed as a service account signs.
import { createPrivateKey, createPublicKey, createSign } from 'node:crypto'
import { expect } from 'vitest'
import { signedToken } from '../../../../runtime/providers/google/vertex/service-account.ts'
import { isRecorded, recordedJson } from '../recordings.ts'

const FILE = 'vectors/jwt/wycheproof-json_web_signature_test.json'

interface Key {
  readonly alg?: string
  readonly kty: string
  readonly d?: string
}

interface VectorGroup {
  readonly private?: Key
  readonly tests: readonly {
    readonly tcId: number
    readonly comment: string
    readonly jws: string
    readonly result: string
  }[]
}

export interface TokenVector {
  readonly title: string
  readonly jws: string
  readonly key: Key
}

const fromBase64Url = (text: string | undefined): string => Buffer.from(text ?? '', 'base64url').toString()
const isRs256 = (jws: string): boolean => fromBase64Url(jws.split('.')[0]).includes('"RS256"')

export const tokenVectors: readonly TokenVector[] = groups().flatMap(({ private: key, tests }) =>
  key?.alg !== 'RS256' || key.d === undefined
    ? []
    : tests
        .filter(({ result, jws }) => result === 'valid' && isRs256(jws))
        .map(({ tcId, comment, jws }) => ({ title: `${tcId} ${comment}`, jws, key })),
)

function groups(): readonly VectorGroup[] {
  if (!isRecorded(FILE)) return []
  return (recordedJson(FILE) as { readonly testGroups: readonly VectorGroup[] }).testGroups
}

/** The driver's signing function, with the platform's crypto. */
export function signRsa(privateKey: string, text: string): Uint8Array | undefined {
  try {
    return createSign('RSA-SHA256').update(text).sign(privateKey)
  } catch {
    return undefined
  }
}

/** Throws where the token of a vector differs; for one with binary content, where the signature does. */
export function expectToken({ jws, key }: TokenVector): void {
  const pem = createPrivateKey({ key: { ...key }, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const isText = Buffer.from(payload, 'base64url').equals(Buffer.from(fromBase64Url(payload)))
  if (isText) {
    expect(signedToken(fromBase64Url(header), fromBase64Url(payload), text => signRsa(pem, text))).toBe(jws)
  } else {
    expect(Buffer.from(signRsa(pem, `${header}.${payload}`) ?? []).toString('base64url')).toBe(signature)
  }
  expect(createPublicKey(pem).asymmetricKeyType).toBe('rsa')
}
