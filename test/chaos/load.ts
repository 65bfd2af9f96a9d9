// Clients that call a gateway without a break, on connections that are kept open: whole replies and streams in turn.
import { Agent, request } from 'node:http'

export interface Load {
  /** Calls with a complete reply so far. */
  readonly served: () => number
  /** What became of the others. */
  readonly lost: readonly string[]
  readonly stop: () => Promise<void>
}

interface Outcome {
  readonly status: number
  readonly text: string
}

/** One call; resolves with the status 0 where the connection failed. */
function call(
  port: number,
  agent: Agent,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return new Promise(resolve => {
    const sent = request(
      {
        ...{ port, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', agent },
        headers: { 'content-type': 'application/json', ...headers },
      },
      response => {
        let text = ''
        response.on('data', bytes => {
          text += String(bytes)
        })
        response.on('error', error => resolve({ status: 0, text: error.message }))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', error => resolve({ status: 0, text: error.message }))
    sent.end(JSON.stringify(body))
  })
}

export interface LoadOptions {
  /** The port to call next. */
  readonly port: () => number
  readonly clients: number
  readonly body: (count: number) => object
  readonly headers?: (count: number) => Readonly<Record<string, string>>
}

export function startLoad({ port, clients, body, headers = () => ({}) }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true })
  const lost: string[] = []
  let served = 0
  let count = 0
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      count += 1
      const sent = body(count)
      const { status, text } = await call(port(), agent, sent, headers(count))
      const isWhole = !('stream' in sent) || text.endsWith('data: [DONE]\n\n')
      if (status === 200 && isWhole) served += 1
      else lost.push(`${status} ${text.slice(0, 200)}`)
    }
  }
  const loops = Promise.all(Array.from({ length: clients }, loop))
  return {
    served: () => served,
    lost,
    stop: async () => {
      isStopped = true
      await loops
      agent.destroy()
    },
  }
}

const MESSAGES = [{ role: 'user', content: 'one two three' }]

/** Every other call is a stream. */
export const mixedBody = (count: number): object => ({
  model: '@mock/echo',
  messages: MESSAGES,
  ...(count % 2 === 0 && { stream: true }),
})
