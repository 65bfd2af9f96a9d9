// The usage of a realtime session: of each response, and of transcriptions, which are charged at the price of their own model. What has
// been used is counted for limits as it is reported; a session whose limit is used up ends with the vendor's error. Sources:
// https://developers.openai.com/api/reference/resources/realtime/server-events (`response.done`,
// `conversation.item.input_audio_transcription.completed`) and https://ai.google.dev/api/live#UsageMetadata (both read 2026-11-29).
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  present,
} from '../../../schemas/values/json.ts'
import { convertUsage } from '../../providers/google/convert-reply.ts'
import { closeFrame, readMessages, textFrame } from '../../streams/socket-messages.ts'
import type { ByteStream } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import type { LimitRefusal } from '../../values/call-limits.ts'
import { toVendorError } from '../../values/error-reply.ts'
import { DEEPEST_USAGE } from '../../values/prices/read-usage.ts'

/** The events of a kind of session. */
export interface SessionKind {
  /** What is used by the event in a message; undefined if nothing is. */
  readonly usageIn: (message: Uint8Array) => SessionUsage | undefined
  /** The event with which a session ends, before it is closed; absent if the vendor has none. */
  readonly errorEvent?: (reason: LimitRefusal['failure']) => string
}

export interface SessionUsage {
  readonly usage: JsonObject
  /** The model of a transcription; undefined for that of the session. */
  readonly model: string | undefined
}

/** Bytes of a message that is read: that of a response has no sound. */
const MAX_MESSAGE = 4 * 1024 * 1024
/** Bytes in which an event has its type. */
const MAX_TYPE = 256
const READ =
  /"type"\s*:\s*"(response\.done|conversation\.item\.input_audio_transcription\.completed|session\.(?:created|updated))"/
const decoder = new TextDecoder('utf-8')
/** A policy ends the connection (RFC 6455, section 7.4.1). */
const POLICY = 1008

export function openAiSession(): SessionKind {
  let transcriber: string | undefined
  return {
    usageIn: message => {
      const type = READ.exec(decoder.decode(message.subarray(0, MAX_TYPE)))?.[1]
      if (type === undefined) return undefined
      const event = asObject(parseJson(decoder.decode(message)))
      if (type.startsWith('session.')) {
        transcriber = transcriberOf(asObject(event['session'])) ?? transcriber
        return undefined
      }
      const isResponse = type === 'response.done'
      const usage = isResponse ? asObject(event['response'])['usage'] : event['usage']
      return isObject(usage)
        ? { usage, model: isResponse ? undefined : (transcriber ?? 'unknown') }
        : undefined
    },
    errorEvent: reason => {
      const { type, code, message, param } = toVendorError(reason)
      const error = { type: type ?? null, code: code ?? null, message, param: param ?? null, event_id: null }
      return JSON.stringify({ type: 'error', event_id: 'event_gateway', error })
    },
  }
}

/** The model that transcribes, in sessions of both versions. */
const transcriberOf = (session: JsonObject): string | undefined =>
  asText(asObject(asObject(asObject(session['audio'])['input'])['transcription'])['model']) ??
  asText(asObject(session['input_audio_transcription'])['model'])

const USAGE_METADATA = new TextEncoder().encode('"usageMetadata"')

export const geminiSession = (): SessionKind => ({
  usageIn: message => {
    if (Buffer.prototype.indexOf.call(message, USAGE_METADATA) < 0) return undefined
    const reported = asObject(parseJson(decoder.decode(message)))['usageMetadata']
    if (!isObject(reported)) return undefined
    // The Live API has other names for the counts of the output.
    const { responseTokenCount: count, responseTokensDetails: details, ...counts } = reported
    const output = present({ candidatesTokenCount: count, candidatesTokensDetails: details })
    return { usage: convertUsage({ ...output, ...counts }, true), model: undefined }
  },
})

/** The bytes of a session as they come. Its usage is that of the call, and is counted for its limits. */
export function readRealtime(
  incoming: ByteStream,
  { usageIn, errorEvent }: SessionKind,
  { record }: Pick<Call, 'record'>,
): ByteStream {
  const used = new Map<string | undefined, JsonObject>()
  let onRefused = (_refusal: LimitRefusal): void => {}
  const count = ({ usage, model }: SessionUsage): void => {
    used.set(model, addCounts(used.get(model), usage))
    record.usage = usageOf(used)
    const refusal = record.limits?.renew?.(usageOf(new Map([[model, usage]])))
    if (refusal instanceof Promise)
      refusal.then(
        arrived => arrived && onRefused(arrived),
        () => {},
      )
    else if (refusal !== undefined) onRefused(refusal)
  }
  const reader = readMessages(message => {
    const found = usageIn(message)
    if (found !== undefined) count(found)
  }, MAX_MESSAGE)
  return {
    start: sink => {
      let ending: readonly Uint8Array[] | undefined
      let isOver = false
      const end = (): void => {
        isOver = true
        for (const bytes of ending ?? []) sink.chunk(bytes)
        incoming.cancel()
        sink.end()
      }
      onRefused = ({ failure }) => {
        if (ending !== undefined || isOver) return
        const close = closeFrame(POLICY, failure.message)
        ending = errorEvent === undefined ? [close] : [textFrame(errorEvent(failure)), close]
      }
      const take = (bytes: Uint8Array): void => {
        if (isOver) return
        const isWaiting = ending !== undefined
        if (isWaiting && reader.isBetween()) return end()
        const at = reader.feed(bytes)
        if (ending === undefined) return sink.chunk(bytes)
        if (at < 0) return sink.chunk(bytes)
        sink.chunk(bytes.subarray(0, at))
        end()
      }
      incoming.start({
        chunk: take,
        end: () => {
          if (!isOver) sink.end()
          isOver = true
        },
        fail: reason => {
          if (!isOver) sink.fail(reason)
          isOver = true
        },
      })
    },
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    cancel: () => incoming.cancel(),
  }
}

/** The counts at the top are those of the session's model; where others were used, all of them are listed. */
function usageOf(used: ReadonlyMap<string | undefined, JsonObject>): JsonObject {
  const own = used.get(undefined) ?? { input_tokens: 0, output_tokens: 0 }
  if (used.size === 1 && used.has(undefined)) return own
  const iterations = [...used].map(([model, usage]) => (model === undefined ? usage : { ...usage, model }))
  return { ...own, iterations }
}

/** The sum of all numbers, by their place; what is not a number is that of the last. */
function addCounts(sum: JsonObject | undefined, usage: JsonObject, depth = 0): JsonObject {
  if (sum === undefined || depth > DEEPEST_USAGE) return usage
  const added: Record<string, Json> = { ...sum }
  for (const [name, value] of Object.entries(usage)) {
    const before = sum[name]
    if (value === undefined) continue
    added[name] =
      typeof value === 'number' && typeof before === 'number'
        ? value + before
        : isObject(value) && isObject(before)
          ? addCounts(before, value, depth + 1)
          : value
  }
  return added
}
