// The flows of sinks of the log: metadata of every request, and messages where the manifest has bodies logged. A guard that
// redacts does so for providers: what is logged is the request as it came, masked by detectors that may miss something.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { everyCaller } from './callers.ts'
import { carriedContent, type Flow } from './flow.ts'
import { type ServicePlace, storedAt } from './service-flows.ts'

/** What every request sends to the sinks of the manifest, whether a config serves it or not. Nothing if no caller is allowed. */
export function sinkFlows(gateway: Gateway): readonly Flow[] {
  const { telemetry = {}, store } = gateway
  const { http, otlp, store: logStore, bodies } = telemetry
  const callers = everyCaller(gateway)
  if (callers.length === 0) return []
  const areLogged =
    bodies !== undefined &&
    bodies.sample > 0 &&
    callers.some(
      ({ workspace }) => workspace === undefined || (bodies.workspaces?.includes(workspace) ?? true),
    )
  const sinks: readonly (readonly [string, ServicePlace | undefined, boolean])[] = [
    ['log_http', http, http?.bodies === true && areLogged],
    // Metrics have no metadata.
    ['otlp', otlp && (otlp.traces > 0 || otlp.logs) ? otlp : undefined, false],
    ['log_store', logStore && store, areLogged],
  ]
  return sinks.flatMap(([service, place, takesBodies]): readonly Flow[] => {
    if (place === undefined) return []
    const by = { kind: 'service', service } as const
    const flows = storedAt(place, by)
    const [{ to } = { to: undefined }] = flows
    if (to === undefined || (service === 'log_store' && place.address?.startsWith('sqlite:') === true))
      return []
    return [
      ...flows.filter(({ carried }) => takesBodies || carried.kind === 'secret'),
      { carried: carriedContent('metadata.*'), to, by },
    ]
  })
}
