// Masks credentials that a provider repeats in an error ("Incorrect API key provided: sk-…") before the client or the
// log sees them: the client may not be entitled to the stored key. Strings are masked in errors; the bytes of a stream in
// every chunk, since searching for the credential itself is cheaper than finding out whether a chunk is an error.
import { isSecretString, namedStrings } from '../../../compiler/plan/secret-json.ts'
import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import type { Credentials } from '../../values/authentication.ts'
import type { Failure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'

export interface Mask {
  /** The text without the credentials. */
  readonly text: (text: string) => string
  /** The credentials at this moment: their sources may rotate them. */
  readonly secrets: () => readonly string[]
  /** All spellings of the credentials in UTF-8, for searching bytes. */
  readonly encoded: () => readonly Uint8Array[]
}

const MASK = '****'
const SHORTEST = 8

export const linkMask = (key: string | undefined, credentials: Credentials): Mask =>
  maskOf(() => secretTexts(key, credentials))

/** Spellings are cached until a source has rotated a credential. */
function maskOf(secrets: () => readonly string[]): Mask {
  let known: readonly string[] = []
  let texts: readonly string[] = []
  let bytes: readonly Uint8Array[] | undefined
  const spelled = (): readonly string[] => {
    const now = secrets()
    if (now.length === known.length && now.every((secret, index) => secret === known[index])) return texts
    known = now
    bytes = undefined
    texts = now.flatMap(spellings)
    return texts
  }
  const encoded = (): readonly Uint8Array[] => {
    const current = spelled()
    bytes ??= current.map(text => encoder.encode(text))
    return bytes
  }
  const text = (written: string): string => {
    let masked = written
    for (const spelling of spelled()) masked = masked.replaceAll(spelling, MASK)
    return masked
  }
  return { secrets, encoded, text }
}

/** Also masks the request's bearer token, which the credential was exchanged for. */
export function withSentToken(mask: Mask, sent: Headers): Mask {
  const token = /^Bearer\s+(.+)$/i.exec(headerValue(sent, 'authorization') ?? '')?.[1]
  return token === undefined
    ? mask
    : maskOf(() => [...mask.secrets(), ...(token.length < SHORTEST ? [] : [token])])
}

export function maskError(error: VendorError, mask: Mask): VendorError {
  const { message, type, param, code, innererror, details, body } = error
  const masked = (value: JsonObject): JsonObject => asObject(parseJson(mask.text(JSON.stringify(value))))
  return {
    ...error,
    message: mask.text(message),
    ...(typeof type === 'string' ? { type: mask.text(type) } : {}),
    ...(typeof param === 'string' ? { param: mask.text(param) } : {}),
    ...(typeof code === 'string' ? { code: mask.text(code) } : {}),
    ...(innererror === undefined ? {} : { innererror: masked(innererror) }),
    ...(details === undefined ? {} : { details: masked(details) }),
    ...(body && {
      body: () => {
        const read = body()
        return read && masked(read)
      },
    }),
  }
}

export const maskFailure = (failure: Failure, mask: Mask): Failure => ({
  ...failure,
  message: mask.text(failure.message),
})

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** Returns the same bytes where they contain no credential. */
export function maskBytes(bytes: Uint8Array, mask: Mask): Uint8Array {
  const text = decoder.decode(bytes)
  const masked = mask.text(text)
  return masked === text ? bytes : encoder.encode(masked)
}

/** The same for the chunks of one stream: returns a function that searches for the credentials natively. */
export function maskChunks(mask: Mask): (bytes: Uint8Array) => Uint8Array {
  const searched = mask.encoded()
  return bytes => {
    for (const secret of searched)
      if (Buffer.prototype.indexOf.call(bytes, secret) >= 0) return maskBytes(bytes, mask)
    return bytes
  }
}

/** The secret strings of sufficient length, each once. */
function secretTexts(key: string | undefined, credentials: Credentials): readonly string[] {
  const texts: string[] = []
  const add = (text: string): void => {
    // Shorter strings are not credentials and would match ordinary words.
    if (text.length >= SHORTEST && !texts.includes(text)) texts.push(text)
  }
  if (key !== undefined) add(key)
  // Of an object only some fields are secret; a service account also has its type and project.
  for (const property in credentials) {
    const value = credentials[property]
    if (typeof value === 'string') add(value)
    else if (value !== undefined)
      for (const { name, text } of namedStrings(value, property)) if (isSecretString(name, text)) add(text)
  }
  return texts
}

/** As is, JSON-escaped, and URL-encoded; each once. */
function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [...new Set([secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)])]
}
