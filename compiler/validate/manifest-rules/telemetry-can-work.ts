// Sinks of telemetry can do what they are for: each has what it needs, secrets are references, and nothing is set that would
// have no effect.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isSecretName } from '../../diagnostics/secret-names.ts'
import { looksLikeReference, parseSecretReference } from '../../facts/secret.ts'
import { SINK_HEADER } from '../../lower/telemetry.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { OPERATOR_REFERENCE_SYNTAX, referenceError } from '../secrets/secret-references.ts'
import { reportBlockedHost } from '../services/blocked-host.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** Stores that hold rows; a reference may be either. */
const WITHOUT_ROWS = /^(?:folder|s3):/

export const telemetryCanWork: ManifestRule = (context, report) => {
  const { manifest } = context
  const telemetry = ownProperty(manifest, 'telemetry')
  const setting = (name: string): Json | undefined => ownProperty(telemetry, name)
  const at = (name: string): Pointer => `/telemetry/${name}`
  const [logStore, http, otlp, bodies] = ['log_store', 'log_http', 'otlp', 'bodies'].map(setting)
  if (logStore !== undefined) checkStore(ownProperty(manifest, 'store'), logStore, report)
  checkSink(
    context,
    { at: at('log_http'), urlName: 'url', subject: 'The service of "log_http"' },
    http,
    report,
  )
  checkSink(context, { at: at('otlp'), urlName: 'endpoint', subject: 'The collector' }, otlp, report)
  checkEndpoint(ownProperty(otlp, 'endpoint'), `${at('otlp')}/endpoint`, report)
  if (isJsonObject(otlp) && otlp['traces'] === 0 && otlp['metrics'] !== true && otlp['logs'] !== true)
    report(
      'setting-without-effect',
      { key: at('otlp') },
      '"otlp" has no effect: it sends neither traces nor metrics nor logs.',
    )
  checkToken(ownProperty(setting('metrics'), 'token'), `${at('metrics')}/token`, report)
  const sendsBodies = ownProperty(http, 'bodies') === true
  if (bodies === undefined && sendsBodies)
    report(
      'setting-without-effect',
      { key: `${at('log_http')}/bodies` },
      '"bodies" of log_http has no effect: "telemetry" has no "bodies", so none are logged.',
    )
  if (bodies !== undefined && !sendsBodies && logStore === undefined)
    report(
      'setting-without-effect',
      { key: at('bodies') },
      '"bodies" has no effect: neither "log_store" nor "log_http" with "bodies: true" would take them.',
    )
}

/** The paths and the port of gRPC: https://opentelemetry.io/docs/specs/otel/protocol/exporter/. */
const SIGNAL_PATH = /\/v1\/(?:traces|metrics|logs)\/?$/
const GRPC_PORT = '4317'

function checkEndpoint(endpoint: Json | undefined, at: Pointer, report: ReportAt): void {
  if (typeof endpoint !== 'string' || looksLikeReference(endpoint) || !URL.canParse(endpoint)) return
  const { port, pathname, origin } = new URL(endpoint)
  const [path] = SIGNAL_PATH.exec(pathname) ?? []
  if (path !== undefined)
    report(
      'endpoint-in-host',
      at,
      `The endpoint ends with ${quoteName(path)}, and the path of each signal is appended to it.`,
      { notes: [{ message: `Use the base URL: ${origin}${pathname.slice(0, -path.length)}` }] },
    )
  if (port === GRPC_PORT)
    report(
      'endpoint-in-host',
      at,
      'Collectors receive gRPC at port 4317, and the gateway sends OTLP over HTTP, which they receive at port 4318.',
    )
}

function checkStore(store: Json | undefined, settings: Json, report: ReportAt): void {
  const key = { key: '/telemetry/log_store' } as const
  if (store === undefined)
    report('unsupported-setting', key, '"log_store" needs a "store", and the manifest has none.', {
      notes: [{ message: 'Example: store: sqlite:.portolan/store.db' }],
    })
  else if (typeof store === 'string' && WITHOUT_ROWS.test(store))
    report(
      'unsupported-setting',
      key,
      `Records of requests cannot be stored in ${store.slice(0, store.indexOf(':') + 1)}; use sqlite: or postgres://.`,
    )
  const records = ownProperty(settings, 'record_days')
  const longest = typeof records === 'number' ? records : undefined
  const bodyDays = ownProperty(settings, 'body_days')
  if (longest !== undefined && typeof bodyDays === 'number' && bodyDays > longest)
    report(
      'impossible-limit',
      '/telemetry/log_store/body_days',
      `"body_days" is ${bodyDays}, but the records of the bodies are retained for ${longest} days.`,
    )
}

/** Of which setting a sink is, and which of its properties has the URL. */
interface SinkSetting {
  readonly at: Pointer
  readonly urlName: string
  readonly subject: string
}

function checkSink(
  context: ManifestContext,
  { at, urlName, subject }: SinkSetting,
  sink: Json | undefined,
  report: ReportAt,
): void {
  const url = ownProperty(sink, urlName)
  const urlAt = childPointer(at, urlName)
  if (typeof url === 'string' && looksLikeReference(url)) checkReference(urlName, urlAt, url, report)
  else if (typeof url === 'string' && URL.canParse(url))
    reportBlockedHost(context, subject, new URL(url), urlAt, report)
  const headers = ownProperty(sink, 'headers')
  for (const [name, value] of Object.entries(isJsonObject(headers) ? headers : {})) {
    const pointer = childPointer(childPointer(at, 'headers'), name)
    if (typeof value !== 'string') continue
    const reference = SINK_HEADER.exec(value)?.groups?.['reference']
    if (reference !== undefined) checkReference(name, pointer, reference, report)
    else if (looksLikeReference(value)) checkReference(name, pointer, value, report)
    else if (isSecretName(name))
      report(
        'literal-secret',
        pointer,
        `${quoteName(name)} contains a plain-text secret. Remove it from the file and use a reference.`,
        { notes: [{ message: 'A reference is ${env:NAME} or ${file:/path}; text may precede it.' }] },
      )
  }
}

/** Scrapers send it, so it must not be in the file. */
function checkToken(token: Json | undefined, at: Pointer, report: ReportAt): void {
  if (typeof token !== 'string' || token === '') return
  if (looksLikeReference(token)) return checkReference('token', at, token, report)
  report(
    'literal-secret',
    at,
    '"token" contains a plain-text secret. Remove it from the file and use a reference.',
    { notes: [{ message: 'Example: token: "${env:METRICS_TOKEN}"' }] },
  )
}

function checkReference(name: string, at: Pointer, text: string, report: ReportAt): void {
  const reference = parseSecretReference(text)
  if (reference === undefined)
    report(
      'malformed-secret-reference',
      at,
      `${quoteName(name)} contains a malformed secret reference: ${referenceError(text)}.`,
      { notes: [{ message: OPERATOR_REFERENCE_SYNTAX }] },
    )
  else if (reference.source === 'secret')
    report(
      'unsupported-setting',
      at,
      `${quoteName(name)} refers to a secret of "secret_references", which are read for calls of providers and checks only; use \${env:NAME} or \${file:/path}.`,
    )
}
