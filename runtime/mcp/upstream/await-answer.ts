// Sends one message to a server and waits for the answer to it. Other messages of its stream go to the exchange.
import type { Cancellation } from '../../values/cancellation.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import type { MessageId, RpcMessage, RpcOutcome } from '../messages/message.ts'
import { type McpRequest, sendToServer } from './post-message.ts'
import type { McpSubject, ServerAddress } from './server-address.ts'

export interface Answer {
  /** HTTP status; 0 where the server could not be reached. */
  readonly status: number
  readonly headers: Headers
  /** Absent if the reply ended without an answer. */
  readonly outcome?: RpcOutcome
  /** Absent if the reply was read to its end. */
  readonly failure?: Failure
  /** What arrived in place of the answer, in words that follow "replied with"; absent if nothing did. */
  readonly instead?: string
  /** The last event that can be resumed from, and the milliseconds after which to do so. */
  readonly lastEventId?: string
  readonly retry?: number
}

export interface AnswerOptions {
  /** The identifier of the request; undefined for messages that have no answer. */
  readonly id: MessageId | undefined
  /** Whether any answer without an identifier counts, as for a request that the server could not read. */
  readonly onMessage: (message: Exclude<RpcMessage, { kind: 'answer' }>) => void
  readonly onHead?: (status: number, headers: Headers) => void
  /** Undefined for streams that are silent as long as nothing happens. */
  readonly timeout: number | undefined
  readonly cancellation: Cancellation
}

const CANCELLED = failure('timeout', 'The request was cancelled.', { cause: 'timeout' })

export function awaitAnswer(
  address: ServerAddress,
  request: McpRequest,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  { id, onMessage, onHead, timeout, cancellation }: AnswerOptions,
): Promise<Answer> {
  return new Promise(resolve => {
    let status = 0
    let headers: Headers = []
    let lastEventId: string | undefined
    let retry: number | undefined
    let instead: string | undefined
    let open = true
    let abort = (): void => {}
    let stopTimer = (): void => {}
    let unsubscribe = (): void => {}
    const settle = (end: Pick<Answer, 'outcome' | 'failure'>, isOver: boolean): void => {
      if (!open) return
      open = false
      stopTimer()
      unsubscribe()
      if (!isOver) abort()
      resolve({
        status,
        headers,
        ...end,
        ...(instead !== undefined && { instead }),
        ...(lastEventId !== undefined && { lastEventId }),
        ...(retry !== undefined && { retry }),
      })
    }
    const watch = (): void => {
      stopTimer()
      if (timeout === undefined) return
      stopTimer = ports.clock.after(timeout, () => settle({ failure: silent(address, timeout) }, false))
    }
    if (cancellation.cancelled()) return settle({ failure: CANCELLED }, true)
    watch()
    unsubscribe = cancellation.onCancel(() => settle({ failure: CANCELLED }, false))
    const cancel = sendToServer(address, request, ports, {
      head: (arrived, named) => {
        if (!open) return
        status = arrived
        headers = named
        onHead?.(status, headers)
      },
      message: message => {
        if (!open) return
        watch()
        if (message.kind !== 'answer') onMessage(message)
        // The answer ends the stream, whatever the server does with it.
        else if (id !== undefined && (message.id === id || message.id === null))
          settle({ outcome: message.outcome }, false)
        else if (id !== undefined) instead = 'an answer to another request'
      },
      unreadable: what => {
        instead = what
      },
      eventId: arrived => {
        lastEventId = arrived
      },
      retry: milliseconds => {
        retry = milliseconds
      },
      end: reason => settle(reason === undefined ? {} : { failure: reason }, true),
    })
    abort = cancel
  })
}

const silent = ({ slug }: ServerAddress, timeout: number): Failure =>
  failure('timeout', `The MCP server "${slug}" sent nothing for ${timeout} ms.`, { cause: 'timeout' })

/**
 * Sends a request with the credentials of its subject, and again if the server rejects them and there are
 * others.
 */
export async function withCredentials(
  { address: { auth }, subject }: { readonly address: ServerAddress; readonly subject: McpSubject },
  send: (credentials: Headers) => Promise<Answer>,
): Promise<Answer> {
  const credentials = await auth.headers(subject)
  if (isFailure(credentials)) return { status: 0, headers: [], failure: credentials }
  const answer = await send(credentials)
  if (answer.status !== 401 || (await auth.renew?.(subject, credentials)) !== true) return answer
  const others = await auth.headers(subject)
  return isFailure(others) ? { status: 0, headers: [], failure: others } : await send(others)
}
