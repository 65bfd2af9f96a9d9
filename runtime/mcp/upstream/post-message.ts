// One HTTP request to a server, and the messages of its reply: one in a JSON body, or several in a stream of events.
import { EVENT_TOO_LONG } from '../../streams/event-faults.ts'
import { parseEvents } from '../../streams/server-sent-events.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { type Headers, headerValue, isEventStream } from '../../values/headers.ts'
import type { Ports, UpstreamReply } from '../../values/ports.ts'
import { parseMessage, type RpcMessage } from '../messages/message.ts'
import type { ServerAddress } from './server-address.ts'

/** What a server may answer with, in bytes: of one reply, and of one event. */
const MAX_REPLY = 32 * 1024 * 1024
const MAX_EVENT = 32 * 1024 * 1024

export interface ReplySink {
  readonly head: (status: number, headers: Headers) => void
  readonly message: (message: RpcMessage) => void
  /** The identifier of an event, from which its stream can be resumed. */
  readonly eventId: (id: string) => void
  /** What arrived in place of a message, in words that follow "replied with". */
  readonly unreadable: (what: string) => void
  /** Milliseconds after which the server wants its stream to be resumed. */
  readonly retry: (milliseconds: number) => void
  /** The reply has ended; with a failure where it could not be read. No call follows. */
  readonly end: (failure?: Failure) => void
}

export interface McpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly headers: Headers
  readonly body?: string
}

const encoder = new TextEncoder()

/** Returns a function that cancels it; then the sink is not called again. */
export function sendToServer(
  { origin, path, hostAuthor, slug }: ServerAddress,
  { method, headers, body }: McpRequest,
  { upstream }: Pick<Ports, 'upstream'>,
  sink: ReplySink,
): () => void {
  return upstream(
    {
      method,
      origin,
      path,
      headers: [
        'accept',
        method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body === undefined ? [] : ['content-type', 'application/json']),
        ...headers,
      ],
      body: body === undefined ? undefined : encoder.encode(body),
      hostAuthor,
    },
    {
      reply: reply => {
        sink.head(reply.status, reply.headers)
        readReply(reply, slug, sink)
      },
      fail: reason => sink.end(unreachable(slug, reason)),
    },
  )
}

const unreachable = (slug: string, { code, message, cause }: Failure): Failure =>
  failure(code, `The MCP server "${slug}" could not be called: ${message}`, cause && { cause })

function readReply({ headers, body, status }: UpstreamReply, slug: string, sink: ReplySink): void {
  if (isEventStream(headers) && status < 300) {
    const parser = parseEvents(
      ({ data, id }) => {
        if (id !== undefined && id !== '') sink.eventId(id)
        // The first event of a stream that can be resumed has no data.
        if (data === '') return
        const message = parseMessage(data)
        if (message === undefined) sink.unreadable('an event that is not a JSON-RPC message')
        else sink.message(message)
      },
      { maxEvent: MAX_EVENT, onTooLong: () => endWith(EVENT_TOO_LONG), onRetry: sink.retry },
    )
    let isOver = false
    const endWith = (reason: Failure | undefined): void => {
      if (isOver) return
      isOver = true
      if (reason !== undefined) body.cancel()
      sink.end(reason && unreachable(slug, reason))
    }
    body.start({
      chunk: bytes => parser.feed(bytes),
      end: () => {
        parser.end()
        endWith(undefined)
      },
      fail: endWith,
    })
    return
  }
  readAll(body, MAX_REPLY, bytes => {
    if (!(bytes instanceof Uint8Array)) return sink.end(unreachable(slug, bytes))
    const message = bytes.length === 0 ? undefined : parseMessage(new TextDecoder().decode(bytes))
    if (message !== undefined) sink.message(message)
    else if (bytes.length > 0) sink.unreadable(`a body that is not a JSON-RPC message${typeOf(headers)}`)
    sink.end()
  })
}

/** The media type of a body, which tells a page of HTML from broken JSON. */
function typeOf(headers: Headers): string {
  const type = headerValue(headers, 'content-type')?.split(';', 1)[0]?.trim() ?? ''
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? ` (${type})` : ''
}
