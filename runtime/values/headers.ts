// Headers as a flat list `[name, value, name, value, ...]`, as sockets read and write them: order and duplicates are
// preserved, and nothing is allocated per request. Names are compared case-insensitively. Response headers of a provider
// are filtered: hop-by-hop headers, gateway headers and those about the provider's origin are removed, and body headers
// where the gateway rewrote the body (semantics, section 14).

export type Headers = readonly string[]

/** Asks for a reply without a content coding: most replies are read. */
export const IDENTITY: Headers = ['accept-encoding', 'identity']

/** The first value of a header, or undefined. `name` is lower-case. */
export function headerValue(headers: Headers, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1]
    }
  }
  return undefined
}

/**
 * The names listed in `Connection`, lower-case: hop-by-hop headers. Undefined for the common case of only `close` or
 * `keep-alive`.
 */
export function hopNames(headers: Headers): ReadonlySet<string> | undefined {
  const value = headerValue(headers, 'connection')
  if (value === undefined || value === 'keep-alive' || /^(close|keep-alive)$/i.test(value)) return undefined
  const names = new Set<string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'connection') continue
    for (const name of (headers[index + 1] ?? '').split(',')) names.add(name.trim().toLowerCase())
  }
  return names
}

/** True for `text/event-stream`. */
export const isEventStream = (headers: Headers): boolean =>
  headerValue(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true

/** True for `application/json`. */
export const isJson = (headers: Headers): boolean =>
  headerValue(headers, 'content-type')?.toLowerCase().startsWith('application/json') === true

/** Headers of a provider that are not passed on: they concern its connection, or what a browser may do at its origin. */
const NOT_PASSED_ON: readonly string[] = [
  'alt-svc',
  'clear-site-data',
  'connection',
  'expect-ct',
  'keep-alive',
  'nel',
  'origin-agent-cluster',
  'proxy-authenticate',
  'proxy-connection',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'timing-allow-origin',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-content-type-options',
  'x-powered-by',
]
const CORS_PREFIX = 'access-control-'
const BODY_HEADERS = new Set(['content-length', 'content-md5', 'digest', 'etag'])
/** `location` is included: a redirect would send clients, and their keys, elsewhere. */
const REPLACED_BODY_HEADERS = new Set([...BODY_HEADERS, 'content-encoding', 'content-type', 'location'])

/** The same by the length of the name: a name that was just received is compared with few, which costs less than hashing it. */
const NOT_PASSED_ON_BY_LENGTH: readonly (readonly string[] | undefined)[] = Array.from(
  { length: Math.max(...NOT_PASSED_ON.map(name => name.length)) + 1 },
  (_, length) => {
    const names = NOT_PASSED_ON.filter(name => name.length === length)
    return names.length === 0 ? undefined : names
  },
)

const isPassedOn = (name: string): boolean =>
  NOT_PASSED_ON_BY_LENGTH[name.length]?.includes(name.toLowerCase()) !== true

/** The headers of a provider without those that are not passed on. `prefix` of the gateway headers is lower-case. */
export function passedOnHeaders(headers: Headers, prefix: string): Headers {
  const named = hopNames(headers)
  if (named !== undefined)
    return withoutNames(
      headers,
      name =>
        isPassedOn(name) && !named.has(name) && !name.startsWith(prefix) && !name.startsWith(CORS_PREFIX),
    )
  const list: string[] = []
  const start = prefix.charCodeAt(0)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (!isPassedOn(name)) continue
    const letter = name.charCodeAt(0) | 0x20
    if (letter === start && name.toLowerCase().startsWith(prefix)) continue
    if (letter === 0x61 && name.length > CORS_PREFIX.length && name.toLowerCase().startsWith(CORS_PREFIX))
      continue
    list.push(name, headers[index + 1] ?? '')
  }
  return list
}

/** True when the head delimits the body; otherwise a truncated body looks complete. */
export const isDelimited = (headers: Headers): boolean =>
  headerValue(headers, 'content-length') !== undefined ||
  headerValue(headers, 'transfer-encoding') !== undefined

/** Headers of a relayed stream, without body length and digest: events may be appended. */
export const streamHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name))

/** Headers of a reply whose content coding the gateway removed. */
export const decodedHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name) && name !== 'content-encoding')

/** Headers of a reply whose body the gateway wrote; the new content type comes first. */
export const rewrittenHeaders = (headers: Headers, contentType: string): Headers => [
  'content-type',
  contentType,
  ...withoutNames(headers, name => !REPLACED_BODY_HEADERS.has(name)),
]

function withoutNames(headers: Headers, wanted: (name: string) => boolean): string[] {
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (wanted(name.toLowerCase())) list.push(name, headers[index + 1] ?? '')
  }
  return list
}

/** Clients of Anthropic's API send its version with every request. */
export const isAnthropicClient = (headers: Headers): boolean =>
  headerValue(headers, 'anthropic-version') !== undefined

// What a content type states about a body: JSON, or other text. A missing content type may be text as well.

export const isJsonContentType = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

const TEXTUAL = /^(text\/|application\/(x-www-form-urlencoded|xml|yaml|x-yaml|x-subrip|graphql)|[^;]*\+xml)/

export const isTextContentType = (contentType: string | undefined): boolean =>
  contentType === undefined || TEXTUAL.test(contentType.trim().toLowerCase())

/** JSON media types. Parameters are ignored: browsers send `text/plain;x=json` without a preflight. */
const JSON_DOCUMENT = /^\s*(?:(?:application|text)\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i

export const isJsonDocument = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || JSON_DOCUMENT.test(contentType ?? '')

// The text of a header as its sender meant it. Node gives the bytes of headers as Latin-1, and most clients send UTF-8.

/** Whether a string has characters beyond ASCII: nearly none has, and searching for them costs no memory. */
const BEYOND_ASCII = /[^\0-\x7f]/
/** Not the bytes of a header: the text was made in this process. */
const BEYOND_LATIN_1 = /[^\0-\xff]/
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** Bytes that are UTF-8 are read as such; all others stay as Node gave them, since they are Latin-1. */
export function headerText(value: string): string {
  if (!BEYOND_ASCII.test(value) || BEYOND_LATIN_1.test(value)) return value
  try {
    return decoder.decode(Uint8Array.from(value, character => character.charCodeAt(0)))
  } catch {
    return value
  }
}

/** A string as it is found if its bytes were read as Latin-1. */
export const misreadText = (text: string): string =>
  BEYOND_ASCII.test(text) ? String.fromCharCode(...encoder.encode(text)) : text

/** Maximum number of parameters listed in a header, and maximum characters of each name. */
const MAX_NAMES = 32
const MAX_NAME = 64

/** Names of parameters, chosen by the client, as a header value: percent-encoded. */
export function droppedNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map(name => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ')
}
