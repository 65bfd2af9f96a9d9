// A call of a server that wants the account of a person who has connected none: the person is asked to, as the client's era asks.
// Modern clients get an input that they are to bring, and nothing waits for it here; those of 2025-11-25 an error of its own.
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import { failedOutcome, fault } from '../messages/fault.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { EntrySession } from './entry-session.ts'
import type { ServeEntry } from './serve-entry.ts'

/** Revisions from this one on know URLs that a person is to open. */
const FIRST_WITH_URLS = '2025-11-25'
const URL_REQUIRED = -32042
const INPUT = 'portolan_connection'
/** Requests that may be answered with what they need. */
const TAKES_INPUT = /^(?:tools\/call|prompts\/get|resources\/read)$/

export const withConnections =
  (serve: ServeEntry): ServeEntry =>
  async (request, session, exchange) => {
    const { inputResponses, ...params } = request.params
    const { [INPUT]: response, ...others } = asObject(inputResponses)
    const isAnswered = response !== undefined
    const own = !isAnswered
      ? request
      : {
          ...request,
          params: Object.keys(others).length === 0 ? params : { ...params, inputResponses: others },
        }
    const outcome = await serve(own, session, exchange)
    const slug = missingConnection(outcome)
    const auth = session.entry.members.find(({ server }) => server.slug === slug)?.server.address.auth
    if (auth?.connect === undefined) return outcome
    if (isAnswered) {
      if (asObject(response)['action'] !== 'accept') return outcome
      // The person has only agreed to open the page.
      if ((await auth.connected?.(session.subject, exchange.cancellation)) === true)
        return await serve(own, session, exchange)
    }
    const url = await auth.connect(session.subject, asText(session.client.info?.['name']))
    return isFailure(url) ? failedOutcome(url) : asked(url, slug ?? '', request.method, session)
  }

/** The server whose connection is missing. */
export function missingConnection(outcome: RpcOutcome): string | undefined {
  if (!('fault' in outcome)) return undefined
  const { code, param } = asObject(outcome.fault.data)
  return code === 'connection_required' ? asText(param) : undefined
}

function asked(url: string, slug: string, method: string, { client }: EntrySession): RpcOutcome {
  const message = `The MCP server "${slug}" needs your account. Open ${new URL(url).origin} to connect it.`
  const elicitation: JsonObject = { mode: 'url', elicitationId: url.slice(-32), url, message }
  const opensUrls = asObject(client.capabilities['elicitation'])['url'] !== undefined
  if (client.revision === undefined && opensUrls && TAKES_INPUT.test(method))
    return {
      result: {
        resultType: 'input_required',
        inputRequests: { [INPUT]: { method: 'elicitation/create', params: elicitation } },
      },
    }
  if (client.revision !== undefined && client.revision >= FIRST_WITH_URLS && opensUrls)
    return { fault: fault(URL_REQUIRED, message, { elicitations: [elicitation] }) }
  // Clients that cannot show a page show their errors.
  return {
    fault: fault(403, `The MCP server "${slug}" needs your account. Connect it in a browser: ${url}`, {
      code: 'connection_required',
      param: slug,
      url,
    }),
  }
}
