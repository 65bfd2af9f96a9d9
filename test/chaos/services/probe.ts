// A gateway under a fault of its services, and the calls that show what it promises: each is counted and has a record.
import { exchangeRaw, rawRequest } from '../../edge/raw-client.ts'
import { later } from '../../support/local-servers.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'

/** Requests that the limits of a scenario admit. */
export const LIMIT = 6
const limit = (name: string, more: object = {}): object => ({
  name,
  type: 'requests',
  unit: 'rph',
  value: LIMIT,
  conditions: [{ key: 'config', value: name }],
  ...more,
})

const MOCK = { provider: '@mock' }
const CONFIGS = {
  plain: MOCK,
  cached: { ...MOCK, cache: { mode: 'simple' } },
  shared: MOCK,
  refusing: MOCK,
  breaking: { ...MOCK, cb_config: { failure_threshold: 2, cooldown_interval: 600_000 } },
}
export type ConfigName = keyof typeof CONFIGS

export interface ProbeReply {
  readonly status: number
  readonly code: string | undefined
  readonly cache: string | undefined
  readonly retryAfter: string | undefined
}

export interface Probe {
  /** The identifiers of all calls so far. */
  readonly traces: () => readonly string[]
  readonly gateway: RunningGateway
  /** `saved` is a config that was saved by API. */
  readonly call: (config: ConfigName | 'saved', model?: string) => Promise<ProbeReply>
  readonly metric: (name: string) => Promise<number | undefined>
  /** What is wrong with the records and the metrics of all calls so far, and what is left of them. */
  readonly audit: () => Promise<readonly string[]>
}

/** Milliseconds for what a service needs until it is used again: reconnects back off. */
export const RECOVERY = 60_000

export async function startProbe(settings: object): Promise<Probe> {
  const gateway = await runGateway(
    {
      providers: { mock: { provider: 'mock' } },
      telemetry: { metrics: true },
      policies: { rate_limits: [limit('shared'), limit('refusing', { on_store_away: 'refuse' })] },
      ...settings,
    },
    CONFIGS,
  )
  later(gateway.stop)
  const sent = new Map<string, ProbeReply>()
  const metrics = async (): Promise<string> =>
    await exchangeRaw(gateway.port, rawRequest('GET', '/metrics', ['connection: close']))
  const metric = async (name: string): Promise<number | undefined> => {
    const line = (await metrics()).split('\n').find(each => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.split(' ')[1])
  }
  return {
    traces: () => [...sent.keys()],
    gateway,
    metric,
    call: async (config, model = 'echo') => {
      const trace = `services-${sent.size}`
      const body = { model, messages: [{ role: 'user', content: 'Hi' }] }
      const text = await exchangeRaw(
        gateway.port,
        rawRequest(
          'POST',
          '/v1/chat/completions',
          [
            'content-type: application/json',
            'connection: close',
            `x-gateway-config: ${config}`,
            `x-gateway-trace-id: ${trace}`,
          ],
          JSON.stringify(body),
        ),
      )
      const header = (name: string): string | undefined =>
        new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1]
      const status = Number(text.slice(9, 12))
      const reply = {
        status,
        code: status < 400 ? undefined : /"code":"([^"]+)"/.exec(text)?.[1],
        cache: header('x-gateway-cache-status'),
        retryAfter: header('retry-after'),
      }
      sent.set(trace, reply)
      return reply
    },
    audit: async () => {
      await until(async () => (await metric('portolan_requests_in_flight')) === 0)
      const lines = Map.groupBy(await gateway.log(), line => String(line['trace']))
      const ofRecords = [...sent].flatMap(([trace, { status }]) => {
        const found = lines.get(trace) ?? []
        return found.length === 1 && found[0]?.['status'] === status
          ? []
          : [`${trace} was ${status}, and has the records ${JSON.stringify(found)}`]
      })
      const bugs = [...lines.values()]
        .flat()
        .filter(line => line['error'] === 'internal' || line['level'] === 'error')
      const counted = [
        ...(await metrics()).matchAll(
          /^portolan_requests_total\{config="[^"]+".*status="(\d+)".*\} (\d+)$/gm,
        ),
      ].map(([, status, count]) => [Number(status), Number(count)] as const)
      const ofMetrics = [...new Set([...sent.values()].map(({ status }) => status))].flatMap(status => {
        const must = [...sent.values()].filter(each => each.status === status).length
        const was = counted.filter(([each]) => each === status).reduce((sum, [, count]) => sum + count, 0)
        return was === must ? [] : [`portolan_requests_total ${status} is ${was}, not ${must}`]
      })
      const buffered = await metric('portolan_buffered_bytes')
      return [
        ...ofRecords,
        ...bugs.map(line => JSON.stringify(line)),
        ...ofMetrics,
        ...(buffered === 0 ? [] : [`${buffered} bytes are buffered`]),
      ]
    },
  }
}
