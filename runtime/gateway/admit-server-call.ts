// Admission of requests to MCP servers and agents, which have paths of their own outside of the base URL.
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import { isToken } from '../values/token-callers.ts'
import { UNSET_CALLER } from './admit-control.ts'
import type { AdmitRequest, AdmittedRequest, RequestHead } from './admit-request.ts'
import { AGENTS_PATH } from './agent-requests.ts'
import { type Caller, type CallerAuthentication, tokenOf } from './authenticate.ts'
import type { LinkedAgents } from './link-agents.ts'
import type { LinkedMcp } from './link-mcp.ts'
import { MCP_PATH } from './mcp-requests.ts'
import { refuseRequest } from './refuse-request.ts'
import { type RequestOptions, traceIdOf } from './request-options.ts'

/** What admits calls of servers; absent where there are none. */
export interface ServerAdmissions {
  readonly mcp?: Pick<LinkedMcp, 'admit' | 'admitToken' | 'connectPages'> | undefined
  readonly agents?: Pick<LinkedAgents, 'admit'> | undefined
}

type AdmitServerCall = (head: RequestHead, requestOptions: RequestOptions) => ReturnType<AdmitRequest>

/** `pathname`: that of the client. */
export const namesServer = (pathname: string): boolean =>
  pathname.startsWith(MCP_PATH) || pathname.startsWith(AGENTS_PATH)

/** The body is read as for other JSON. */
export function linkServerAdmission(
  {
    randomId,
    authenticate,
    isKey,
  }: Pick<Ports, 'randomId'> & Pick<CallerAuthentication, 'authenticate' | 'isKey'>,
  { mcp, agents }: ServerAdmissions,
): AdmitServerCall {
  return (head, requestOptions) => {
    const hasKey = requestOptions.traceId !== undefined && isKey?.(requestOptions.traceId) === true
    const trace = traceIdOf(hasKey ? undefined : requestOptions.traceId, requestOptions.traceparent, randomId)
    const requestFacts = {
      head,
      id: randomId(),
      endpoint: undefined,
      requestOptions,
      trace,
      proxied: false,
      upload: false,
    } as const
    if (head.pathname.startsWith(AGENTS_PATH)) {
      const caller = authenticate(requestOptions, 'agents.invoke')
      if (isFailure(caller)) return refuseRequest(caller, trace, requestOptions)
      const agent = agents?.admit(head.path, caller) ?? NO_AGENTS
      return isFailure(agent)
        ? refuseRequest(agent, trace, requestOptions, caller)
        : { ...requestFacts, caller, agent }
    }
    const admit = (caller: Caller, admitted: NonNullable<AdmittedRequest['mcp']>): AdmittedRequest => ({
      ...requestFacts,
      caller,
      mcp: admitted,
    })
    const control = mcp?.connectPages?.(head)
    if (control !== undefined) {
      const caller = { ...UNSET_CALLER, ...control.caller }
      return { ...requestFacts, caller, control }
    }
    const token = mcp?.admitToken && tokenAmong(requestOptions)
    if (token !== undefined && isKey?.(token) !== true && mcp?.admitToken !== undefined)
      return admit(PERSON, mcp.admitToken(head.method, head.path, head.headers, token))
    const caller = authenticate(requestOptions, 'mcp.invoke')
    if (isFailure(caller)) return refuseRequest(caller, trace, requestOptions)
    const admitted = mcp?.admit(head.method, head.path, head.headers, caller) ?? NO_MCP
    return isFailure(admitted)
      ? refuseRequest(admitted, trace, requestOptions, caller)
      : admit(caller, admitted)
  }
}

/** Who a token is of is known when it was verified. */
const PERSON: Caller = { ...UNSET_CALLER, id: 'person', workspace: '' }

const tokenAmong = ({ options, credentials }: RequestOptions): string | undefined =>
  options.apiKey === undefined ? credentials.map(tokenOf).find(isToken) : undefined

const NO_MCP: Failure = failure('not_found', 'No MCP servers are served here.')
const NO_AGENTS: Failure = failure('not_found', 'No agents are served here.')
