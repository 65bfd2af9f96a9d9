// The runtime on real sockets, with a project that is compiled on the spot and a log that tests can read.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { type Runtime, startRuntime } from '../../runtime/process/start-runtime.ts'
import { FLUSH_INTERVAL } from '../../runtime/telemetry/log.ts'
import { LINGER } from '../../runtime/telemetry/reporter.ts'
import type { Bundle } from '../../schemas/generated/types.ts'

export interface RunningGateway {
  readonly runtime: Runtime
  readonly bundle: Bundle
  /** The base URL, ending with /v1. */
  readonly url: string
  readonly port: number
  /** Lines of the log so far, once those waiting are written. */
  readonly log: () => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly stop: () => Promise<void>
}

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function runGateway(
  manifest: object,
  configs: Readonly<Record<string, object>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const { bundle, diagnostics } = compileProject(
    {
      manifest: input('gateway.json', { listen: { port: 0 }, ...manifest }),
      configs: new Map(Object.entries(configs).map(([id, value]) => [id, input(`${id}.json`, value)])),
    },
    runtimeCatalog(),
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const lines: string[] = []
  const logTo = {
    write: (text: string) => {
      lines.push(...text.trim().split('\n'))
      return true
    },
    once: () => process.stdout,
  } as unknown as NodeJS.WritableStream
  const runtime = await startRuntime(bundle, { environment, logTo })
  if (!('stop' in runtime)) throw new Error(runtime.join('\n'))
  return {
    runtime,
    bundle,
    url: `http://127.0.0.1:${runtime.port}/v1`,
    port: runtime.port,
    log: async () => {
      // The two timers of the gateway, one after the other. Ours are on the same event loop and longer, so that they end after
      // the gateway's however busy the machine is.
      for (const milliseconds of [LINGER + 10, FLUSH_INTERVAL + 10])
        await new Promise(resolve => setTimeout(resolve, milliseconds))
      return lines.map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    },
    stop: runtime.stop,
  }
}

export interface Provider {
  readonly origin: string
  readonly port: number
  /** Requests so far: method, path, headers, body. */
  readonly received: readonly {
    readonly method: string
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly body: Buffer
  }[]
  readonly stop: () => Promise<void>
}

/** A provider that answers chats no sooner than it is released. */
export async function holdProvider(): Promise<Provider & { readonly release: () => void }> {
  let release = (): void => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const provider = await runProvider(async (_request, response) => {
    await released
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"id":"x","choices":[]}')
  })
  return { ...provider, release }
}

/** A provider on a real socket with the replies of the test. */
export async function runProvider(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
): Promise<Provider> {
  const received: { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      answer(request, response, body)
    })
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
