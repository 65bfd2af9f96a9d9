// Clients of the legacy era: a session of the gateway's own, whatever the servers behind it are.
import { asObject, asText, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { type SessionStore, UNREACHABLE } from '../../state/session-store.ts'
import type { Reply } from '../../values/call.ts'
import { type CancellationSource, createCancellation } from '../../values/cancellation.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Clock } from '../../values/ports.ts'
import { describeEntry } from '../catalogue/describe-entry.ts'
import type { EntrySession } from '../catalogue/entry-session.ts'
import type { Exchange } from '../messages/exchange.ts'
import {
  fault,
  INVALID_PARAMS,
  INVALID_REQUEST,
  methodNotFound,
  STORE_AWAY,
  unsupportedRevision,
} from '../messages/fault.ts'
import {
  answerText,
  type MessageId,
  notificationText,
  type RpcMessage,
  type RpcOutcome,
} from '../messages/message.ts'
import { REVISION_HEADER } from '../messages/mirrored-headers.ts'
import { isLegacyRevision, LATEST_LEGACY } from '../messages/revision.ts'
import { SESSION_HEADER } from '../upstream/legacy-session.ts'
import { acceptsStream, type ClientParts, type ClientRequest, ownerOf } from './client-request.ts'
import { type ClientSession, createClientSessions } from './client-session.ts'
import { linkLegacyAnswers } from './legacy-answers.ts'
import { createReplyStream, emptyReply, messageReply, type ReplyStream } from './reply-stream.ts'
import { createSessionQuestions } from './session-questions.ts'
import { linkSessionStreams } from './session-streams.ts'

export interface LegacyClients {
  readonly post: (message: RpcMessage, request: ClientRequest) => Promise<Reply>
  /** The stream of what belongs to no request. */
  readonly get: (request: ClientRequest) => Promise<Reply>
  readonly remove: (request: ClientRequest) => Promise<Reply>
}

export function linkLegacyClients(parts: ClientParts): LegacyClients {
  const { ports, links, sessionSeconds } = parts
  const sessions = createClientSessions(parts.sessions, sessionSeconds, ports)
  const questions = createSessionQuestions(parts.sessions, ports)
  const running = createRunningRequests(parts.sessions, ports.clock)
  const listen = linkSessionStreams(parts, {
    sessions,
    entrySession: (...args) => entrySession(...args),
    exchangeOf: (...args) => exchangeOf(...args),
  })

  const sessionOf = async (request: ClientRequest): Promise<ClientSession | Reply> => {
    const revision = headerValue(request.headers, REVISION_HEADER)
    if (revision !== undefined && !isLegacyRevision(revision.trim()))
      return refuse(400, unsupportedRevision(revision))
    const id = headerValue(request.headers, SESSION_HEADER)
    if (id === undefined) return refuse(400, NO_SESSION)
    const found = await sessions.find(id, ownerOf(request))
    return found === UNREACHABLE ? UNAVAILABLE : (found ?? refuse(404, LOST_SESSION))
  }
  const entrySession = (session: ClientSession, request: ClientRequest, isNew = false): EntrySession => ({
    ...request,
    client: session.client,
    linkOf: server => links.ofSession(session.id, server, request.subject, session.client, isNew),
  })
  const exchangeOf = (
    session: ClientSession,
    stream: ReplyStream,
    exchange: Pick<Exchange, 'cancellation'>,
  ): Exchange => ({
    cancellation: exchange.cancellation,
    notify: notification => stream.write(notificationText(notification)),
    ask: (method, params) => questions.ask(session.id, method, params, stream.write, exchange.cancellation),
  })

  const initialize = async (id: MessageId, params: JsonObject, request: ClientRequest): Promise<Reply> => {
    const wanted = asText(params['protocolVersion'])
    if (wanted === undefined)
      return refuse(400, { fault: fault(INVALID_PARAMS, '"params.protocolVersion" must be a string.') }, id)
    const { clientInfo, capabilities } = params
    const session = await sessions.open(ownerOf(request), {
      revision: isLegacyRevision(wanted) ? wanted : LATEST_LEGACY,
      info: isObject(clientInfo) ? clientInfo : undefined,
      capabilities: asObject(capabilities),
    })
    const found = await describeEntry(entrySession(session, request, true), {
      cancellation: request.cancellation,
      notify: () => {},
      ask: method => Promise.resolve(methodNotFound(method)),
    })
    if (!('info' in found)) {
      await sessions.remove(session)
      return refuse(200, found, id)
    }
    const result = {
      protocolVersion: session.client.revision,
      capabilities: found.capabilities,
      serverInfo: found.info,
      ...(found.instructions !== undefined && { instructions: found.instructions }),
    }
    return messageReply(200, answerText(id, { result }), ['Mcp-Session-Id', session.id])
  }

  const answer = linkLegacyAnswers(parts, sessions, entrySession)

  const onRequest = async (
    message: Extract<RpcMessage, { kind: 'request' }>,
    session: ClientSession,
    request: ClientRequest,
  ): Promise<Reply> => {
    const { id } = message
    const stream = createReplyStream({ clock: ports.clock, acceptsStream: acceptsStream(request.headers) })
    // A client that disconnects has not cancelled; its answer would reach no client, though, since streams cannot be resumed here.
    const cancellation = createCancellation()
    const end = running.begin(session.id, id, cancellation)
    const unsubscribe = request.cancellation.onCancel(() => cancellation.cancel())
    answer(session, message, request, exchangeOf(session, stream, { cancellation }))
      .finally(() => {
        end()
        unsubscribe()
      })
      .then(outcome => {
        // What was cancelled is not answered.
        if (cancellation.cancelled()) stream.end()
        else stream.finish(answerText(id, outcome))
      })
      .catch(stream.fail)
    return await stream.reply
  }

  const onNotification = async (
    message: Extract<RpcMessage, { kind: 'notification' }>,
    session: ClientSession,
    request: ClientRequest,
  ): Promise<Reply> => {
    const { method, params } = message
    const { requestId } = params
    if (
      method === 'notifications/cancelled' &&
      (typeof requestId === 'string' || typeof requestId === 'number')
    )
      return (await running.cancel(session.id, requestId)) ? emptyReply(202) : UNAVAILABLE
    if (method === 'notifications/roots/list_changed') {
      const { linkOf } = entrySession(session, request)
      await Promise.all(request.entry.members.map(({ server }) => linkOf(server).notify(message)))
    }
    return emptyReply(202)
  }

  return {
    post: async (message, request) => {
      if (message.kind === 'request' && message.method === 'initialize')
        return await initialize(message.id, message.params, request)
      const session = await sessionOf(request)
      if ('status' in session) return session
      if (message.kind === 'notification') return await onNotification(message, session, request)
      if (message.kind === 'request') return await onRequest(message, session, request)
      const arrives = await questions.answer(session.id, message.id, message.outcome)
      return arrives ? emptyReply(202) : UNAVAILABLE
    },
    get: async request => {
      const session = await sessionOf(request)
      if ('status' in session) return session
      const stream = createReplyStream({ clock: ports.clock, acceptsStream: true })
      stream.open()
      void listen(session, request, stream)
      return await stream.reply
    },
    remove: async request => {
      const session = await sessionOf(request)
      if ('status' in session) return session
      await sessions.remove(session)
      links.closeSession(
        session.id,
        request.entry.members.map(({ server }) => server),
      )
      return emptyReply(204)
    },
  }
}

const NO_SESSION: RpcOutcome = {
  fault: fault(
    INVALID_REQUEST,
    'The header Mcp-Session-Id is missing: send "initialize" first. Clients of the revision 2026-07-28 send "_meta" and MCP-Protocol-Version with every request instead.',
  ),
}
const LOST_SESSION: RpcOutcome = {
  fault: fault(
    INVALID_REQUEST,
    'No such session: it has ended, or was opened with another key. Send "initialize" again.',
  ),
}

const refuse = (
  status: number,
  outcome: RpcOutcome,
  id: MessageId | null = null,
  headers: Headers = [],
): Reply => messageReply(status, answerText(id, outcome), headers)

/** Neither that the session is there nor that it is not: the client repeats the request, and must not begin a new session. */
const UNAVAILABLE = refuse(503, { fault: STORE_AWAY }, null, ['retry-after', '1'])

// The requests of sessions that are running, so that a notification can cancel them, in whatever process it arrives.

export interface RunningRequests {
  /** Returns a function for the end of the request. */
  readonly begin: (session: string, id: MessageId, cancellation: CancellationSource) => () => void
  /** False: the store did not answer, so the process of the request does not learn of it. */
  readonly cancel: (session: string, id: MessageId) => Promise<boolean>
}

const LOOK = 1000
const SECONDS = 60

export function createRunningRequests(store: SessionStore, { after }: Pick<Clock, 'after'>): RunningRequests {
  const running = new Map<string, CancellationSource>()
  return {
    begin: (session, id, cancellation) => {
      const key = keyOf(session, id)
      running.set(key, cancellation)
      let stop = (): void => {}
      const look = async (): Promise<void> => {
        const messages = await store.take(key)
        if (messages.length > 0) cancellation.cancel()
        else if (running.has(key)) stop = after(LOOK, () => void look())
      }
      if (store.isShared) stop = after(LOOK, () => void look())
      return () => {
        running.delete(key)
        stop()
      }
    },
    cancel: async (session, id) => {
      const key = keyOf(session, id)
      const here = running.get(key)
      here?.cancel()
      return here !== undefined || !store.isShared || (await store.push(key, 'cancelled', SECONDS))
    },
  }
}

const keyOf = (session: string, id: MessageId): string => `mcp:running:${session}:${JSON.stringify(id)}`
