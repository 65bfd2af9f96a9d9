// Runs scenarios side by side through the gateways, and compares what came with what had to come: replies, records, metrics, and that
// nothing is left.
import { exchangeRaw, rawRequest } from '../edge/raw-client.ts'
import { until } from '../support/until.ts'
import { type ChaosGateway, configOf, type Scene } from './gateways.ts'
import { nameOf } from './matrix.ts'
import { type Expected, expectedReplies, type Scenario } from './oracle.ts'
import { SEPARATOR } from './scripted-provider.ts'

/** Scenarios that are under way at the same time: most of their time they wait for limits of time. */
const AT_A_TIME = 32

export type Line = Readonly<Record<string, unknown>>

/** One call and what is wrong about it. */
interface Finding {
  readonly scenario: string
  readonly faults: readonly string[]
}

interface Done {
  readonly scenario: Scenario
  readonly trace: string
  readonly expected: Expected
  readonly reply: string
}

export async function runScenarios(
  scenarios: readonly Scenario[],
  { gateways, provider }: Scene,
): Promise<readonly Finding[]> {
  const done: Done[] = []
  const queue = scenarios.map((scenario, index) => ({ scenario, index }))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { scenario, index } = next
      const gateway = gateways[scenario.logStore ? 1 : 0]
      const replies = expectedReplies(scenario)
      for (const [at, second] of replies.entries()) {
        const trace = `chaos-${index}-${at}`
        const reply = await exchangeRaw(gateway.port, requestOf(scenario, index, trace))
        // A guarded stream is complete for the client before its last bytes have arrived, with which it is stored.
        const isLate = second.isHit && scenario.guard && scenario.mode === 'stream' && !isHit(reply)
        done.push({ scenario, trace, expected: (isLate ? replies[0] : second) ?? second, reply })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  for (const gateway of gateways) await untilIdle(gateway)
  const lines = (await Promise.all(gateways.map(({ log }) => log()))).flat()
  const byTrace = Map.groupBy(lines, line => String(line['trace']))
  const findings = done.map(each => ({
    scenario: `${each.trace.slice(-1)} ${nameOf(each.scenario)}`,
    faults: [...faultsOfReply(each), ...faultsOfRecord(each, byTrace.get(each.trace) ?? [])],
  }))
  const metrics = (
    await Promise.all(
      gateways.map(async (gateway, at) =>
        faultsOfMetrics(
          await gateway.metrics(),
          done.filter(({ scenario }) => scenario.logStore === (at === 1)),
        ),
      ),
    )
  ).flat()
  const others = lines
    .filter(line => line['level'] === 'error' || line['error'] === 'internal')
    .map(line => JSON.stringify(line))
  // A busy machine writes rows later than a gateway that stops would wait for them.
  await until(async () => {
    const rows = (await Promise.all(gateways.map(each => each.storedTraces?.() ?? []))).flat()
    return rows.length >= done.filter(({ scenario }) => scenario.logStore).length
  }, 120_000).catch(() => {})
  await Promise.all(gateways.map(({ stop }) => stop()))
  await until(() => provider.open() === 0)
  const stored = Map.groupBy(
    (await Promise.all(gateways.map(each => each.storedTraces?.() ?? []))).flat(),
    trace => trace,
  )
  const notStored = done
    .filter(({ scenario, trace }) => (stored.get(trace)?.length ?? 0) !== (scenario.logStore ? 1 : 0))
    .map(({ trace, scenario }) => `${nameOf(scenario)}: ${stored.get(trace)?.length ?? 0} rows`)
  return [
    ...findings,
    { scenario: 'metrics', faults: metrics },
    { scenario: 'log', faults: others },
    { scenario: 'log store', faults: notStored },
  ].filter(({ faults }) => faults.length > 0)
}

/** The text of a call of a scenario. */
export const requestOf = (scenario: Scenario, index: number, trace: string, close = true): string =>
  rawRequest(
    'POST',
    '/v1/chat/completions',
    [
      'content-type: application/json',
      ...(close ? ['connection: close'] : []),
      `x-gateway-config: ${configOf(scenario, index)}`,
      `x-gateway-trace-id: ${trace}`,
      ...(scenario.limit ? ['x-gateway-metadata: {"limited":"yes"}'] : []),
    ],
    JSON.stringify({
      model: modelOf(scenario, index),
      messages: [{ role: 'user', content: 'Hi' }],
      ...(scenario.mode === 'stream' && { stream: true }),
    }),
  )

export const modelOf = ({ fault }: Scenario, index: number): string => `${fault.name}${SEPARATOR}${index}`

const value = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)

const GAUGES = ['portolan_requests_in_flight', 'portolan_buffered_bytes', 'portolan_connections_waiting']

/** Nothing is in flight, buffered or waiting; throws where something is left. */
export async function untilIdle(gateway: ChaosGateway): Promise<void> {
  await until(async () => {
    const metrics = await gateway.metrics()
    return GAUGES.every(name => value(metrics, name) === 0)
  })
}

const isHit = (reply: string): boolean => /\r\nx-gateway-cache-status: HIT\r\n/i.test(reply)
const isStreamed = (reply: string): boolean => /\r\ncontent-type: text\/event-stream/i.test(reply)
const ERROR_EVENT = /data: \{"error":\{"/

function faultsOfReply({ expected, reply }: Done): readonly string[] {
  const status = Number(reply.slice(9, 12))
  const faults: string[] = []
  if (status !== expected.status)
    faults.push(`status ${reply === '' ? 'none' : status}, not ${expected.status}: ${reply.slice(-300)}`)
  else if (expected.code !== undefined) {
    if (!reply.includes(`"code":"${expected.code}"`))
      faults.push(`no code ${expected.code}: ${reply.slice(-300)}`)
  } else if (expected.broken) {
    if (!ERROR_EVENT.test(reply) || reply.includes('[DONE]') || !reply.endsWith('\r\n0\r\n\r\n'))
      faults.push(`not ended by an error event: ${JSON.stringify(reply.slice(-300))}`)
  } else if (expected.status === 200) {
    const isWell = isStreamed(reply)
      ? reply.includes('data: [DONE]') && reply.endsWith('\r\n0\r\n\r\n') && !ERROR_EVENT.test(reply)
      : reply.includes('"choices"')
    if (!isWell) faults.push(`not a sound reply: ${JSON.stringify(reply.slice(-300))}`)
    if (isHit(reply) !== expected.isHit) faults.push(`${isHit(reply) ? '' : 'not '}from the cache`)
  }
  return faults
}

export const attemptsIn = (line: Line): readonly { status: number; cause?: string }[] =>
  (line['attempts'] ?? []) as readonly { status: number; cause?: string }[]

function faultsOfRecord({ expected }: Done, lines: readonly Line[]): readonly string[] {
  const [line] = lines
  if (line === undefined || lines.length > 1) return [`${lines.length} records`]
  const { broken } = expected
  const attempts = attemptsIn(line)
  const compared: readonly (readonly [string, unknown, unknown])[] = [
    ['status', line['status'], expected.status],
    ['error', line['error'], expected.code],
    ['broken', typeof line['broken'], broken ? 'string' : 'undefined'],
    ['brokenBy', line['brokenBy'], broken && 'provider'],
    ['brokenCause', line['brokenCause'], broken?.cause],
    ['left', line['left'], undefined],
    ['skipped', line['skipped'] !== undefined, expected.isSkipped],
    [
      'attempts',
      JSON.stringify(attempts.map(({ status, cause }) => ({ status, cause }))),
      JSON.stringify(expected.attempts.map(({ status, cause }) => ({ status, cause }))),
    ],
  ]
  return compared.flatMap(([name, was, must]) =>
    was === must ? [] : [`record.${name} ${String(was)}, not ${String(must)}`],
  )
}

/** Sums of the counters by labels that the scenarios determine. */
function faultsOfMetrics(metrics: string, done: readonly Done[]): readonly string[] {
  const expected = new Map<string, number>()
  const add = (key: string): void => void expected.set(key, (expected.get(key) ?? 0) + 1)
  for (const { expected: reply } of done) {
    add(`portolan_requests_total ${reply.status}`)
    for (const { status } of reply.attempts) add(`portolan_attempts_total ${status}`)
    if (reply.broken) add(`portolan_broken_streams_total ${reply.broken.cause ?? 'error'}`)
  }
  const counted = new Map<string, number>()
  for (const [, name = '', labels = '', count] of metrics.matchAll(
    /^(portolan_(?:requests|attempts|broken_streams)_total)\{(.*)\} (\d+)$/gm,
  )) {
    if (name === 'portolan_requests_total' && !/config="[^"]/.test(labels)) continue
    const label = name === 'portolan_broken_streams_total' ? 'cause' : 'status'
    const key = `${name} ${new RegExp(`\\b${label}="([^"]*)"`).exec(labels)?.[1] ?? ''}`
    counted.set(key, (counted.get(key) ?? 0) + Number(count))
  }
  return [...new Set([...expected.keys(), ...counted.keys()])].flatMap(key =>
    expected.get(key) === counted.get(key)
      ? []
      : [`${key}: ${counted.get(key) ?? 0}, not ${expected.get(key) ?? 0}`],
  )
}
