// How near the picks of a pool come to the best choice, in virtual time, and what a choice costs: `node test/bench/pools.ts`.
import { createPools } from '../../runtime/pools/create-pools.ts'
import { isRefusal, type PoolRequest } from '../../runtime/pools/pool-health.ts'
import { drawsOf, planOf } from '../runtime/pools/pool-harness.ts'
import { drawScenario, KINDS, type Policy, simulatePool } from '../runtime/pools/simulate-pool.ts'

const SEEDS = Number(process.argv[2] ?? 10)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const worst = (values: readonly number[]): number => Math.max(...values)
const ratio = (value: number): string => value.toFixed(3)

for (const processes of [1, 4]) {
  process.stdout.write(
    `\n${SEEDS} seeds of each kind, ${processes} process${processes === 1 ? '' : 'es'}; times as multiples of the optimum's, mean over seeds (worst seed)\n`,
  )
  for (const kind of KINDS) {
    const rows = Array.from({ length: SEEDS }, (_, seed) => {
      const scenario = drawScenario(kind, seed + 1)
      const optimum = simulatePool(scenario, 'optimum', seed)
      const of = (pick: Policy) => {
        const found = simulatePool(scenario, pick, seed, processes)
        return {
          mean: found.mean / optimum.mean,
          p95: found.p95 / optimum.p95,
          failed: found.failed - optimum.failed,
          spent: found.spentCalls,
        }
      }
      return { latency: of('latency'), ewma: of('peak ewma'), busy: of('least_busy'), random: of('random') }
    })
    const column = (pick: 'latency' | 'ewma' | 'busy' | 'random'): string => {
      const of = (field: 'mean' | 'p95'): string => {
        const values = rows.map(row => row[pick][field])
        return `${field} ${ratio(mean(values))} (${ratio(worst(values))})`
      }
      const sum = (field: 'failed' | 'spent'): number =>
        rows.reduce((total, row) => total + row[pick][field], 0)
      return `${pick}: ${of('mean')} ${of('p95')} failed ${sum('failed')} spent ${sum('spent')}`
    }
    process.stdout.write(
      `  ${kind.padEnd(14)} ${column('latency')}\n${' '.repeat(17)}${column('ewma')}\n${' '.repeat(17)}${column('busy')}\n${' '.repeat(17)}${column('random')}\n`,
    )
  }
}

process.stdout.write('\nnanoseconds of a choice and its lease\n')
for (const count of [3, 100])
  for (const pick of ['random', 'least_busy', 'latency', 'cost', 'quota'] as const)
    for (const session of [undefined, 'session']) {
      const pool = createPools({
        clock: { monotonic: () => performance.now(), now: () => Date.now() },
        random: drawsOf(1),
      }).pool(
        'pool',
        planOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}])), {
          pick,
          sticky: { by: [], for: 600_000 },
        }),
      )
      const sessions = Array.from({ length: 100 }, (_, at) => `session-${at}`)
      const run = (calls: number): void => {
        for (let call = 0; call < calls; call += 1) {
          const request: PoolRequest = {
            model: 'm',
            session: session && sessions[call % 100],
            tokens: 1000,
            stream: true,
            isExcluded: () => false,
            price: () => 1,
          }
          const choice = pool.choose(request)
          if (isRefusal(choice)) continue
          choice.lease.answered(200, [])
          choice.lease.began()
          choice.lease.ended({ result: 'succeeded', status: 200, outputTokens: 10 })
        }
      }
      run(20_000)
      const began = process.cpuUsage().user
      run(100_000)
      const each = ((process.cpuUsage().user - began) * 1000) / 100_000
      process.stdout.write(
        `  ${String(count).padStart(3)} members  ${pick.padEnd(10)} ${session === undefined ? 'without session' : 'pinned         '} ${each.toFixed(0).padStart(6)}\n`,
      )
    }
