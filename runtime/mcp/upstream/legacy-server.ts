// A server of the legacy era: requests belong to a session, streams can be resumed, and the server may ask its client
// while a request runs.

import { UNREACHABLE } from '../../state/session-store.ts'
import { type ClientFacts, type Exchange, type ServerRequest, UNATTENDED } from '../messages/exchange.ts'
import { faulty, INTERNAL_ERROR, STORE_AWAY } from '../messages/fault.ts'
import {
  answerText,
  notificationText,
  type RpcMessage,
  type RpcOutcome,
  requestMessage,
} from '../messages/message.ts'
import { outcomeOf } from './answer-outcome.ts'
import { type Answer, awaitAnswer, withCredentials } from './await-answer.ts'
import {
  isSession,
  type LegacySession,
  openSession,
  readSession,
  type SessionPlace,
  sessionHeaders,
  sessionText,
} from './legacy-session.ts'
import { listenLegacy } from './listen-legacy.ts'
import type { ServerParts } from './modern-server.ts'
import type { McpRequest } from './post-message.ts'
import type { ServerLink } from './server-link.ts'

/** How often a stream is resumed before its request is given up. */
const MAX_RESUMES = 100
const DEFAULT_RETRY = 1000
const MAX_RETRY = 60_000

export interface LegacyParts extends ServerParts {
  readonly client: ClientFacts
  readonly place: SessionPlace
  /** The server behaves like none of this era. */
  readonly onDoubt: () => void
}

export function createLegacyServer(parts: LegacyParts): ServerLink {
  const { address, ports, client, place, onDoubt } = parts
  let opening: Promise<LegacySession | RpcOutcome> | undefined

  /**
   * Opened once, however many requests wait for it; in no client's exchange, since its first request may be
   * cancelled.
   */
  const session = async (): Promise<LegacySession | RpcOutcome> => {
    opening ??= (async () => {
      const stored = await place.load()
      // A second session at the server would lose what the first one has.
      if (stored === UNREACHABLE) return { fault: STORE_AWAY }
      const kept = readSession(stored)
      if (kept !== undefined) return kept
      const opened = await openSession(parts, client, UNATTENDED, onDoubt)
      if (isSession(opened)) await place.save(sessionText(opened))
      return opened
    })()
    const current = opening
    const found = await current
    if (!isSession(found) && opening === current) opening = undefined
    return found
  }
  const forget = async (): Promise<void> => {
    opening = undefined
    await place.remove()
  }
  const request = (
    own: LegacySession,
    { method, headers, body }: McpRequest,
    options: Parameters<typeof awaitAnswer>[3],
  ): Promise<Answer> =>
    withCredentials(parts, async credentials => {
      const named = [...sessionHeaders(own), ...headers, ...credentials]
      const sent = { method, headers: named, ...(body !== undefined && { body }) }
      return await awaitAnswer(address, sent, ports, options)
    })
  /** Sends what has no answer. */
  const post = async (own: LegacySession, body: string): Promise<void> => {
    await request(
      own,
      { method: 'POST', headers: [], body },
      { ...UNATTENDED_OPTIONS, timeout: address.timeout },
    )
  }
  const onMessage =
    (own: LegacySession, exchange: Exchange) =>
    (message: Exclude<RpcMessage, { kind: 'answer' }>): void => {
      if (message.kind === 'notification') return exchange.notify(message)
      const { id, method, params } = message
      const answered = method === 'ping' ? Promise.resolve({ result: {} }) : exchange.ask(method, params)
      // The server waits for an answer, whatever happens here.
      void answered
        .catch(() => faulty(INTERNAL_ERROR, 'The gateway could not answer.'))
        .then(outcome => post(own, answerText(id, outcome)))
    }
  /** Resumes a stream that ended before the answer, as a server that does not hold connections wants. */
  const resume = async (
    own: LegacySession,
    first: Answer,
    id: string | undefined,
    exchange: Exchange,
  ): Promise<Answer> => {
    let answer = first
    for (let count = 0; count < MAX_RESUMES; count += 1) {
      const { outcome, lastEventId, status, retry = DEFAULT_RETRY } = answer
      if (
        outcome !== undefined ||
        lastEventId === undefined ||
        status >= 300 ||
        exchange.cancellation.cancelled()
      )
        return answer
      await pause(Math.min(retry, MAX_RETRY), exchange, ports)
      const next = await request(
        own,
        { method: 'GET', headers: ['last-event-id', lastEventId] },
        {
          id,
          timeout: id === undefined ? undefined : address.timeout,
          cancellation: exchange.cancellation,
          onMessage: onMessage(own, exchange),
        },
      )
      answer = { lastEventId, retry, ...next }
    }
    return answer
  }
  const attempt = async (
    own: LegacySession,
    { method, params }: ServerRequest,
    exchange: Exchange,
  ): Promise<Answer> => {
    const id = ports.randomId()
    const unsubscribe = exchange.cancellation.onCancel(
      () =>
        void post(own, notificationText({ method: 'notifications/cancelled', params: { requestId: id } })),
    )
    const answer = await request(
      own,
      { method: 'POST', headers: [], body: requestMessage(id, method, params) },
      {
        id,
        timeout: address.timeout,
        cancellation: exchange.cancellation,
        onMessage: onMessage(own, exchange),
      },
    )
    const resumed = await resume(own, answer, id, exchange)
    unsubscribe()
    return resumed
  }
  const send = async (call: ServerRequest, exchange: Exchange): Promise<RpcOutcome> => {
    const own = await session()
    if (!isSession(own)) return own
    const answer = await attempt(own, call, exchange)
    // The server has forgotten the session: nothing was done, so the request is sent once more.
    if (answer.status !== 404 || own.id === undefined || isAnswered(answer)) return outcomeOf(answer, address)
    await forget()
    const anew = await session()
    return isSession(anew) ? outcomeOf(await attempt(anew, call, exchange), address) : anew
  }
  const close = async (): Promise<void> => {
    const own = opening === undefined ? readSession(await place.load()) : await opening
    await forget()
    if (own !== undefined && isSession(own) && own.id !== undefined)
      await request(
        own,
        { method: 'DELETE', headers: [] },
        { ...UNATTENDED_OPTIONS, timeout: address.timeout },
      )
  }
  return {
    describe: session,
    send,
    listen: (listening, exchange) =>
      listenLegacy({ session, request, resume, onMessage, send }, listening, exchange),
    notify: async notification => {
      const own = await session()
      if (isSession(own)) await post(own, notificationText(notification))
    },
    close,
  }
}

const isAnswered = ({ outcome }: Answer): boolean => outcome !== undefined && 'result' in outcome

function pause(
  milliseconds: number,
  { cancellation }: Exchange,
  { clock }: ServerParts['ports'],
): Promise<void> {
  return new Promise(resolve => {
    const stop = clock.after(milliseconds, () => {
      unsubscribe()
      resolve()
    })
    const unsubscribe = cancellation.onCancel(() => {
      stop()
      resolve()
    })
  })
}

const UNATTENDED_OPTIONS = {
  id: undefined,
  cancellation: UNATTENDED.cancellation,
  onMessage: () => {},
}
