// Setup of the attack tests: a gateway in front of a provider that is a bare socket, and a watch on unhandled
// errors.
import { createServer, type Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { closeAll, later, listening, gatewayTo as localGateway } from '../../support/local-servers.ts'

const bugs: unknown[] = []
const onBug = (bug: unknown): void => {
  bugs.push(bug)
}

/** Closes after each test what it opened, and asserts that there was no unhandled error. */
export function watch(): void {
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)
  afterEach(async () => {
    await closeAll()
    expect(bugs.splice(0)).toEqual([])
  })
}

/** A provider that handles each connection as the test says. */
export async function bareProvider(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  const port = await listening(server)
  later(() => {
    for (const socket of sockets) socket.destroy()
  })
  return port
}

/** A gateway that stops quickly, whatever is still open. */
export const gatewayTo: typeof localGateway = (port, { limits, ...more } = {}) =>
  localGateway(port, { ...more, limits: { drain_timeout: 20, ...limits } })

/** Waits for the headers of a request, and replies to it once. */
export const answering =
  (answer: string): ((socket: Socket) => void) =>
  socket => {
    let text = ''
    let answered = false
    socket.on('end', () => socket.end())
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
      if (answered || !text.includes('\r\n\r\n')) return
      answered = true
      socket.write(answer, 'latin1')
    })
  }

/** A whole JSON reply. */
export const jsonReply = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
