// Setup of the breaker scenarios: targets with breakers, outcomes, and calls that move the clock.
import { createHarness, type Harness } from '../../support/harness.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'

export const BREAKER = { failure_threshold: 2, cooldown_interval: 30_000 }
export const target = (model: string, more: object = {}): object => ({
  provider: '@main',
  override_params: { model },
  ...more,
})
export const ONE = { ...target('a'), cb_config: BREAKER }
export const CHAIN = {
  strategy: { mode: 'fallback' },
  cb_config: BREAKER,
  targets: [target('a'), target('b')],
}
export const SHARED = {
  strategy: { mode: 'loadbalance' },
  cb_config: BREAKER,
  targets: [target('a', { weight: 3 }), target('b'), target('idle', { weight: 0 })],
}

export const ok: Step = { status: 200, body: completion('fine') }
export const status = (code: number): Step => ({
  status: code,
  body: { error: { message: 'no', type: 't', param: null, code: null } },
})
export const times = (count: number, step: Step): readonly Step[] => Array.from({ length: count }, () => step)

/** Calls the config `c` and advances the clock as far as waits need. */
export async function callConfig({ call, clock }: Harness, body?: object): Promise<HarnessReply> {
  let over = false
  const reply = call({ headers: { 'x-gateway-config': 'c' }, ...(body ? { body } : {}) }).finally(() => {
    over = true
  })
  await settle()
  while (!over && (await clock.next()));
  return await reply
}

export const modelsOf = ({ upstream }: Harness): readonly unknown[] =>
  upstream.sent.map(({ json }) => (json as { model: unknown }).model)

export const sceneOf = (config: object, script: readonly Step[], draws: readonly number[] = []): Harness =>
  createHarness({ configs: { c: config }, script, draws })

/** The statuses of that many calls. */
export async function calls(stage: Harness, count: number): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let done = 0; done < count; done += 1) statuses.push((await callConfig(stage)).status)
  return statuses
}
