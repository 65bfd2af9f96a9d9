// Baseline of the benchmark: the fastest plain proxy possible with node:http and undici's `dispatch`, without any
// gateway work. It buffers the body, copies raw headers and writes once per turn of the event loop.
import { createServer, type ServerResponse } from 'node:http'
import { Agent, type Dispatcher } from 'undici'
import { answerUsage } from './usage.ts'

/** Where several processes share a port: the port, 0 for the first of them. */
const shared = process.argv[3]
const agent = new Agent({
  connections: shared === undefined ? 512 : 4096,
  pipelining: 1,
  keepAliveTimeout: 60_000,
  bodyTimeout: 0,
  headersTimeout: 0,
})
const origin = process.argv[2] ?? ''

class Forward implements Dispatcher.DispatchHandler {
  #response: ServerResponse
  #pieces: Buffer[] = []
  #scheduled = false
  #ended = false
  #status = 0
  #headers: string[] | undefined

  constructor(response: ServerResponse) {
    this.#response = response
  }
  onRequestStart(): void {}
  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
    this.#headers = []
    const raw = controller.rawHeaders as Buffer[]
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = raw[index]?.toString('latin1') ?? ''
      if (name === 'connection' || name === 'keep-alive' || name === 'transfer-encoding') continue
      this.#headers.push(name, raw[index + 1]?.toString('latin1') ?? '')
    }
  }
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#pieces.push(chunk)
    this.#schedule()
  }
  onResponseEnd(): void {
    this.#ended = true
    this.#schedule()
  }
  onResponseError(): void {
    this.#response.destroy()
  }
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    process.nextTick(() => this.#flush())
  }
  #flush(): void {
    this.#scheduled = false
    if (this.#headers !== undefined) {
      this.#response.writeHead(this.#status, this.#headers)
      this.#headers = undefined
    }
    const [first] = this.#pieces
    const whole = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    if (this.#ended) this.#response.end(whole)
    else this.#response.write(whole)
  }
}

const server = createServer({ keepAliveTimeout: 65_000, noDelay: true }, (request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const body = pieces.length === 1 ? (pieces[0] ?? null) : Buffer.concat(pieces)
    const kind = String(request.headers['x-bench-stream'] ?? 'whole')
    agent.dispatch(
      {
        origin,
        path: `/${kind}/chat/completions`,
        method: 'POST',
        headers: ['content-type', 'application/json'],
        body,
      },
      new Forward(response),
    )
  })
})
const listen = { port: Number(shared ?? 0), host: '127.0.0.1', reusePort: shared !== undefined }
server.listen(listen, () => process.send?.({ port: (server.address() as { port: number }).port }))
answerUsage()
