// Clients of the modern era: each POST is independent. A server of the legacy era behind it is made to look like one
// of today.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { Reply } from '../../values/call.ts'
import { describeEntry, listenToEntry } from '../catalogue/describe-entry.ts'
import type { EntrySession } from '../catalogue/entry-session.ts'
import {
  claimedRevision,
  REVISION_KEY,
  readEnvelope,
  SERVER_INFO,
  SUBSCRIPTION_ID,
  withMeta,
  withoutEnvelope,
  withTrace,
} from '../messages/envelope.ts'
import type { Exchange, ServerRequest } from '../messages/exchange.ts'
import {
  fault,
  INVALID_PARAMS,
  INVALID_REQUEST,
  methodNotFound,
  modernStatus,
  RESOURCE_NOT_FOUND,
  unsupportedRevision,
} from '../messages/fault.ts'
import {
  answerText,
  notificationText,
  type RpcMessage,
  type RpcNotification,
  type RpcOutcome,
} from '../messages/message.ts'
import { headerFault, sentParamHeaders } from '../messages/mirrored-headers.ts'
import { isModernRevision, SUPPORTED_REVISIONS } from '../messages/revision.ts'
import { readFilter } from '../upstream/listen-filter.ts'
import type { ServerLink } from '../upstream/server-link.ts'
import type { CallParking } from './call-parking.ts'
import {
  acceptsStream,
  type ClientParts,
  type ClientRequest,
  ownerOf,
  untilClosed,
} from './client-request.ts'
import { type NextOfCall, type ParkedCall, startCall } from './parked-call.ts'
import { createReplyStream, emptyReply, messageReply, type ReplyStream } from './reply-stream.ts'

/** Methods that this era has not, though servers of the other have. */
const REMOVED = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
])
export type ServeModern = (message: RpcMessage, request: ClientRequest) => Promise<Reply>

export function linkModernClients(
  parts: ClientParts,
  parking: CallParking,
  nextTurn: (action: () => void) => void,
): ServeModern {
  const { ports, links, serve, catalogue } = parts
  return async (message, request) => {
    if (message.kind === 'notification') return emptyReply(202)
    if (message.kind === 'answer')
      return refuse(null, {
        fault: fault(
          INVALID_REQUEST,
          'Clients of this revision send no responses: inputs are sent with the request that needs them.',
        ),
      })
    const { id, method, params } = message
    const mismatch = headerFault(request.headers, method, params)
    if (mismatch !== undefined) return refuse(id, { fault: mismatch })
    const revision = claimedRevision(params)
    if (revision === undefined)
      return refuse(id, { fault: fault(INVALID_PARAMS, `"_meta" has no string "${REVISION_KEY}".`) }, 400)
    if (!isModernRevision(revision)) return refuse(id, unsupportedRevision(revision))
    const client = readEnvelope(params)
    if (typeof client === 'string') return refuse(id, { fault: fault(INVALID_PARAMS, client) }, 400)
    if (REMOVED.has(method)) return refuse(id, methodNotFound(method))
    const session: EntrySession = {
      ...request,
      client,
      linkOf: server => links.shared(server, request.subject, client),
    }
    const stream = createReplyStream({ clock: ports.clock, acceptsStream: acceptsStream(request.headers) })
    const finish = (outcome: RpcOutcome): void => {
      const shown = shownOutcome(method, outcome)
      const text = answerText(id, shown)
      if ('fault' in shown) stream.finish(text, modernStatus(shown.fault), shown.headers)
      else stream.finish(text)
    }
    if (method === 'subscriptions/listen') {
      listen(params, id, session, request, stream).catch(stream.fail)
      return await stream.reply
    }
    const sent = withTrace(withoutEnvelope(params), request.traceContext)
    const serverRequest: ServerRequest = {
      method,
      params: sent,
      client,
      paramHeaders: sentParamHeaders(request.headers),
    }
    answer(serverRequest, session, request, stream).then(finish).catch(stream.fail)
    return await stream.reply
  }

  async function answer(
    serverRequest: ServerRequest,
    session: EntrySession,
    request: ClientRequest,
    stream: ReplyStream,
  ): Promise<RpcOutcome> {
    const { method, params } = serverRequest
    const state = asText(params['requestState'])
    const binding = bindingOf(serverRequest, request)
    const resumed =
      state === undefined
        ? undefined
        : await parking.resume(state, binding, asObject(params['inputResponses']), request.cancellation)
    if (resumed !== undefined && !('next' in resumed)) return shownNext(resumed)
    const call: ParkedCall =
      resumed ??
      startCall(
        exchange =>
          method === 'server/discover'
            ? discover(session, exchange)
            : serve(serverRequest, session, exchange),
        nextTurn,
      )
    call.attach(notification => {
      if (isLogWanted(notification, serverRequest.client.logLevel))
        stream.write(notificationText(notification))
    })
    const unsubscribe = request.cancellation.onCancel(call.cancel)
    const next = await call.next()
    unsubscribe()
    call.detach()
    if ('outcome' in next) return next.outcome
    return shownNext({ ...next, state: await parking.park(call, binding) })
  }

  async function listen(
    params: JsonObject,
    id: string | number,
    session: EntrySession,
    request: ClientRequest,
    stream: ReplyStream,
  ): Promise<void> {
    const { subject } = request
    const { cancellation, release } = untilClosed(request, parts)
    const stamp = (notification: RpcNotification): RpcNotification => ({
      ...notification,
      params: withMeta(notification.params, SUBSCRIPTION_ID, id),
    })
    const opened: ServerLink[] = []
    const own: EntrySession = {
      ...session,
      linkOf: server => {
        const link = links.own(server, subject, session.client)
        opened.push(link)
        return link
      },
    }
    const outcome = await listenToEntry(
      own,
      {
        filter: readFilter(params['notifications']),
        client: session.client,
        isLegacyClient: false,
        onOpen: agreed =>
          stream.write(
            notificationText(
              stamp({
                method: 'notifications/subscriptions/acknowledged',
                params: { notifications: { ...agreed } },
              }),
            ),
          ),
      },
      {
        cancellation,
        ask: method => Promise.resolve(methodNotFound(method)),
        notify: notification => stream.write(notificationText(stamp({ ...notification }))),
      },
      catalogue,
    )
    release()
    for (const link of opened) void link.close()
    const ended = (cancellation.cancelled() ? undefined : outcome) ?? {
      result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: id } },
    }
    stream.finish(answerText(id, ended))
  }

  /** What the client must repeat to go on with a call. */
  function bindingOf({ method, params }: ServerRequest, request: ClientRequest): string {
    const { name = null, uri = null, arguments: args = null } = params
    return ports.hash(canonicalJson([ownerOf(request), method, name, uri, args]))
  }
}

async function discover(session: EntrySession, exchange: Exchange): Promise<RpcOutcome> {
  const found = await describeEntry(session, exchange)
  if (!('info' in found)) return found
  const { info, capabilities, instructions } = found
  return {
    result: {
      supportedVersions: SUPPORTED_REVISIONS,
      capabilities,
      serverInfo: info,
      _meta: { [SERVER_INFO]: info },
      ...(instructions !== undefined && { instructions }),
    },
  }
}

const refuse = (id: string | number | null, outcome: RpcOutcome, status?: number): Reply =>
  messageReply(status ?? ('fault' in outcome ? modernStatus(outcome.fault) : 200), answerText(id, outcome))

// Results as clients of the modern era read them, whatever the era of the server.

/** Results with the time for which they may be cached. */
const CACHEABLE =
  /^(?:(?:tools|prompts|resources|resources\/templates)\/list|resources\/read|server\/discover)$/

/** What a call has come to: its outcome, or what it waits for. */
export const shownNext = (next: NextOfCall): RpcOutcome =>
  'outcome' in next
    ? next.outcome
    : {
        result: {
          resultType: 'input_required',
          inputRequests: next.asked,
          ...(next.state !== undefined && { requestState: next.state }),
        },
      }

/** An outcome as this era has it: lists differ by caller, so no shared cache may store them. */
export function shownOutcome(method: string, outcome: RpcOutcome): RpcOutcome {
  if ('fault' in outcome) {
    const { code } = outcome.fault
    return code === RESOURCE_NOT_FOUND ? { fault: { ...outcome.fault, code: INVALID_PARAMS } } : outcome
  }
  const { result } = outcome
  const ttl = result['ttlMs']
  return {
    result: {
      resultType: 'complete',
      ...result,
      ...(CACHEABLE.test(method) && {
        ttlMs: typeof ttl === 'number' && ttl > 0 ? ttl : 0,
        cacheScope: 'private',
      }),
    },
  }
}

/** From the least to the most severe, as RFC 5424 has them. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/**
 * Whether a notification is not a log message, or severe enough. A modern client names its lowest level in
 * each request, and wants no log messages if it names none.
 */
function isLogWanted({ method, params }: RpcNotification, from: string | undefined): boolean {
  if (method !== 'notifications/message') return true
  return from !== undefined && LEVELS.indexOf(asText(params['level']) ?? '') >= LEVELS.indexOf(from)
}
