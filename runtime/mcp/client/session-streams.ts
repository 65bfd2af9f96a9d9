// The stream of a session: what its servers tell outside of requests, until the client disconnects or the process stops.
import { UNREACHABLE } from '../../state/session-store.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { listenToEntry } from '../catalogue/describe-entry.ts'
import type { EntrySession } from '../catalogue/entry-session.ts'
import type { Exchange } from '../messages/exchange.ts'
import { isDescription } from '../upstream/server-link.ts'
import { type ClientParts, type ClientRequest, ownerOf, untilClosed } from './client-request.ts'
import type { ClientSession, ClientSessions } from './client-session.ts'
import type { ReplyStream } from './reply-stream.ts'

export interface SessionStreamParts {
  readonly sessions: ClientSessions
  readonly entrySession: (session: ClientSession, request: ClientRequest) => EntrySession
  readonly exchangeOf: (
    session: ClientSession,
    stream: ReplyStream,
    exchange: Pick<Exchange, 'cancellation'>,
  ) => Exchange
}

/** Milliseconds between two looks at what a client subscribes to. */
const LOOK = 1000
/** Milliseconds before servers whose streams have ended are listened to again. */
const PAUSE = 1000

export type ListenForSession = (
  session: ClientSession,
  request: ClientRequest,
  stream: ReplyStream,
) => Promise<void>

export function linkSessionStreams(
  parts: ClientParts,
  { sessions, entrySession, exchangeOf }: SessionStreamParts,
): ListenForSession {
  const { clock } = parts.ports
  const pause = (milliseconds: number): Promise<void> =>
    new Promise(resolve => {
      clock.after(milliseconds, resolve)
    })
  return async (first, request, stream) => {
    const { cancellation: closed, release } = untilClosed(request, parts)
    const { linkOf } = entrySession(first, request)
    const described = await Promise.all(
      request.entry.members.map(({ server }) =>
        linkOf(server).describe(exchangeOf(first, stream, { cancellation: closed })),
      ),
    )
    // Legacy servers know the subscriptions of their session themselves; modern ones get them when the stream begins.
    const hasModern = described.some(found => isDescription(found) && found.era === 'modern')
    let session: ClientSession | undefined = first
    while (session !== undefined && !closed.cancelled()) {
      const current: ClientSession = session
      const cancellation = createCancellation()
      const unsubscribe = closed.onCancel(() => cancellation.cancel())
      const filter = {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        ...(current.subscriptions.length > 0 && { resourceSubscriptions: current.subscriptions }),
      }
      const listening = listenToEntry(
        entrySession(current, request),
        { filter, client: current.client, isLegacyClient: true, onOpen: () => {} },
        exchangeOf(current, stream, { cancellation }),
        parts.catalogue,
      )
      const ended = listening.then(() => pause(PAUSE))
      await (hasModern
        ? Promise.race([ended, changed(current, request, () => cancellation.cancelled())])
        : ended)
      cancellation.cancel()
      unsubscribe()
      await listening
      const found = closed.cancelled() ? undefined : await sessions.find(current.id, ownerOf(request))
      session = found === UNREACHABLE ? current : found
    }
    release()
    stream.end()
  }

  /** Resolves when the session subscribes to something else, or is over. */
  async function changed(
    current: ClientSession,
    request: ClientRequest,
    isOver: () => boolean,
  ): Promise<void> {
    while (!isOver()) {
      await pause(LOOK)
      const now = await sessions.find(current.id, ownerOf(request))
      if (now === UNREACHABLE) continue
      if (now === undefined || !isEqualList(now.subscriptions, current.subscriptions)) return
    }
  }
}

const isEqualList = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index])
