// A server of the modern era: each request is independent and describes its client.
import { asObject, asText, isObject } from '../../../schemas/values/json.ts'
import type { Ports } from '../../values/ports.ts'
import { requestMeta, SERVER_INFO, SUBSCRIPTION_ID, withEnvelope, withoutMeta } from '../messages/envelope.ts'
import type { Exchange, ServerRequest } from '../messages/exchange.ts'
import { INVALID_PARAMS, isModernFault, METHOD_NOT_FOUND, UNSUPPORTED_REVISION } from '../messages/fault.ts'
import { requestMessage } from '../messages/message.ts'
import { mirroredHeaders } from '../messages/mirrored-headers.ts'
import { outcomeOf } from './answer-outcome.ts'
import { type Answer, awaitAnswer, withCredentials } from './await-answer.ts'
import { readFilter } from './listen-filter.ts'
import type { McpSubject, ServerAddress } from './server-address.ts'
import type { ServerDescription, ServerLink } from './server-link.ts'

export interface ServerParts {
  readonly address: ServerAddress
  readonly subject: McpSubject
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId'>
}

/** Sends one request, again where the server refuses a credential that could be renewed. */
export const sendModern = (
  parts: ServerParts,
  { method, params, client, paramHeaders }: ServerRequest,
  exchange: Exchange,
  revision: string,
  timeout = parts.address.timeout,
): Promise<Answer> =>
  withCredentials(parts, async credentials => {
    const { address, ports } = parts
    const id = ports.randomId()
    const body = requestMessage(id, method, withEnvelope(params, client, revision))
    const headers = [...mirroredHeaders(method, params, revision), ...paramHeaders, ...credentials]
    return await awaitAnswer(address, { method: 'POST', headers, body }, ports, {
      id,
      timeout,
      cancellation: exchange.cancellation,
      // Servers of this era send no requests.
      onMessage: message => {
        if (message.kind === 'notification') exchange.notify(message)
      },
    })
  })

/** Whether an answer is none that a server of this era gives. */
const isDoubtful = ({ status, outcome }: Answer): boolean =>
  (status === 400 || status === 404 || status === 405) &&
  (outcome === undefined ||
    ('fault' in outcome &&
      !isModernFault(outcome.fault) &&
      outcome.fault.code !== METHOD_NOT_FOUND &&
      outcome.fault.code !== INVALID_PARAMS))

const isOtherRevision = ({ outcome }: Answer): boolean =>
  outcome !== undefined && 'fault' in outcome && outcome.fault.code === UNSUPPORTED_REVISION

/** `onDoubt` is called where the server behaves like none of this era. */
export function createModernServer(parts: ServerParts, revision: string, onDoubt: () => void): ServerLink {
  const { address } = parts
  const ask = async (...args: Parameters<typeof sendModern>): Promise<Answer> => {
    const answer = await sendModern(...args)
    if (isDoubtful(answer) || isOtherRevision(answer)) onDoubt()
    return answer
  }
  return {
    describe: async exchange => {
      const answer = await ask(parts, DISCOVER, exchange, revision)
      const outcome = outcomeOf(answer, address)
      return 'fault' in outcome ? outcome : readDiscovery(outcome.result, revision)
    },
    send: async (request, exchange) => outcomeOf(await ask(parts, request, exchange, revision), address),
    listen: async ({ filter, client, onOpen }, exchange) => {
      const answer = await ask(
        parts,
        {
          method: 'subscriptions/listen',
          params: { notifications: { ...filter } },
          client,
          paramHeaders: [],
        },
        {
          ...exchange,
          notify: notification => {
            // The id is that of the gateway's request, which its clients do not know.
            if (notification.method !== ACKNOWLEDGED)
              return exchange.notify({
                ...notification,
                params: withoutMeta(notification.params, SUBSCRIPTION_ID),
              })
            onOpen(readFilter(notification.params['notifications']))
          },
        },
        revision,
        undefined,
      )
      return answer.outcome !== undefined && 'result' in answer.outcome
        ? undefined
        : outcomeOf(answer, address)
    },
    notify: async () => {},
    close: async () => {},
  }
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

export const DISCOVER: ServerRequest = {
  method: 'server/discover',
  params: {},
  client: { info: undefined, capabilities: {} },
  paramHeaders: [],
}

const readDiscovery = (result: ReturnType<typeof asObject>, revision: string): ServerDescription => ({
  era: 'modern',
  revision,
  info: isObject(result['serverInfo']) ? result['serverInfo'] : asObject(requestMeta(result)[SERVER_INFO]),
  capabilities: asObject(result['capabilities']),
  instructions: asText(result['instructions']),
})
