// Sessions of the console: begun with a key, a setup token or at the issuer, bound to a token of the page, ended by sign-out or by what
// they are made of. Only the browser has them, so they outlive restarts and hold on every process with the same key.
import type { Principal } from '../control/core/principal.ts'
import { type SessionStore, UNREACHABLE } from '../state/session-store.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { headerValue } from '../values/headers.ts'
import type { Clock } from '../values/ports.ts'
import { IssuerError, renewAtIssuer } from './issuer-client.ts'
import type { IssuerClient } from './issuer-settings.ts'
import {
  type CookieScope,
  type CookieSeal,
  cookieValue,
  digestOfToken,
  isSameSecret,
  readSealedSession,
  SESSION_COOKIE,
  type SealedSession,
  setCookies,
} from './session-cookie.ts'

export const CSRF_HEADER = 'x-portolan-csrf'
export const SESSION = 'session'

export interface EndedSessions {
  /** `until`: the end of its lifetime, in milliseconds since 1970. */
  readonly add: (id: string, until: number) => void
  readonly has: (id: string) => boolean
}

export interface SessionPorts {
  readonly clock: Clock
  /** 256 random bits as text. */
  readonly randomToken: () => string
  readonly seal: CookieSeal
  /** What processes and threads share: sessions that were ended, and renewed ones. */
  readonly shared: SessionStore
  /** Ended sessions that are on the disk, since sessions outlive restarts; absent without a file of this machine. */
  readonly ended?: EndedSessions
  /** Reaches the issuer. */
  readonly fetch: typeof fetch
}

/** Who a session is of, and cookies that replace those of the browser. */
export interface BrowserSession {
  readonly sealed: SealedSession
  readonly principal: Principal
  readonly cookies: readonly string[]
}

export const SESSION_ENDED = failure('session_ended', 'The session has ended: sign in again.')
const NO_SIGN_IN = failure('store_unavailable', 'Sign-in is currently unavailable.')

/** Milliseconds before its end at which a token is renewed. */
const RENEWAL = 30_000
/** Milliseconds that a request waits for another one that renews, and how often it looks. */
const PATIENCE = 10_000
const LOOK = 100
/** Milliseconds by which clocks may differ. */
const SLACK = 1_000

const endedKey = (id: string): string => `console:ended:${id}`
const renewedKey = (id: string): string => `console:renewed:${id}`
/** The box with the one permit to renew: of several processes, one takes it. */
const permitBox = (id: string): string => `console:permit:${id}`

export type IdentifyCredential = (credential: string) => Promise<Principal | Failure>

/** The part of a bundle that decides about sessions. */
export interface SessionBundle {
  readonly identify: IdentifyCredential
  readonly issuer: IssuerClient | undefined
  /** Seconds that sessions of people last now; undefined: as they were begun. */
  readonly longest: number | undefined
  /** Reads what was saved elsewhere, such as the key of a session that another process began. */
  readonly catchUp: () => Promise<void>
  /** Milliseconds since that was last read; 0 without a store. */
  readonly age: () => number
}

export interface ConsoleSessions {
  /** The cookies of a new session and the token that it is bound to; a failure if they are too long for a browser. */
  readonly begin: (
    scope: CookieScope,
    credential: string,
    seconds: number,
    person?: { readonly refresh: string | undefined },
  ) => Promise<{ readonly csrf: string; readonly cookies: readonly string[] } | Failure>
  /** The session of a request; undefined without a cookie. */
  readonly find: (
    headers: Headers,
    scope: CookieScope,
    bundle: SessionBundle,
  ) => Promise<BrowserSession | Failure | undefined>
  /** Ends the session of a request, whether or not its person can be looked up. */
  readonly end: (headers: Headers, scope: CookieScope) => Promise<void>
}

export function createConsoleSessions({
  clock,
  randomToken,
  seal,
  shared,
  ended,
  fetch,
}: SessionPorts): ConsoleSessions {
  const cookiesOf = (held: SealedSession, scope: CookieScope): readonly string[] | undefined =>
    setCookies(scope, SESSION_COOKIE, seal.seal(SESSION, held), (held.expires - clock.now()) / 1000, 'Strict')

  /** What the cookies hold, if the page that has the token sent them and the session has not ended. */
  const read = async (headers: Headers, sealed: string): Promise<SealedSession | undefined> => {
    const opened = seal.open(SESSION, sealed)
    const held = opened && readSealedSession(opened)
    const csrf = headerValue(headers, CSRF_HEADER)
    if (held === undefined || csrf === undefined || !isSameSecret(digestOfToken(csrf), held.csrf))
      return undefined
    if (held.expires <= clock.now() || ended?.has(held.id) === true) return undefined
    // Operators need the console most while the Redis is unavailable: then a session counts as ended where this process or the disk knows it.
    const end = await shared.get(endedKey(held.id))
    return end === undefined || end === UNREACHABLE ? held : undefined
  }

  const renewing = new Map<string, Promise<SealedSession | Failure>>()

  const needsRenewal = ({ credential }: SealedSession): boolean =>
    expiryOf(credential) - clock.now() <= RENEWAL

  const isValid = ({ credential }: SealedSession): boolean => expiryOf(credential) > clock.now()

  /** The session with a token that is still valid, if it has one that ends. */
  const withToken = async (
    held: SealedSession,
    identify: IdentifyCredential,
    issuer: IssuerClient | undefined,
  ): Promise<SealedSession | Failure> => {
    if (!held.isPerson || held.refresh === undefined || issuer === undefined) return held
    if (!needsRenewal(held)) return held
    const known = renewing.get(held.id)
    if (known !== undefined) return await known
    const next = renew(held, identify, issuer).finally(() => renewing.delete(held.id))
    renewing.set(held.id, next)
    return await next
  }

  /** The last one that any process has renewed: the cookie of a browser may be of before. */
  const latestOf = async (held: SealedSession): Promise<SealedSession> => {
    const sealed = await shared.get(renewedKey(held.id))
    const opened = typeof sealed === 'string' ? seal.open(SESSION, sealed) : undefined
    const renewed = opened && readSealedSession(opened)
    return renewed !== undefined && renewed.renewals > held.renewals ? renewed : held
  }

  /** Many issuers end a grant whose refresh token is used twice, so one process renews, and the others wait for what it gets. */
  const renew = async (
    held: SealedSession,
    identify: IdentifyCredential,
    issuer: IssuerClient,
  ): Promise<SealedSession | Failure> => {
    const until = clock.monotonic() + PATIENCE
    let latest = await latestOf(held)
    for (;;) {
      if (latest !== held && !needsRenewal(latest)) return latest
      const permits = await shared.take(permitBox(held.id))
      if (permits.length > 0 || clock.monotonic() >= until) break
      await new Promise<void>(resolve => void clock.after(LOOK, resolve))
      const next = await latestOf(latest)
      if (next !== latest) return next
    }
    const lasts = Math.max(1, Math.ceil((held.expires - clock.now()) / 1000))
    try {
      latest = await latestOf(latest)
      const { tokens, refreshToken } = await renewAtIssuer(issuer, latest.refresh ?? '', fetch)
      const accepted = await firstAccepted(tokens, identify)
      if (isFailure(accepted) && accepted.code !== 'store_unavailable') return SESSION_ENDED
      // The refresh token is replaced even if the person cannot be looked up: many issuers refuse the previous one.
      const next: SealedSession = {
        ...latest,
        ...(!isFailure(accepted) && { credential: accepted.token }),
        ...(refreshToken !== undefined && { refresh: refreshToken }),
        renewals: latest.renewals + 1,
      }
      await shared.set(renewedKey(held.id), seal.seal(SESSION, next), lasts)
      return isFailure(accepted) && !isValid(next) ? accepted : next
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error
      if (!error.isFinal) return isValid(latest) ? latest : NO_SIGN_IN
      // Another process may have used the refresh token, which only the shared store knows.
      return (await shared.get(renewedKey(held.id))) === UNREACHABLE ? NO_SIGN_IN : SESSION_ENDED
    } finally {
      await shared.push(permitBox(held.id), 'renew', lasts)
    }
  }

  return {
    begin: async (scope, credential, seconds, person) => {
      const csrf = randomToken()
      const now = clock.now()
      const held: SealedSession = {
        ...{ id: randomToken(), csrf: digestOfToken(csrf), credential, isPerson: person !== undefined },
        ...(person?.refresh !== undefined && { refresh: person.refresh }),
        ...{ renewals: 0, created: now, expires: now + seconds * 1000 },
      }
      const cookies = cookiesOf(held, scope)
      if (cookies === undefined) return TOO_LONG
      if (held.refresh !== undefined) await shared.push(permitBox(held.id), 'renew', seconds)
      return { csrf, cookies }
    },
    find: async (headers, scope, { identify, issuer, longest, catchUp, age }) => {
      const sealed = cookieValue(headers, scope, SESSION_COOKIE)
      if (sealed === undefined) return undefined
      const held = await read(headers, sealed)
      if (held === undefined) return SESSION_ENDED
      if (held.isPerson && longest !== undefined && clock.now() > held.created + longest * 1000)
        return SESSION_ENDED
      const current = await withToken(held, identify, issuer)
      if (isFailure(current)) return current
      let principal = await identify(current.credential)
      if (isFailure(principal) && clock.now() - held.created < age() + SLACK) {
        await catchUp()
        principal = await identify(current.credential)
      }
      if (isFailure(principal)) return principal.code === 'store_unavailable' ? principal : SESSION_ENDED
      return {
        sealed: current,
        principal,
        cookies: current === held ? [] : (cookiesOf(current, scope) ?? []),
      }
    },
    end: async (headers, scope) => {
      const sealed = cookieValue(headers, scope, SESSION_COOKIE)
      const held = sealed === undefined ? undefined : await read(headers, sealed)
      if (held === undefined) return
      const { id, expires } = held
      const seconds = Math.max(1, Math.ceil((expires - clock.now()) / 1000))
      ended?.add(id, expires)
      await shared.set(endedKey(id), 'ended', seconds)
    },
  }
}

const TOO_LONG = failure(
  'invalid_request',
  'The tokens of the issuer are too large for a session of a browser.',
)

/** The first token that the gateway accepts, and whom it signs in. */
export async function firstAccepted(
  tokens: readonly string[],
  identify: IdentifyCredential,
): Promise<{ readonly token: string; readonly principal: Principal } | Failure> {
  let refusal: Failure = failure('invalid_api_key', 'The issuer sent no token that the gateway can verify.')
  for (const [index, token] of tokens.entries()) {
    const principal = await identify(token)
    if (!isFailure(principal)) return { token, principal }
    // Whether this one signs a person in is not known.
    if (principal.code === 'store_unavailable') return principal
    // The first one is the ID token, whose refusal is the one that a person understands.
    if (index === 0 || principal.code === 'forbidden') refusal = principal
  }
  return refusal
}

/** When a token ends, in milliseconds since 1970; 0 if it does not say. It was verified before. */
function expiryOf(token: string): number {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: number
    }
    return (exp ?? 0) * 1000
  } catch {
    return 0
  }
}
