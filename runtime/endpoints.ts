// What the gateway knows of each endpoint that asks a model: what it takes, what it gives, how it streams. A path that
// is not here is passed through.
import type { Endpoint } from './providers/adapter.ts'

export interface EndpointFacts {
  /** `form`: multipart/form-data, whose files pass as they are. */
  readonly takes: 'json' | 'form'
  /** `any`: sound or subtitles besides JSON; what comes passes as it is. */
  readonly gives: 'json' | 'any'
  /** `chunks`: the vendor's chunks until `[DONE]`; the rest: events that say their type; undefined: never streamed. */
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

/** The endpoint at a path below the base URL; a query after it does not matter. */
export function endpointAt(path: string): Endpoint | undefined {
  const query = path.indexOf('?')
  return BY_PATH.get(query < 0 ? path : path.slice(0, query))
}

/** True where an equal request may be given the reply that another one got (semantics, section 9). */
export const isCacheable = (endpoint: Endpoint, stream: boolean): boolean => {
  const { takes, gives, streams } = endpointFacts[endpoint]
  return takes === 'json' && gives === 'json' && !(stream && streams === 'media')
}
