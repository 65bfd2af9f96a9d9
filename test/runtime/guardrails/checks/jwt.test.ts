// default.jwt: tokens signed by keys of the test, at moments of the test.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { evaluateWith } from './evaluate-with.ts'
import { bearing, KEY, makeKey, NO_TOKEN, NOW, OTHER, RSA, run, SIGNED, setOf, VALID } from './jwt-tokens.ts'

describe('A token of a client', () => {
  it.each<[string, Promise<string>, object, string | true]>([
    ['is valid', KEY.sign({}), {}, true],
    ['is signed by another key of the issuer', RSA.sign({}), {}, true],
    ['has expired', KEY.sign({ exp: NOW - 6 }), {}, 'The token has expired (claim "exp").'],
    ['expired within the tolerance', KEY.sign({ exp: NOW - 4 }), {}, true],
    ['holds from later on', KEY.sign({ nbf: NOW + 60 }), {}, 'The claim "nbf" of the token is not valid.'],
    [
      'will be issued, by another clock',
      KEY.sign({ iat: NOW + 6 }),
      {},
      'The claim "iat" of the token is not valid.',
    ],
    ['was issued ahead within the tolerance', KEY.sign({ iat: NOW + 5 }), {}, true],
    [
      'was issued too long ago',
      KEY.sign({ iat: NOW - 86_500 }),
      {},
      'The token was issued too long ago (claim "iat").',
    ],
    [
      'was issued longer ago than is allowed',
      KEY.sign({}),
      { maxTokenAge: '30s' },
      'The token was issued too long ago (claim "iat").',
    ],
    [
      'does not say when it was issued',
      KEY.sign({ iat: undefined }),
      {},
      'The token is missing the claim "iat".',
    ],
    [
      'is of another issuer',
      KEY.sign({ iss: 'x' }),
      { issuer: ['i'] },
      'The claim "iss" of the token is not valid.',
    ],
    ['is of the issuer', KEY.sign({ iss: 'i' }), { issuer: ['h', 'i'] }, true],
    ['names no issuer', KEY.sign({}), { issuer: ['i'] }, 'The token is missing the claim "iss".'],
    [
      'is for another audience',
      KEY.sign({ aud: ['x'] }),
      { audience: ['i'] },
      'The claim "aud" of the token is not valid.',
    ],
    ['is for the audience', KEY.sign({ aud: ['x', 'i'] }), { audience: ['i'] }, true],
    [
      'is signed with what is not allowed',
      RSA.sign({}),
      { algorithms: ['ES256'] },
      'The token is signed with an algorithm that is not allowed.',
    ],
    [
      'names a key that is none of the issuer',
      OTHER.sign({}),
      {},
      "The token is signed with a key that is not in the issuer's key set.",
    ],
    [
      'is signed by somebody else',
      OTHER.sign({}, { kid: 'a' }),
      {},
      "The signature of the token is not valid for the issuer's keys.",
    ],
    ['wants what is not known', KEY.sign({}, { crit: ['x'], x: 1 }).catch(() => 'a.b.c'), {}, NO_TOKEN],
  ])('%s', async (_title, token, parameters, expected) => {
    const finding = await run(`Bearer ${await token}`, parameters)
    expect(finding).toEqual(expected === true ? VALID : { passed: false, reason: expected })
  })

  const [head = '', body = '', signature = ''] = SIGNED.split('.')
  const coded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  it.each<[string, string | undefined, string]>([
    ['is missing', undefined, 'The request has no token in the header Authorization.'],
    ['is empty', 'Bearer ', 'The request has no token in the header Authorization.'],
    ['is no token', 'Bearer hello', NO_TOKEN],
    ['has parts that are nothing', 'Bearer a.b.c', NO_TOKEN],
    ['is too long', `Bearer ${'a'.repeat(20_000)}`, NO_TOKEN],
    [
      'says that it is not signed',
      `Bearer ${coded({ alg: 'none' })}.${body}.`,
      'The token is signed with an algorithm that is not allowed.',
    ],
    [
      'is signed with the public key as a secret',
      `Bearer ${coded({ alg: 'HS256', kid: 'a' })}.${body}.${signature}`,
      'The token is signed with an algorithm that is not allowed.',
    ],
    [
      'was changed',
      `Bearer ${head}.${coded({ sub: 'eve', iat: NOW, exp: NOW + 9 })}.${signature}`,
      "The signature of the token is not valid for the issuer's keys.",
    ],
  ])('that %s fails, and errs never', async (_title, value, reason) => {
    expect(await run(value)).toEqual({ passed: false, reason })
  })

  it('may be in another header, without its scheme', async () => {
    const token = await KEY.sign({})
    const subject = bearing(token, 'x-identity')
    const ports = { now: () => NOW * 1000 }
    const parameters = { jwks: setOf(KEY), algorithms: ['ES256'], headerKey: 'X-Identity' }
    expect(await evaluateWith('default.jwt', parameters, subject, ports)).toEqual(VALID)
    expect(await evaluateWith('default.jwt', parameters, bearing(token), ports)).toMatchObject({
      reason: 'The request has no token in the header X-Identity.',
    })
  })

  it('without a key ID is tried with each matching key', async () => {
    const nameless = await makeKey(undefined)
    const more = await makeKey(undefined)
    const token = `Bearer ${await nameless.sign({})}`
    expect(await run(token, { jwks: setOf(more, nameless) })).toEqual(VALID)
    expect(await run(token, { jwks: setOf(more, await makeKey(undefined)) })).toEqual({
      passed: false,
      reason: "The signature of the token is not valid for the issuer's keys.",
    })
  })

  it('whose key is unusable fails: the token names it', async () => {
    const broken = { keys: [{ ...KEY.jwk, x: 'AA' }] }
    expect(await run(`Bearer ${await KEY.sign({})}`, { jwks: broken })).toEqual({
      passed: false,
      reason: 'The key of the token cannot be used.',
    })
  })

  it.each([{}, { jwks: { keys: [{}], x: 1 } }])('fails when the check has no keys: %j', async parameters => {
    const keyless = await evaluateWith('default.jwt', parameters, bearing(SIGNED))
    expect(keyless).toMatchObject({ passed: false })
    expect('error' in keyless).toBe(false)
  })
})

describe('Claims of a token', () => {
  const lacks = (name: string) => `The token is missing the claim "${name}".`
  const wrong = (name: string) => `The claim "${name}" of the token does not have an allowed value.`
  const differs = (name: string) =>
    `The claim "${name}" differs between the header and the payload of the token.`
  it.each<[object, JsonObject, string | true]>([
    [{ requiredClaims: ['sub', 'tid'] }, { sub: 'a', tid: 0 }, true],
    [{ requiredClaims: ['sub', 'tid'] }, { sub: 'a' }, lacks('tid')],
    [{ requiredClaims: ['tid'] }, { tid: null }, lacks('tid')],
    [{ requiredClaims: ['constructor'] }, {}, lacks('constructor')],
    [{ claimValues: { tid: { values: ['x', 'y'] } } }, { tid: 'y' }, true],
    [{ claimValues: { tid: { values: ['x', 'y'] } } }, { tid: 'secret' }, wrong('tid')],
    [{ claimValues: { tid: { values: ['x'] } } }, { tid: ['x'] }, wrong('tid')],
    [{ claimValues: { n: { values: [1, true] } } }, { n: 1 }, true],
    [{ claimValues: { n: { values: [1] } } }, { n: '1' }, wrong('n')],
    [{ claimValues: { tid: { values: ['x'] } } }, {}, lacks('tid')],
    [{ claimValues: { roles: { values: ['a', 'b'], matchType: 'contains' } } }, { roles: ['c', 'b'] }, true],
    [{ claimValues: { roles: { values: ['a'], matchType: 'contains' } } }, { roles: ['ab'] }, wrong('roles')],
    [{ claimValues: { scope: { values: ['read'], matchType: 'contains' } } }, { scope: 'write read' }, true],
    [
      { claimValues: { scope: { values: ['read', 'x'], matchType: 'containsAll' } } },
      { scope: 'read' },
      wrong('scope'),
    ],
    [
      { claimValues: { scope: { values: ['read', 'x'], matchType: 'containsAll' } } },
      { scope: 'x read y' },
      true,
    ],
    [{ headerPayloadMatch: ['tid'] }, { tid: 'h' }, true],
    [{ headerPayloadMatch: ['tid'] }, { tid: 'x' }, differs('tid')],
    [{ headerPayloadMatch: ['none'] }, {}, differs('none')],
  ])('%j of %j', async (parameters, claims, expected) => {
    const finding = await run(`Bearer ${await KEY.sign(claims, { tid: 'h' })}`, parameters)
    expect(finding).toEqual(expected === true ? VALID : { passed: false, reason: expected })
  })
})
