// One HTTP request to an agent: bounded in time and size, and cancelled with the request of the client.
import { idleLimit } from '../../streams/idle-limit.ts'
import { type ByteStream, readAll } from '../../values/byte-stream.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type Headers, IDENTITY, isEventStream } from '../../values/headers.ts'
import type { HostAuthor, Ports } from '../../values/ports.ts'

export interface AgentRequest {
  /** Whom messages name. */
  readonly slug: string
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  readonly hostAuthor: HostAuthor
  /** Milliseconds of silence. */
  readonly timeout: number
  /** Bytes of a reply that is not a stream. */
  readonly maxBytes: number
}

export interface AgentReply {
  readonly status: number
  readonly headers: Headers
  /** A stream of events, or the whole body. */
  readonly body: Uint8Array | ByteStream
}

/** `onBroken` receives why a stream ended before its end. */
export function callAgent(
  { slug, url, method, headers, body, hostAuthor, timeout, maxBytes }: AgentRequest,
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  cancellation: Cancellation,
  onBroken: (reason: Failure) => void = () => {},
): Promise<AgentReply | Failure> {
  return new Promise(resolve => {
    let open = true
    let abort = (): void => {}
    let unsubscribe = (): void => {}
    let stopTimer = (): void => {}
    const settle = (result: AgentReply | Failure): void => {
      if (!open) return
      open = false
      stopTimer()
      unsubscribe()
      resolve(result)
    }
    const giveUp = (reason: Failure): void => {
      if (!open) return
      settle(reason)
      abort()
    }
    stopTimer = clock.after(timeout, () => giveUp(silent(slug, timeout)))
    unsubscribe = cancellation.onCancel(() => giveUp(CANCELLED))
    if (!open) return
    abort = upstream(
      {
        method,
        origin: url.origin,
        path: url.pathname + url.search,
        headers: [...headers, ...IDENTITY],
        body,
        hostAuthor,
      },
      {
        reply: ({ status, headers: named, body: arriving }) => {
          if (!open) return arriving.cancel()
          const watched = idleLimit(arriving, clock, timeout, onBroken)
          if (isEventStream(named) && status < 300) return settle({ status, headers: named, body: watched })
          stopTimer()
          abort = () => watched.cancel()
          readAll(watched, maxBytes, read =>
            settle(isFailure(read) ? unread(slug, read) : { status, headers: named, body: read }),
          )
        },
        fail: reason => settle(unreachable(slug, reason)),
      },
    )
  })
}

const CANCELLED = failure('timeout', 'The request was cancelled.', { cause: 'timeout' })

const silent = (slug: string, timeout: number): Failure =>
  failure('timeout', `The agent "${slug}" sent nothing for ${timeout} ms.`, { cause: 'timeout' })

const unreachable = (slug: string, { code, message, cause }: Failure): Failure =>
  failure(code, `The agent "${slug}" could not be called: ${message}`, cause && { cause })

const unread = (slug: string, { code, message, cause }: Failure): Failure =>
  failure(code, `The reply of the agent "${slug}" could not be read: ${message}`, cause && { cause })
