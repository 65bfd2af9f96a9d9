// The endpoints that the gateway understands: request body, response body, stream format. Any other path is passed
// through.
import type { Endpoint } from './adapter.ts'

export interface EndpointFacts {
  /** `form`: multipart/form-data, whose files are forwarded unchanged; `any`: one of both, by the content type. */
  readonly requestBody: 'json' | 'form' | 'any'
  /** `any`: audio or subtitles besides JSON, relayed unchanged. */
  readonly responseBody: 'json' | 'any'
  /** `chunks`: the vendor's chunks until `[DONE]`; others: typed events; undefined: never streamed. */
  readonly streamFormat: 'chunks' | 'responses' | 'messages' | 'media' | undefined
  /** Providers store what is created: a request whose fate is unknown is not sent again. */
  readonly isStored?: true
  /** Absent if replies may be anything. */
  readonly reply?: ReplyShape
}

/** A field by its key, and what its value begins with: a list, an object, a string, a number. */
export interface FieldShape {
  readonly key: string
  readonly opens: '[' | '{' | '"' | '0'
}

/** What every whole reply of an endpoint has. */
export interface ReplyShape {
  /** One of these fields. */
  readonly fields: readonly FieldShape[]
  /** A field of the entries of the list, unless it is empty. */
  readonly entries?: FieldShape
  /** What such a reply is, with its article. */
  readonly name: string
}

const list = (key: string): FieldShape => ({ key, opens: '[' })

const JSON_ONLY: EndpointFacts = { requestBody: 'json', responseBody: 'json', streamFormat: undefined }
const CHUNKS: EndpointFacts = { ...JSON_ONLY, streamFormat: 'chunks' }
const CHOICES = [list('choices')]
/** Some hosts name the list otherwise. */
const IMAGES: ReplyShape = { fields: [list('data'), list('images')], name: 'a list of images' }

export const endpointFacts: { readonly [E in Endpoint]: EndpointFacts } = {
  'chat/completions': {
    ...CHUNKS,
    reply: { fields: CHOICES, entries: { key: 'message', opens: '{' }, name: 'a chat completion' },
  },
  completions: {
    ...CHUNKS,
    reply: { fields: CHOICES, entries: { key: 'text', opens: '"' }, name: 'a text completion' },
  },
  embeddings: { ...JSON_ONLY, reply: { fields: [list('data')], name: 'a list of embeddings' } },
  rerank: { ...JSON_ONLY, reply: { fields: [list('results'), list('data')], name: 'a ranking' } },
  moderations: { ...JSON_ONLY, reply: { fields: [list('results')], name: 'a moderation' } },
  responses: {
    ...JSON_ONLY,
    streamFormat: 'responses',
    isStored: true,
    reply: { fields: [list('output')], name: 'a response' },
  },
  messages: {
    ...JSON_ONLY,
    streamFormat: 'messages',
    reply: { fields: [list('content')], name: 'a message' },
  },
  'messages/count_tokens': {
    ...JSON_ONLY,
    reply: { fields: [{ key: 'input_tokens', opens: '0' }], name: 'a count of tokens' },
  },
  'audio/speech': { requestBody: 'json', responseBody: 'any', streamFormat: 'media' },
  'audio/transcriptions': { requestBody: 'form', responseBody: 'any', streamFormat: 'media' },
  'audio/translations': { requestBody: 'form', responseBody: 'any', streamFormat: undefined },
  'images/generations': { ...JSON_ONLY, streamFormat: 'media', reply: IMAGES },
  'images/edits': { requestBody: 'any', responseBody: 'json', streamFormat: 'media', reply: IMAGES },
  'images/variations': { requestBody: 'form', responseBody: 'json', streamFormat: undefined, reply: IMAGES },
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

/** A request by its path below the base URL and that of its client. */
interface PassedRequest {
  readonly path: string
  readonly pathname: string
}

const isBelowProxy = (pathname: string): boolean => pathname.startsWith('/v1/proxy/')

/** Compacts a conversation: passed on, with the usage of a response. /proxy passes any path. */
export const isCompaction = ({ path, pathname }: PassedRequest): boolean =>
  /^\/responses\/compact(?:\?|$)/.test(path) && !isBelowProxy(pathname)

/** Counts the input tokens of a response, which is free. */
export const isInputCount = ({ path, pathname }: PassedRequest): boolean =>
  /^\/responses\/input_tokens(?:\?|$)/.test(path) && !isBelowProxy(pathname)
