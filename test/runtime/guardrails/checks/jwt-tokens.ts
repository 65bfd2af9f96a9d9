// Keys and tokens for the tests of default.jwt, at a moment of the tests.
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { CheckPorts } from '../../../../runtime/guardrails/check.ts'
import { evaluateWith } from './evaluate-with.ts'

/** Seconds. */
export const NOW = 1_800_000_000

export interface Key {
  readonly sign: (claims: { readonly [name: string]: unknown }, header?: object) => Promise<string>
  readonly jwk: JWK
}

export async function makeKey(kid: string | undefined, alg: 'RS256' | 'ES256' = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const named = kid === undefined ? {} : { kid }
  return {
    sign: (claims, header = {}) =>
      new SignJWT({ iat: NOW - 60, exp: NOW + 60, ...claims })
        .setProtectedHeader({ alg, ...named, ...header })
        .sign(privateKey),
    jwk: { ...(await exportJWK(publicKey)), ...named, alg },
  }
}

export const KEY = await makeKey('a')
export const OTHER = await makeKey('b')
export const RSA = await makeKey('r', 'RS256')
export const SIGNED = await KEY.sign({ sub: 'ann' })
export const setOf = (...keys: readonly Key[]) => ({ keys: keys.map(({ jwk }) => jwk) })

export const bearing = (value: string | undefined, name = 'authorization') => ({
  header: (asked: string) => (asked === name ? value : undefined),
})
export const run = (value: string | undefined, parameters: object = {}, ports: Partial<CheckPorts> = {}) =>
  evaluateWith(
    'default.jwt',
    { jwks: setOf(KEY, RSA), algorithms: ['ES256', 'RS256'], ...parameters },
    bearing(value),
    { now: () => NOW * 1000, ...ports },
  )

export const VALID = { passed: true, reason: 'The token is valid.' }
export const NO_TOKEN = 'The header does not contain a signed token.'
