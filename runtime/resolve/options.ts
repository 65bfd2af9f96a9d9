// The gateway's own request headers as values. One walk over the raw list; names come from the schema's facts.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { CallOptions } from '../call.ts'
import { type Failure, failure } from '../failures.ts'
import type { Headers } from '../headers.ts'

/** Properties that a header can set on a provider's binding, by the header's name without the prefix. */
const SETTINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(configFacts).flatMap(([property, fact]) =>
    fact.header !== undefined &&
    fact.binding &&
    !['provider', 'virtual-key', 'custom-host'].includes(fact.header)
      ? [[fact.header, property] as const]
      : [],
  ),
)

/** Headers that are read besides the gateway's own. */
export interface Surface {
  readonly options: CallOptions
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
}

/** What the headers of a request say, or the first of them that cannot be understood. `prefix` is lower-case. */
export function readOptions(headers: Headers, prefix: string): Surface | Failure {
  const own = new Map<string, string>()
  const settings: Record<string, string> = {}
  let twice: string | undefined
  let authorization: string | undefined
  let bareKey: string | undefined
  let contentType: string | undefined
  let contentEncoding: string | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name.startsWith(prefix)) {
      const short = name.slice(prefix.length)
      const property = SETTINGS.get(short)
      if (own.has(short)) twice ??= name
      own.set(short, value)
      if (property !== undefined) settings[property] = value
    } else if (name === 'authorization') {
      if (authorization !== undefined) twice ??= name
      authorization = value
    } else if (name === 'x-api-key' || name === 'api-key') bareKey ??= value
    else if (name === 'content-type') contentType = value
    else if (name === 'content-encoding') contentEncoding = value
  }
  // Which of the two a proxy on the way has looked at cannot be known, so neither is believed.
  if (twice !== undefined)
    return failure('invalid_request', `The header ${twice} came twice.`, { param: twice })
  const wrong = (name: string, wish: string): Failure =>
    failure('invalid_request', `The header ${prefix}${name} must be ${wish}.`, { param: name })
  const timeout = own.get('request-timeout')
  const requestTimeout = timeout === undefined ? undefined : Number(timeout)
  if (
    requestTimeout !== undefined &&
    !(Number.isInteger(requestTimeout) && requestTimeout >= 1 && requestTimeout <= 3_600_000)
  ) {
    return wrong('request-timeout', 'a whole number of milliseconds from 1 to 3600000')
  }
  const strict = own.get('strict-vendor-compliance')
  if (strict !== undefined && strict !== 'true' && strict !== 'false')
    return wrong('strict-vendor-compliance', '"true" or "false"')
  const refresh = own.get('cache-force-refresh')
  if (refresh !== undefined && refresh !== 'true' && refresh !== 'false')
    return wrong('cache-force-refresh', '"true" or "false"')
  const forward = own.get('forward-headers')
  const forwardHeaders = forward === undefined ? undefined : readNames(forward)
  if (forward !== undefined && forwardHeaders === undefined)
    return wrong('forward-headers', 'a list of header names')
  const options: CallOptions = {
    provider: own.get('provider'),
    virtualKey: own.get('virtual-key'),
    customHost: own.get('custom-host'),
    config: own.get('config'),
    metadata: own.get('metadata'),
    requestTimeout,
    forwardHeaders,
    strict: strict === undefined ? undefined : strict === 'true',
    forceRefresh: refresh === 'true',
    cacheNamespace: own.get('cache-namespace'),
    apiKey: own.get('api-key'),
    // Clients of other dialects send their provider's key in a header of its own.
    authorization: authorization ?? bareKey,
    settings,
  }
  return { options, contentType, contentEncoding }
}

/** Header names as `A, B` or as a JSON array, lower-case; undefined when they are neither. */
function readNames(text: string): readonly string[] | undefined {
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
