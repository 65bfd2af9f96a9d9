// What limits cost: the same gateway without sockets, with three policies in memory that count requests, tokens and cost, with three that
// count requests, with a thousand policies of other keys, and without any, alternately. Then over
// sockets, as a share of all that a request costs. Run by itself: node test/bench/limits.ts
import { createHash } from 'node:crypto'
import { createHarness, STORED_PROVIDERS } from '../support/harness.ts'
import { CHAT, completion } from '../support/sample-bodies.ts'
import { steppedUpstream } from '../support/scripted-upstream.ts'
import { compareGateways } from './compare-gateways.ts'

const CALLS = 4_000
const ROUNDS = 15

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyed = (name: string, more: object) => ({
  name,
  conditions: [{ key: 'api_key', value: name }],
  ...more,
})

const scenarios: Readonly<Record<string, object>> = {
  none: {},
  'three that count': {
    rate_limits: [
      { name: 'requests', type: 'requests', unit: 'rpm', value: 1_000_000_000 },
      { name: 'tokens', type: 'tokens', unit: 'rpm', value: 2_000_000_000 },
    ],
    usage_limits: [{ name: 'cost', type: 'cost', credit_limit: 1_000_000, periodic_reset: 'monthly' }],
  },
  'three of requests': {
    rate_limits: (['rpm', 'rph', 'rpd'] as const).map(unit => ({
      name: unit,
      type: 'requests',
      unit,
      value: 1_000_000_000,
    })),
  },
  'a thousand of others': {
    rate_limits: Array.from({ length: 1_000 }, (_each, index) =>
      keyed(`other-${index}`, { type: 'requests', unit: 'rpm', value: 60 }),
    ),
  },
}

const gateways = Object.entries(scenarios).map(([name, policies]) => {
  const { call, clock } = createHarness({
    manifest: {
      ...STORED_PROVIDERS,
      store: 'sqlite::memory:',
      defaults: { provider: '@main' },
      api_keys: [{ id: 'bench', hash: `sha256:${sha256('bench')}` }],
      policies,
    },
    upstream: { ...steppedUpstream(() => ({ status: 200, body: completion('Hi') })), sent: [] },
  })
  return { name, call, clock, microseconds: [] as number[] }
})

const headers = { 'x-gateway-api-key': 'bench' }
for (let round = 0; round < ROUNDS; round += 1)
  for (const { call, clock, microseconds } of gateways) {
    const before = process.cpuUsage()
    for (let count = 0; count < CALLS; count += 1) {
      const { status } = await call({ body: CHAT, headers })
      if (status !== 200) throw new Error(`A call was answered with ${status}.`)
    }
    const { user, system } = process.cpuUsage(before)
    await clock.advance(1_000)
    // The first rounds warm the compiler up.
    if (round >= 5) microseconds.push((user + system) / CALLS)
  }

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0
const base = median(gateways[0]?.microseconds ?? [])
for (const { name, microseconds } of gateways) {
  const time = median(microseconds)
  console.log(
    `${name}: ${time.toFixed(1)} µs of CPU per call, ${(time - base).toFixed(1)} more than none (rate ${(base / time).toFixed(2)})`,
  )
}

/** The model has a price, so that budgets of cost settle one. */
const prices = [{ provider: 'openai', model: 'anthropic.bench-model', input: 1, output: 2 }]
const variants = Object.entries(scenarios).map(([name, policies]) => [name, { policies }] as const)
for (const [title, telemetry] of [
  ['without telemetry', { log: 'none', metrics: false }],
  ['with the log on stdout, and metrics', { metrics: true }],
] as const) {
  console.log(`\nOver sockets, ${title}:\n`)
  await compareGateways(() => ({ store: 'sqlite::memory:', telemetry, prices, policies: {} }), variants)
}
process.exit()
