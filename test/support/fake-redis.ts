// A server on a real socket that looks like a Redis, or does not: the test defines the reply to each command.
import { createServer, type Socket } from 'node:net'

/** What is written back for a command, `hang` for nothing, `close` for the end of the connection. */
export type FakeAnswer = string | Uint8Array | 'hang' | 'close'

export interface FakeRedis {
  readonly port: number
  readonly address: string
  /** The names of the commands that came. */
  readonly commands: readonly string[]
  /** How many connections were made, and how many are open. */
  readonly connections: () => number
  readonly open: () => number
  /** The first bytes of the last connection. */
  readonly firstBytes: () => Buffer | undefined
  /** Answers otherwise from now on. */
  readonly answer: (how: (command: string, args: readonly string[]) => FakeAnswer) => void
  readonly stop: () => Promise<void>
}

export async function runFakeRedis(
  how: (command: string, args: readonly string[]) => FakeAnswer,
): Promise<FakeRedis> {
  let answer = how
  let connections = 0
  let firstBytes: Buffer | undefined
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    connections += 1
    firstBytes = undefined
    sockets.add(socket)
    let waiting = ''
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      firstBytes ??= bytes
      waiting += bytes.toString('latin1')
      for (let read = readCommand(waiting); read !== undefined; read = readCommand(waiting)) {
        waiting = read.rest
        const [name = '', ...args] = read.words
        commands.push(name.toUpperCase())
        const reply = answer(name.toUpperCase(), args)
        if (reply === 'close') socket.destroy()
        else if (reply !== 'hang') socket.write(reply)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    commands,
    connections: () => connections,
    open: () => sockets.size,
    firstBytes: () => firstBytes,
    answer: next => {
      answer = next
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n` → its words, and what stands behind it; undefined while it is not whole. */
function readCommand(text: string): { readonly words: readonly string[]; readonly rest: string } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (head === null) return undefined
  const words: string[] = []
  let at = head[0].length
  for (let word = 0; word < Number(head[1]); word += 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20))
    if (size === null) return undefined
    const start = at + size[0].length
    const end = start + Number(size[1])
    if (text.length < end + 2) return undefined
    words.push(text.slice(start, end))
    at = end + 2
  }
  return { words, rest: text.slice(at) }
}
