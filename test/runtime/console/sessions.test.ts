// A session of the console does not end because somebody could not be looked up: the reply is 503, and the browser stays signed in. What
// the issuer gave meanwhile is not lost, since many issuers take a refresh token once.
import { describe, expect, it } from 'vitest'
import { cookieScope, createCookieSeal, SESSION_COOKIE } from '../../../runtime/console/session-cookie.ts'
import { createConsoleSessions, type SessionBundle } from '../../../runtime/console/sessions.ts'
import type { Principal } from '../../../runtime/control/core/principal.ts'
import { createMemorySessions } from '../../../runtime/state/memory-sessions.ts'
import { type SessionStore, UNREACHABLE } from '../../../runtime/state/session-store.ts'
import { type Failure, failure, isFailure } from '../../../runtime/values/failures.ts'
import { sealingOf } from '../../support/control-harness.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const ISSUER = 'https://issuer.example'
const SCOPE = cookieScope(true)
const ADA: Principal = { id: 'ada', type: 'person', organisation: undefined, workspaces: new Map() }
const UNKNOWN = failure('forbidden', 'Not a person of this organisation.')
const DOWN = failure('store_unavailable', 'The store cannot be read.')

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A session whose token ends after 20 seconds, with an issuer that takes each refresh token once. */
async function startSession({ wrap = (store: SessionStore) => store } = {}) {
  const clock = virtualClock(Date.now())
  const token = (seconds: number): string => {
    const now = Math.floor(clock.now() / 1000)
    const claims = { iss: ISSUER, aud: 'console', sub: 'ada', iat: now, exp: now + seconds }
    return `${part({ alg: 'ES256' })}.${part(claims)}.c2ln`
  }
  const refreshes = new Set(['first'])
  let grants = 0
  const answers: Record<string, () => Response> = {
    '/.well-known/openid-configuration': () =>
      Response.json({
        ...{ issuer: ISSUER, token_endpoint: `${ISSUER}/token` },
        id_token_signing_alg_values_supported: ['ES256'],
      }),
  }
  const fetchIssuer = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const found = answers[new URL(String(url)).pathname]
    if (found !== undefined) return found()
    grants += 1
    if (!refreshes.delete(new URLSearchParams(String(init?.body)).get('refresh_token') ?? ''))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    refreshes.add(`next ${grants}`)
    return Response.json({
      ...{ access_token: 'opaque', token_type: 'Bearer', expires_in: 300 },
      ...{ id_token: token(300), refresh_token: `next ${grants}` },
    })
  }
  let looked: Principal | Failure = ADA
  let tokens = 0
  const { ring, cipher } = sealingOf(Buffer.alloc(32, 7).toString('base64'))
  const sessions = createConsoleSessions({
    clock,
    randomToken: () => {
      tokens += 1
      return `token ${tokens}`
    },
    seal: createCookieSeal([ring.current], cipher),
    shared: wrap(createMemorySessions(clock)),
    fetch: fetchIssuer,
  })
  const bundle: SessionBundle = {
    identify: async () => looked,
    issuer: { issuer: ISSUER, clientId: 'console', scopes: [] },
    longest: undefined,
    catchUp: async () => {},
    age: () => 0,
  }
  const begun = await sessions.begin(SCOPE, token(20), 3_600, { refresh: 'first' })
  if (isFailure(begun)) throw new Error(begun.message)
  const cookie = begun.cookies.map(each => each.split(';', 1)[0]).join('; ')
  const headers = ['cookie', cookie, 'x-portolan-csrf', begun.csrf]
  expect(cookie).toContain(SESSION_COOKIE)
  return {
    clock,
    refreshes,
    grants: () => grants,
    look: (result: Principal | Failure) => {
      looked = result
    },
    find: () => sessions.find(headers, SCOPE, bundle),
    end: () => sessions.end(headers, SCOPE),
  }
}

const FOUND = { principal: ADA }
const ENDED = { code: 'session_ended' }

describe('A session of a person', () => {
  it('lasts while nobody can be looked up, whether its token is valid, due or has ended', async () => {
    const { clock, find, look, grants } = await startSession()
    look(DOWN)
    expect(await find()).toMatchObject(DOWN)
    await clock.advance(25_000)
    expect(await find()).toMatchObject(DOWN)
    expect(await find()).toMatchObject(DOWN)
    look(ADA)
    expect(await find()).toMatchObject(FOUND)
    expect(grants()).toBe(4)
  })

  it('ends where the person is not one any more', async () => {
    const { find, look, clock } = await startSession()
    look(UNKNOWN)
    expect(await find()).toMatchObject(ENDED)
    await clock.advance(25_000)
    expect(await find()).toMatchObject(ENDED)
  })

  it('lasts where another process may have renewed it, and what they share cannot be read', async () => {
    let isReachable = true
    const { find, refreshes } = await startSession({
      wrap: store => ({ ...store, get: key => (isReachable ? store.get(key) : UNREACHABLE) }),
    })
    refreshes.clear()
    isReachable = false
    expect(await find()).toMatchObject({ code: 'store_unavailable' })
    isReachable = true
    expect(await find()).toMatchObject(ENDED)
  })

  it('is ended by a sign-out though nobody can be looked up', async () => {
    const { find, look, end } = await startSession()
    look(DOWN)
    await end()
    look(ADA)
    expect(await find()).toMatchObject(ENDED)
  })
})
