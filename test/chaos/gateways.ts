// The gateways that serve the scenarios: one without a log store and one with, each with a config for every strategy and feature.
import { join } from 'node:path'
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { later } from '../support/local-servers.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { REBOUND, refusedPort, replaceResolver, UNRESOLVED, unansweredPort } from './destinations.ts'
import { type Destination, type Fault, TIMEOUT } from './fault.ts'
import { IDLE_TIMEOUT, REQUEST_TIMEOUT } from './faults-of-connections.ts'
import type { Scenario } from './oracle.ts'
import { sound } from './replies.ts'
import { type ScriptedProvider, type Step, startScriptedProvider } from './scripted-provider.ts'
import { storedTraces } from './services/stored-traces.ts'

/** For what no limit of time ends, however busy the machine is. */
const PATIENT = 60_000

const timeoutOf = ({ whole, stream }: Fault): number =>
  whole === TIMEOUT || stream === TIMEOUT ? REQUEST_TIMEOUT : PATIENT

/** The name of the config of a scenario. Circuits belong to a config: scenarios with a breaker have one each. */
export const configOf = ({ fault, strategy, cache, guard }: Scenario, index: number): string =>
  [
    fault.destination ?? 'main',
    strategy,
    timeoutOf(fault) === PATIENT ? '' : 'timed',
    cache ? 'cache' : '',
    guard ? 'guard' : '',
    strategy === 'breaker' ? index : '',
  ]
    .filter(part => part !== '')
    .join('-')

function configFor({ fault, strategy, cache, guard }: Scenario): object {
  const faulty = { provider: `@${fault.destination ?? 'main'}`, request_timeout: timeoutOf(fault) }
  const healthy = { provider: '@healthy' }
  const features = {
    ...(cache && { cache: { mode: 'simple' } }),
    ...(guard && {
      output_guardrails: [{ 'default.contains': { operator: 'none', words: ['forbidden'] }, deny: true }],
    }),
  }
  switch (strategy) {
    case 'single':
      return { ...faulty, ...features }
    case 'retry':
      return { ...faulty, ...features, retry: { attempts: 1 } }
    case 'fallback':
      return { strategy: { mode: 'fallback' }, targets: [faulty, healthy], ...features }
    case 'loadbalance':
      return {
        strategy: { mode: 'loadbalance' },
        targets: [
          { ...faulty, weight: 1 },
          { ...faulty, weight: 2 },
        ],
        ...features,
      }
    case 'breaker':
      return { ...faulty, ...features, cb_config: { failure_threshold: 1, cooldown_interval: 600_000 } }
  }
}

export interface ChaosGateway extends RunningGateway {
  readonly metrics: () => Promise<string>
  /** Traces of the records in the log store, after the gateway has stopped; undefined without one. */
  readonly storedTraces: (() => Promise<readonly string[]>) | undefined
}

export interface Scene {
  readonly provider: ScriptedProvider
  /** Without and with a log store. */
  readonly gateways: readonly [ChaosGateway, ChaosGateway]
}

export async function startScene(scenarios: readonly Scenario[]): Promise<Scene> {
  replaceResolver()
  const faults = new Map(scenarios.map(({ fault }) => [fault.name, fault]))
  const scripts = new Map<string, readonly Step[]>()
  for (const { name, script } of faults.values())
    for (const mode of ['whole', 'stream'] as const) scripts.set(`${name} ${mode}`, script(mode))
  const provider = await startScriptedProvider(({ fault, mode, isHealthy }) =>
    isHealthy ? [sound(mode)] : (scripts.get(`${fault} ${mode}`) ?? [sound(mode)]),
  )
  const hosts: Readonly<Record<Destination | 'healthy', string>> = {
    main: `http://127.0.0.1:${provider.port}/v1`,
    healthy: `http://127.0.0.1:${provider.port}/healthy/v1`,
    refused: `http://127.0.0.1:${await refusedPort()}/v1`,
    unanswered: `http://127.0.0.1:${await unansweredPort()}/v1`,
    unresolved: `https://${UNRESOLVED}/v1`,
    rebound: `https://${REBOUND}/v1`,
  }
  const providers = Object.fromEntries(
    Object.entries(hosts).map(([slug, custom_host]) => [
      slug,
      { provider: 'openai', api_key: '${env:KEY}', custom_host },
    ]),
  )
  const start = async (logStore: boolean): Promise<ChaosGateway> => {
    const folder = temporaryFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const configs = Object.fromEntries(
      scenarios.flatMap((scenario, index) =>
        scenario.logStore === logStore ? [[configOf(scenario, index), configFor(scenario)]] : [],
      ),
    )
    const gateway = await runGateway(
      {
        providers,
        trusted_hosts: ['127.0.0.1'],
        limits: {
          request_timeout: REQUEST_TIMEOUT,
          connect_timeout: 300,
          idle_timeout: IDLE_TIMEOUT,
          reply_bytes: 262_144,
          drain_timeout: 1000,
        },
        telemetry: { metrics: true, ...(logStore && { log_store: {} }) },
        ...(logStore && { store }),
        policies: {
          rate_limits: [
            {
              name: 'many',
              type: 'tokens',
              unit: 'rpw',
              value: 1e12,
              conditions: [{ key: 'metadata.limited', value: 'yes' }],
            },
          ],
        },
      },
      configs,
      { KEY: 'stored-key' },
    )
    later(gateway.stop)
    const metrics = async (): Promise<string> =>
      await (
        await fetch(`http://127.0.0.1:${gateway.port}/metrics`, { headers: { connection: 'close' } })
      ).text()
    return { ...gateway, metrics, storedTraces: logStore ? () => tracesIn(store, folder) : undefined }
  }
  return { provider, gateways: [await start(false), await start(true)] }
}

async function tracesIn(store: string, folder: string): Promise<readonly string[]> {
  const logs = await openLogStore(store, { folder })
  const traces = await storedTraces(logs)
  await logs.close()
  return traces
}
