// `npm run soak -- --minutes N`: a mixed load on one gateway, and the slopes of what must not grow, per minute.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { runGateway } from '../support/running-gateway.ts'
import { startLoad } from './load.ts'
import { reply, sound, typeOf } from './replies.ts'
import { startScriptedProvider } from './scripted-provider.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes is a positive number.')
const gc = globalThis.gc
if (gc === undefined) throw new Error('Start it with --expose-gc, as `npm run soak` does.')

const MEBIBYTE = 1_048_576
const NANOSECONDS = 1e6
/** Measured so often, and once at the end. */
const SAMPLES = 20
const CLIENTS = 8
/** Different questions, so that the cache is both missed and hit. */
const QUESTIONS = 500

const FULL = reply('{"error":{"message":"Full."}}', typeOf('whole'), '503 Full')
const provider = await startScriptedProvider(({ isHealthy, mode }) => [isHealthy ? sound(mode) : FULL])
const stored = (path: string) => ({
  provider: 'openai',
  api_key: '${env:KEY}',
  custom_host: `http://127.0.0.1:${provider.port}${path}/v1`,
})
const guard = { 'default.contains': { operator: 'none', words: ['forbidden'] }, deny: true }
const { bundle, stop } = await runGateway(
  {
    providers: { full: stored(''), healthy: stored('/healthy') },
    trusted_hosts: ['127.0.0.1'],
    telemetry: { log: 'none', metrics: true },
    limits: { cache_entries: 200 },
    policies: { rate_limits: [{ name: 'many', type: 'tokens', unit: 'rpm', value: 1e12 }] },
  },
  {
    plain: { provider: '@healthy' },
    fallback: { strategy: { mode: 'fallback' }, targets: [{ provider: '@full' }, { provider: '@healthy' }] },
    cache: { provider: '@healthy', cache: { mode: 'simple' } },
    guard: { provider: '@healthy', input_guardrails: [guard], output_guardrails: [guard] },
  },
  { KEY: 'stored-key' },
)
await stop()
// One that does not collect the lines of its log, as that of the other tests does.
const ignored = { write: () => true, once: () => process.stdout } as unknown as NodeJS.WritableStream
const gateway = await startRuntime(bundle, { environment: { KEY: 'stored-key' }, logTo: ignored })
if (!('stop' in gateway)) throw new Error(gateway.join('\n'))
later(gateway.stop)
const CONFIGS = ['plain', 'fallback', 'cache', 'guard']
const load = startLoad({
  port: () => gateway.port,
  clients: CLIENTS,
  // Every config with whole replies and streams.
  body: count => ({
    model: 'm',
    messages: [{ role: 'user', content: `Question ${(count * 7919) % QUESTIONS}` }],
    ...(count % 8 >= 4 && { stream: true }),
  }),
  headers: count => ({ 'x-gateway-config': CONFIGS[count % 4] ?? '' }),
})

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
const MEASURES = {
  'heap after gc (MiB)': () => process.memoryUsage().heapUsed / MEBIBYTE,
  'RSS (MiB)': () => process.memoryUsage().rss / MEBIBYTE,
  'external (MiB)': () => process.memoryUsage().external / MEBIBYTE,
  handles: () => process.getActiveResourcesInfo().length,
  'event loop delay, mean (ms)': () => delay.mean / NANOSECONDS,
  'event loop delay, p99 (ms)': () => delay.percentile(99) / NANOSECONDS,
} as const

const rows: { readonly minute: number; readonly measured: readonly number[] }[] = []
const begun = performance.now()
for (let sample = 0; sample < SAMPLES; sample += 1) {
  await wait((minutes * 60_000) / SAMPLES)
  const loopDelays = Object.values(MEASURES).slice(4)
  const delays = loopDelays.map(read => read())
  gc()
  const measured = [
    ...Object.values(MEASURES)
      .slice(0, 4)
      .map(read => read()),
    ...delays,
  ]
  rows.push({ minute: (performance.now() - begun) / 60_000, measured })
  delay.reset()
  process.stdout.write(
    `${rows.at(-1)?.minute.toFixed(2)} min  ${measured.map(value => value.toFixed(2)).join('  ')}\n`,
  )
}
await load.stop()

/** By least squares, without the first quarter, in which code is compiled and caches fill. */
function slope(at: number): number {
  const points = rows.slice(SAMPLES / 4).map(({ minute, measured }) => [minute, measured[at] ?? 0] as const)
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [minute, value]) => sum + (minute - x) * (value - y), 0)
  return above / points.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0)
}

process.stdout.write(`\n${load.served()} calls, ${load.lost.length} of them without their reply\n`)
for (const lost of load.lost.slice(0, 5)) process.stdout.write(`  ${lost}\n`)
for (const [at, name] of Object.keys(MEASURES).entries())
  process.stdout.write(
    `${name}: ${slope(at).toFixed(3)} per minute, ${rows.at(-1)?.measured[at]?.toFixed(2)} at the end\n`,
  )
await closeAll()
process.exitCode = load.lost.length === 0 ? 0 : 1
