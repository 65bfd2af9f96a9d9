// Answers requests of a legacy session: a modern server behind it is made to look like one that asks while a request runs.
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { EntrySession } from '../catalogue/entry-session.ts'
import { SERVER_INFO, withoutMeta, withTrace } from '../messages/envelope.ts'
import type { Exchange, ServerRequest } from '../messages/exchange.ts'
import { fault, INVALID_REQUEST, METHOD_NOT_FOUND } from '../messages/fault.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { ClientParts, ClientRequest } from './client-request.ts'
import type { ClientSession, ClientSessions } from './client-session.ts'

/** How often a server may ask for more before its request is given up. */
const MAX_ROUNDS = 20

export type AnswerLegacy = (
  session: ClientSession,
  message: { readonly method: string; readonly params: JsonObject },
  request: ClientRequest,
  exchange: Exchange,
) => Promise<RpcOutcome>

export function linkLegacyAnswers(
  { serve }: Pick<ClientParts, 'serve'>,
  sessions: ClientSessions,
  entrySession: (session: ClientSession, request: ClientRequest) => EntrySession,
): AnswerLegacy {
  /** Asks the client for what a modern server needs, and sends the request again with it. */
  const serveToEnd = async (
    first: ServerRequest,
    own: EntrySession,
    exchange: Exchange,
  ): Promise<RpcOutcome> => {
    let request = first
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const outcome = await serve(request, own, exchange)
      if ('fault' in outcome || outcome.result['resultType'] !== 'input_required')
        return shownOutcome(outcome)
      const { inputRequests, requestState } = outcome.result
      const inputResponses: Record<string, JsonObject> = {}
      for (const [key, asked] of Object.entries(asObject(inputRequests))) {
        const { method, params } = asObject(asked)
        const given = await exchange.ask(asText(method) ?? '', asObject(params))
        if ('fault' in given) return given
        inputResponses[key] = given.result
      }
      const { inputResponses: _before, requestState: _old, ...params } = first.params
      request = {
        ...first,
        params: { ...params, inputResponses, ...(requestState !== undefined && { requestState }) },
      }
    }
    return { fault: fault(INVALID_REQUEST, `The server requested input ${MAX_ROUNDS} times.`) }
  }

  return async (session, { method, params }, request, exchange) => {
    if (method === 'ping') return { result: {} }
    if (method === 'logging/setLevel')
      await sessions.change(session, { logLevel: asText(params['level']) ?? 'info' })
    const own = entrySession(session, request)
    const sent = withTrace(params, request.traceContext)
    const first: ServerRequest = { method, params: sent, client: session.client, paramHeaders: [] }
    const outcome = await serveToEnd(first, own, exchange)
    const { uri } = params
    const isSubscription = method === 'resources/subscribe' || method === 'resources/unsubscribe'
    if (isSubscription && typeof uri === 'string' && (isUnknownMethod(outcome) || 'result' in outcome)) {
      const others = session.subscriptions.filter(each => each !== uri)
      await sessions.change(session, {
        subscriptions: method === 'resources/subscribe' ? [...others, uri] : others,
      })
      return { result: {} }
    }
    // Servers of the modern era have no such method: the level goes with each request.
    return method === 'logging/setLevel' && isUnknownMethod(outcome) ? { result: {} } : outcome
  }
}

const isUnknownMethod = (outcome: RpcOutcome): boolean =>
  'fault' in outcome && outcome.fault.code === METHOD_NOT_FOUND

/** A result without what only clients of the modern era read. */
function shownOutcome(outcome: RpcOutcome): RpcOutcome {
  if ('fault' in outcome) return outcome
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...result } = outcome.result
  return { result: withoutMeta(result, SERVER_INFO) }
}
