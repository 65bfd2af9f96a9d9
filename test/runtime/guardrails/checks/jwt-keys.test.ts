// default.jwt: where keys come from, when they are fetched again, and what happens without them.
import { describe, expect, it } from 'vitest'
import type { CheckPorts, CheckResult, Evaluate } from '../../../../runtime/guardrails/check.ts'
import { loadAllChecks } from '../../../../runtime/guardrails/checks/registry.ts'
import { type Failure, failure } from '../../../../runtime/values/failures.ts'
import { EMPTY_INPUT, PORTS } from './evaluate-with.ts'
import { bearing, KEY, type Key, NOW, OTHER, setOf, VALID } from './jwt-tokens.ts'
import { type Answer, answering } from './scripted-service.ts'

const builtInChecks = await loadAllChecks()

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
    const judge = builtInChecks.get('default.jwt')?.link(parameters, {
      credential: () => undefined,
      hash: () => '',
      keyedHash: () => new Uint8Array(),
      accessToken: async () => 'token',
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
      monotonic: ports.monotonic,
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
    [{ text: '<html>' }, 'The JWKS endpoint returned invalid JSON.'],
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
