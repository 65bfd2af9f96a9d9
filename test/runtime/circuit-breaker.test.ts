// Semantics, section 7: given a config with breakers, when these outcomes come, then these targets are asked.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../runtime/cancellation.ts'
import { chunk, completion, DONE, type Scene, type SceneReply, scene } from '../support/scene.ts'
import type { Step } from '../support/scripted-upstream.ts'
import { settle } from '../support/virtual-clock.ts'

const BREAKER = { failure_threshold: 2, cooldown_interval: 30_000 }
const target = (model: string, more: object = {}): object => ({
  provider: '@main',
  override_params: { model },
  ...more,
})
const ONE = { ...target('a'), cb_config: BREAKER }
const CHAIN = { strategy: { mode: 'fallback' }, cb_config: BREAKER, targets: [target('a'), target('b')] }
const SHARED = {
  strategy: { mode: 'loadbalance' },
  cb_config: BREAKER,
  targets: [target('a', { weight: 3 }), target('b'), target('idle', { weight: 0 })],
}

const ok: Step = { status: 200, body: completion('fine') }
const status = (code: number): Step => ({
  status: code,
  body: { error: { message: 'no', type: 't', param: null, code: null } },
})
const times = (count: number, step: Step): readonly Step[] => Array.from({ length: count }, () => step)

/** Calls the config `c` and moves the clock as far as waits need. */
async function ask({ call, clock }: Scene, body?: object): Promise<SceneReply> {
  let over = false
  const reply = call({ headers: { 'x-gateway-config': 'c' }, ...(body ? { body } : {}) }).finally(() => {
    over = true
  })
  await settle()
  while (!over && (await clock.next()));
  return await reply
}

const modelsOf = ({ upstream }: Scene): readonly unknown[] =>
  upstream.sent.map(({ json }) => (json as { model: unknown }).model)

const sceneOf = (config: object, script: readonly Step[], draws: readonly number[] = []): Scene =>
  scene({ configs: { c: config }, script, draws })

/** The statuses of as many calls. */
async function calls(stage: Scene, count: number): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let done = 0; done < count; done += 1) statuses.push((await ask(stage)).status)
  return statuses
}

describe('A target whose circuit is open', () => {
  it('alone answers 503 without a call, and says when to come back', async () => {
    const stage = sceneOf(ONE, times(9, status(503)))
    expect(await calls(stage, 2)).toEqual([503, 503])
    const reply = await ask(stage)
    expect(stage.upstream.sent).toHaveLength(2)
    expect(reply.status).toBe(503)
    expect(reply.headers).toMatchObject({ 'retry-after': '30' })
    expect(reply.json).toMatchObject({
      error: { code: 'circuit_open', message: expect.stringContaining('circuit of config is open') },
    })
    expect(reply.outcome?.record).toMatchObject({ attempts: [], skipped: ['config'] })
  })

  it('is skipped in a fallback', async () => {
    const stage = sceneOf(CHAIN, [status(503), ok, status(503), ok, ok])
    expect(await calls(stage, 3)).toEqual([200, 200, 200])
    expect(modelsOf(stage)).toEqual(['a', 'b', 'a', 'b', 'b'])
  })

  it('at the end of a fallback leaves the reply of the one before', async () => {
    const config = {
      ...CHAIN,
      targets: [target('b', { cb_config: { ...BREAKER, failure_threshold: 99 } }), target('a')],
    }
    const stage = sceneOf(config, [status(503), status(503), status(503), status(503), status(502)])
    expect(await calls(stage, 3)).toEqual([503, 503, 502])
    expect(modelsOf(stage)).toEqual(['b', 'a', 'b', 'a', 'b'])
  })

  it('leaves the draw of a balance, whose other weights share its traffic', async () => {
    const stage = sceneOf(SHARED, [status(503), status(503), ...times(4, ok)], [0.1, 0.1, 0.1, 0.99])
    expect(await calls(stage, 4)).toEqual([503, 503, 200, 200])
    expect(modelsOf(stage)).toEqual(['a', 'a', 'b', 'b'])
  })

  it('is passed over in a choice below a fallback as if it were the choice', async () => {
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
    for (let done = 0; done < 3; done += 1) await ask(stage, body)
    await ask(stage)
    expect(modelsOf(stage)).toEqual(['a', 'c', 'a', 'c', 'c', 'b'])
  })
})

describe('Where all circuits are open', () => {
  it('traffic flows through a fallback as if all were closed', async () => {
    const stage = sceneOf(CHAIN, times(9, status(503)))
    expect(await calls(stage, 3)).toEqual([503, 503, 503])
    expect(modelsOf(stage)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('traffic flows through a balance as if all were closed, and not to a target without weight', async () => {
    const stage = sceneOf(SHARED, times(9, status(503)), [0.1, 0.1, 0.1, 0.9])
    await calls(stage, 6)
    expect(modelsOf(stage)).toEqual(['a', 'a', 'b', 'b', 'a', 'b'])
  })

  it('traffic flows through a balance of one', async () => {
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

  it('a probe that fails opens again, and is not retried', async () => {
    const config = { ...ONE, retry: { attempts: 3, on_status_codes: [503] } }
    const stage = sceneOf(config, times(9, status(503)))
    await ask(stage)
    expect(stage.upstream.sent).toHaveLength(2)
    await stage.clock.advance(30_000)
    await ask(stage)
    await ask(stage)
    expect(stage.upstream.sent).toHaveLength(3)
  })

  it('a probe whose client leaves lets another one probe', async () => {
    const stage = sceneOf(ONE, [...times(2, status(503)), 'silence', ok])
    await calls(stage, 2)
    await stage.clock.advance(30_000)
    const cancellation = createCancellation()
    const left = stage.call({ headers: { 'x-gateway-config': 'c' }, cancellation })
    await settle()
    expect((await ask(stage)).status).toBe(503)
    cancellation.cancel()
    await left
    expect((await ask(stage)).status).toBe(200)
  })
})

describe('Failures are', () => {
  const cases: readonly (readonly [string, object, Step, boolean])[] = [
    ['501 to 599 by default', {}, status(501), true],
    ['not 500 by default', {}, status(500), false],
    ['not 429 by default', {}, status(429), false],
    ['what the list says', { failure_status_codes: [429] }, status(429), true],
    ['nothing else than what the list says', { failure_status_codes: [429] }, status(503), false],
    ['always network failures', { failure_status_codes: [429] }, { fails: 'refused' }, true],
    ['always replies that break off', { failure_status_codes: [429] }, { fails: 'cut' }, true],
    ['always gateway timeouts', { failure_status_codes: [429] }, 'silence', true],
    ['never hosts that may not be called', { failure_status_codes: [] }, { fails: 'blocked' }, false],
    ['never good replies', {}, ok, false],
  ]
  it.each(cases)('%s', async (_title, more, step, opens) => {
    const config = { ...ONE, request_timeout: 1000, cb_config: { ...BREAKER, ...more } }
    const stage = sceneOf(config, times(9, step))
    await calls(stage, 3)
    expect(stage.upstream.sent).toHaveLength(opens ? 2 : 3)
  })

  it('streams that break off after they were committed to', async () => {
    const cut: Step = { events: [chunk({ content: 'a' })], end: 'cut' }
    const stage = sceneOf(ONE, [cut, cut, ok])
    const body = { model: 'm', messages: [], stream: true }
    await ask(stage, body)
    await ask(stage, body)
    expect((await ask(stage, body)).status).toBe(503)
  })

  it('not streams that end well', async () => {
    const well: Step = { events: [chunk({ content: 'a' }), DONE] }
    const stage = sceneOf(ONE, times(4, well))
    const body = { model: 'm', messages: [], stream: true }
    for (let done = 0; done < 4; done += 1) await ask(stage, body)
    expect(stage.upstream.sent).toHaveLength(4)
  })

  it('not calls whose clients left', async () => {
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

describe('What a stranger says opens no circuit of others', () => {
  const BOUND = { passthrough: true, cb_config: BREAKER }
  const at = (host: string) => ({
    'x-gateway-config': 'c',
    'x-gateway-provider': 'openai',
    authorization: 'Bearer k',
    'x-gateway-custom-host': host,
  })

  it('a host that is dead, where requests name hosts', async () => {
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

  it('a time limit shorter than that of the target', async () => {
    const stage = sceneOf({ ...ONE, request_timeout: 5000 }, [...times(3, 'silence'), ok])
    for (let done = 0; done < 3; done += 1) {
      const reply = stage.call({ headers: { 'x-gateway-config': 'c', 'x-gateway-request-timeout': '1' } })
      await settle()
      while (await stage.clock.next());
      await reply
    }
    expect((await ask(stage)).status).toBe(200)
  })
})

describe('Around a circuit that is open', () => {
  const FULL = { ...ONE, cache: { mode: 'simple' } }

  it('a cache still gives what it has', async () => {
    const stage = sceneOf(FULL, [ok, ...times(2, status(503))])
    await ask(stage)
    const other = { model: 'm', messages: [{ role: 'user', content: 'other' }] }
    await ask(stage, other)
    await ask(stage, other)
    expect((await ask(stage, other)).status).toBe(503)
    expect([(await ask(stage)).status, stage.upstream.sent.length]).toEqual([200, 3])
  })

  it('a stream that does not end keeps no probe', async () => {
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
    expect((await ask(stage)).status).toBe(200)
    cancellation.cancel()
    await open
  })
})

describe('Circuits belong to targets', () => {
  it('each place of a config has its own, however equal the targets are', async () => {
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

  it('configs in headers keep theirs as long as they are sent', async () => {
    const stage = scene({ script: times(9, status(503)) })
    const config = JSON.stringify({ provider: '@main', cb_config: BREAKER })
    for (let done = 0; done < 3; done += 1) await stage.call({ headers: { 'x-gateway-config': config } })
    expect(stage.upstream.sent).toHaveLength(2)
  })

  it('a fraction of a failure is a whole one', async () => {
    const stage = sceneOf(
      { ...ONE, cb_config: { ...BREAKER, failure_threshold: 1.5 } },
      times(9, status(503)),
    )
    await calls(stage, 3)
    expect(stage.upstream.sent).toHaveLength(2)
  })
})
