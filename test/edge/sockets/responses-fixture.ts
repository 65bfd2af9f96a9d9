// Clients of the Responses API over WebSocket, and a provider that answers each request with the events of a stream.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { later, listening } from '../../support/local-servers.ts'
import { type Provider, runProvider } from '../../support/running-gateway.ts'

export interface SocketEvent {
  readonly type: string
  readonly [name: string]: unknown
}

export interface Client {
  readonly socket: WebSocket
  readonly send: (message: object | string) => void
  /** The events until one of this type, with it. */
  readonly until: (...types: readonly string[]) => Promise<readonly SocketEvent[]>
  /** The code and the reason with which it is closed. */
  readonly closed: Promise<readonly [number, string]>
}

/** An open connection of a client. */
export async function clientOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const socket = new WebSocket(url, { headers })
  later(() => socket.terminate())
  const arrived: SocketEvent[] = []
  let onEvent = (): void => {}
  socket.on('message', data => {
    arrived.push(JSON.parse(String(data)) as SocketEvent)
    onEvent()
  })
  const closed = new Promise<readonly [number, string]>(resolve =>
    socket.on('close', (code, reason) => resolve([code, reason.toString()])),
  )
  socket.on('error', () => {})
  await Promise.race([once(socket, 'open'), closed])
  return {
    socket,
    closed,
    send: message => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    until: async (...types) => {
      for (;;) {
        const at = arrived.findIndex(({ type }) => types.includes(type))
        if (at >= 0) return arrived.splice(0, at + 1)
        await new Promise<void>(resolve => {
          onEvent = resolve
        })
      }
    },
  }
}

export interface ReceivedRequest {
  readonly input: readonly { readonly [name: string]: unknown }[]
  readonly [name: string]: unknown
}

const eventText = (event: SocketEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** The events of a response with this output. */
export function responseEvents(
  id: string,
  output: readonly object[],
  more: object = {},
): readonly SocketEvent[] {
  const response = { id, object: 'response', status: 'completed', store: false, model: 'gpt-5.5', ...more }
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
  return [
    {
      type: 'response.created',
      sequence_number: 0,
      response: { ...response, status: 'in_progress', output: [] },
    },
    ...output.map((item, index) => ({
      type: 'response.output_item.done',
      sequence_number: index + 1,
      output_index: index,
      item,
    })),
    {
      type: 'response.completed',
      sequence_number: output.length + 1,
      response: { ...response, output, usage },
    },
  ]
}

export const message = (text: string, id = 'msg_1'): object => ({
  id,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
})

export type Answer = (
  request: ReceivedRequest,
  number: number,
) => readonly SocketEvent[] | { readonly status: number; readonly error: object } | 'silence'

/** A provider of the Responses API over HTTP. */
export async function responsesProvider(
  answer: Answer,
): Promise<Provider & { readonly requests: readonly ReceivedRequest[]; readonly left: Promise<void> }> {
  const requests: ReceivedRequest[] = []
  let onLeft = (): void => {}
  const left = new Promise<void>(resolve => {
    onLeft = resolve
  })
  const provider = await runProvider((incoming: IncomingMessage, response: ServerResponse, body: Buffer) => {
    // It has no WebSocket.
    if (incoming.method !== 'POST') return void response.writeHead(405).end()
    const request = JSON.parse(body.toString()) as ReceivedRequest
    requests.push(request)
    const given = answer(request, requests.length)
    response.on('close', () => {
      if (!response.writableFinished) onLeft()
    })
    if (given !== 'silence' && 'error' in given) {
      response.writeHead(given.status, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: given.error }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (given === 'silence') {
      const [first] = responseEvents('resp_open', [])
      const delta = { type: 'response.output_text.delta', sequence_number: 1, delta: 'Once' }
      return void response.write((first ? eventText(first) : '') + eventText(delta))
    }
    response.end(given.map(eventText).join(''))
  })
  later(provider.stop)
  return { ...provider, requests, left }
}

/** A provider of Messages that says this. */
export async function messagesProvider(text: string): Promise<Provider> {
  const events: readonly SocketEvent[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5',
        content: [],
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ]
  const provider = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map(eventText).join(''))
  })
  later(provider.stop)
  return provider
}

/** What a provider does with a request over WebSocket: events, the error of the request, or what the test does with the connection. */
export type SocketAnswer = (
  request: ReceivedRequest,
  number: number,
  connection: WebSocket,
) =>
  | readonly SocketEvent[]
  | { readonly status: number; readonly error: object; readonly headers?: object }
  | undefined

/**
 * A provider of the Responses API over WebSocket, as strict as its documentation: one response at a time, no fields of the transport, and
 * of what is not stored only the last response that has not failed. Source:
 * https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29).
 */
export async function socketProvider(answer: SocketAnswer) {
  const messages: ReceivedRequest[] = []
  const handshakes: IncomingMessage[] = []
  const posts: ReceivedRequest[] = []
  const faults: string[] = []
  const closed: number[] = []
  let onClosed = (): void => {}
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      posts.push(JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const events = responseEvents(`http_${posts.length}`, [message(`posted ${posts.length}`)])
      response.end(events.map(eventText).join(''))
    })
  })
  const sockets = new WebSocketServer({
    server,
    verifyClient: ({ req }: { readonly req: IncomingMessage }) => req.url?.endsWith('/v1/responses') === true,
  })
  later(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  sockets.on('connection', (socket, request) => {
    handshakes.push(request)
    let remembered: string | undefined
    socket.on('error', () => {})
    socket.on('close', code => {
      closed.push(code)
      onClosed()
    })
    socket.on('message', (data, isBinary) => {
      const received = JSON.parse(String(data)) as ReceivedRequest
      const { type, previous_response_id: previous, ...fields } = received
      if (isBinary || type !== 'response.create') faults.push('not a response.create')
      for (const name of ['stream', 'background', 'stream_id']) if (name in fields) faults.push(`has ${name}`)
      messages.push(received)
      const refuse = (status: number, error: object, headers?: object): void =>
        socket.send(JSON.stringify({ type: 'error', status, error, headers }))
      const known = remembered
      remembered = undefined
      if (previous !== undefined && previous !== known && !String(previous).startsWith('stored'))
        return refuse(400, {
          code: 'previous_response_not_found',
          message: `Previous response with id '${String(previous)}' not found.`,
          param: 'previous_response_id',
        })
      const given = answer(received, messages.length, socket)
      if (given === undefined) return
      if ('error' in given) return refuse(given.status, given.error, given.headers)
      for (const event of given) socket.send(JSON.stringify(event))
      const { type: end, response } = given.at(-1) ?? { type: '' }
      if (end === 'response.completed') remembered = (response as { readonly id: string }).id
    })
  })
  const port = await listening(server)
  return {
    port,
    messages,
    handshakes,
    posts,
    faults,
    closed,
    /** Resolves when a connection is closed. */
    nextClosed: () =>
      new Promise<void>(resolve => {
        onClosed = resolve
      }),
  }
}
