// Semantics, section 7: each target of a config has its own circuit, and its effect on the nodes around it.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk } from '../../support/sample-bodies.ts'
import { settle } from '../../support/virtual-clock.ts'
import { BREAKER, CHAIN, callConfig, calls, ONE, ok, sceneOf, status, target, times } from './harness.ts'

describe('Around an open circuit', () => {
  const FULL = { ...ONE, cache: { mode: 'simple' } }

  it('a cache still serves its entries', async () => {
    const stage = sceneOf(FULL, [ok, ...times(2, status(503))])
    await callConfig(stage)
    const other = { model: 'm', messages: [{ role: 'user', content: 'other' }] }
    await callConfig(stage, other)
    await callConfig(stage, other)
    expect((await callConfig(stage, other)).status).toBe(503)
    expect([(await callConfig(stage)).status, stage.upstream.sent.length]).toEqual([200, 3])
  })

  it('an endless stream does not occupy the probe', async () => {
    const stage = sceneOf(ONE, [
      ...times(2, status(503)),
      { events: [chunk({ content: 'a' })], end: 'open' },
      ok,
    ])
    await calls(stage, 2)
    await stage.clock.advance(30_000)
    const cancellation = createCancellation()
    const body = { model: 'm', messages: [], stream: true }
    const open = stage.call({ headers: { 'x-gateway-config': 'c' }, body, cancellation })
    await settle()
    expect((await callConfig(stage)).status).toBe(200)
    cancellation.cancel()
    await open
  })
})

describe('Circuits belong to targets', () => {
  it('each target of a config has its own, even if targets are equal', async () => {
    const stage = sceneOf({ ...CHAIN, targets: [target('a'), target('a')] }, [
      status(503),
      ok,
      status(503),
      ok,
      ok,
    ])
    await calls(stage, 3)
    expect(stage.notices).toMatchObject([{ circuit: 'c config.targets[0]', to: 'open' }])
  })

  it('header configs keep theirs across requests', async () => {
    const stage = createHarness({ script: times(9, status(503)) })
    const config = JSON.stringify({ provider: '@main', cb_config: BREAKER })
    for (let done = 0; done < 3; done += 1) await stage.call({ headers: { 'x-gateway-config': config } })
    expect(stage.upstream.sent).toHaveLength(2)
  })

  it('a fractional threshold is rounded up', async () => {
    const stage = sceneOf(
      { ...ONE, cb_config: { ...BREAKER, failure_threshold: 1.5 } },
      times(9, status(503)),
    )
    await calls(stage, 3)
    expect(stage.upstream.sent).toHaveLength(2)
  })
})
