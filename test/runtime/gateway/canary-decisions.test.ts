// The decisions of a canary beside those of the plan in use: counted for every call, sampled where they differ, and without a call.
import { describe, expect, it } from 'vitest'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { linkDecision } from '../../../runtime/link/decide.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { createBody } from '../../../runtime/values/body/body.ts'
import type { Call } from '../../../runtime/values/call.ts'
import type { Plan } from '../../../schemas/generated/types.ts'
import { sha256 } from '../../support/bundle.ts'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'

const OK = {
  status: 200,
  body: {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  },
}
const direct = (model: string) => ({ provider: '@main', override_params: { model } })
const byPlan = (premium: string) => ({
  strategy: {
    mode: 'conditional',
    conditions: [{ query: { 'metadata.plan': 'premium' }, then: 'premium' }],
    default: 'standard',
  },
  targets: [
    { name: 'premium', ...direct(premium) },
    { name: 'standard', ...direct('gpt-5.4-mini') },
  ],
})
const named = (plan: string) => ({
  'x-gateway-config': 'chat',
  'x-gateway-metadata': JSON.stringify({ plan }),
})

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const planOf = (config: object): Plan => {
  const configs = new Map([['chat', input('chat.json', config)]])
  const project = { manifest: input('gateway.json', STORED_PROVIDERS), configs }
  const plan = compileProject(project, runtimeCatalog(), sha256).plans.get('chat')
  if (plan === undefined) throw new Error('The config does not compile.')
  return plan
}

describe('a canary of 0 %', () => {
  it('serves nothing, and what it would send elsewhere is counted and sampled', async () => {
    const { call, upstream, clock, notices } = createHarness({
      configs: { chat: byPlan('gpt-6.1-sol') },
      canary: { percent: 0, configs: { chat: byPlan('gpt-5.1') } },
      script: [OK, OK],
      draws: [],
    })
    await call({ headers: named('standard') })
    await call({ headers: named('premium') })
    await clock.advance(1)
    expect(upstream.sent).toHaveLength(2)
    expect(upstream.sent.map(({ text }) => text).join()).not.toContain('gpt-5.1')
    expect(notices).toMatchObject([
      { kind: 'decision', config: 'chat', release: 2, differs: false },
      { kind: 'decision', differs: true, sample: { stable: '@main gpt-6.1-sol', canary: '@main gpt-5.1' } },
    ])
  })

  it('logs at most ten differences a minute, and counts all', async () => {
    const { call, clock, notices } = createHarness({
      configs: { chat: direct('gpt-6.1-sol') },
      canary: { percent: 0, configs: { chat: direct('gpt-5.1') } },
      script: Array.from({ length: 24 }, () => OK),
    })
    const sampled = () => notices.filter(notice => notice.kind === 'decision' && notice.sample).length
    for (let count = 0; count < 12; count += 1) await call({ headers: named('any') })
    await clock.advance(1)
    expect([notices.length, sampled()]).toEqual([12, 10])
    await clock.advance(60_000)
    for (let count = 0; count < 12; count += 1) await call({ headers: named('any') })
    await clock.advance(1)
    expect([notices.length, sampled()]).toEqual([24, 20])
  })
})

describe('a decision', () => {
  const NESTED = {
    strategy: { mode: 'loadbalance' },
    targets: [
      { weight: 3, ...byPlan('gpt-6.1-sol') },
      {
        weight: 1,
        strategy: { mode: 'fallback' },
        targets: [
          direct('gpt-6-luna'),
          { provider: '@claude', override_params: { model: 'claude-sonnet-5' } },
        ],
      },
    ],
  }
  const body = new TextEncoder().encode(JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }))

  it.each(
    [0, 0.2, 0.5, 0.74, 0.76, 0.99].flatMap(draw =>
      ['premium', 'standard'].map(plan => [draw, plan] as const),
    ),
  )('is where the linked plan sends the call: draw %d, plan %s', async (draw, plan) => {
    const { call, upstream } = createHarness({ configs: { chat: NESTED }, script: [OK], draws: [draw] })
    await call({ headers: named(plan), body: JSON.parse(new TextDecoder().decode(body)) })
    const sent = upstream.sent[0]?.json as { readonly model: string }
    const decide = linkDecision(planOf(NESTED))
    const asked = { metadata: { plan }, body: createBody(body), options: {}, headers: [] } as unknown as Call
    expect(await decide(asked, draw)).toBe(`@main ${sent.model}`)
  })
})
