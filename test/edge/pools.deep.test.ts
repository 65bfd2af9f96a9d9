// Pools under load for minutes, on real sockets, with the picks `latency` and `random` side by side. test/bench/pools.ts has the same kinds of
// scenarios in virtual time, against the optimum. POOL_FIGURES=1 prints what is measured.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, planFolder, portOf, startProcess } from './gateway-process.ts'
import { type Arrival, drawCalls, Load, type Phase, RATE, type ScriptedMember, WINDOW } from './pool-load.ts'

interface Scenario {
  readonly members: Readonly<Record<string, ScriptedMember>>
  /** The deviation of the logarithm of times. */
  readonly tail: number
  readonly seconds: number
}

const SLOW: Phase = [30, 90]
const DOWN: Phase = [30, 60]
const SCENARIOS = {
  tails: {
    members: { a: { mean: 80 }, b: { mean: 160 }, c: { mean: 240 }, d: { mean: 320 } },
    tail: 1.2,
    seconds: 100,
  },
  slow: {
    members: { a: { mean: 80, slow: SLOW }, b: { mean: 200 }, c: { mean: 240 } },
    tail: 0.5,
    seconds: 120,
  },
  outage: {
    members: { a: { mean: 80, down: DOWN }, b: { mean: 200 }, c: { mean: 240 } },
    tail: 0.5,
    seconds: 140,
  },
  quotas: {
    members: { a: { mean: 80, quota: 120 }, b: { mean: 160, quota: 50 }, c: { mean: 240 } },
    tail: 0.5,
    seconds: 100,
  },
} as const satisfies Readonly<Record<string, Scenario>>
const RELOADED = { a: { mean: 80 }, b: { mean: 100 }, c: { mean: 120 } }
const PICKS = ['latency', 'random'] as const
/** Seconds for a call that the gateway had sent before it received the reply by which the member rests. */
const IN_FLIGHT = 0.3

const providersOf = (slug: string, pick: string, addresses: Readonly<Record<string, string>>) => ({
  [slug]: {
    pool: {
      pick,
      members: Object.fromEntries(
        Object.entries(addresses).map(([name, address]) => [
          name,
          { provider: 'openai', api_key: '${env:KEY}', custom_host: address },
        ]),
      ),
    },
  },
})
const manifestOf = (providers: object) => ({
  manifest: { trusted_hosts: ['127.0.0.1'], providers, telemetry: { log: 'none' } },
})

async function serveMembers(
  load: Load,
  members: Readonly<Record<string, ScriptedMember>>,
): Promise<Readonly<Record<string, string>>> {
  const found = Object.entries(members).map(
    async ([name, script]) => [name, await load.serve(name, script)] as const,
  )
  return Object.fromEntries(await Promise.all(found))
}

async function startGateway(plan: string, ...parameters: string[]) {
  const running = startProcess([plan, ...parameters], { environment: { KEY: 'k' } })
  later(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return { running, port: await portOf(running) }
}

const plans = planFolder()
const loads = new Map<string, Load>()
let gateway: { running: GatewayProcess; port: number }
let reloaded: typeof gateway
let addresses: Readonly<Record<string, string>>
const loadOf = (id: string): Load => {
  const load = loads.get(id)
  if (load === undefined) throw new Error(`No load has the name ${id}.`)
  return load
}
const writeReloaded = (members: Readonly<Record<string, string>>): string =>
  plans.write(manifestOf(providersOf('reloaded', 'latency', members)), 'reloaded.plan.json')

// Both gateways have started and have loaded what they need before a load begins.
beforeAll(async () => {
  const pools: object[] = []
  for (const [name, { members, tail }] of Object.entries(SCENARIOS))
    for (const pick of PICKS) {
      const load = new Load(drawCalls(name.length, RATE * 420), tail)
      loads.set(`${name}-${pick}`, load)
      pools.push(providersOf(`${name}-${pick}`, pick, await serveMembers(load, members)))
    }
  const first = new Load(drawCalls(1, RATE * 10), 0)
  pools.push(providersOf('first', 'latency', await serveMembers(first, { a: { mean: 1 } })))
  gateway = await startGateway(plans.write(manifestOf(Object.assign({}, ...pools))))
  const load = new Load(drawCalls(5, RATE * 120), 0.5)
  loads.set('reloaded', load)
  addresses = await serveMembers(load, RELOADED)
  reloaded = await startGateway(writeReloaded(addresses), '--workers', '2')
  await first.run(gateway.port, 'first', 5)
}, 120_000)
afterAll(async () => {
  await closeAll()
  plans.remove()
})

/** Runs a scenario with both picks at the same time; `latency` for as long as `goesOn` afterwards. */
async function runScenario(name: keyof typeof SCENARIOS, goesOn?: (load: Load) => boolean) {
  const { seconds } = SCENARIOS[name]
  const [latency, random] = await Promise.all(
    PICKS.map(async pick => {
      const load = loadOf(`${name}-${pick}`)
      const replies = await load.run(
        gateway.port,
        `${name}-${pick}`,
        seconds,
        () => pick === 'latency' && goesOn?.(load) === true,
      )
      const times = replies
        .filter(({ due }) => due <= seconds)
        .map(({ milliseconds }) => milliseconds)
        .sort((one, other) => one - other)
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length
      const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
      show(`${name} ${pick}: ${times.length} calls, mean ${mean.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
      expect(replies.flatMap(({ fault }) => fault ?? [])).toEqual([])
      return { load, mean, p95 }
    }),
  )
  if (latency === undefined || random === undefined) throw new Error('Each pick has a load.')
  expect(latency.mean).toBeLessThan(random.mean)
  expect(latency.p95).toBeLessThan(random.p95)
  return { latency: latency.load, random: random.load }
}

function show(figures: string): void {
  if (process.env['POOL_FIGURES'] !== undefined) process.stderr.write(`${figures}\n`)
}

/** Calls that members received in spite of their `retry-after`. */
function callsOfSpentMembers({ arrivals }: Load): readonly Arrival[] {
  const rests = new Map<string, Phase>()
  return arrivals.filter(({ at, member, status, wait }) => {
    const [from, to] = rests.get(member) ?? [0, 0]
    if (at < to) return at > from + IN_FLIGHT
    if (status === 429) rests.set(member, [at, at + wait])
    return false
  })
}

const refusedBy = ({ arrivals }: Load, member: string): number =>
  arrivals.filter(each => each.member === member && each.status === 429).length

describe.concurrent('A pool of scripted members', () => {
  it('with heavy tails: `latency` is faster than `random`', async () => {
    await runScenario('tails')
  })

  // Times are kept by kind: streams, and whole replies.
  it('with streams and whole replies: a member that slows down sheds load within a minute, and has it back within five', async () => {
    const [from, to] = SLOW
    let back = Number.NaN
    const { latency } = await runScenario('slow', load => {
      if (load.share('a', Math.max(to, load.now - WINDOW), load.now) > 0.6) back = load.now
      return !(back > 0) && load.now < to + 310
    })
    const before = latency.share('a', WINDOW, from)
    const shares = Array.from({ length: to - from - WINDOW }, (_, second) =>
      latency.share('a', from + second, from + second + WINDOW),
    )
    const shed = shares.findIndex(share => share < before / 4) + WINDOW
    show(`slow: ${before.toFixed(2)}, shed after ${shed} s, back after ${(back - to).toFixed(0)} s`)
    expect(before).toBeGreaterThan(0.6)
    expect(shed).toBeGreaterThanOrEqual(WINDOW)
    expect(back).toBeLessThan(to + 300)
  })

  it('goes on past a member that is down, which gets few calls meanwhile and serves again afterwards', async () => {
    const [, to] = DOWN
    const { latency, random } = await runScenario('outage')
    for (const load of [latency, random]) {
      const failed = load.arrivals.filter(({ status }) => status === 503)
      const later = load.arrivals.filter(
        ({ member, at, status }) => member === 'a' && at >= to && status === 200,
      )
      show(
        `outage: ${failed.length} calls failed, serves again after ${((later[0]?.at ?? 0) - to).toFixed(0)} s`,
      )
      expect(failed.length).toBeGreaterThan(0)
      expect(failed.length).toBeLessThan(RATE)
      expect(later.length).toBeGreaterThan(RATE)
    }
    expect(latency.share('a', 130, 140)).toBeGreaterThan(0.6)
  })

  it('with quotas: no call reaches a spent member until its `retry-after`, and what it has then is used', async () => {
    const { latency, random } = await runScenario('quotas')
    const used = latency.share('a', 0, 100)
    show(`quotas: refused ${refusedBy(latency, 'a')} and ${refusedBy(random, 'b')}, share ${used.toFixed(2)}`)
    expect(callsOfSpentMembers(latency)).toEqual([])
    expect(callsOfSpentMembers(random)).toEqual([])
    expect([refusedBy(latency, 'a'), refusedBy(random, 'b')].map(count => count > 2)).toEqual([true, true])
    expect(used).toBeGreaterThan(0.4)
  })

  it('is reloaded with other members in two workers, and no call fails', async () => {
    const load = loadOf('reloaded')
    const { a: _fastest, ...others } = addresses
    const { running, port } = reloaded
    let [reloads, isOver] = [0, false]
    const replies = load.run(port, 'reloaded', 10, () => !isOver)
    const receives = async (member: string): Promise<void> => {
      const { length } = load.arrivals
      await until(() => load.arrivals.slice(length).some(each => each.member === member))
    }
    const reload = async (members: Readonly<Record<string, string>>): Promise<void> => {
      writeReloaded(members)
      running.child.kill('SIGHUP')
      reloads += 1
      await until(() => running.stderr().split('is now in use').length > reloads)
    }
    const counts: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await receives('a')
      await reload(others)
      await receives('b')
      const { length } = load.arrivals
      await until(() => load.arrivals.length > length + 2 * RATE)
      counts.push(load.arrivals.slice(length).filter(each => each.member === 'a').length)
      await reload(addresses)
    }
    isOver = true
    const faults = (await replies).flatMap(({ fault }) => fault ?? [])
    show(`reloads: ${(await replies).length} calls, ${faults.length} failed, of a removed member ${counts}`)
    expect(faults).toEqual([])
    expect(counts).toEqual([0, 0, 0])
  })
})
