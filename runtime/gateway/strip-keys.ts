// Keys of the gateway are taken out of a request before it is routed, so that none reaches a provider: in the credential
// headers of the client, in any other header, or in the query (semantics, section 11).
import { type Failure, failure } from '../values/failures.ts'
import { isLivePath } from '../values/gemini-path.ts'
import type { Headers } from '../values/headers.ts'
import { queryValue, withoutPairs, withoutQuery } from '../values/query-string.ts'
import { tokenOf } from './authenticate.ts'
import { isGeminiPath } from './model-name.ts'
import type { RequestHead } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { percentDecoded } from './reserved-resources.ts'

/** A shorter key is only found where it is the whole value: it could be part of any word. */
const SHORTEST_PART = 8

export interface StrippedRequest {
  readonly head: RequestHead
  readonly requestOptions: RequestOptions
}

/** The same objects where the request contains no key besides the gateway's own header. */
export function stripKeys(
  head: RequestHead,
  requestOptions: RequestOptions,
  isKey: (text: string) => boolean,
  prefix: string,
): StrippedRequest | Failure {
  const { options, credentials, session } = requestOptions
  const sent = credentials.map(tokenOf).filter(isKey)
  const keys = options.apiKey === undefined ? sent : [options.apiKey, ...sent]
  const holdsKey = (value: string): boolean =>
    keys.some(key => (key.length < SHORTEST_PART ? tokenOf(value) === key : value.includes(key)))
  const misplaced = keyInPath(head.pathname, holdsKey) ?? misplacedKey(head.headers, holdsKey, prefix)
  if (misplaced !== undefined) return misplaced
  const headers = withoutKeys(head.headers, holdsKey, prefix)
  const path = withoutPairs(
    head.path,
    text => holdsKey(text) || (text.length >= SHORTEST_PART && isKey(text)),
  )
  if (headers === head.headers && path === head.path) return { head, requestOptions }
  const remaining = credentials.filter(
    credential => !sent.includes(tokenOf(credential)) && !holdsKey(credential),
  )
  return {
    head: { ...head, headers, path },
    requestOptions: {
      ...requestOptions,
      credentials: remaining,
      // The log would have it.
      session: session !== undefined && holdsKey(session) ? undefined : session,
      options: { ...options, authorization: remaining[0] },
    },
  }
}

/** A path cannot be sent without one of its segments. `pathname` is that of the client: it may name the model. */
function keyInPath(pathname: string, holdsKey: (value: string) => boolean): Failure | undefined {
  return [pathname, ...pathname.split('/')].some(text => holdsKey(text) || holdsKey(percentDecoded(text)))
    ? failure(
        'invalid_api_key',
        'The path contains a key of this gateway, which is never sent to a provider.',
      )
    : undefined
}

/** Values of the other gateway headers are logged, used as settings of the provider, or sent to services of checks. */
function misplacedKey(
  headers: Headers,
  holdsKey: (value: string) => boolean,
  prefix: string,
): Failure | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    if (name.startsWith(prefix) && name !== `${prefix}api-key` && holdsKey(headers[index + 1] ?? ''))
      return failure(
        'invalid_api_key',
        `The header ${name} contains a key of this gateway, which is only accepted as ${prefix}api-key or as the API key of the client.`,
        { param: name },
      )
  }
  return undefined
}

/** The same list where no header is removed. */
function withoutKeys(headers: Headers, holdsKey: (value: string) => boolean, prefix: string): Headers {
  const removed = (index: number): boolean =>
    !(headers[index] ?? '').toLowerCase().startsWith(prefix) &&
    (holdsKey(headers[index + 1] ?? '') || holdsKey(headers[index] ?? ''))
  const isRemoved = headers.map((_, index) => removed(index - (index % 2)))
  return isRemoved.includes(true) ? headers.filter((_, index) => isRemoved[index] !== true) : headers
}

/** The parameter in which clients of Gemini's API may send their key. */
const QUERY_KEY = 'key'

/** A key in the query is a credential like those of the headers, and the query of the provider's request has none. Undefined where the query has no key, or the client is of another API. */
export function takeQueryKey(head: RequestHead, requestOptions: RequestOptions): StrippedRequest | undefined {
  const isGemini = isGeminiPath(head.pathname) || isLivePath(head.pathname)
  const key = isGemini ? queryValue(head.path, QUERY_KEY) : undefined
  if (key === undefined) return undefined
  const { options, credentials } = requestOptions
  return {
    head: { ...head, path: withoutQuery(head.path, QUERY_KEY) },
    requestOptions: {
      ...requestOptions,
      credentials: key === '' ? credentials : [...credentials, key],
      options: { ...options, authorization: options.authorization ?? (key === '' ? undefined : key) },
    },
  }
}
