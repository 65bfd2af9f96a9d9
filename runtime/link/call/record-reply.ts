// What a whole reply says of its model and its usage, as calls record it; nothing is parsed that the record does not need.
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
import { parseObject } from '../../values/body/scan-json-fields.ts'
import type { Call, Reply } from '../../values/call.ts'
import { UnreadUsage } from '../../values/reported-usage.ts'
import { chargedTools, mentionsTools, withTools } from '../../wire/charged-tools.ts'
import { usageForClient, usageForRecord, withServiceTier } from '../../wire/usage.ts'
import { isRecord, parseReply } from './examine-reply.ts'

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
 * What a reply is charged by that reports no usage: the characters of a text that was spoken, the images that were asked for, the
 * seconds of a recording.
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
