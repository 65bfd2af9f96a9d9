// Semantics, section 7: given a config with breakers, for these outcomes these targets are called.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { settle } from '../../support/virtual-clock.ts'
import {
  BREAKER,
  CHAIN,
  callConfig,
  calls,
  modelsOf,
  ONE,
  ok,
  SHARED,
  sceneOf,
  status,
  target,
  times,
} from './harness.ts'

describe('A target whose circuit is open', () => {
  it('alone replies 503 without a call, with retry-after', async () => {
    const stage = sceneOf(ONE, times(9, status(503)))
    expect(await calls(stage, 2)).toEqual([503, 503])
    const reply = await callConfig(stage)
    expect(stage.upstream.sent).toHaveLength(2)
    expect(reply.status).toBe(503)
    expect(reply.headers).toMatchObject({ 'retry-after': '30' })
    expect(reply.json).toMatchObject({
      error: { code: 'circuit_open', message: expect.stringContaining('circuit of config is open') },
    })
    expect(reply.outcome?.record).toMatchObject({ attempts: [], skippedTargets: ['config'] })
  })

  it('is skipped in a fallback', async () => {
    const stage = sceneOf(CHAIN, [status(503), ok, status(503), ok, ok])
    expect(await calls(stage, 3)).toEqual([200, 200, 200])
    expect(modelsOf(stage)).toEqual(['a', 'b', 'a', 'b', 'b'])
  })

  it('at the end of a fallback returns the reply of the one before', async () => {
    const config = {
      ...CHAIN,
      targets: [target('b', { cb_config: { ...BREAKER, failure_threshold: 99 } }), target('a')],
    }
    const stage = sceneOf(config, [status(503), status(503), status(503), status(503), status(502)])
    expect(await calls(stage, 3)).toEqual([503, 503, 502])
    expect(modelsOf(stage)).toEqual(['b', 'a', 'b', 'a', 'b'])
  })

  it('is not selected by a load balancer, whose other weights share its traffic', async () => {
    const stage = sceneOf(SHARED, [status(503), status(503), ...times(4, ok)], [0.1, 0.1, 0.1, 0.99])
    expect(await calls(stage, 4)).toEqual([503, 503, 200, 200])
    expect(modelsOf(stage)).toEqual(['a', 'a', 'b', 'b'])
  })

  it('selected by a conditional below a fallback, skips the conditional', async () => {
    const choice = {
      strategy: {
        mode: 'conditional',
        conditions: [{ query: { 'params.user': 'x' }, then: 'a' }],
        default: 'b',
      },
      targets: [target('a', { name: 'a' }), target('b', { name: 'b' })],
    }
    const stage = sceneOf({ ...CHAIN, targets: [choice, target('c')] }, [
      status(503),
      ok,
      status(503),
      ok,
      ok,
      ok,
    ])
    const body = { model: 'm', messages: [], user: 'x' }
    for (let done = 0; done < 3; done += 1) await callConfig(stage, body)
    await callConfig(stage)
    expect(modelsOf(stage)).toEqual(['a', 'c', 'a', 'c', 'c', 'b'])
  })
})

describe('Where all circuits are open', () => {
  it('traffic flows through a fallback as if all were closed', async () => {
    const stage = sceneOf(CHAIN, times(9, status(503)))
    expect(await calls(stage, 3)).toEqual([503, 503, 503])
    expect(modelsOf(stage)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('traffic flows through a load balancer as if all were closed, and not to a target without weight', async () => {
    const stage = sceneOf(SHARED, times(9, status(503)), [0.1, 0.1, 0.1, 0.9])
    await calls(stage, 6)
    expect(modelsOf(stage)).toEqual(['a', 'a', 'b', 'b', 'a', 'b'])
  })

  it('traffic flows through a load balancer with one target', async () => {
    const stage = sceneOf({ ...SHARED, targets: [target('a')] }, times(9, status(503)))
    await calls(stage, 4)
    expect(modelsOf(stage)).toEqual(['a', 'a', 'a', 'a'])
  })
})

describe('After the cooldown', () => {
  it('one probe call is let through, and success closes', async () => {
    const stage = sceneOf(ONE, [...times(2, status(503)), ok, ok])
    await calls(stage, 2)
    await stage.clock.advance(30_000)
    expect(await calls(stage, 2)).toEqual([200, 200])
    expect(stage.notices).toMatchObject([{ to: 'open' }, { to: 'half-open' }, { to: 'closed' }])
  })

  it('a failed probe opens again, and is not retried', async () => {
    const config = { ...ONE, retry: { attempts: 3, on_status_codes: [503] } }
    const stage = sceneOf(config, times(9, status(503)))
    await callConfig(stage)
    expect(stage.upstream.sent).toHaveLength(2)
    await stage.clock.advance(30_000)
    await callConfig(stage)
    await callConfig(stage)
    expect(stage.upstream.sent).toHaveLength(3)
  })

  it('a probe whose client disconnects lets another one probe', async () => {
    const stage = sceneOf(ONE, [...times(2, status(503)), 'silence', ok])
    await calls(stage, 2)
    await stage.clock.advance(30_000)
    const cancellation = createCancellation()
    const left = stage.call({ headers: { 'x-gateway-config': 'c' }, cancellation })
    await settle()
    expect((await callConfig(stage)).status).toBe(503)
    cancellation.cancel()
    await left
    expect((await callConfig(stage)).status).toBe(200)
  })
})
