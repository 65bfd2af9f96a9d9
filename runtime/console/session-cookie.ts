// The session of a browser: who signed in, sealed in cookies that no script reads, and bound to a token that only the page has. Cookies
// are sent to every port of a host, so a cookie without the token is worth nothing.
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { asText, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import type { EncryptionKey, SecretCipher } from '../control/core/sealing/secret-cipher.ts'
import type { Headers } from '../values/headers.ts'

export interface SealedSession {
  readonly id: string
  /** The digest of the token that the page has. */
  readonly csrf: string
  /** The key, or the token of a person. */
  readonly credential: string
  readonly isPerson: boolean
  /** Of the issuer, for the next token. */
  readonly refresh?: string
  /** How often the token was renewed. */
  readonly renewals: number
  /** Milliseconds since 1970. */
  readonly created: number
  readonly expires: number
}

/** A sign-in at the issuer that has begun. */
export interface PendingSignIn {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  /** The address in the console to return to. */
  readonly to: string
  readonly expires: number
}

export const SESSION_COOKIE = 'portolan'
export const SIGN_IN_COOKIE = 'portolan-sign-in'

/** How cookies are written: over https, and over plain HTTP on this machine. */
export interface CookieScope {
  readonly prefix: string
  readonly attributes: string
}

const SECURE: CookieScope = { prefix: '__Host-', attributes: 'Path=/; Secure; HttpOnly' }
/**
 * Safari has no secure cookies on http://localhost (WebKit bug 281149; browser-compat-data of MDN, pull request 28461), and not every browser
 * has prefixes there (httpwg/http-extensions, issue 2605). The path is not that of other servers of this machine.
 */
const LOCAL: CookieScope = { prefix: '', attributes: 'Path=/console/; HttpOnly' }

export const cookieScope = (isSecure: boolean): CookieScope => (isSecure ? SECURE : LOCAL)

/** Bytes of a cookie that every browser accepts (RFC 6265, section 6.1: 4096 with name and attributes), and how many one session may have. */
const MAX_COOKIE = 3800
const MAX_PARTS = 5

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64')

/** A key for one purpose, of a secret of 32 bytes (HKDF, RFC 5869). */
export const deriveKey = (secret: Uint8Array, purpose: string): string =>
  base64(hkdfSync('sha256', secret, '', `portolan console ${purpose}`, 32))

export const digestOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Compares in time that does not depend on where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [left, right].map(text => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

export interface CookieSeal {
  readonly seal: (purpose: string, value: object) => string
  /** Undefined for what this gateway has not sealed for the purpose. */
  readonly open: (purpose: string, sealed: string) => JsonObject | undefined
}

/** `keys`: the first one seals, all of them open. */
export function createCookieSeal(keys: readonly EncryptionKey[], cipher: SecretCipher): CookieSeal {
  const [current] = keys
  return {
    seal: (purpose, value) => {
      if (current === undefined) throw new Error('There is no key for sessions.')
      const nonce = cipher.nonce()
      return `${current.id}.${nonce}.${cipher.encrypt(current, nonce, purpose, JSON.stringify(value))}`
    },
    open: (purpose, sealed) => {
      const [id, nonce, text, ...others] = sealed.split('.')
      const key = keys.find(each => each.id === id)
      if (key === undefined || nonce === undefined || text === undefined || others.length > 0)
        return undefined
      const opened = cipher.decrypt(key, nonce, purpose, text)
      const value = opened === undefined ? undefined : parseJson(opened)
      return isObject(value) ? value : undefined
    },
  }
}

export function readSealedSession(value: JsonObject): SealedSession | undefined {
  const { id, csrf, credential, isPerson, refresh, renewals, created, expires } = value
  if (typeof id !== 'string' || typeof csrf !== 'string' || typeof credential !== 'string') return undefined
  if (typeof created !== 'number' || typeof expires !== 'number') return undefined
  const renewing = asText(refresh)
  return {
    ...{ id, csrf, credential, isPerson: isPerson === true, created, expires },
    renewals: typeof renewals === 'number' ? renewals : 0,
    ...(renewing !== undefined && { refresh: renewing }),
  }
}

export function readPendingSignIn(value: JsonObject): PendingSignIn | undefined {
  const { verifier, state, nonce, to, expires } = value
  return typeof verifier === 'string' &&
    typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof to === 'string' &&
    typeof expires === 'number'
    ? { verifier, state, nonce, to, expires }
    : undefined
}

/** The names of the cookies of a value: a token of an issuer may not fit into one. */
const partNames = ({ prefix }: CookieScope, name: string): readonly string[] =>
  Array.from({ length: MAX_PARTS }, (_, part) => `${prefix}${name}${part === 0 ? '' : `.${part}`}`)

/** The value of a cookie, of all its parts; undefined without it, and if a name is there twice, which another server of this host did. */
export function cookieValue(headers: Headers, scope: CookieScope, name: string): string | undefined {
  const names = partNames(scope, name)
  const found = new Map<string, string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'cookie') continue
    for (const pair of (headers[index + 1] ?? '').split(';')) {
      const at = pair.indexOf('=')
      const key = pair.slice(0, Math.max(0, at)).trim()
      if (!names.includes(key)) continue
      if (found.has(key)) return undefined
      found.set(key, pair.slice(at + 1).trim())
    }
  }
  const parts = names.map(each => found.get(each))
  const last = parts.indexOf(undefined)
  const whole = parts.slice(0, last < 0 ? MAX_PARTS : last).join('')
  return whole === '' ? undefined : whole
}

/** The `set-cookie` values of a sealed text; undefined if it is too long. `seconds`: until the browser forgets it. */
export function setCookies(
  scope: CookieScope,
  name: string,
  text: string,
  seconds: number,
  sameSite: 'Strict' | 'Lax',
): readonly string[] | undefined {
  const parts = Math.ceil(text.length / MAX_COOKIE)
  if (parts > MAX_PARTS) return undefined
  const attributes = `Max-Age=${Math.max(0, Math.ceil(seconds))}; ${scope.attributes}; SameSite=${sameSite}`
  return partNames(scope, name)
    .slice(0, parts)
    .map((each, part) => `${each}=${text.slice(part * MAX_COOKIE, (part + 1) * MAX_COOKIE)}; ${attributes}`)
}

/** Removes a cookie with all parts of it that the browser has sent. */
export function clearCookies(headers: Headers, scope: CookieScope, name: string): readonly string[] {
  const sent = headers.filter((_, index) => headers[index - 1]?.toLowerCase() === 'cookie').join(';')
  return partNames(scope, name)
    .filter((each, part) => part === 0 || sent.includes(`${each}=`))
    .map(each => `${each}=; Max-Age=0; ${scope.attributes}; SameSite=Strict`)
}
