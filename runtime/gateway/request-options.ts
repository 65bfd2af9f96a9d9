// Parses the gateway request headers in one pass over the raw header list; header names come from the config schema.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { CallOptions } from '../values/call.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'

/** Binding properties that a header can set, by header name without the prefix. */
const SETTINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(configFacts).flatMap(([property, fact]) =>
    fact.header !== undefined &&
    fact.binding &&
    !['provider', 'virtual-key', 'custom-host'].includes(fact.header)
      ? [[fact.header, property] as const]
      : [],
  ),
)

/** The parsed gateway headers, and the content headers that the gateway reads. */
export interface RequestOptions {
  readonly options: CallOptions
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
}

/** Parses the request headers, or returns a failure for the first invalid one. `prefix` is lower-case. */
export function readRequestOptions(headers: Headers, prefix: string): RequestOptions | Failure {
  const lowerName = new Map<string, string>()
  const settings: Record<string, string> = {}
  let duplicate: string | undefined
  let authorization: string | undefined
  let apiKeyHeader: string | undefined
  let contentType: string | undefined
  let contentEncoding: string | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name.startsWith(prefix)) {
      const short = name.slice(prefix.length)
      const property = SETTINGS.get(short)
      if (lowerName.has(short)) duplicate ??= name
      lowerName.set(short, value)
      if (property !== undefined) settings[property] = value
    } else if (name === 'authorization') {
      if (authorization !== undefined) duplicate ??= name
      authorization = value
    } else if (name === 'x-api-key' || name === 'api-key') apiKeyHeader ??= value
    else if (name === 'content-type') contentType = value
    else if (name === 'content-encoding') contentEncoding = value
  }
  // A proxy in front may have validated either value, so duplicates are rejected.
  if (duplicate !== undefined)
    return failure('invalid_request', `The header ${duplicate} was sent more than once.`, {
      param: duplicate,
    })
  const invalid = (name: string, option: string): Failure =>
    failure('invalid_request', `The header ${prefix}${name} must be ${option}.`, { param: name })
  const timeout = lowerName.get('request-timeout')
  const requestTimeout = timeout === undefined ? undefined : Number(timeout)
  if (
    requestTimeout !== undefined &&
    !(Number.isInteger(requestTimeout) && requestTimeout >= 1 && requestTimeout <= 3_600_000)
  ) {
    return invalid('request-timeout', 'an integer from 1 to 3600000 (milliseconds)')
  }
  const strict = lowerName.get('strict-vendor-compliance')
  if (strict !== undefined && strict !== 'true' && strict !== 'false')
    return invalid('strict-vendor-compliance', '"true" or "false"')
  const refresh = lowerName.get('cache-force-refresh')
  if (refresh !== undefined && refresh !== 'true' && refresh !== 'false')
    return invalid('cache-force-refresh', '"true" or "false"')
  const forward = lowerName.get('forward-headers')
  const forwardHeaders = forward === undefined ? undefined : parseNameList(forward)
  if (forward !== undefined && forwardHeaders === undefined)
    return invalid('forward-headers', 'a list of header names')
  const options: CallOptions = {
    provider: lowerName.get('provider'),
    virtualKey: lowerName.get('virtual-key'),
    customHost: lowerName.get('custom-host'),
    config: lowerName.get('config'),
    metadata: lowerName.get('metadata'),
    requestTimeout,
    forwardHeaders,
    strict: strict === undefined ? undefined : strict === 'true',
    forceRefresh: refresh === 'true',
    cacheNamespace: lowerName.get('cache-namespace'),
    apiKey: lowerName.get('api-key'),
    // Clients of other APIs send the provider's key in a different header.
    authorization: authorization ?? apiKeyHeader,
    settings,
  }
  return { options, contentType, contentEncoding }
}

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
