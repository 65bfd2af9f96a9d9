// The session of a legacy server: opened by `initialize`, stored where other runtimes find it, opened again when the server has
// forgotten it.
import { asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import type { UNREACHABLE } from '../../state/session-store.ts'
import type { Awaitable } from '../../values/awaitable.ts'
import { isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { GATEWAY_INFO } from '../messages/envelope.ts'
import type { ClientFacts, Exchange } from '../messages/exchange.ts'
import { faulty } from '../messages/fault.ts'
import { notificationText, type RpcOutcome, requestMessage } from '../messages/message.ts'
import { REVISION_HEADER } from '../messages/mirrored-headers.ts'
import { isLegacyRevision, LATEST_LEGACY, UNNAMED_LEGACY } from '../messages/revision.ts'
import { outcomeOf } from './answer-outcome.ts'
import { awaitAnswer } from './await-answer.ts'
import type { ServerParts } from './modern-server.ts'
import type { ServerDescription } from './server-link.ts'

export interface LegacySession extends ServerDescription {
  readonly era: 'legacy'
  /** Absent for a server without sessions. */
  readonly id: string | undefined
}

/** Where the session is stored, as text. */
export interface SessionPlace {
  readonly load: () => Awaitable<string | undefined | typeof UNREACHABLE>
  readonly save: (text: string) => Awaitable<void>
  readonly remove: () => Awaitable<void>
}

export const isSession = (value: LegacySession | RpcOutcome): value is LegacySession => 'era' in value

export const sessionText = ({ id, revision, info, capabilities, instructions }: LegacySession): string =>
  JSON.stringify({ id, revision, info, capabilities, instructions })

export function readSession(text: string | undefined | typeof UNREACHABLE): LegacySession | undefined {
  const value = asObject(typeof text === 'string' ? parseJson(text) : undefined)
  const revision = asText(value['revision'])
  if (revision === undefined) return undefined
  return {
    era: 'legacy',
    id: asText(value['id']),
    revision,
    info: asObject(value['info']),
    capabilities: asObject(value['capabilities']),
    instructions: asText(value['instructions']),
  }
}

/** The headers that name a session; revisions before 2025-06-18 know none for the revision. */
export const sessionHeaders = ({ id, revision }: Pick<LegacySession, 'id' | 'revision'>): Headers => [
  ...(revision > UNNAMED_LEGACY ? [REVISION_HEADER, revision] : []),
  ...(id === undefined ? [] : [SESSION_HEADER, id]),
]

export const SESSION_HEADER = 'mcp-session-id'

/** Opens a session in the name of a client, or returns the reason why there is none. */
export async function openSession(
  { address, subject, ports }: ServerParts,
  { info, capabilities, revision }: ClientFacts,
  exchange: Exchange,
  onDoubt: () => void = () => {},
): Promise<LegacySession | RpcOutcome> {
  const credentials = await address.auth.headers(subject)
  if (isFailure(credentials)) return outcomeOf({ status: 0, headers: [], failure: credentials }, address)
  const id = ports.randomId()
  const wanted = revision ?? LATEST_LEGACY
  const body = requestMessage(id, 'initialize', {
    protocolVersion: wanted,
    capabilities,
    clientInfo: info ?? GATEWAY_INFO,
  })
  const answer = await awaitAnswer(address, { method: 'POST', headers: credentials, body }, ports, {
    id,
    timeout: address.timeout,
    cancellation: exchange.cancellation,
    onMessage: () => {},
  })
  const { outcome, status } = answer
  if (status === 400 || status === 404 || status === 405) onDoubt()
  if (outcome === undefined && (status === 404 || status === 405))
    return faulty(502, notStreamable(address.slug, status), { code: 'unsupported_transport' })
  if (outcome === undefined || 'fault' in outcome) return outcomeOf(answer, address)
  const { result } = outcome
  const agreed = asText(result['protocolVersion']) ?? wanted
  if (!isLegacyRevision(agreed))
    return faulty(
      502,
      `The MCP server "${address.slug}" speaks the revision ${agreed.slice(0, 32)}, which is unknown here.`,
      {
        code: 'unsupported_revision',
      },
    )
  const session: LegacySession = {
    era: 'legacy',
    id: headerValue(answer.headers, SESSION_HEADER),
    revision: agreed,
    info: asObject(result['serverInfo']),
    capabilities: asObject(result['capabilities']),
    instructions: asText(result['instructions']),
  }
  await awaitAnswer(
    address,
    {
      method: 'POST',
      headers: [...sessionHeaders(session), ...credentials],
      body: notificationText({ method: 'notifications/initialized', params: {} }),
    },
    ports,
    { id: undefined, timeout: address.timeout, cancellation: exchange.cancellation, onMessage: () => {} },
  )
  return session
}

const notStreamable = (slug: string, status: number): string =>
  `The MCP server "${slug}" replied with status ${status}, so its URL is none of the streamable HTTP transport. The older transport HTTP+SSE (2024-11-05) is not supported.`
