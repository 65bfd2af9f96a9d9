// Pools under load for minutes, on real sockets: members whose times, outages and quotas are scripted, with the picks `latency` and `random`
// side by side and the same luck for both. test/bench/pools.ts has the same kinds of scenarios in virtual time, against the optimum.
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { drawsOf } from '../runtime/pools/pool-harness.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'
import { until } from '../support/until.ts'
import { planFolder, portOf, startProcess } from './gateway-process.ts'

/** From and to: seconds after the load began. */
type Phase = readonly [from: number, to: number]

interface ScriptedMember {
  /** The mean time of a reply; milliseconds. */
  readonly mean: number
  /** While replies take six times as long. */
  readonly slow?: Phase
  /** While half of the calls are answered with 503, and the connections of the others are closed. */
  readonly down?: Phase
  /** Calls in each ten seconds: further ones are answered with 429, and with the seconds until the next ten. */
  readonly quota?: number
}

interface Scenario {
  readonly members: Readonly<Record<string, ScriptedMember>>
  /** The deviation of the logarithm of times. */
  readonly tail: number
  readonly seconds: number
}

/** A call as a member received it; `wait`: the seconds of its `retry-after`. */
interface Arrival {
  readonly at: number
  readonly member: string
  readonly status: number
  readonly wait: number
}

interface Reply {
  readonly due: number
  readonly milliseconds: number
  /** Absent if the reply was as it should be. */
  readonly fault?: string
}

/** Calls a second of each pool: few enough that the processor does not decide. */
const RATE = 20
const WINDOW = 10
const SLOWER = 6
/** Seconds for a call that the gateway had sent before it received the reply by which the member rests. */
const IN_FLIGHT = 0.3
const LONGEST = 4_000
const PICKS = ['latency', 'random'] as const

const plans = planFolder()
afterAll(async () => {
  await closeAll()
  plans.remove()
})

/** What the calls of a load bring with them, whichever member serves them: when each is due, in seconds, and its luck. */
function drawCalls(seed: number, count: number) {
  const draw = drawsOf(seed)
  let due = 0
  return Array.from({ length: count }, () => {
    due -= Math.log(1 - draw()) / RATE
    return { due, normal: Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw()) }
  })
}
type DrawnCall = ReturnType<typeof drawCalls>[number]

/** A load on one pool: its clock, and what its members received. */
class Load {
  readonly arrivals: Arrival[] = []
  readonly calls: readonly DrawnCall[]
  readonly #tail: number
  #began = performance.now()

  constructor(calls: readonly DrawnCall[], tail: number) {
    this.calls = calls
    this.#tail = tail
  }

  get now(): number {
    return (performance.now() - this.#began) / 1000
  }

  /** A server for a member; returns its address. */
  async serve(member: string, script: ScriptedMember): Promise<string> {
    let [window, left] = [-1, 0]
    const during = (phase: Phase | undefined): boolean =>
      phase !== undefined && this.now >= phase[0] && this.now < phase[1]
    const answer = (response: ServerResponse, body: string): void => {
      const at = this.now
      const received = (status: number, wait = 0): void =>
        void this.arrivals.push({ at, member, status, wait })
      if (Math.floor(at / WINDOW) !== window) {
        window = Math.floor(at / WINDOW)
        left = script.quota ?? Number.POSITIVE_INFINITY
      }
      left -= 1
      if (left < 0) {
        const wait = Math.ceil((window + 1) * WINDOW - at)
        received(429, wait)
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(wait) })
        return void response.end('{"error":{"message":"later"}}')
      }
      const { messages, stream } = JSON.parse(body)
      const index = Number(messages[0].content)
      if (during(script.down)) {
        received(503)
        if (index % 2 === 0) return void response.destroy()
        return void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{}}')
      }
      received(200)
      const luck = Math.exp((this.calls[index]?.normal ?? 0) * this.#tail - this.#tail ** 2 / 2)
      const takes = Math.min(LONGEST, script.mean * (during(script.slow) ? SLOWER : 1) * luck)
      setTimeout(() => {
        response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
        response.end(
          stream ? chunk({ content: 'Hi' }) + chunk({}, 'stop') + DONE : JSON.stringify(completion('Hi')),
        )
      }, takes)
    }
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', bytes => (body += String(bytes)))
      request.on('end', () => answer(response, body))
    })
    later(() => server.closeAllConnections())
    return `http://127.0.0.1:${await listening(server)}/v1`
  }

  /** Sends calls when they are due, each of a session of its own, for so many seconds and for as long as `goesOn` then. */
  async run(port: number, slug: string, seconds: number, goesOn = () => false): Promise<readonly Reply[]> {
    this.#began = performance.now()
    const replies: Promise<Reply>[] = []
    for (const [index, { due }] of this.calls.entries()) {
      const early = due - this.now
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early * 1000))
      if (due > seconds && !goesOn()) break
      replies.push(this.#call(port, slug, index, due))
    }
    return Promise.all(replies)
  }

  async #call(port: number, slug: string, index: number, due: number): Promise<Reply> {
    const stream = index % 2 === 1
    const fault = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `@${slug}/m`,
        stream,
        messages: [{ role: 'user', content: String(index) }],
      }),
    }).then(
      async reply => {
        const text = await reply.text()
        const isWhole = reply.status === 200 && text.includes('"Hi"') && (!stream || text.includes('[DONE]'))
        return isWhole ? undefined : `${reply.status} ${text}`
      },
      (error: unknown) => String(error),
    )
    return { due, milliseconds: (this.now - due) * 1000, ...(fault !== undefined && { fault }) }
  }

  /** The share of a member in the calls of some seconds, of 1. */
  share(member: string, from: number, to: number): number {
    const within = this.arrivals.filter(({ at, status }) => at >= from && at < to && status === 200)
    return within.filter(each => each.member === member).length / within.length
  }
}

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

/** Runs a scenario with both picks at the same time, in one gateway. */
async function runScenario(name: string, scenario: Scenario, goesOn?: (load: Load) => boolean) {
  const { members, tail, seconds } = scenario
  const calls = drawCalls(name.length, RATE * 400)
  const loads = PICKS.map(pick => ({ pick, load: new Load(calls, tail) }))
  const providers = await Promise.all(
    loads.map(async ({ pick, load }) => providersOf(pick, pick, await serveMembers(load, members))),
  )
  const { port } = await startGateway(
    plans.write(manifestOf(Object.assign({}, ...providers)), `${name}.plan.json`),
  )
  const [latency, random] = await Promise.all(
    loads.map(async ({ pick, load }) => {
      const replies = await load.run(port, pick, seconds, () => pick === 'latency' && goesOn?.(load) === true)
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
    const members = { a: { mean: 80 }, b: { mean: 160 }, c: { mean: 240 }, d: { mean: 320 } }
    await runScenario('heavy-tails', { members, tail: 1.2, seconds: 90 })
  })

  it('sheds load from a member that slows down within a minute, and it has it back within five', async () => {
    const [from, to] = [20, 80]
    const members = { a: { mean: 80, slow: [from, to] as const }, b: { mean: 200 }, c: { mean: 240 } }
    let back = Number.NaN
    const { latency } = await runScenario('a-slow-member', { members, tail: 0.5, seconds: 110 }, load => {
      if (load.share('a', Math.max(to, load.now - WINDOW), load.now) > 0.6) back = load.now
      return !(back > 0) && load.now < to + 310
    })
    const before = latency.share('a', WINDOW, from)
    const shares = Array.from({ length: to - from - WINDOW }, (_, second) =>
      latency.share('a', from + second, from + second + WINDOW),
    )
    const shed = shares.findIndex(share => share < before / 4) + WINDOW
    show(`a-slow-member: ${before.toFixed(2)}, shed after ${shed} s, back after ${(back - to).toFixed(0)} s`)
    expect(before).toBeGreaterThan(0.6)
    expect(shed).toBeGreaterThanOrEqual(WINDOW)
    expect(back).toBeLessThan(to + 300)
  })

  it('goes on past a member that is down, which gets few calls meanwhile and serves again afterwards', async () => {
    const [from, to] = [20, 50]
    const members = { a: { mean: 80, down: [from, to] as const }, b: { mean: 200 }, c: { mean: 240 } }
    const { latency, random } = await runScenario('an-outage', { members, tail: 0.5, seconds: 120 })
    for (const load of [latency, random]) {
      const failed = load.arrivals.filter(({ status }) => status === 503)
      const later = load.arrivals.filter(
        ({ member, at, status }) => member === 'a' && at >= to && status === 200,
      )
      show(
        `an-outage: ${failed.length} calls failed, serves again after ${((later[0]?.at ?? 0) - to).toFixed(0)} s`,
      )
      expect(failed.length).toBeGreaterThan(0)
      expect(failed.length).toBeLessThan(RATE)
      expect(later.length).toBeGreaterThan(RATE)
    }
    expect(latency.share('a', 110, 120)).toBeGreaterThan(0.6)
  })

  it('with quotas: no call reaches a spent member until its `retry-after`, and what it has then is used', async () => {
    const members = { a: { mean: 80, quota: 120 }, b: { mean: 160, quota: 50 }, c: { mean: 240 } }
    const { latency, random } = await runScenario('quotas', { members, tail: 0.5, seconds: 90 })
    const used = latency.share('a', 0, 90)
    show(
      `quotas: refused ${refusedBy(latency, 'a')} and ${refusedBy(random, 'b')}, share of a ${used.toFixed(2)}`,
    )
    expect(callsOfSpentMembers(latency)).toEqual([])
    expect(callsOfSpentMembers(random)).toEqual([])
    expect([refusedBy(latency, 'a'), refusedBy(random, 'b')].map(count => count > 2)).toEqual([true, true])
    // 120 of 200 calls are its quota.
    expect(used).toBeGreaterThan(0.4)
  })

  it('is reloaded with other members in two workers, and no call fails', async () => {
    const load = new Load(drawCalls(5, RATE * 60), 0.5)
    const { c, ...both } = await serveMembers(load, { a: { mean: 80 }, b: { mean: 100 }, c: { mean: 120 } })
    if (c === undefined) throw new Error('It has an address.')
    const write = (addresses: Readonly<Record<string, string>>): string =>
      plans.write(manifestOf(providersOf('latency', 'latency', addresses)), 'reloaded.plan.json')
    const { running, port } = await startGateway(write({ ...both, c }), '--workers', '2')
    let [reloads, isOver] = [0, false]
    const replies = load.run(port, 'latency', 10, () => !isOver)
    const receives = async (member: string): Promise<void> => {
      const { length } = load.arrivals
      await until(() => load.arrivals.slice(length).some(each => each.member === member))
    }
    const reload = async (addresses: Readonly<Record<string, string>>): Promise<void> => {
      write(addresses)
      running.child.kill('SIGHUP')
      reloads += 1
      await until(() => running.stderr().split('is now in use').length > reloads)
    }
    const counts: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await receives('c')
      await reload(both)
      await receives('a')
      const { length } = load.arrivals
      await until(() => load.arrivals.length > length + 2 * RATE)
      counts.push(load.arrivals.slice(length).filter(each => each.member === 'c').length)
      await reload({ ...both, c })
    }
    isOver = true
    const faults = (await replies).flatMap(({ fault }) => fault ?? [])
    show(
      `reloads: ${(await replies).length} calls, ${faults.length} failed, calls of a removed member ${counts}`,
    )
    expect(faults).toEqual([])
    expect(counts).toEqual([0, 0, 0])
  })
})
