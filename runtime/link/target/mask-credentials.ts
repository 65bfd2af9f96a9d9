// Masks credentials that a provider repeats in an error ("Incorrect API key provided: sk-…") before the client or the
// log sees them: the client may not be entitled to the stored key. Runs on errors only.
import { isSecretString, namedStrings } from '../../../compiler/secret-json.ts'
import type { VendorError } from '../../values/adapter.ts'
import type { Credentials } from '../../values/authentication.ts'
import type { Failure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'

export type Mask = (text: string) => string

const MASK = '****'
/** Shorter strings are not credentials and would match ordinary words. */
const SHORTEST = 8

/** `key` and `credentials` are read when an error occurs, since their sources may rotate them. */
export function linkMask(key: string | undefined, credentials: Credentials): Mask {
  return text => maskAll(text, [...(key === undefined ? [] : [key]), ...secretTexts(credentials)])
}

/** Also masks the request's bearer token, which the credential was exchanged for. */
export function withSentToken(mask: Mask, sent: Headers): Mask {
  const token = /^Bearer\s+(.+)$/i.exec(headerValue(sent, 'authorization') ?? '')?.[1]
  return token === undefined ? mask : text => maskAll(mask(text), [token])
}

export function maskError(error: VendorError, mask: Mask): VendorError {
  const { message, type, param, code } = error
  return {
    ...error,
    message: mask(message),
    ...(typeof type === 'string' ? { type: mask(type) } : {}),
    ...(typeof param === 'string' ? { param: mask(param) } : {}),
    ...(typeof code === 'string' ? { code: mask(code) } : {}),
  }
}

export const maskFailure = (failure: Failure, mask: Mask): Failure => ({
  ...failure,
  message: mask(failure.message),
})

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** Returns the same bytes where they contain no credential. */
export function maskBytes(bytes: Uint8Array, mask: Mask): Uint8Array {
  const text = decoder.decode(bytes)
  const masked = mask(text)
  return masked === text ? bytes : encoder.encode(masked)
}

function* secretTexts(credentials: Credentials): Generator<string> {
  // Of an object only some fields are secret; a service account also has its type and project.
  for (const [property, value] of Object.entries(credentials))
    for (const { name, text } of namedStrings(value, property))
      if (typeof value === 'string' || isSecretString(name, text)) yield text
}

function maskAll(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue
    for (const spelling of spellings(secret)) masked = masked.replaceAll(spelling, MASK)
  }
  return masked
}

/** As is, JSON-escaped, and URL-encoded. */
function spellings(secret: string): ReadonlySet<string> {
  const json = JSON.stringify(secret).slice(1, -1)
  return new Set([secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)])
}
