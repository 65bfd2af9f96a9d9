// Clients that leave, stall or write what is not HTTP, with every strategy and feature: what they get, and the records of it.
import { exchangeRaw } from '../edge/raw-client.ts'
import { BAD_REQUESTS, CLIENT_FAULTS, type ClientFault, type ExpectedRecord } from './client-faults.ts'
import type { Scene } from './gateways.ts'
import { faults, matrix, nameOf } from './matrix.ts'
import type { Scenario } from './oracle.ts'
import { attemptsIn, type Line, modelOf, requestOf, untilIdle } from './run-scenarios.ts'

export interface ClientScenario {
  readonly client: ClientFault
  readonly scenario: Scenario
}

/** Each client with every strategy and feature. */
export function clientScenarios(): readonly ClientScenario[] {
  const table = faults(0)
  return CLIENT_FAULTS.flatMap(client =>
    matrix(table.filter(({ name }) => name === client.provider))
      .filter(({ mode }) => client.modes.includes(mode))
      .map(scenario => ({ client, scenario })),
  )
}

const titleOf = ({ client, scenario }: ClientScenario): string => `${client.name}: ${nameOf(scenario)}`

/** What is wrong, by scenario. */
export async function runClients(
  scenarios: readonly ClientScenario[],
  { gateways, provider }: Scene,
  atATime = 32,
): Promise<readonly string[]> {
  const done: { readonly each: ClientScenario; readonly trace: string; readonly text: string }[] = []
  const queue = scenarios.map((each, index) => ({ each, index }))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { each, index } = next
      const { client, scenario } = each
      const trace = `client-${index}${scenario.guard ? '-guard' : ''}`
      const text = await client.act({
        port: gateways[scenario.logStore ? 1 : 0].port,
        request: (id, close) => requestOf(scenario, index, id, close),
        trace,
        received: () => provider.received(modelOf(scenario, index)),
      })
      done.push({ each, trace, text })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  for (const gateway of gateways) await untilIdle(gateway)
  const lines = (await Promise.all(gateways.map(({ log }) => log()))).flat()
  const byTrace = Map.groupBy(lines, line => String(line['trace']).replace('-second', ''))
  const found = done.flatMap(({ each, trace, text }) =>
    faultsOf(each, text, byTrace.get(trace) ?? []).map(fault => `${titleOf(each)}: ${fault}`),
  )
  const left = await Promise.all(
    gateways.map(async ({ metrics }, at) => {
      const expected = scenarios.filter(
        ({ client, scenario }) =>
          client.leavesStream === true && !scenario.guard && scenario.logStore === (at === 1),
      ).length
      const counted = [
        ...(await metrics()).matchAll(/^portolan_broken_streams_total\{.*"client".*\} (\d+)$/gm),
      ]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0)
      return counted === expected ? [] : [`${counted} streams that clients left are counted, not ${expected}`]
    }),
  )
  return [...found, ...left.flat()]
}

function faultsOf(
  { client, scenario }: ClientScenario,
  text: string,
  lines: readonly Line[],
): readonly string[] {
  const replies = text.split('HTTP/1.1 200 ').length - 1
  const expectedReplies = client.leavesStream && !scenario.guard ? 1 : client.replies
  const expected = client.records(scenario.guard).map(describe)
  const records = lines.map(line => {
    const { status, error, left } = line as unknown as ExpectedRecord
    return describe({
      status,
      ...(error && { error }),
      ...(left && { left }),
      attempts: attemptsIn(line).map(each => each.status),
    })
  })
  // The same call twice on a connection: the second may be served from the cache.
  const isSame = records.every(
    (record, at) => record === expected[at] || (scenario.cache && record === CACHED),
  )
  return [
    ...(replies === expectedReplies
      ? []
      : [`${replies} replies, not ${expectedReplies}: ${text.slice(0, 200)}`]),
    ...(isSame && records.length === expected.length
      ? []
      : [`records ${records.join(' ')}, not ${expected.join(' ')}`]),
    ...lines.filter(line => line['broken'] !== undefined).map(line => `broken: ${String(line['broken'])}`),
  ]
}

const describe = (record: ExpectedRecord): string => JSON.stringify(record)
const CACHED = describe({ status: 200, attempts: [] })

/** Requests that are not HTTP: their replies, and a record of each. */
export async function runBadRequests({ gateways: [gateway] }: Scene): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, text, status] of BAD_REQUESTS) {
    const before = (await gateway.log()).length
    const reply = await exchangeRaw(gateway.port, text)
    const lines = (await gateway.log()).slice(before)
    if (Number(reply.slice(9, 12)) !== status) found.push(`${name}: ${reply.slice(0, 100)}`)
    if (lines.length !== 1 || lines[0]?.['status'] !== status || lines[0]['error'] === undefined)
      found.push(`${name}: records ${JSON.stringify(lines)}`)
  }
  await untilIdle(gateway)
  return found
}
