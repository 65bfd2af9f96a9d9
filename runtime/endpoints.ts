// The endpoints that the gateway understands: request body, response body, stream format. Any other path is passed
// through.
import type { Endpoint } from './providers/adapter.ts'

export interface EndpointFacts {
  /** `form`: multipart/form-data, whose files are forwarded unchanged. */
  readonly takes: 'json' | 'form'
  /** `any`: audio or subtitles besides JSON, relayed unchanged. */
  readonly gives: 'json' | 'any'
  /** `chunks`: the vendor's chunks until `[DONE]`; others: typed events; undefined: never streamed. */
  readonly streams: 'chunks' | 'responses' | 'messages' | 'media' | undefined
}

const JSON_ALONE: EndpointFacts = { takes: 'json', gives: 'json', streams: undefined }
const CHUNKS: EndpointFacts = { ...JSON_ALONE, streams: 'chunks' }

export const endpointFacts: { readonly [E in Endpoint]: EndpointFacts } = {
  'chat/completions': CHUNKS,
  completions: CHUNKS,
  embeddings: JSON_ALONE,
  rerank: JSON_ALONE,
  moderations: JSON_ALONE,
  responses: { ...JSON_ALONE, streams: 'responses' },
  messages: { ...JSON_ALONE, streams: 'messages' },
  'messages/count_tokens': JSON_ALONE,
  'audio/speech': { takes: 'json', gives: 'any', streams: 'media' },
  'audio/transcriptions': { takes: 'form', gives: 'any', streams: 'media' },
  'audio/translations': { takes: 'form', gives: 'any', streams: undefined },
  'images/generations': { ...JSON_ALONE, streams: 'media' },
  'images/edits': { takes: 'form', gives: 'json', streams: 'media' },
  'images/variations': { takes: 'form', gives: 'json', streams: undefined },
}

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  (Object.keys(endpointFacts) as Endpoint[]).map(endpoint => [`/${endpoint}`, endpoint]),
)

/** The endpoint of a path below the base URL; the query is ignored. */
export function endpointAt(path: string): Endpoint | undefined {
  const query = path.indexOf('?')
  return BY_PATH.get(query < 0 ? path : path.slice(0, query))
}

/** True where equal requests may share one reply (semantics, section 9). */
export const isCacheable = (endpoint: Endpoint, stream: boolean): boolean => {
  const { takes, gives, streams } = endpointFacts[endpoint]
  return takes === 'json' && gives === 'json' && !(stream && streams === 'media')
}
