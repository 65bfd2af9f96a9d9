// Admits requests to the control plane, which identifies and authorises its callers itself.
import type { ControlSurface } from '../values/control-surface.ts'
import { isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import type { AdmitRequest, RequestHead } from './admit-request.ts'
import { type Caller, type CallerAuthentication, UNSTORED } from './authenticate.ts'
import { refuseRequest } from './refuse-request.ts'
import { type RequestOptions, traceIdOf } from './request-options.ts'

/** Undefined where the path is not that of the control plane. */
export function admitControl(
  control: ControlSurface,
  head: RequestHead,
  requestOptions: RequestOptions,
  { randomId, isKey }: Pick<Ports, 'randomId'> & Pick<CallerAuthentication, 'isKey'>,
): ReturnType<AdmitRequest> | undefined {
  const { options, credentials, traceId, traceparent } = requestOptions
  const [pathname = ''] = head.path.split('?', 1)
  const admitted = control.admit({ ...head, pathname, apiKey: options.apiKey, credentials })
  if (admitted === undefined) return undefined
  // A key in the header of the trace ID must not reach the log.
  const hasKey = traceId !== undefined && isKey?.(traceId) === true
  const trace = traceIdOf(hasKey ? undefined : traceId, traceparent, randomId)
  if (isFailure(admitted)) return { ...refuseRequest(admitted, trace, requestOptions), isControl: true }
  const caller = { ...UNSET_CALLER, ...admitted.caller }
  return {
    head,
    endpoint: undefined,
    requestOptions,
    caller,
    trace,
    id: randomId(),
    proxied: false,
    upload: false,
    control: admitted,
  }
}

/** What the log reads of a caller of the control plane, and what only calls of a model use. */
export const UNSET_CALLER: Omit<Caller, 'id' | 'workspace'> = {
  scopes: new Set(),
  pinsConfigs: false,
  inlineConfigs: false,
  customHosts: false,
  defaults: undefined,
  aliases: undefined,
  guards: undefined,
  ...UNSTORED,
}
