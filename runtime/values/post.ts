// Posts to a service that the operator named: alerts, logs, telemetry. The URL and the headers may be secrets, so reasons never
// repeat them.
import { readAll } from './byte-stream.ts'
import type { Failure } from './failures.ts'
import { type Headers, IDENTITY } from './headers.ts'
import type { Ports } from './ports.ts'

export interface PostRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: Uint8Array
  /** Given the reply to a body that was accepted, of at most 64 KiB. */
  readonly onReply?: (reply: Uint8Array) => void
}

/** Milliseconds that a service may take. */
const TIME_LIMIT = 10_000
const MAX_REPLY = 65_536

/** An operator who named the host has to open it too, where it is private. */
const unreachable = ({ cause, code, openedBy }: Failure): string =>
  `it could not be reached (${cause ?? code})${
    openedBy === undefined
      ? ''
      : `: its address is private or reserved, and not in ${openedBy} of the manifest`
  }`

/** Why a body was not accepted. */
export interface PostFault {
  /** Such as `it replied with status 503`. */
  readonly reason: string
  /** The status of the reply; absent without one. */
  readonly status?: number
}

/**
 * Resolves with a short reason where the body was not accepted. `onStop` is given an action that ends the request, and returns
 * one that forgets it.
 */
export const post = (...request: Parameters<typeof postForStatus>): Promise<string | undefined> =>
  postForStatus(...request).then(fault => fault?.reason)

/** As `post`, with the status of a reply that refuses the body. */
export function postForStatus(
  { url, headers, body, onReply }: PostRequest,
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  onStop: (stop: () => void) => () => void = () => () => {},
): Promise<PostFault | undefined> {
  if (!URL.canParse(url)) return Promise.resolve({ reason: 'its URL is malformed' })
  const { origin, pathname, search, username, password } = new URL(url)
  if (username !== '' || password !== '') return Promise.resolve({ reason: 'its URL contains a credential' })
  return new Promise(resolve => {
    const settle = (reason?: string, status?: number): void => {
      stopTimer()
      forget()
      resolve(reason === undefined ? undefined : { reason, ...(status !== undefined && { status }) })
    }
    let stopTimer = (): void => {}
    let forget = (): void => {}
    const cancel = upstream(
      {
        method: 'POST',
        origin,
        path: pathname + search,
        headers: [...headers, ...IDENTITY],
        body,
        hostAuthor: 'operator',
      },
      {
        reply: ({ status, body: reply }) =>
          readAll(reply, MAX_REPLY, read => {
            if (status >= 300) return settle(`it replied with status ${status}`, status)
            if (read instanceof Uint8Array) onReply?.(read)
            settle()
          }),
        fail: failed => settle(unreachable(failed)),
      },
    )
    const abandon = (reason: string) => (): void => {
      cancel()
      settle(reason)
    }
    stopTimer = clock.after(TIME_LIMIT, abandon('it did not reply in time'))
    forget = onStop(abandon('the gateway is stopping'))
  })
}
