// Gemini's generateContent as an entrance to providers that do not speak this API: a message, and its reply and events as candidates.
// Requests for a provider that speaks it pass as they are (`link/call/gemini-request.ts`).
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  present,
} from '../../schemas/values/json.ts'
import { convertGoogleError } from '../inbound/convert-error.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { rewrittenHeaders } from '../values/headers.ts'
import { queryValue } from '../values/query-string.ts'
import { entranceError, errorForm, inWords } from '../wire/error-kind.ts'
import { type Entrance, type EntranceSettings, type ReplyContext, SIGNED } from './entrance.ts'
import { FramedStream, type FrameMapper } from './event-frames.ts'
import { convertContent, writeSignature } from './gemini-request.ts'

/** Providers of the catalogue that speak Gemini's API. */
const NATIVE: ReadonlySet<string | undefined> = new Set(['google', 'vertex'])

const UNFRAMED = failure(
  'invalid_request',
  'streamGenerateContent is served as server-sent events here: add alt=sse to the query.',
  { param: 'alt' },
)

/** Undefined where the model names no provider of another API. */
export function geminiEntrance(
  url: string,
  pathname: string,
  { providers }: EntranceSettings,
): Entrance | undefined {
  const { model = '', method = '' } = geminiRequest(pathname) ?? {}
  const [, slug = ''] = /^@([^/]+)\/./.exec(model) ?? []
  const isCount = method === 'countTokens'
  const isStreamed = method === 'streamGenerateContent'
  if (!isCount && !isStreamed && method !== 'generateContent') return undefined
  if (!Object.hasOwn(providers, slug) || NATIVE.has(providers[slug]?.provider)) return undefined
  let dropped: readonly string[] = []
  const key = queryValue(url, 'key')
  const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`
  return {
    path: (isCount ? '/messages/count_tokens' : '/messages') + query,
    providers: ['google'],
    ...SIGNED,
    model,
    request: body => {
      if (isStreamed && queryValue(url, 'alt') !== 'sse') return UNFRAMED
      const sent = body.json()
      if (isFailure(sent)) return sent
      const { generateContentRequest } = sent
      const counted = isCount && isObject(generateContentRequest) ? generateContentRequest : sent
      const converted = convertContent(counted, model, isStreamed)
      if (isFailure(converted)) return converted
      dropped = converted.dropped
      const { max_tokens: _, ...others } = converted.message
      return { bytes: encodeJson(isCount ? others : converted.message) }
    },
    form: {
      ending: reply => (isStream(reply.body) ? brokenChunk : undefined),
      reply: (reply, context) => {
        if (reply.status >= 400) return convertGoogleError(reply, entranceError(reply, 'gemini'))
        const named =
          dropped.length === 0 ? reply : { ...reply, dropped: [...(reply.dropped ?? []), ...dropped] }
        const { body, headers } = named
        if (isStream(body)) return { ...named, body: new FramedStream(body, contentChunks(model, context)) }
        const message = asObject(parseJson(new TextDecoder().decode(body)))
        const converted = isCount
          ? { totalTokens: asCount(message['input_tokens']) ?? 0 }
          : wholeReply(message, model, context)
        return {
          ...named,
          headers: rewrittenHeaders(headers, 'application/json'),
          body: encodeJson(converted),
        }
      },
    },
  }
}

const encoder = new TextEncoder()
const chunkOf = (value: JsonObject): Uint8Array => encoder.encode(`data: ${JSON.stringify(value)}\r\n\r\n`)

/** The error of a stream, as Google writes it into a chunk. */
function brokenChunk(reason: Failure): Uint8Array {
  const { body } = convertGoogleError(failureReply(reason))
  return chunkOf(body instanceof Uint8Array ? asObject(parseJson(new TextDecoder().decode(body))) : {})
}

const FINISH_REASONS: ReadonlyMap<Json | undefined, string> = new Map([
  ['max_tokens', 'MAX_TOKENS'],
  ['model_context_window_exceeded', 'MAX_TOKENS'],
  ['refusal', 'SAFETY'],
])

const finishOf = (reason: Json | undefined): string => FINISH_REASONS.get(reason) ?? 'STOP'

function usageOf(usage: JsonObject): JsonObject {
  const count = (name: string): number => asCount(usage[name]) ?? 0
  const cached = count('cache_read_input_tokens')
  const prompt = count('input_tokens') + cached + count('cache_creation_input_tokens')
  const output = count('output_tokens')
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    totalTokenCount: prompt + output,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
  }
}

/** Collects the thinking before a part, which gets its signature. */
class PartWriter {
  #thinking: JsonObject[] = []

  add(block: JsonObject): readonly JsonObject[] {
    const { type, text, thinking, id, name, input = {} } = block
    if (type === 'thinking' || type === 'redacted_thinking') {
      this.#thinking.push(block)
      return asText(thinking) ? [{ text: thinking ?? '', thought: true }] : []
    }
    if (type === 'text') return [this.signed({ text: text ?? '' })]
    return type === 'tool_use' ? [this.signed({ functionCall: present({ id, name, args: input }) })] : []
  }

  signed(part: JsonObject): JsonObject {
    if (this.#thinking.length === 0) return part
    const thoughtSignature = writeSignature(this.#thinking)
    this.#thinking = []
    return { ...part, thoughtSignature }
  }
}

const candidates = (parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
  candidates: [present({ content: { role: 'model', parts }, finishReason, index: 0 })],
})

function wholeReply(message: JsonObject, model: string, { trace }: ReplyContext): JsonObject {
  const writer = new PartWriter()
  const parts = asList(message['content']).flatMap(block => writer.add(asObject(block)))
  return {
    ...candidates(parts, finishOf(message['stop_reason'])),
    usageMetadata: usageOf(asObject(message['usage'])),
    modelVersion: model,
    responseId: trace,
  }
}

function contentChunks(model: string, { trace }: ReplyContext): FrameMapper {
  const writer = new PartWriter()
  let isOver = false
  let usage: JsonObject = {}
  let reason: Json | undefined
  let block: { [name: string]: Json } = {}
  let json = ''
  const about = { modelVersion: model, responseId: trace }
  const chunk = (part: JsonObject): readonly Uint8Array[] => [chunkOf({ ...candidates([part]), ...about })]
  const delta = ({ type, text = '', thinking = '', signature = '', partial_json: piece }: JsonObject) => {
    if (type === 'text_delta') return chunk(writer.signed({ text }))
    if (type === 'input_json_delta') json += asText(piece) ?? ''
    if (type === 'signature_delta') block['signature'] = signature
    if (type !== 'thinking_delta') return []
    block['thinking'] = `${asText(block['thinking']) ?? ''}${asText(thinking) ?? ''}`
    return chunk({ text: thinking, thought: true })
  }
  const stop = (): readonly Uint8Array[] => {
    if (block['type'] === 'text') return []
    const parts = writer.add(json === '' ? block : { ...block, input: parseJson(json) ?? {} })
    // Thinking has been sent as it came.
    return block['type'] === 'tool_use' ? parts.flatMap(chunk) : []
  }
  return {
    isOver: () => isOver,
    broken: brokenChunk,
    event: ({ data }) => {
      const value = asObject(parseJson(data))
      usage = { ...usage, ...asObject(asObject(value['message'])['usage']), ...asObject(value['usage']) }
      switch (value['type']) {
        case 'content_block_start':
          block = { ...asObject(value['content_block']) }
          json = ''
          return []
        case 'content_block_delta':
          return delta(asObject(value['delta']))
        case 'content_block_stop':
          return stop()
        case 'message_delta':
          reason = asObject(value['delta'])['stop_reason'] ?? reason
          return []
        case 'message_stop': {
          isOver = true
          const last = candidates([writer.signed({ text: '' })], finishOf(reason))
          return [chunkOf({ ...last, usageMetadata: usageOf(usage), ...about })]
        }
        case 'error': {
          isOver = true
          const { type, message } = asObject(value['error'])
          const error = { message: asText(message) ?? '', type: asText(type) ?? null }
          const form = errorForm(error, 502, 'gemini')
          return form === undefined
            ? [brokenChunk(failure('invalid_upstream_reply', error.message))]
            : [
                chunkOf({
                  error: { code: form.status, message: inWords(error.message, form), status: form.type },
                }),
              ]
        }
        default:
          return []
      }
    },
  }
}
