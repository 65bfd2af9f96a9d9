// Collects the identifier, the model and the finish reasons of a reply for its spans. Nothing is parsed for it: it reads values that
// were parsed anyway, and searches bytes for the names.
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import {
  afterSpace,
  asciiText,
  plainString,
  QUOTE,
  scanFields,
  skipString,
} from '../../values/body/scan-json-fields.ts'
import type { ReplyFacts, ReplyFactsReader } from '../../values/reply-facts.ts'
import { requestParameters } from './request-parameters.ts'

/** Characters of an identifier or a model; what is longer is not one. */
const MAX_NAME = 200
const MAX_REASON = 64
/** Finish reasons of one reply. */
const MAX_REASONS = 128
/** Within strings of a reply the quotation marks are escaped. */
const FINISH = new TextEncoder().encode('"finish_reason"')

/** Statuses of a response that has ended. */
const ENDS: ReadonlySet<Json> = new Set(['completed', 'incomplete', 'failed', 'cancelled'])

export function createReplyReader(sent: Uint8Array | undefined): ReplyFactsReader {
  const facts: ReplyFacts = {}
  const addReason = (reason: Json | undefined): void => {
    if (!isName(reason, MAX_REASON)) return
    facts.finishReasons ??= []
    if (facts.finishReasons.length < MAX_REASONS) facts.finishReasons.push(reason)
  }
  const named = (body: JsonObject): void => {
    const { id, model } = body
    if (facts.id === undefined && isName(id, MAX_NAME)) facts.id = id
    if (facts.model === undefined && isName(model, MAX_NAME)) facts.model = model
  }
  const json = (value: JsonObject): void => {
    const { response, message, delta, choices } = value
    const body = [response, message].find(isObject) ?? value
    named(body)
    for (const choice of asList(choices)) addReason(asObject(choice)['finish_reason'])
    addReason(asObject(delta)['stop_reason'] ?? body['stop_reason'])
    const { object, status = null, incomplete_details: details } = body
    if (object === 'response' && ENDS.has(status)) addReason(asObject(details)['reason'] ?? status)
  }
  const search = (bytes: Uint8Array): void => {
    for (let at = find(bytes, 0); at >= 0; at = find(bytes, at + 1)) {
      const start = afterSpace(bytes, afterSpace(bytes, at + FINISH.length) + 1)
      const end = bytes[start] === QUOTE ? skipString(bytes, start) : -1
      if (end >= 0) addReason(plainString(bytes, start, end))
    }
  }
  return {
    parameters: requestParameters(sent),
    facts,
    named: value => named(asObject(value)),
    json: value => json(asObject(value)),
    whole: bytes => {
      const { names = [], spans = [] } = scanFields(bytes) ?? {}
      const body: Record<string, Json> = {}
      for (const [index, name] of names.entries()) {
        const [start = 0, end = 0] = spans.slice(2 * index, 2 * index + 2)
        if (name === 'choices') search(bytes.subarray(start, end))
        else if (FIELDS.has(name)) body[name] = plainString(bytes, start, end) ?? null
        else if (name === DETAILS) body[name] = parseJson(asciiText(bytes, start, end)) ?? null
      }
      json(body)
    },
    tail: search,
  }
}

const FIELDS: ReadonlySet<string> = new Set(['id', 'model', 'object', 'status', 'stop_reason'])
const DETAILS = 'incomplete_details'

const isName = (value: Json | undefined, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max

const find = (bytes: Uint8Array, from: number): number => Buffer.prototype.indexOf.call(bytes, FINISH, from)
