// Lowers the telemetry of the manifest: defaults applied, secrets apart and bound to the origin that gets them.
import { manifestDefaults } from '../../schemas/generated/facts.ts'
import type {
  Gateway,
  LoggedContent,
  LogStoreSettings,
  Otlp,
  PlanOtlp,
  PlanSinkHeader,
  PlanTelemetry,
  Telemetry,
} from '../../schemas/generated/types.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { originOf, withoutTrailingSlash } from './origin.ts'
import { lowerServiceUrl } from './service-url.ts'

const MS_PER_DAY = 86_400_000
const defaults = manifestDefaults.telemetry

/** What there is besides the stream of the log; absent without any of it. */
export function lowerTelemetry(telemetry: Telemetry = {}): Pick<Gateway, 'telemetry'> {
  const { log_file, log_store, log_http, otlp, bodies, usage, cost_header, propagate_to } = telemetry
  const { log: _log, metrics: _metrics, ...remainder } = telemetry
  remainder satisfies Omit<Telemetry, 'log' | 'metrics'>
  const asksForUsage = usage ?? log_store !== undefined
  const plan: PlanTelemetry = {
    ...(log_file && {
      file: {
        path: log_file.path,
        maxBytes: log_file.max_bytes ?? defaults.log_file.max_bytes,
        keep: log_file.keep ?? defaults.log_file.keep,
      },
    }),
    ...(log_store && { store: lowerRetention(log_store) }),
    ...(log_http && {
      http: {
        ...lowerServiceUrl(log_http.url),
        headers: lowerHeaders(log_http.headers, log_http.url),
        bodies: log_http.bodies ?? defaults.log_http.bodies,
      },
    }),
    ...(otlp && { otlp: lowerOtlp(otlp) }),
    ...(bodies && { bodies: lowerBodies(bodies) }),
    ...(asksForUsage && { usage: true }),
    ...(cost_header === true && { costHeader: true }),
    ...(propagate_to !== undefined && propagate_to.length > 0 && { propagateTo: [...propagate_to] }),
  }
  return Object.keys(plan).length === 0 ? {} : { telemetry: plan }
}

function lowerRetention({
  record_days = defaults.log_store.record_days,
  body_days = Math.min(defaults.log_store.body_days, record_days),
  total_days = Math.max(defaults.log_store.total_days, record_days),
}: LogStoreSettings): NonNullable<PlanTelemetry['store']> {
  return {
    records: record_days * MS_PER_DAY,
    bodies: body_days * MS_PER_DAY,
    totals: total_days * MS_PER_DAY,
  }
}

const lowerOtlp = ({
  endpoint,
  headers,
  encoding = defaults.otlp.encoding,
  traces = defaults.otlp.traces,
  metrics = defaults.otlp.metrics,
  logs = defaults.otlp.logs,
  attributes = {},
  conventions = defaults.otlp.conventions,
}: Otlp): PlanOtlp => ({
  ...lowerServiceUrl(withoutTrailingSlash(endpoint)),
  headers: lowerHeaders(headers, endpoint),
  encoding,
  traces,
  metrics,
  logs,
  attributes,
  conventions,
})

const lowerBodies = ({
  workspaces,
  sample = defaults.bodies.sample,
  max_bytes = defaults.bodies.max_bytes,
  mask = defaults.bodies.mask,
}: LoggedContent): NonNullable<PlanTelemetry['bodies']> => ({
  ...(workspaces && { workspaces: [...workspaces] }),
  sample,
  maxBytes: max_bytes,
  mask: [...mask],
})

/** The last part of a value may be a reference: `Bearer ${env:TOKEN}`. */
export const SINK_HEADER = /^(?<before>[^$]*)(?<reference>\$\{[^{}]+\})$/

/** A secret is sent only to the origin of the sink; of a URL that is a secret itself, the origin is known at the start. */
const lowerHeaders = (headers: Otlp['headers'] = {}, url: string): readonly PlanSinkHeader[] =>
  Object.entries(headers).map(([name, value]) => {
    const { before = '', reference = '' } = SINK_HEADER.exec(value)?.groups ?? {}
    const secret = parseSecretReference(reference)
    if (secret === undefined) return { name: name.toLowerCase(), value }
    const origin = originOf(url)
    return {
      name: name.toLowerCase(),
      ...(before !== '' && { value: before }),
      secret: { source: secret.source, name: secret.name, origins: origin === undefined ? [] : [origin] },
    }
  })
