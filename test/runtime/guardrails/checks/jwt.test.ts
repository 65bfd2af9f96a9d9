// default.jwt: tokens signed by keys of the test, at moments of the test.
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { CheckPorts, CheckResult, Evaluate } from '../../../../runtime/guardrails/check.ts'
import { builtInChecks } from '../../../../runtime/guardrails/checks/registry.ts'
import { type Failure, failure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { EMPTY_INPUT, evaluateWith, PORTS } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

/** Seconds. */
const NOW = 1_800_000_000

interface Key {
  readonly sign: (claims: { readonly [name: string]: unknown }, header?: object) => Promise<string>
  readonly jwk: JWK
}

async function makeKey(kid: string | undefined, alg: 'RS256' | 'ES256' = 'ES256'): Promise<Key> {
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

const KEY = await makeKey('a')
const OTHER = await makeKey('b')
const RSA = await makeKey('r', 'RS256')
const SIGNED = await KEY.sign({ sub: 'ann' })
const setOf = (...keys: readonly Key[]) => ({ keys: keys.map(({ jwk }) => jwk) })

const bearing = (value: string | undefined, name = 'authorization') => ({
  header: (asked: string) => (asked === name ? value : undefined),
})
const run = (value: string | undefined, parameters: object = {}, ports: Partial<CheckPorts> = {}) =>
  evaluateWith(
    'default.jwt',
    { jwks: setOf(KEY, RSA), algorithms: ['ES256', 'RS256'], ...parameters },
    bearing(value),
    { now: () => NOW * 1000, ...ports },
  )

const VALID = { passed: true, reason: 'The token is valid.' }
const NO_TOKEN = 'The header does not contain a signed token.'

describe('A token of a client', () => {
  it.each<[string, Promise<string>, object, string | true]>([
    ['is valid', KEY.sign({}), {}, true],
    ['is signed by another key of the issuer', RSA.sign({}), {}, true],
    ['has expired', KEY.sign({ exp: NOW - 6 }), {}, 'The token has expired (claim "exp").'],
    ['expired within the tolerance', KEY.sign({ exp: NOW - 4 }), {}, true],
    ['holds from later on', KEY.sign({ nbf: NOW + 60 }), {}, 'The claim "nbf" of the token is not valid.'],
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

describe('Keys at a URL', () => {
  const URI = 'https://issuer.example/keys'
  const unknown = "The token is signed with a key that is not in the issuer's key set."
  const silent = failure('timeout', 'x', { cause: 'timeout' })

  function linked(script: readonly Answer[], more: object = {}) {
    let now = NOW * 1000
    const { ports, requests } = answering(script, () => now)
    const parameters = {
      jwksUri: URI,
      algorithms: ['ES256'],
      headerKey: 'Authorization',
      cacheMaxAge: 3600,
      clockTolerance: 5,
      maxTokenAge: '1d',
      ...more,
    }
    const judge = builtInChecks['default.jwt']?.link(parameters, {
      credential: () => undefined,
      hash: () => '',
      keyedHash: () => new Uint8Array(),
    }) as Evaluate
    const pass = (seconds: number): void => {
      now += seconds * 1000
    }
    const of = async (token: string, own: CheckPorts = ports): Promise<CheckResult> =>
      await judge({ ...EMPTY_INPUT, ...bearing(`Bearer ${token}`) }, own)
    return { of, requests, ports, pass }
  }
  const lasting = (key: Key) => key.sign({ exp: NOW + 80_000 })

  it('are fetched on first use, over https, and cached for their time', async () => {
    const { of, requests, pass } = linked([{ json: setOf(KEY) }])
    const token = await lasting(KEY)
    expect([await of(token), await of(token)]).toEqual([VALID, VALID])
    expect(requests).toEqual([
      {
        method: 'GET',
        url: URI,
        headers: ['accept', 'application/json'],
        maxBytes: 262_144,
        requireHttps: true,
      },
    ])
    pass(3601)
    await of(token)
    expect(requests).toHaveLength(2)
  })

  it('are fetched once for concurrent requests', async () => {
    const { of, requests } = linked([{ json: setOf(KEY) }])
    const token = await lasting(KEY)
    const findings = await Promise.all(Array.from({ length: 20 }, () => of(token)))
    expect([new Set(findings.map(({ passed }) => passed)), requests.length]).toEqual([new Set([true]), 1])
  })

  it('are fetched again by a waiting request when the client of the first disconnects', async () => {
    const { of, requests, ports } = linked([{ json: setOf(KEY) }])
    const token = await lasting(KEY)
    let leave: (left: Failure) => void = () => {}
    const leaving: CheckPorts = {
      ...PORTS,
      now: ports.now,
      callService: () =>
        new Promise(resolve => {
          leave = resolve
        }),
    }
    const first = of(token, leaving)
    const others = [of(token), of(token)]
    leave(failure('timeout', 'The client left before the reply came.'))
    expect((await first).error).toBe(true)
    expect(await Promise.all(others)).toEqual([VALID, VALID])
    expect(requests).toHaveLength(1)
  })

  it('are fetched again for an unknown key, with a cooldown', async () => {
    const { of, requests, pass } = linked([{ json: setOf(KEY) }, { json: setOf(KEY, OTHER) }])
    const [old, fresh] = [await lasting(KEY), await lasting(OTHER)]
    const hostile = await Promise.all(
      Array.from({ length: 20 }, (_, at) => KEY.sign({ exp: NOW + 80_000 }, { kid: `made-up-${at}` })),
    )
    expect(await of(old)).toEqual(VALID)
    for (const token of hostile) expect(await of(token)).toEqual({ passed: false, reason: unknown })
    expect(requests).toHaveLength(1)
    pass(31)
    for (const token of hostile) expect(await of(token)).toEqual({ passed: false, reason: unknown })
    expect(requests).toHaveLength(2)
    expect([await of(fresh), await of(old), requests.length]).toEqual([VALID, VALID, 2])
  })

  it.each<[Answer, string]>([
    [silent, 'The JWKS endpoint did not respond in time.'],
    [{ status: 404 }, 'The JWKS endpoint responded with status 404.'],
    [{ text: '<html>' }, 'The JWKS endpoint responded with something that is not JSON.'],
    [{ json: { keys: 'x' } }, 'The JWKS endpoint did not provide a valid JSON Web Key Set.'],
    [{ json: [1] }, 'The JWKS endpoint did not provide a valid JSON Web Key Set.'],
  ])(
    'that cannot be fetched are an error, and are not fetched by every request: %j',
    async (answer, reason) => {
      const { of, requests, pass } = linked([answer, { json: setOf(KEY) }])
      const token = await lasting(KEY)
      expect(await of(token)).toEqual({ passed: false, error: true, reason })
      expect(await of(token)).toEqual({ passed: false, error: true, reason })
      expect(requests).toHaveLength(1)
      pass(6)
      expect([await of(token), requests.length]).toEqual([VALID, 2])
    },
  )

  it('that are old stay in use while no others can be fetched', async () => {
    const { of, requests, pass } = linked([{ json: setOf(KEY) }, { status: 500 }])
    const token = await lasting(KEY)
    await of(token)
    pass(3601)
    expect([await of(token), await of(token), requests.length]).toEqual([VALID, VALID, 2])
  })

  it('are not fetched for a malformed token', async () => {
    const { of, requests } = linked([{ json: setOf(KEY) }])
    await of('')
    expect(requests).toEqual([])
  })
})
