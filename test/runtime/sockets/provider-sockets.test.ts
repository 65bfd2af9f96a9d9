// Connections to providers without sockets: a clock that the test moves, and the frames that a provider reads and writes.
import { describe, expect, it } from 'vitest'
import { ProviderSockets } from '../../../runtime/sockets/provider-sockets.ts'
import type { SessionHost } from '../../../runtime/sockets/session-host.ts'
import { readFirstMessage, textFrame } from '../../../runtime/streams/socket-messages.ts'
import type { ByteSink } from '../../../runtime/values/byte-stream.ts'
import { createMemoryBudget } from '../../../runtime/values/memory-budget.ts'
import type {
  TunnelReceiver,
  UpstreamReceiver,
  UpstreamReply,
  UpstreamRequest,
} from '../../../runtime/values/ports.ts'

const MINUTE = 60_000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Connection {
  readonly request: UpstreamRequest
  readonly receiver: TunnelReceiver
  readonly states: string[]
  readonly messages: { readonly [name: string]: unknown }[]
  readonly sink: () => ByteSink
  readonly open: () => void
  readonly event: (event: object) => void
}

function createScene() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly action: () => void }>()
  const connections: Connection[] = []
  const posts: UpstreamRequest[] = []
  const memory = createMemoryBudget(1e6)
  const clock = {
    now: () => now,
    monotonic: () => now,
    after: (milliseconds: number, action: () => void) => {
      const timer = { at: now + milliseconds, action }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const client = {
    clock,
    random: () => 0.5,
    upstream: (request: UpstreamRequest) => {
      posts.push(request)
      return () => {}
    },
    connect: (request: UpstreamRequest, receiver: TunnelReceiver) => {
      const states: string[] = []
      const messages: { readonly [name: string]: unknown }[] = []
      let sink: ByteSink | undefined
      const connection: Connection = {
        request,
        receiver,
        states,
        messages,
        sink: () => sink as ByteSink,
        open: () =>
          receiver.open({
            headers: [],
            incoming: {
              start: started => {
                sink = started
              },
              pause: () => void states.push('paused'),
              resume: () => void states.push('resumed'),
              cancel: () => void states.push('closed'),
            },
            write: bytes => {
              const read = readFirstMessage(1_000_000)(bytes)
              if (read !== undefined && 'message' in read)
                messages.push(JSON.parse(decoder.decode(read.message)))
              return true
            },
            onDrain: () => {},
            end: () => {},
          }),
        event: event => sink?.chunk(textFrame(JSON.stringify(event))),
      }
      connections.push(connection)
      return () => void states.push('cancelled')
    },
  }
  const host = { randomId: () => '0'.repeat(32), nextTurn: (action: () => void) => action() }
  const sockets = new ProviderSockets(host as unknown as SessionHost, memory.lease())

  const ask = (body: object, lane = '', previous?: string) => {
    const replies: UpstreamReply[] = []
    const got: string[] = []
    const receiver: UpstreamReceiver = {
      reply: reply => {
        replies.push(reply)
        reply.body.start({
          chunk: bytes => void got.push(decoder.decode(bytes)),
          end: () => void got.push('end'),
          fail: () => void got.push('failed'),
        })
      },
      fail: reason => void got.push(reason.code),
    }
    const request = { lane, previous, generates: true, onUnsent: () => {} }
    const { upstream } = sockets.transportOf(request).transport(client, ['responses'])
    const abort = upstream(
      {
        method: 'POST',
        origin: 'https://api.openai.com',
        path: '/v1/responses',
        headers: ['content-type', 'application/json', 'authorization', 'Bearer k', 'traceparent', '00-1'],
        body: encoder.encode(JSON.stringify({ store: false, stream: true, ...body })),
        hostAuthor: 'catalog',
      },
      receiver,
    )
    return { replies, got, abort }
  }
  const pass = (milliseconds: number): void => {
    now += milliseconds
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer)
      timer.action()
    }
  }
  const at = (index: number): Connection => {
    const connection = connections[index]
    if (connection === undefined) throw new Error(`There is no connection ${index}.`)
    return connection
  }
  return { sockets, connections, at, posts, memory, ask, pass }
}

const created = { type: 'response.created', response: { id: 'resp_1' } }
const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } }

describe('connections to a provider of the Responses API over WebSocket', () => {
  it('opens one with the credential, and without what is of one call', () => {
    const { ask, at } = createScene()
    ask({ input: 'one' })
    expect(at(0).request).toMatchObject({ method: 'GET', path: '/v1/responses', hostAuthor: 'catalog' })
    expect(at(0).request.headers).toEqual([
      ...['connection', 'Upgrade', 'upgrade', 'websocket', 'sec-websocket-version', '13'],
      ...['sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
      ...['authorization', 'Bearer k'],
    ])
  })

  it('is closed after five minutes without a request, and holds no memory', () => {
    const { ask, at, pass, connections, memory } = createScene()
    const { got } = ask({ input: 'one' })
    at(0).open()
    at(0).event(created)
    pass(6 * MINUTE)
    expect(at(0).states).not.toContain('closed')
    at(0).event(completed)
    expect(got.at(-1)).toBe('end')
    expect(memory.used()).toBe(0)
    pass(4 * MINUTE)
    ask({ input: 'two' })
    expect(connections).toHaveLength(1)
    at(0).event(completed)
    pass(5 * MINUTE)
    expect(at(0).states).toContain('closed')
    ask({ input: 'three' })
    expect(connections).toHaveLength(2)
  })

  it('gets no request shortly before the vendor closes it for its age', () => {
    const { ask, at, pass, connections } = createScene()
    ask({ input: 'one' })
    at(0).open()
    at(0).event(completed)
    for (let minutes = 0; minutes < 56; minutes += 4) {
      pass(4 * MINUTE)
      ask({ input: 'on' })
      if (minutes < 52) at(0).event(completed)
    }
    expect(connections).toHaveLength(2)
    expect(at(0).states).toContain('closed')
  })

  it('sends a request over HTTP if the handshake takes long, and every later one at once', () => {
    const { ask, at, pass, connections, posts } = createScene()
    ask({ input: 'one' })
    pass(9_999)
    expect(posts).toHaveLength(0)
    pass(1)
    expect(at(0).states).toEqual(['cancelled'])
    ask({ input: 'two' })
    expect([posts.length, connections.length]).toEqual([2, 1])
  })

  it('cancels a handshake whose request is given up', () => {
    const { ask, at, pass, posts, connections } = createScene()
    ask({ input: 'one' }).abort()
    expect(at(0).states).toEqual(['cancelled'])
    pass(MINUTE)
    expect(posts).toEqual([])
    ask({ input: 'two' })
    expect(connections).toHaveLength(2)
  })

  it('is not read on while the reader waits', () => {
    const { ask, at } = createScene()
    const { replies } = ask({ input: 'one' })
    at(0).open()
    at(0).event(created)
    replies[0]?.body.pause()
    replies[0]?.body.resume()
    expect(at(0).states).toEqual(['paused', 'resumed'])
  })

  it('charges what has arrived of a message until it is whole', () => {
    const { ask, at, memory } = createScene()
    ask({ input: 'one' })
    at(0).open()
    at(0).event(created)
    const frame = textFrame(JSON.stringify({ ...completed, padding: 'x'.repeat(2_000) }))
    at(0).sink().chunk(frame.subarray(0, 1_000))
    expect(memory.used()).toBe(1_000)
    at(0).sink().chunk(frame.subarray(1_000))
    expect(memory.used()).toBe(0)
  })

  it('has one response at a time: what is asked meanwhile is sent over HTTP', () => {
    const { ask, at, posts, connections } = createScene()
    ask({ input: 'one' })
    at(0).open()
    ask({ input: 'meanwhile' })
    expect([posts.length, connections.length]).toEqual([1, 1])
  })

  it('makes room for another lane by closing one that is not used', () => {
    const { ask, at, connections, posts } = createScene()
    for (let lane = 0; lane < 16; lane += 1) {
      ask({ input: 'x' }, `lane_${lane}`)
      at(lane).open()
      if (lane > 0) at(lane).event(created)
    }
    ask({ input: 'x' }, 'seventeenth')
    expect([connections.length, posts.length]).toEqual([16, 1])
    at(0).event(completed)
    ask({ input: 'x' }, 'eighteenth')
    expect(at(0).states).toContain('closed')
    expect(connections).toHaveLength(17)
  })

  it('closes all for good with the connection of the client', () => {
    const { ask, at, sockets, connections, posts } = createScene()
    const busy = ask({ input: 'one' })
    at(0).open()
    at(0).event(created)
    ask({ input: 'two' }, 'other')
    sockets.close()
    at(1).open()
    expect([at(0).states, at(1).states]).toEqual([['closed'], ['closed']])
    expect(busy.got.at(-1)).toBe('failed')
    expect([connections.length, posts.length]).toEqual([2, 1])
  })
})
