// Parses the gateway request headers in one pass over the raw header list: options, metadata and trace ID. Header names
// come from the config schema.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { CallOptions, Span } from '../values/call.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type Headers, headerText } from '../values/headers.ts'
import { SESSION_HEADERS, SESSION_RANKS } from '../values/session.ts'
import type { CallerSpan } from '../values/trace-context.ts'

/** The header of a property's name, without the prefix. */
const hyphenated = (name: string): string => name.replaceAll('_', '-')

/** Binding properties that a header can set, by header name without the prefix. */
const SETTINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(configFacts).flatMap(([property, fact]) =>
    fact.header !== undefined &&
    fact.binding &&
    !['provider', 'virtual-key', 'custom-host'].includes(fact.header)
      ? [fact.header, ...(fact.aliases ?? []).map(hyphenated)].map(name => [name, property] as const)
      : [],
  ),
)

/** Portkey headers by their names, without the prefix: the header that each of them means. */
export const PEER_HEADERS: ReadonlyMap<string, string> = new Map(
  Object.values(configFacts).flatMap(({ header, peer = [] }) =>
    header === undefined ? [] : peer.map(name => [hyphenated(name), header] as const),
  ),
)

/** The parsed gateway headers, and the content headers that the gateway reads. */
export interface RequestOptions {
  readonly options: CallOptions
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  /** The values of the credential headers that clients of providers send, `Authorization` first. */
  readonly credentials: readonly string[]
  /** The values of the trace header and of the W3C `traceparent` header. */
  readonly traceId: string | undefined
  readonly traceparent: string | undefined
  readonly span: Span | undefined
  /** The session that the gateway header or that of an agent names. */
  readonly session: string | undefined
}

/** Headers of every HTTP client, of browsers and proxies, and of SDKs about themselves: no provider needs them. */
const COMMON =
  ':method :path :scheme :authority host connection keep-alive proxy-connection content-length transfer-encoding te expect accept ' +
  'accept-encoding accept-language accept-charset user-agent origin referer cookie priority cache-control pragma date dnt tracestate baggage ' +
  'sentry-trace sec-fetch-mode sec-fetch-site sec-fetch-dest sec-fetch-user sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform ' +
  'forwarded via x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto x-real-ip x-request-id anthropic-version ' +
  'anthropic-dangerous-direct-browser-access x-app x-goog-api-client x-stainless-lang x-stainless-package-version x-stainless-os ' +
  'x-stainless-arch x-stainless-runtime x-stainless-runtime-version x-stainless-retry-count x-stainless-timeout x-stainless-async ' +
  'x-stainless-read-timeout x-stainless-raw-response x-stainless-helper x-stainless-helper-method x-stainless-poll-helper ' +
  'x-stainless-custom-poll-interval'

/** Places of the headers that name sessions; those of other common headers are behind all of them. */
const RANKS: ReadonlyMap<string, number> = new Map([
  ...COMMON.split(' ').map(name => [name, SESSION_HEADERS.length] as const),
  ...SESSION_RANKS,
])

const NO_SETTINGS: Readonly<Record<string, string>> = {}
const NO_CREDENTIALS: readonly string[] = []

/** Credential headers of clients of other APIs than the vendor's. */
const isApiKeyHeader = (name: string): boolean =>
  name === 'x-api-key' || name === 'api-key' || name === 'x-goog-api-key'

/**
 * Parses the request headers, or returns a failure for the first invalid one. `prefix` is lower-case. `otherNames`:
 * names of gateway headers that are read as others.
 */
export function readRequestOptions(
  headers: Headers,
  prefix: string,
  otherNames?: ReadonlyMap<string, string>,
): RequestOptions | Failure {
  const { length } = prefix
  /** Values of the gateway headers by name without the prefix. */
  const own = new Map<string, string>()
  let settings: Record<string, string> | undefined
  let duplicate: string | undefined
  let authorization: string | undefined
  let credentials: string[] | undefined
  let contentType: string | undefined
  let contentEncoding: string | undefined
  let traceparent: string | undefined
  let unread: string[] | undefined
  let session: string | undefined
  let sessionRank = SESSION_HEADERS.length
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name.startsWith(prefix)) {
      const written = name.slice(length)
      const short = otherNames?.get(written) ?? written
      const property = SETTINGS.get(short)
      if (own.has(short)) duplicate ??= name
      own.set(short, value)
      if (property !== undefined) {
        settings ??= {}
        settings[property] = value
      }
    } else if (name === 'authorization') {
      if (authorization !== undefined) duplicate ??= name
      authorization = value
      credentials ??= []
      credentials.unshift(value)
    } else if (isApiKeyHeader(name)) {
      credentials ??= []
      credentials.push(value)
    } else if (name === 'content-type') contentType = value
    else if (name === 'content-encoding')
      contentEncoding = contentEncoding === undefined ? value : `${contentEncoding}, ${value}`
    else if (name === 'traceparent') traceparent ??= value
    else {
      const rank = RANKS.get(name)
      if (rank === undefined) {
        unread ??= []
        unread.push(name)
      } else if (rank < sessionRank && value !== '') {
        sessionRank = rank
        session = value
      }
    }
  }
  // A proxy in front may have validated either value, so duplicates are rejected.
  if (duplicate !== undefined)
    return failure('invalid_request', `The header ${duplicate} is repeated.`, {
      param: duplicate,
    })
  const timeout = own.get('request-timeout')
  const requestTimeout = timeout === undefined ? undefined : Number(timeout)
  if (
    requestTimeout !== undefined &&
    !(Number.isInteger(requestTimeout) && requestTimeout >= 1 && requestTimeout <= 3_600_000)
  ) {
    return invalidHeader(prefix, 'request-timeout', 'an integer from 1 to 3600000 (milliseconds)')
  }
  const strict = own.get('strict-vendor-compliance')
  if (strict !== undefined && strict !== 'true' && strict !== 'false')
    return invalidHeader(prefix, 'strict-vendor-compliance', '"true" or "false"')
  const refresh = own.get('cache-force-refresh')
  if (refresh !== undefined && refresh !== 'true' && refresh !== 'false')
    return invalidHeader(prefix, 'cache-force-refresh', '"true" or "false"')
  const forward = own.get('forward-headers')
  const forwardHeaders = forward === undefined ? undefined : parseNameList(forward)
  if (forward !== undefined && forwardHeaders === undefined)
    return invalidHeader(prefix, 'forward-headers', 'a list of header names')
  const options: CallOptions = {
    provider: own.get('provider'),
    virtualKey: own.get('virtual-key'),
    customHost: own.get('custom-host'),
    config: text(own.get('config')),
    metadata: text(own.get('metadata')),
    requestTimeout,
    forwardHeaders,
    strict: strict === undefined ? undefined : strict === 'true',
    forceRefresh: refresh === 'true',
    cacheNamespace: text(own.get('cache-namespace')),
    apiKey: own.get('api-key'),
    authorization: credentials?.[0],
    settings: settings ?? NO_SETTINGS,
    ...(unread && { unread }),
  }
  return {
    options,
    contentType,
    contentEncoding,
    credentials: credentials ?? NO_CREDENTIALS,
    traceId: own.get('trace-id'),
    traceparent,
    span:
      own.has('span-id') || own.has('parent-span-id') || own.has('span-name')
        ? {
            id: text(own.get('span-id')),
            parent: text(own.get('parent-span-id')),
            name: text(own.get('span-name')),
          }
        : undefined,
    session: text(own.get('session') || session),
  }
}

/** The caller's own words. Settings and credentials stay as they are, since they are sent on byte for byte. */
const text = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : headerText(value)

const invalidHeader = (prefix: string, name: string, option: string): Failure =>
  failure('invalid_request', `The header ${prefix}${name} must be ${option}.`, { param: name })

/** Parses header names given as `A, B` or as a JSON array; lower-case. Undefined when invalid. */
function parseNameList(text: string): readonly string[] | undefined {
  let names: unknown = text.split(',')
  if (text.trim().startsWith('[')) {
    try {
      names = JSON.parse(text)
    } catch {
      return undefined
    }
  }
  if (!Array.isArray(names)) return undefined
  const trimmed = names.map(name => (typeof name === 'string' ? name.trim().toLowerCase() : ''))
  return trimmed.every(name => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) ? trimmed : undefined
}

const NO_METADATA: JsonObject = {}

/** The metadata of a request: a JSON object in a header. */
export function readMetadata(text: string | undefined, prefix: string): JsonObject | Failure {
  if (text === undefined || text === '') return NO_METADATA
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // reported below, without quoting the text, which may contain anything
  }
  return failure('invalid_metadata', `The header ${prefix}metadata must be a JSON object.`, {
    param: 'metadata',
  })
}

const PLAIN_ID = /^[\x21-\x7e]{1,128}$/
/** Later versions may go on after the flags, version 00 may not, and ff is none. */
const TRACEPARENT = /^(?!ff|00.{54})[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/**
 * The trace ID of a request: from the trace header, else from `traceparent`, else a new one. A trace ID that is too
 * long or not printable ASCII is replaced, since it is written to headers and logs.
 */
export function traceIdOf(
  traceId: string | undefined,
  traceparent: string | undefined,
  identifier: () => string,
): string {
  if (traceId !== undefined && PLAIN_ID.test(traceId)) return traceId
  const parent = traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]
  return parent !== undefined && !/^0+$/.test(parent) ? parent : identifier()
}

/** The header of a trace ID that is not the one in use, in a list, for `x-gateway-ignored`. */
export const ignoredTrace = (
  traceId: string | undefined,
  trace: string,
  prefix: string,
): readonly string[] | undefined =>
  traceId === undefined || traceId === trace || traceId === '' ? undefined : [`${prefix}trace-id`]

/** The caller's span in `traceparent`; undefined where it names none. */
export function callerSpanOf(traceparent: string | undefined): CallerSpan | undefined {
  if (traceparent === undefined) return undefined
  const [, trace = '', span = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (span === '' || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined
  return { trace, span, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
