// Faults of clients: what each does on its connection, what the provider does meanwhile, and what the records must have.
import { connect, type Socket } from 'node:net'
import { until } from '../support/until.ts'
import type { Mode } from './scripted-provider.ts'

export interface ClientContext {
  readonly port: number
  /** The text of the call; `close` asks for the end of the connection after the reply. */
  readonly request: (trace: string, close: boolean) => string
  readonly trace: string
  /** Whether the provider has received the call. */
  readonly received: () => boolean
}

/** A record, and the attempts in it by their statuses. */
export interface ExpectedRecord {
  readonly status: number
  readonly error?: string
  readonly left?: true
  readonly attempts: readonly number[]
}

export interface ClientFault {
  readonly name: string
  /** The row of the table of faults that the provider plays. */
  readonly provider: string
  readonly modes: readonly Mode[]
  /** Returns all that was received. */
  readonly act: (context: ClientContext) => Promise<string>
  /** How many sound replies the client gets. */
  readonly replies: number
  readonly records: (withheld: boolean) => readonly ExpectedRecord[]
  /** Counted as a stream that the client left. */
  readonly leavesStream?: true
}

interface Client {
  readonly socket: Socket
  readonly text: () => string
  readonly closed: Promise<string>
}

function open(port: number): Client {
  let text = ''
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  socket.on('data', bytes => {
    text += bytes.toString('latin1')
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => {})
  const closed = new Promise<string>(resolve => socket.on('close', () => resolve(text)))
  return { socket, text: () => text, closed }
}

const BOTH: readonly Mode[] = ['whole', 'stream']
const SERVED: ExpectedRecord = { status: 200, attempts: [200] }
const LEFT: ExpectedRecord = { status: 499, error: 'cancelled', left: true, attempts: [499] }
const ENDED_EARLY: ExpectedRecord = { status: 499, error: 'cancelled', left: true, attempts: [] }
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

async function inPieces(socket: Socket, text: string, size: number): Promise<void> {
  for (let at = 0; at < text.length; at += size) {
    socket.write(text.slice(at, at + size))
    await turn()
  }
}

export const CLIENT_FAULTS: readonly ClientFault[] = [
  {
    name: 'leaves before the reply',
    provider: 'blackhole',
    modes: BOTH,
    act: async ({ port, request, trace, received }) => {
      const { socket, closed } = open(port)
      socket.write(request(trace, false))
      await until(received)
      socket.destroy()
      return await closed
    },
    replies: 0,
    records: () => [LEFT],
  },
  {
    name: 'resets before the reply',
    provider: 'blackhole',
    modes: BOTH,
    act: async ({ port, request, trace, received }) => {
      const { socket, closed } = open(port)
      socket.write(request(trace, false))
      await until(received)
      socket.resetAndDestroy()
      return await closed
    },
    replies: 0,
    records: () => [LEFT],
  },
  {
    name: 'leaves a stream',
    provider: 'silent after the first content',
    modes: ['stream'],
    act: async ({ port, request, trace, received }) => {
      const { socket, closed, text } = open(port)
      socket.write(request(trace, false))
      await until(received)
      // A guard withholds the content.
      if (!trace.includes('guard')) await until(() => text().includes('Words of'))
      socket.destroy()
      return await closed
    },
    replies: 0,
    records: withheld => [
      withheld ? { ...LEFT, attempts: [200] } : { status: 200, left: true, attempts: [200] },
    ],
    leavesStream: true,
  },
  {
    name: 'closes its side after the request',
    provider: 'delay',
    modes: BOTH,
    act: async ({ port, request, trace }) => {
      const { socket, closed } = open(port)
      socket.end(request(trace, false))
      return await closed
    },
    replies: 1,
    records: () => [SERVED],
  },
  {
    name: 'pipelines two requests',
    provider: 'delay',
    modes: BOTH,
    act: async ({ port, request, trace }) => {
      const { socket, closed } = open(port)
      socket.write(request(trace, false) + request(`${trace}-second`, true))
      return await closed
    },
    replies: 2,
    records: () => [SERVED, SERVED],
  },
  {
    name: 'sends slowly',
    provider: 'sound',
    modes: BOTH,
    act: async ({ port, request, trace }) => {
      const { socket, closed } = open(port)
      await inPieces(socket, request(trace, true), 16)
      return await closed
    },
    replies: 1,
    records: () => [SERVED],
  },
  {
    name: 'reads slowly',
    provider: 'a long reply',
    modes: BOTH,
    act: async ({ port, request, trace, received }) => {
      const { socket, closed } = open(port)
      socket.pause()
      socket.write(request(trace, true))
      await until(received)
      for (let pause = 0; pause < 5; pause += 1) {
        socket.resume()
        await turn()
        socket.pause()
        await turn()
      }
      socket.resume()
      return await closed
    },
    replies: 1,
    records: () => [SERVED],
  },
  {
    name: 'closes its side within the body',
    provider: 'sound',
    modes: BOTH,
    act: async ({ port, request, trace }) => {
      const { socket, closed } = open(port)
      socket.end(request(trace, false).slice(0, -20))
      return await closed
    },
    replies: 0,
    records: () => [ENDED_EARLY],
  },
  {
    name: 'leaves within the body',
    provider: 'sound',
    modes: BOTH,
    act: async ({ port, request, trace }) => {
      const { socket, closed } = open(port)
      await new Promise<void>(resolve => socket.write(request(trace, false).slice(0, -20), () => resolve()))
      socket.destroy()
      return await closed
    },
    replies: 0,
    records: () => [ENDED_EARLY],
  },
]

/** Requests that are not HTTP, or not this one: refused at once, without a call. */
export const BAD_REQUESTS: readonly (readonly [name: string, text: string, status: number])[] = [
  ['no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  [
    'two lengths',
    'POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    400,
  ],
  [
    'a length that is no number',
    'POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-length: 2x\r\n\r\n{}',
    400,
  ],
  [
    'a length beside chunks',
    'POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a header with a control character', 'GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: b\x01c\r\n\r\n', 400],
  ['a header without a name', 'GET /v1/models HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n', 400],
  [
    'headers that are too large',
    `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: ${'b'.repeat(40_000)}\r\n\r\n`,
    431,
  ],
  ['another version of HTTP', 'GET /v1/models HTTP/3.1\r\nhost: a\r\n\r\n', 400],
]
