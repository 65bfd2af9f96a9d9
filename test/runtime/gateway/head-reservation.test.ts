// Limits of requests that a call has reserved before its body arrived: they are those of the call, whatever becomes of it.
import { expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { CHAT } from '../../support/sample-bodies.ts'
import { limited, reply, times } from './limited-gateway.ts'

const limit = (name: string, more: object) => ({ name, type: 'requests', unit: 'rph', value: 5, ...more })

/** Calls whose heads have reserved what their key decides. */
function scene(...rate_limits: object[]) {
  const { gateway, limiter } = limited({ rate_limits }, { script: times(9, reply()) })
  const head = (headers: readonly string[] = []) => {
    const admitted = gateway.admit({
      ...{ method: 'POST', path: '/chat/completions', pathname: '/v1/chat/completions' },
      headers: ['content-type', 'application/json', ...headers],
    })
    if ('refused' in admitted) throw new Error(admitted.refused.message)
    const reserved = gateway.reserveHead?.(admitted)
    const body = new TextEncoder().encode(JSON.stringify(CHAT))
    const cancellation = createCancellation()
    return {
      reserved,
      finish: async () =>
        (await gateway.handle(admitted, body, cancellation, reserved && { head: reserved })).reply,
    }
  }
  const used = async (name: string): Promise<number> => {
    const policy = limiter.policies().find(each => each.name === name)
    if (policy === undefined) throw new Error(`There is not a policy ${name}.`)
    return await limiter.used(policy, '')
  }
  return { head, used }
}

it('count once, with the limits that depend on the body', async () => {
  const { head, used } = scene(
    limit('all', {}),
    limit('model', { conditions: [{ key: 'model', value: CHAT.model }] }),
  )
  const { finish } = head()
  expect([await used('all'), await used('model')]).toEqual([1, 0])
  const { status, headers } = await finish()
  expect([status, headers.includes('x-ratelimit-remaining-requests')]).toEqual([200, true])
  expect([await used('all'), await used('model')]).toEqual([1, 1])
})

it('are given back where another limit refuses the call, and where it ends before it is one', async () => {
  const { head, used } = scene(
    limit('all', {}),
    limit('team', { value: 1, conditions: [{ key: 'metadata.team', value: 'a' }] }),
  )
  const team = ['x-gateway-metadata', '{"team":"a"}']
  expect((await head(team).finish()).status).toBe(200)
  expect((await head(team).finish()).status).toBe(429)
  expect(await used('all')).toBe(1)
  const { reserved } = head()
  expect(await used('all')).toBe(2)
  reserved?.release()
  expect(await used('all')).toBe(1)
})

it('refuse before the body, by the name of the limit', async () => {
  const { head } = scene(limit('all', { value: 1 }))
  head()
  const { reserved, finish } = head()
  expect(await reserved?.refusal).toMatchObject({ failure: { code: 'rate_limited' } })
  expect(reserved?.limit).toBe('all')
  expect((await finish()).status).toBe(429)
})

it('are none without a limit that the key decides', () => {
  const { head } = scene(limit('model', { conditions: [{ key: 'model', value: CHAT.model }] }))
  expect(head().reserved).toBeUndefined()
})
