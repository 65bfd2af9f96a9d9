// Examines a whole reply, and parses it only if that matters: whether it is JSON, of another API, or an error despite its status;
// its model and its usage for the record.

import {
  asCount,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { createBody } from '../../values/body/body.ts'
import { repliedModel, serviceTierText, usageText } from '../../values/body/reply-fields.ts'
import { afterSpace, parseObject } from '../../values/body/scan-json-fields.ts'
import type { Call, Reply } from '../../values/call.ts'
import { endpointFacts, type FieldShape } from '../../values/endpoints.ts'
import { UnreadUsage } from '../../values/reported-usage.ts'
import { chargedTools, mentionsTools, withTools } from '../../wire/charged-tools.ts'
import { usageForClient, usageForRecord, withServiceTier } from '../../wire/usage.ts'

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** The JSON value of a body; undefined when it is not JSON. */
export type ReadReply = (bytes: Uint8Array) => Json | undefined

/**
 * Whether a whole 2xx body is one JSON value, and whether that value is an error. Parsing every body would cost a tenth
 * of the time of a small request, so it is done only where it matters: when the reply is stored or evaluated, when only
 * the close of the connection delimits the body, and when the bytes hint at an error or at a second value. A body
 * delimited by its length or by chunks arrived complete, and the client parses it anyway.
 */
export type ReplyJson =
  /** Not parsed: nothing hints at an error. */
  | 'sound'
  | { readonly value: Json }
  | 'broken'
  /** Some providers report errors with status 200. */
  | { readonly error: unknown }

/** `parse`: parses the body even when nothing hints at an error. */
export function examineReply(bytes: Uint8Array, parse: boolean, read: ReadReply = parseReply): ReplyJson {
  if (!looksLikeJson(bytes)) return 'broken'
  if (!parse && !hasHint(bytes)) return 'sound'
  const value = read(bytes)
  if (value === undefined) return 'broken'
  return isHiddenError(value) ? { error: value } : { value }
}

export const parseReply: ReadReply = bytes => {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}

/**
 * True for an object with a non-empty `error`. Response objects of the Responses API are exempt: `error` is part of
 * their schema.
 */
export function isHiddenError(value: unknown): boolean {
  if (!isRecord(value) || value['object'] === 'response') return false
  const error = Object.hasOwn(value, 'error') ? value['error'] : undefined
  return typeof error === 'string' ? error !== '' : isRecord(error) && Object.keys(error).length > 0
}

/**
 * Within JSON strings the quotation mark would be escaped. The first one is left out: the native search looks for the
 * first byte of a short text, and JSON is full of quotation marks.
 */
const ERROR_KEY = encoder.encode('error"')
const NEXT_VALUE = encoder.encode('}{')

const find = (bytes: Uint8Array, part: Uint8Array): number => Buffer.prototype.indexOf.call(bytes, part)

/** Whether the bytes have the key of an error somewhere. */
export const mentionsError = (bytes: Uint8Array): boolean => find(bytes, ERROR_KEY) >= 0

/** Whether the bytes hint at an error or at a second value. */
export const hasHint = (bytes: Uint8Array): boolean => mentionsError(bytes) || find(bytes, NEXT_VALUE) >= 0

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A field as it is searched. The first quotation mark is left out: the native search looks for the first byte of a short text, and JSON
 * is full of them.
 */
interface SearchedField {
  readonly key: Uint8Array
  /** The first byte of its value; of a number, "0". */
  readonly opens: number
}

const searched = ({ key, opens }: FieldShape): SearchedField => ({
  key: encoder.encode(`${key}"`),
  opens: opens.charCodeAt(0),
})

const ZERO = 0x30
const NINE = 0x39

const SEARCHED = new Map(
  Object.entries(endpointFacts).flatMap(([endpoint, { reply }]) =>
    reply === undefined
      ? []
      : [
          [
            endpoint,
            { fields: reply.fields.map(searched), entries: reply.entries && searched(reply.entries) },
          ] as const,
        ],
  ),
)

/** Whether a whole reply is JSON, and lacks what every reply of the endpoint has: nothing in it can be read by the client. */
export function isForeign(bytes: Uint8Array, endpoint: Endpoint): boolean {
  const known = SEARCHED.get(endpoint)
  if (known === undefined) return false
  let start = -1
  for (const field of known.fields) {
    start = startOfValue(bytes, field, 0)
    if (start >= 0) break
  }
  const { entries } = known
  const isOwn =
    start >= 0 &&
    (entries === undefined ||
      bytes[afterSpace(bytes, start + 1)] === CLOSE_BRACKET ||
      startOfValue(bytes, entries, start) >= 0)
  return !isOwn && looksLikeJson(bytes)
}

/** Where the value of a field begins; negative if no field of this key has such a value. */
function startOfValue(bytes: Uint8Array, { key, opens }: SearchedField, from: number): number {
  let at: number = Buffer.prototype.indexOf.call(bytes, key, from)
  while (at >= 0) {
    const colon = afterSpace(bytes, at + key.length)
    if (bytes[colon] === COLON) {
      const start = afterSpace(bytes, colon + 1)
      const first = bytes[start] ?? 0
      if (first === opens || (opens === ZERO && first > ZERO && first <= NINE)) return start
    }
    at = Buffer.prototype.indexOf.call(bytes, key, at + 1)
  }
  return -1
}

const COLON = 0x3a

/** Whether replies of an endpoint are one JSON value, unless the client asks for a stream. */
export const hasOwnKey = (endpoint: Endpoint): boolean => SEARCHED.has(endpoint)

const SPACE = 0x20
const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Checks both ends: an object begins with a key, and an object or array ends with its closing bracket. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  const first = afterSpace(bytes, 0)
  let last = bytes.length - 1
  while (last > first && (bytes[last] ?? 0) <= SPACE) last -= 1
  if (bytes[first] === OPEN_BRACKET) return bytes[last] === CLOSE_BRACKET
  if (bytes[first] !== OPEN_BRACE || bytes[last] !== CLOSE_BRACE) return false
  const next = afterSpace(bytes, first + 1)
  return bytes[next] === QUOTE || next === last
}

// The model and the usage of a whole reply, as calls record them; nothing is parsed that the record does not need.

/** Records the model and the usage that a whole reply names, with its tier and the tools that were charged. */
export function recordNative(call: Call, bytes: Uint8Array, endpoint: Endpoint): void {
  const { record } = call
  const { parsedReply } = record
  const isResponse = endpoint === 'responses'
  record.answeredModel = repliedModel(bytes)
  const tools = isResponse && mentionsTools(bytes) ? chargedTools(parseReply(bytes)) : undefined
  if (parsedReply?.bytes === bytes) {
    if (isRecord(parsedReply.value) && isRecord(parsedReply.value['usage'])) {
      const { usage, service_tier: tier } = parsedReply.value as JsonObject
      record.usage = withTools(withServiceTier(asObject(usage), tier), tools)
    }
    return
  }
  const usage = usageText(bytes)
  if (usage === undefined) return
  const tier = serviceTierText(bytes, isResponse)
  const named = tier === undefined ? usage : `{"service_tier":${tier},${usage.slice(1)}`
  record.usage = tools === undefined ? new UnreadUsage(named) : withTools(parseObject(named) ?? {}, tools)
}

/** Records the usage of a translated reply; returns the reply as the client gets it. */
export function recordTranslatedUsage(call: Call, body: JsonObject): JsonObject {
  const { usage, model, service_tier: tier } = body
  if (typeof model === 'string' && model !== '') call.record.answeredModel = model
  if (!isObject(usage) || usage['total_tokens'] === 0) return body
  call.record.usage = withServiceTier(usageForRecord(usage), tier)
  const forClient = usageForClient(usage)
  if (forClient === usage) return body
  const { usage: _recorded, ...others } = body
  return Object.keys(forClient).length === 0 ? others : { ...body, usage: forClient }
}

/**
 * What a reply is charged by that reports no usage: the characters of the spoken input, the images that were requested, the seconds of
 * a recording.
 */
export function countedUnits(call: Call, { body }: Partial<Pick<Reply, 'body'>>): JsonObject | undefined {
  switch (call.endpoint) {
    case 'audio/speech': {
      const text = asText(fieldOf(call, 'input'))
      return text === undefined ? undefined : { characters: Array.from(text).length }
    }
    case 'images/generations':
    case 'images/edits':
    case 'images/variations':
      return { images: asCount(Number(fieldOf(call, 'n') ?? 1)) ?? 1 }
    case 'audio/transcriptions':
    case 'audio/translations': {
      const seconds = body instanceof Uint8Array ? createBody(body).field('duration') : undefined
      return asCount(Number(seconds ?? Number.NaN)) === undefined ? undefined : { seconds: Number(seconds) }
    }
    default:
      return undefined
  }
}

const fieldOf = ({ body }: Call, name: string): Json | undefined => body.field(name)
