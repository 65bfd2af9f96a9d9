// D22: an address is not an identity. It counts where the issuer has verified it, compares by ASCII case alone, and belongs to the account
// that signed in with it first.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { foldAddress } from '../../../../runtime/control/access/members/address.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const ISSUER = 'https://idp.test'

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function startSignIn(signIn: object = {}) {
  const issuer = await createTokenIssuer(ISSUER)
  const harness = await openControl(
    {
      api_keys: [{ id: 'git', workspace: 'team', hash: `sha256:${sha256('git')}` }],
      sign_in: { issuer: ISSUER, audience: 'portolan', ...signIn },
    },
    { upstream: issuer.upstream, adminKey: ADMIN },
  )
  open = harness
  const admin = (method: string, path: string, body?: Json) =>
    harness.send(method, path, body, { key: ADMIN })
  /** The status of a call with a token, and the message of a refusal. */
  const signInWith = async (claims: object, more?: { readonly typ?: string }, path = '/workspaces') => {
    const token = await issuer.sign({ email: 'kate@example.org', ...claims }, harness.clock.now(), more)
    const { status, body } = await harness.send('GET', path, undefined, {
      credentials: [`Bearer ${token}`],
    })
    return { status, message: String(body.error?.message ?? '') }
  }
  const audit = async () =>
    (
      await admin(
        'GET',
        '/audit-logs?resource_type=sign-in&start_time=2026-01-01T00:00:00Z&end_time=2027-01-01T00:00:00Z',
      )
    ).body.records.map(({ action, user }: { action: string; user: string }) => [action, user])
  return { ...harness, issuer, admin, signIn: signInWith, audit }
}

describe('An address', () => {
  test.each([
    ['is not verified', { email_verified: false }, 403],
    ['is said to be unverified in a string', { email_verified: 'false' }, 403],
    ['says nothing of it', { email_verified: undefined }, 403],
    ['is verified', { email_verified: true }, 200],
    ['is verified, in a string', { email_verified: 'true' }, 200],
    ['is verified by a number', { email_verified: 1 }, 403],
  ])('whose token %s', async (_title, claims, status) => {
    const { signIn } = await startSignIn()
    const reply = await signIn({ role: 'admin', ...claims })
    expect(reply.status).toBe(status)
    if (status === 403) expect(reply.message).toContain('sign_in.trusted_addresses')
  })

  test('counts without the claim where the operator trusts the issuer', async () => {
    const { signIn } = await startSignIn({ trusted_addresses: [ISSUER] })
    expect((await signIn({ role: 'admin', email_verified: undefined })).status).toBe(200)
    const other = await startSignIn({ trusted_addresses: ['https://other.test'] })
    expect((await other.signIn({ role: 'admin', email_verified: undefined })).status).toBe(403)
  })

  test('is equal in any ASCII case', async () => {
    const { signIn, admin } = await startSignIn()
    await admin('POST', '/organisation/users', { email: 'Kate@Example.org', role: 'admin' })
    expect((await signIn({ email: 'KATE@EXAMPLE.ORG', sub: 'kate' })).status).toBe(200)
  })

  test.each([
    ['the sign of the kelvin', '\u212Aate@example.org'],
    ['full width', '\uFF4Bate@example.org'],
    ['an invisible character', 'ka\u200Bte@example.org'],
  ])('of %s is not taken for another one, and is refused in words', async (_title, email) => {
    const { signIn, admin } = await startSignIn()
    await admin('POST', '/organisation/users', { email: 'kate@example.org', role: 'admin' })
    for (const claims of [{ email }, { email, role: 'owner' }])
      expect(await signIn(claims)).toEqual({
        status: 403,
        message: expect.stringMatching(/\\u\{\w+\}.* can be taken for "kate@example\.org"/),
      })
    expect((await admin('POST', '/organisation/users', { email })).status).toBe(409)
    expect((await admin('POST', '/scim/v2/Users', { userName: email })).status).toBe(409)
    expect(
      (await admin('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body
        .totalResults,
    ).toBe(0)
  })

  test('is folded to itself, and two that fold alike differ by ASCII case at most', () => {
    const address = fc.string({ unit: 'grapheme', maxLength: 12 })
    fc.assert(
      fc.property(address, address, (left, right) => {
        const folded = foldAddress(left)
        expect(foldAddress(folded)).toBe(folded)
        expect(folded).toHaveLength(left.length)
        if (foldAddress(right) === folded)
          for (const [index, unit] of [...left].entries())
            if (unit !== [...right][index]) expect(unit).toMatch(/[a-zA-Z]/)
      }),
    )
  })
})

describe('A person', () => {
  test.each([
    ['of the store', true],
    ['that only the issuer knows', false],
  ])(
    '%s is bound to the account that signs in first; another one is refused and recorded',
    async (_t, stored) => {
      const { signIn, admin, audit } = await startSignIn()
      const { id = 'kate@example.org' } = stored
        ? (await admin('POST', '/organisation/users', { email: 'kate@example.org', role: 'admin' })).body
        : {}
      const role = stored ? {} : { role: 'admin' }
      expect((await signIn({ sub: 'first', ...role })).status).toBe(200)
      expect((await signIn({ sub: 'first', ...role })).status).toBe(200)
      for (let count = 0; count < 2; count += 1)
        expect(await signIn({ sub: 'second', ...role })).toEqual({
          status: 403,
          message: expect.stringContaining(`DELETE /organisation/users/${id}/sign-in`),
        })
      expect((await audit()).toSorted()).toEqual([
        ['bind', 'kate@example.org'],
        ['refuse', 'kate@example.org'],
      ])
      expect((await admin('DELETE', `/organisation/users/${id}/sign-in`)).status).toBe(200)
      expect((await admin('DELETE', `/organisation/users/${id}/sign-in`)).status).toBe(404)
      expect((await signIn({ sub: 'second', ...role })).status).toBe(200)
      expect((await signIn({ sub: 'first', ...role })).status).toBe(403)
    },
  )

  test('whom the directory adds after the first sign-in stays bound', async () => {
    const { signIn, admin } = await startSignIn()
    expect((await signIn({ sub: 'first', role: 'admin' })).status).toBe(200)
    await admin('POST', '/organisation/users', { email: 'kate@example.org', role: 'admin' })
    expect((await signIn({ sub: 'second' })).status).toBe(403)
    expect((await signIn({ sub: 'first' })).status).toBe(200)
  })

  test('of a new address stays bound, and one that is removed leaves the address free', async () => {
    const { signIn, admin } = await startSignIn()
    const { id } = (await admin('POST', '/organisation/users', { email: 'kate@example.org', role: 'admin' }))
      .body
    expect((await signIn({ sub: 'first' })).status).toBe(200)
    await admin('PATCH', `/scim/v2/Users/${id}`, {
      Operations: [{ op: 'replace', path: 'userName', value: 'katherine@example.org' }],
    })
    expect((await signIn({ email: 'katherine@example.org', sub: 'second' })).status).toBe(403)
    expect((await signIn({ email: 'katherine@example.org', sub: 'first' })).status).toBe(200)
    await admin('DELETE', `/organisation/users/${id}`)
    await admin('POST', '/organisation/users', { email: 'katherine@example.org', role: 'admin' })
    expect((await signIn({ email: 'katherine@example.org', sub: 'second' })).status).toBe(200)
  })

  test('is bound once by two first sign-ins at a time', async () => {
    const { signIn } = await startSignIn()
    const statuses = await Promise.all(
      ['first', 'second'].map(async sub => (await signIn({ sub, role: 'admin' })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 403])
  })

  test('without an account in the token does not sign in', async () => {
    const { signIn } = await startSignIn()
    for (const sub of [undefined, ''])
      expect(await signIn({ sub, role: 'admin' })).toEqual({
        status: 403,
        message: 'The token names no account in its claim "sub".',
      })
  })

  test('is unbound only by somebody who may give all that the person may do', async () => {
    const { signIn, admin, issuer, clock, send } = await startSignIn()
    const { id } = (await admin('POST', '/organisation/users', { email: 'kate@example.org', role: 'owner' }))
      .body
    expect((await signIn({ sub: 'first' })).status).toBe(200)
    const token = await issuer.sign({ email: 'joe@example.org', role: 'admin' }, clock.now())
    expect(
      (
        await send('DELETE', `/organisation/users/${id}/sign-in`, undefined, {
          credentials: [`Bearer ${token}`],
        })
      ).status,
    ).toBe(403)
  })
})

describe('A signed token', () => {
  test.each([
    [undefined, 200],
    ['JWT', 200],
    ['at+jwt', 200],
    ['application/at+jwt', 200],
    ['logout+jwt', 401],
    ['secevent+jwt', 401],
    ['token-introspection+jwt', 401],
    ['dpop+jwt', 401],
  ])('of the type %s: %i', async (typ, status) => {
    const { signIn } = await startSignIn()
    expect((await signIn({ role: 'admin' }, typ === undefined ? {} : { typ })).status).toBe(status)
  })

  test.each([
    ['of events', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
    ['that renews others', { typ: 'Refresh' }],
    ['that ends a session', { typ: 'Logout' }],
  ])('%s signs nobody in', async (_title, claims) => {
    const { signIn } = await startSignIn()
    expect(await signIn({ role: 'admin', ...claims })).toMatchObject({
      status: 401,
      message: expect.stringContaining('not an ID token'),
    })
  })
})
