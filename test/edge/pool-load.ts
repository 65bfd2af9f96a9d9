// A load on a pool, on real sockets: scripted members whose times, outages and quotas are known, and calls that arrive by the clock. The same
// calls come to every pool, and bring the same luck.
import { createServer, type ServerResponse } from 'node:http'
import { drawsOf } from '../runtime/pools/pool-harness.ts'
import { later, listening } from '../support/local-servers.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'

/** From and to: seconds after the load began. */
export type Phase = readonly [from: number, to: number]

export interface ScriptedMember {
  /** The mean time of a reply; milliseconds. */
  readonly mean: number
  /** While replies take six times as long. */
  readonly slow?: Phase
  /** While half of the calls are answered with 503, and the connections of the others are closed. */
  readonly down?: Phase
  /** Calls in each ten seconds: further ones are answered with 429, and with the seconds until the next ten. */
  readonly quota?: number
}

/** A call as a member received it; `wait`: the seconds of its `retry-after`. */
export interface Arrival {
  readonly at: number
  readonly member: string
  readonly status: number
  readonly wait: number
}

export interface Reply {
  readonly due: number
  readonly milliseconds: number
  /** Absent if the reply was as it should be. */
  readonly fault?: string
}

/** Calls a second of each pool: few enough that the processor does not decide. */
export const RATE = 20
export const WINDOW = 10
const SLOWER = 6
const LONGEST = 4_000

/** What the calls of a load bring with them, whichever member serves them: when each is due, in seconds, and its luck. */
export function drawCalls(seed: number, count: number) {
  const draw = drawsOf(seed)
  let due = 0
  return Array.from({ length: count }, () => {
    due -= Math.log(1 - draw()) / RATE
    return { due, normal: Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw()) }
  })
}
type DrawnCall = ReturnType<typeof drawCalls>[number]

/** A load on one pool: its clock, and what its members received. */
export class Load {
  readonly arrivals: Arrival[] = []
  readonly calls: readonly DrawnCall[]
  readonly #tail: number
  #began = performance.now()

  /** Every second call wants a whole reply, the others streams. */
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
