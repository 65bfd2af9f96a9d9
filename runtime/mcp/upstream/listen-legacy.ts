// Listens to a server of the legacy era: the stream of its session, resumed where it ends.
import type { Exchange } from '../messages/exchange.ts'
import { faulty } from '../messages/fault.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { Answer, awaitAnswer } from './await-answer.ts'
import { isSession, type LegacySession } from './legacy-session.ts'
import { isListenedTo, supportedFilter } from './listen-filter.ts'
import type { McpRequest } from './post-message.ts'
import type { Listening, ServerLink } from './server-link.ts'

/** What a link can do in its session. */
export interface SessionCalls {
  readonly session: () => Promise<LegacySession | RpcOutcome>
  readonly request: (
    own: LegacySession,
    request: McpRequest,
    options: Parameters<typeof awaitAnswer>[3],
  ) => Promise<Answer>
  readonly resume: (own: LegacySession, first: Answer, id: undefined, exchange: Exchange) => Promise<Answer>
  readonly onMessage: (
    own: LegacySession,
    exchange: Exchange,
  ) => Parameters<typeof awaitAnswer>[3]['onMessage']
  readonly send: ServerLink['send']
}

export async function listenLegacy(
  { session, request, resume, onMessage, send }: SessionCalls,
  { filter, client, isLegacyClient, onOpen }: Listening,
  exchange: Exchange,
): Promise<RpcOutcome | undefined> {
  const own = await session()
  if (!isSession(own)) return own
  const agreed = supportedFilter(filter, own.capabilities)
  const resourceSubscriptions = isLegacyClient ? [] : (agreed.resourceSubscriptions ?? [])
  for (const uri of resourceSubscriptions)
    await send({ method: 'resources/subscribe', params: { uri }, client, paramHeaders: [] }, exchange)
  const listening: Exchange = isLegacyClient
    ? exchange
    : {
        ...exchange,
        notify: notification => {
          if (isListenedTo(agreed, notification)) exchange.notify(notification)
        },
      }
  const first = await request(
    own,
    { method: 'GET', headers: [] },
    {
      id: undefined,
      timeout: undefined,
      cancellation: exchange.cancellation,
      onMessage: onMessage(own, listening),
      onHead: () => onOpen(agreed),
    },
  )
  const answer = await resume(own, first, undefined, listening)
  // A server without a stream of its own has nothing to tell: the client waits as long as it wants.
  if (answer.status === 405 && !exchange.cancellation.cancelled())
    await new Promise<void>(resolve => exchange.cancellation.onCancel(resolve))
  return answer.status >= 400 && answer.status !== 405
    ? faulty(502, `The stream of the MCP server ended with status ${answer.status}.`)
    : undefined
}
