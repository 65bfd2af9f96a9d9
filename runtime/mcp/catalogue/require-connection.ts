// A call of a server that wants the account of a person who has connected none, or more scopes of it: the person is asked, as the client's era asks.
// Modern clients get an input that they are to bring, and nothing waits for it here; those of 2025-11-25 an error of its own.
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import { failedOutcome, fault } from '../messages/fault.ts'
import { MISSING, type MissingConnection, type RpcOutcome } from '../messages/message.ts'
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
    const missing = missingConnection(outcome)
    const auth = session.entry.members.find(({ server }) => server.slug === missing?.slug)?.server.address
      .auth
    if (missing === undefined || auth?.connect === undefined) return outcome
    const { scopes } = missing
    if (isAnswered && asObject(response)['action'] !== 'accept') return outcome
    const url = await auth.connect(session.subject, asText(session.client.info?.['name']), scopes)
    if (isFailure(url))
      return scopes.length > 0 && 'fault' in outcome
        ? { fault: { ...outcome.fault, message: url.message } }
        : failedOutcome(url)
    // The person has only agreed to open the page.
    if (isAnswered && (await auth.connected?.(session.subject, exchange.cancellation, scopes)) === true)
      return await serve(own, session, exchange)
    return asked(url, missing, request.method, session)
  }

/** What the person could do to help; undefined for all other outcomes. */
export const missingConnection = (outcome: RpcOutcome): MissingConnection | undefined =>
  'fault' in outcome ? outcome.fault[MISSING] : undefined

function asked(
  url: string,
  { slug, scopes }: MissingConnection,
  method: string,
  { client }: EntrySession,
): RpcOutcome {
  const isFirst = scopes.length === 0
  const needs = isFirst
    ? `The MCP server "${slug}" needs your account.`
    : `The MCP server "${slug}" requires the scopes ${scopes.join(' ')} of your account for this call.`
  const message = `${needs} Open ${new URL(url).origin} to ${isFirst ? 'connect it' : 'allow them'}.`
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
    fault: fault(403, `${needs} ${isFirst ? 'Connect it' : 'Allow them'} in a browser: ${url}`, {
      code: isFirst ? 'connection_required' : 'insufficient_scope',
      param: slug,
      url,
      ...(!isFirst && { scopes }),
    }),
  }
}
