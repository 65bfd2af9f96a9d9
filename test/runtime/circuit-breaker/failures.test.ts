// Semantics, section 7: what counts as a failure, and for whom.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'
import { BREAKER, callConfig, calls, ONE, ok, sceneOf, status, times } from './harness.ts'

describe('Failures are', () => {
  const cases: readonly (readonly [string, object, Step, boolean])[] = [
    ['501 to 599 by default', {}, status(501), true],
    ['not 500 by default', {}, status(500), false],
    ['not 429 by default', {}, status(429), false],
    ['the listed statuses', { failure_status_codes: [429] }, status(429), true],
    ['no others than the listed statuses', { failure_status_codes: [429] }, status(503), false],
    ['always network failures', { failure_status_codes: [429] }, { fails: 'refused' }, true],
    ['always truncated replies', { failure_status_codes: [429] }, { fails: 'cut' }, true],
    ['always gateway timeouts', { failure_status_codes: [429] }, 'silence', true],
    ['never blocked hosts', { failure_status_codes: [] }, { fails: 'blocked' }, false],
    ['never successful replies', {}, ok, false],
  ]
  it.each(cases)('%s', async (_title, more, step, opens) => {
    const config = { ...ONE, request_timeout: 1000, cb_config: { ...BREAKER, ...more } }
    const stage = sceneOf(config, times(9, step))
    await calls(stage, 3)
    expect(stage.upstream.sent).toHaveLength(opens ? 2 : 3)
  })

  it('streams that are truncated after they were committed to', async () => {
    const cut: Step = { events: [chunk({ content: 'a' })], end: 'cut' }
    const stage = sceneOf(ONE, [cut, cut, ok])
    const body = { model: 'm', messages: [], stream: true }
    await callConfig(stage, body)
    await callConfig(stage, body)
    expect((await callConfig(stage, body)).status).toBe(503)
  })

  it('not complete streams', async () => {
    const well: Step = { events: [chunk({ content: 'a' }), chunk({}, 'stop'), DONE] }
    const stage = sceneOf(ONE, times(4, well))
    const body = { model: 'm', messages: [], stream: true }
    for (let done = 0; done < 4; done += 1) await callConfig(stage, body)
    expect(stage.upstream.sent).toHaveLength(4)
  })

  it('not calls whose clients disconnected', async () => {
    const stage = sceneOf(ONE, times(4, 'silence'))
    for (let done = 0; done < 4; done += 1) {
      const cancellation = createCancellation()
      const left = stage.call({ headers: { 'x-gateway-config': 'c' }, cancellation })
      await settle()
      cancellation.cancel()
      await left
    }
    expect(stage.upstream.sent).toHaveLength(4)
  })
})

describe('A client’s own settings open no circuit of others', () => {
  const BOUND = { passthrough: true, cb_config: BREAKER }
  const at = (host: string) => ({
    'x-gateway-config': 'c',
    'x-gateway-provider': 'openai',
    authorization: 'Bearer k',
    'x-gateway-custom-host': host,
  })

  it('a dead host, where requests name hosts', async () => {
    const dead: Step = { fails: 'refused' }
    const stage = sceneOf(BOUND, [dead, dead, ok])
    const statusAt = async (host: string) => (await stage.call({ headers: at(host) })).status
    for (const expected of [502, 502, 503]) expect(await statusAt('https://dead.example/v1')).toBe(expected)
    expect(stage.upstream.sent).toHaveLength(2)
    expect(await statusAt('https://alive.example/v1')).toBe(200)
    expect(stage.notices.map(notice => 'circuit' in notice && notice.circuit)).toEqual([
      'c config openai https://dead.example',
    ])
  })

  it('a timeout shorter than the target’s', async () => {
    const stage = sceneOf({ ...ONE, request_timeout: 5000 }, [...times(3, 'silence'), ok])
    for (let done = 0; done < 3; done += 1) {
      const reply = stage.call({ headers: { 'x-gateway-config': 'c', 'x-gateway-request-timeout': '1' } })
      await settle()
      while (await stage.clock.next());
      await reply
    }
    expect((await callConfig(stage)).status).toBe(200)
  })
})
