// The endpoints that the gateway understands: request body, response body, stream format. Any other path is passed
// through.
import type { Endpoint } from './adapter.ts'

export interface EndpointFacts {
  /** `form`: multipart/form-data, whose files are forwarded unchanged. */
  readonly requestBody: 'json' | 'form'
  /** `any`: audio or subtitles besides JSON, relayed unchanged. */
  readonly responseBody: 'json' | 'any'
  /** `chunks`: the vendor's chunks until `[DONE]`; others: typed events; undefined: never streamed. */
  readonly streamFormat: 'chunks' | 'responses' | 'messages' | 'media' | undefined
  /** Providers store what is created: a request whose fate is unknown is not sent again. */
  readonly isStored?: true
}

const JSON_ONLY: EndpointFacts = { requestBody: 'json', responseBody: 'json', streamFormat: undefined }
const CHUNKS: EndpointFacts = { ...JSON_ONLY, streamFormat: 'chunks' }

export const endpointFacts: { readonly [E in Endpoint]: EndpointFacts } = {
  'chat/completions': CHUNKS,
  completions: CHUNKS,
  embeddings: JSON_ONLY,
  rerank: JSON_ONLY,
  moderations: JSON_ONLY,
  responses: { ...JSON_ONLY, streamFormat: 'responses', isStored: true },
  messages: { ...JSON_ONLY, streamFormat: 'messages' },
  'messages/count_tokens': JSON_ONLY,
  'audio/speech': { requestBody: 'json', responseBody: 'any', streamFormat: 'media' },
  'audio/transcriptions': { requestBody: 'form', responseBody: 'any', streamFormat: 'media' },
  'audio/translations': { requestBody: 'form', responseBody: 'any', streamFormat: undefined },
  'images/generations': { ...JSON_ONLY, streamFormat: 'media' },
  'images/edits': { requestBody: 'form', responseBody: 'json', streamFormat: 'media' },
  'images/variations': { requestBody: 'form', responseBody: 'json', streamFormat: undefined },
}

const ENDPOINTS = Object.keys(endpointFacts) as Endpoint[]

/** By the length of the name: a path that was just received is compared with few, which costs less than hashing it. */
const BY_LENGTH: readonly (readonly (readonly [path: string, endpoint: Endpoint])[])[] = Array.from(
  { length: Math.max(...ENDPOINTS.map(({ length }) => length)) + 1 },
  (_, length) => ENDPOINTS.filter(each => each.length === length).map(each => [`/${each}`, each] as const),
)

/** The endpoint of a path below the base URL; the query is ignored. */
export function endpointAt(path: string): Endpoint | undefined {
  const query = path.indexOf('?')
  const name = query < 0 ? path : path.slice(0, query)
  const candidates = BY_LENGTH[name.length - 1]
  if (candidates === undefined) return undefined
  for (const [known, endpoint] of candidates) if (known === name) return endpoint
  return undefined
}

/** True if equal requests may share one reply (semantics, section 9). */
export const isCacheable = (endpoint: Endpoint, stream: boolean): boolean => {
  const { requestBody, responseBody, streamFormat } = endpointFacts[endpoint]
  return requestBody === 'json' && responseBody === 'json' && !(stream && streamFormat === 'media')
}
