// Admission of requests that have paths of their own beside calls of models: saved resources, MCP servers and agents.
import type { AdmittedControl, ControlRequest, ControlSurface } from '../values/control-surface.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import { isToken } from '../values/token-callers.ts'
import { type Caller, type CallerAuthentication, tokenOf, UNSET_CALLER } from './authenticate.ts'
import type { ModelFormName } from './model-forms.ts'
import {
  type AdmitRequest,
  type AdmittedRequest,
  type AnsweringService,
  type RequestHead,
  refuseRequest,
} from './request.ts'
import { type RequestOptions, traceIdOf } from './request-options.ts'

export const MCP_PATH = '/mcp/'
export const AGENTS_PATH = '/agents/'

/** Finds the server that a path names; a failure if its caller may not call it. */
type AdmitCall = (head: RequestHead, caller: Caller, trace: string) => AnsweringService | Failure

export interface McpAdmission {
  readonly admit: AdmitCall
  /** The same for a person with a token, which is verified meanwhile; absent if no tokens are accepted. */
  readonly admitToken?: ((head: RequestHead, token: string, trace: string) => AnsweringService) | undefined
  /** The pages on which people connect accounts; absent if they cannot. */
  readonly connectPages?: AdmitConnectPage | undefined
}

export type AdmitConnectPage = (
  request: Pick<ControlRequest, 'method' | 'path' | 'headers'>,
) => AdmittedControl | undefined

/**
 * The list of models or one of them; undefined for other paths, and for models that a provider may know. `form`: that of an entrance; without
 * one the client decides.
 */
type AdmitModels = (
  head: RequestHead,
  requestOptions: RequestOptions,
  caller: Caller,
  form?: ModelFormName,
) => AnsweringService | undefined

/** Admissions of requests that are not model calls; each is absent if there is nothing to call. */
export interface ServerAdmissions {
  readonly models?: AdmitModels
  readonly mcp?: McpAdmission | undefined
  readonly agents?: { readonly admit: AdmitCall } | undefined
}

type AdmissionPorts = Pick<Ports, 'randomId'> & Pick<CallerAuthentication, 'isKey'>

/** A key in the header of the trace ID must not reach the log. */
function traceOf({ traceId, traceparent }: RequestOptions, { randomId, isKey }: AdmissionPorts): string {
  const hasKey = traceId !== undefined && isKey?.(traceId) === true
  return traceIdOf(hasKey ? undefined : traceId, traceparent, randomId)
}

/** What the request of a service has; its body is read as for other JSON. */
const serviceRequest = (
  head: RequestHead,
  requestOptions: RequestOptions,
  trace: string,
  id: string,
): Omit<AdmittedRequest, 'caller' | 'service'> => ({
  head,
  endpoint: undefined,
  requestOptions,
  trace,
  id,
  proxied: false,
  upload: false,
})

/** The control plane identifies and authorises its callers itself. Undefined where the path is not one of its own. */
export function admitControl(
  control: ControlSurface,
  head: RequestHead,
  requestOptions: RequestOptions,
  ports: AdmissionPorts,
): ReturnType<AdmitRequest> | undefined {
  const { options, credentials } = requestOptions
  const [pathname = ''] = head.path.split('?', 1)
  const admitted = control.admit({ ...head, pathname, apiKey: options.apiKey, credentials })
  if (admitted === undefined) return undefined
  const trace = traceOf(requestOptions, ports)
  return isFailure(admitted)
    ? { ...refuseRequest(admitted, trace, requestOptions), isControl: true }
    : servedByControl(admitted, serviceRequest(head, requestOptions, trace, ports.randomId()))
}

const servedByControl = (
  { caller, handle }: AdmittedControl,
  request: ReturnType<typeof serviceRequest>,
): AdmittedRequest => ({
  ...request,
  caller: { ...UNSET_CALLER, ...caller },
  service: { of: 'control', handle },
})

export function linkServerAdmission(
  ports: AdmissionPorts & Pick<CallerAuthentication, 'authenticate'>,
  { mcp, agents }: ServerAdmissions,
): (head: RequestHead, requestOptions: RequestOptions) => ReturnType<AdmitRequest> {
  const { authenticate, isKey, randomId } = ports
  return (head, requestOptions) => {
    const trace = traceOf(requestOptions, ports)
    const request = serviceRequest(head, requestOptions, trace, randomId())
    const admitWith = (admit: AdmitCall, scope: string): ReturnType<AdmitRequest> => {
      const caller = authenticate(requestOptions, scope)
      if (isFailure(caller)) return refuseRequest(caller, trace, requestOptions)
      const service = admit(head, caller, trace)
      return isFailure(service)
        ? refuseRequest(service, trace, requestOptions, caller)
        : { ...request, caller, service }
    }
    if (head.pathname.startsWith(AGENTS_PATH))
      return admitWith(agents?.admit ?? (() => NO_AGENTS), 'agents.invoke')
    const page = mcp?.connectPages?.(head)
    if (page !== undefined) return servedByControl(page, request)
    const token = mcp?.admitToken && tokenAmong(requestOptions)
    if (token !== undefined && isKey?.(token) !== true && mcp?.admitToken !== undefined)
      return { ...request, caller: PERSON, service: mcp.admitToken(head, token, trace) }
    return admitWith(mcp?.admit ?? (() => NO_MCP), 'mcp.invoke')
  }
}

/** Who a token is of is known when it was verified. */
const PERSON: Caller = { ...UNSET_CALLER, id: 'person', workspace: '' }

const tokenAmong = ({ options, credentials }: RequestOptions): string | undefined =>
  options.apiKey === undefined ? credentials.map(tokenOf).find(isToken) : undefined

const NO_MCP: Failure = failure('not_found', 'No MCP servers are served here.')
const NO_AGENTS: Failure = failure('not_found', 'No agents are served here.')
