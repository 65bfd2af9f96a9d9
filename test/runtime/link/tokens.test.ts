// Access tokens: one request for concurrent calls, cached until they expire, renewed ahead of time.
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../runtime/link/target/tokens.ts'
import type { TokenRequest } from '../../../runtime/values/authentication.ts'
import { failure, isFailure } from '../../../runtime/values/failures.ts'
import { type Step, scriptedUpstream } from '../../support/scripted-upstream.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const HOUR = 3_600_000

const tokenRequest = (key = 'one'): TokenRequest => ({
  key,
  method: 'POST',
  origin: 'https://tokens.example',
  path: '/token',
  headers: [],
  body: 'grant',
  read: (status, body, now) =>
    status === 200
      ? { token: (body as { token: string }).token, expiresAt: now + HOUR }
      : failure('upstream_unreachable', `The token was refused with ${status}.`),
})

const gives = (token: string): Step => ({ status: 200, body: { token } })

function world(...script: readonly Step[]) {
  const clock = virtualClock()
  const upstream = scriptedUpstream(script)
  return { clock, upstream, getToken: createTokens({ clock, upstream: upstream.send }) }
}

describe('tokens', () => {
  it('are requested once for concurrent calls', async () => {
    const { upstream, getToken } = world(gives('a'), gives('b'))
    expect(
      await Promise.all([getToken(tokenRequest()), getToken(tokenRequest()), getToken(tokenRequest())]),
    ).toEqual(['a', 'a', 'a'])
    expect(upstream.sent).toHaveLength(1)
  })

  it('of different credentials are different', async () => {
    const { getToken } = world(gives('a'), gives('b'))
    expect([await getToken(tokenRequest('one')), await getToken(tokenRequest('two'))]).toEqual(['a', 'b'])
  })

  it('are cached until shortly before they expire, then renewed while calls still use the old one', async () => {
    const { clock, upstream, getToken } = world(gives('a'), gives('b'))
    await getToken(tokenRequest())
    await clock.advance(HOUR - 400_000)
    expect(await getToken(tokenRequest())).toBe('a')
    expect(upstream.sent).toHaveLength(1)
    await clock.advance(200_000)
    expect(await getToken(tokenRequest())).toBe('a')
    await clock.advance(1)
    expect(await getToken(tokenRequest())).toBe('b')
    expect(upstream.sent).toHaveLength(2)
  })

  it('that have expired are waited for', async () => {
    const { clock, getToken } = world(gives('a'), gives('b'))
    await getToken(tokenRequest())
    await clock.advance(HOUR + 1)
    expect(await getToken(tokenRequest())).toBe('b')
  })

  it('that are refused are a failure, and the next call requests again', async () => {
    const { getToken } = world({ status: 401 }, gives('b'))
    const refused = await getToken(tokenRequest())
    expect(isFailure(refused) && refused.message).toBe('The token was refused with 401.')
    expect(await getToken(tokenRequest())).toBe('b')
  })

  it('are not requested before the time that a refusal names, a minute at most, and the old one is used meanwhile', async () => {
    const { clock, upstream, getToken } = world(
      gives('a'),
      { status: 429, headers: ['retry-after', '20'] },
      { status: 429, headers: ['retry-after', '9999'] },
      gives('b'),
    )
    await getToken(tokenRequest())
    await clock.advance(HOUR - 1_000)
    for (let count = 0; count < 3; count += 1) {
      expect(await getToken(tokenRequest())).toBe('a')
      await clock.advance(100)
    }
    expect(upstream.sent).toHaveLength(2)
    await clock.advance(10_000)
    expect(isFailure(await getToken(tokenRequest()))).toBe(true)
    expect(upstream.sent).toHaveLength(2)
    await clock.advance(10_000)
    expect(isFailure(await getToken(tokenRequest()))).toBe(true)
    await clock.advance(60_000)
    expect(await getToken(tokenRequest())).toBe('b')
    expect(upstream.sent).toHaveLength(4)
  })

  it('that time out are a failure', async () => {
    const { clock, upstream, getToken } = world('silence')
    const waiting = getToken(tokenRequest())
    await clock.advance(30_000)
    expect(await waiting).toMatchObject({ code: 'timeout' })
    expect(upstream.cancelled()).toBe(1)
  })
})
